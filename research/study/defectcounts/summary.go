package defectcounts

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
)

// ComponentsRow is what the partition sets show about a number of components. The standard
// deviations over sets are for one set's number, given these 145 classes.
type ComponentsRow struct {
	Variant
	Components    int     `dataframe:"components"`
	Sets          int     `dataframe:"sets"`
	Chosen        float64 `dataframe:"chosen"`          // share of sets in which this number has the largest mean
	FPA           float64 `dataframe:"fpa"`             // mean over sets of the mean over six folds
	FPASpread     float64 `dataframe:"fpa_spread"`      // its standard deviation over sets
	FoldSD        float64 `dataframe:"fold_sd"`         // mean over sets of the standard deviation over the folds
	FoldSDSpread  float64 `dataframe:"fold_sd_spread"`  // its standard deviation over sets
	Without       float64 `dataframe:"without"`         // as FPA, without the first component
	WithoutSpread float64 `dataframe:"without_spread"`  //
	WithoutSD     float64 `dataframe:"without_sd"`      // as FoldSD
	WithoutSDSpan float64 `dataframe:"without_sd_span"` // as FoldSDSpread
	// mean over sets of the statistic of bcv-t, model minus the one without
	T       float64 `dataframe:"t"`
	TSpread float64 `dataframe:"t_spread"` //
	Rejects float64 `dataframe:"rejects"`  // share of sets with p <= 0.05, one-sided, 5 degrees of freedom
	// FPA minus the FPA with measures chosen in the training half, same set
	Leak   float64 `dataframe:"leak"`
	LeakSE float64 `dataframe:"leak_se"` // over sets
}

// SummaryRow is the distribution over partition sets of one quantity, at the number of components that each set
// chooses.
type SummaryRow struct {
	Variant
	Quantity string  `dataframe:"quantity"`
	Sets     int     `dataframe:"sets"`
	Mean     float64 `dataframe:"mean"`
	Spread   float64 `dataframe:"spread"` // standard deviation over sets
	Low      float64 `dataframe:"low"`    // 5% of the sets lie below
	Median   float64 `dataframe:"median"`
	High     float64 `dataframe:"high"` // 5% of the sets lie above
}

// Quantities of SummaryRow.
const (
	Chosen     = "components"        // with the largest mean FPA of the set, the fewest of several
	Full       = "fpa"               // mean over the folds
	FullSD     = "fpa_sd"            // standard deviation over the folds
	Without    = "fpa_without"       // the same without the first component
	WithoutSD  = "fpa_sd_without"    //
	Statistic  = "t"                 // of bcv-t; sets that choose one component compare with a constant
	P          = "p"                 // one-sided
	Optimism   = "optimism"          // fpa less the mean of other sets at the same number of components
	Elsewhere  = "fpa_of_other_sets" // that mean
	RejectRate = "rejects"           // share of sets with p <= 0.05
)

// outcome is what one set shows about one number of components.
type outcome struct{ full, fullSD, without, withoutSD, t, p float64 }

func judge(full, without []float64) (o outcome, err error) {
	o.full, o.fullSD = stat.MeanStdDev(full, nil)
	o.without, o.withoutSD = stat.MeanStdDev(without, nil)
	mu := make([][]float64, len(full)/2)
	for j := range mu {
		mu[j] = []float64{full[2*j] - without[2*j], full[2*j+1] - without[2*j+1]}
	}
	d, err := infer.DifferencesOf(mu)
	if err == nil {
		d, err = d.WithMethod(cv.BCV)
	}
	if err != nil {
		return o, err
	}
	r, err := infer.BCVT(d, infer.Options{Alternative: infer.Greater})
	o.t, o.p = r.Statistic, r.PValue
	return o, err
}

// judged returns the outcomes: [variant][components-1][set].
func judged(all []estimates) ([][][]outcome, error) {
	out := make([][][]outcome, len(Variants()))
	for v := range out {
		out[v] = make([][]outcome, len(all[0].Full[v]))
		for k := range out[v] {
			for _, e := range all {
				o, err := judge(e.Full[v][k], e.Without[v][k])
				if err != nil {
					return nil, err
				}
				out[v][k] = append(out[v][k], o)
			}
		}
	}
	return out, nil
}

// summarize returns both tables of the estimates.
func summarize(all []estimates) ([]ComponentsRow, []SummaryRow, error) {
	outcomes, err := judged(all)
	if err != nil {
		return nil, nil, err
	}
	var components []ComponentsRow
	var summary []SummaryRow
	for v, variant := range Variants() {
		best := choices(outcomes[v])
		for k := range outcomes[v] {
			r := componentsRow(outcomes[v][k], best, k)
			r.Variant = variant
			if variant.Measures == All {
				i := slices.Index(Variants(), Variant{variant.Transform, Training, variant.Matrix})
				r.Leak, r.LeakSE = difference(outcomes[v][k], outcomes[i][k])
			}
			components = append(components, r)
		}
		summary = append(summary, summaryRows(variant, outcomes[v], best)...)
	}
	return components, summary, nil
}

// choices returns the number of components, less 1, with the largest mean for each set.
func choices(outcomes [][]outcome) []int {
	best := make([]int, len(outcomes[0]))
	for k := range outcomes {
		for s, o := range outcomes[k] {
			if o.full > outcomes[best[s]][s].full {
				best[s] = k
			}
		}
	}
	return best
}

func componentsRow(of []outcome, best []int, k int) ComponentsRow {
	r := ComponentsRow{Components: k + 1, Sets: len(of)}
	over := func(value func(outcome) float64) (mean, sd float64) {
		x := make([]float64, len(of))
		for i, o := range of {
			x[i] = value(o)
		}
		return stat.MeanStdDev(x, nil)
	}
	r.FPA, r.FPASpread = over(func(o outcome) float64 { return o.full })
	r.FoldSD, r.FoldSDSpread = over(func(o outcome) float64 { return o.fullSD })
	r.Without, r.WithoutSpread = over(func(o outcome) float64 { return o.without })
	r.WithoutSD, r.WithoutSDSpan = over(func(o outcome) float64 { return o.withoutSD })
	r.T, r.TSpread = over(func(o outcome) float64 { return o.t })
	r.Rejects, _ = over(func(o outcome) float64 { return rejects(o.p) })
	for _, b := range best {
		if b == k {
			r.Chosen += 1 / float64(len(best))
		}
	}
	return r
}

func rejects(p float64) float64 {
	if p <= 0.05 {
		return 1
	}
	return 0
}

// difference returns the mean of a less b over sets, and its standard error.
func difference(a, b []outcome) (mean, se float64) {
	x := make([]float64, len(a))
	for i := range x {
		x[i] = a[i].full - b[i].full
	}
	mean, sd := stat.MeanStdDev(x, nil)
	return mean, sd / math.Sqrt(float64(len(x)))
}

// summaryRows are the rows of one variant.
func summaryRows(v Variant, outcomes [][]outcome, best []int) []SummaryRow {
	values := map[string][]float64{}
	add := func(q string, x float64) { values[q] = append(values[q], x) }
	for s, k := range best {
		o, others := outcomes[k][s], 0.0
		for i, other := range outcomes[k] {
			if i != s {
				others += other.full / float64(len(best)-1)
			}
		}
		add(Chosen, float64(k+1))
		add(Full, o.full)
		add(FullSD, o.fullSD)
		add(Without, o.without)
		add(WithoutSD, o.withoutSD)
		add(Statistic, o.t)
		add(P, o.p)
		add(RejectRate, rejects(o.p))
		add(Elsewhere, others)
		add(Optimism, o.full-others)
	}
	var out []SummaryRow
	for _, q := range []string{Chosen, Full, FullSD, Without, WithoutSD, Statistic, P, RejectRate, Elsewhere,
		Optimism} {
		x := values[q]
		slices.Sort(x)
		r := SummaryRow{Variant: v, Quantity: q, Sets: len(x)}
		r.Mean, r.Spread = stat.MeanStdDev(x, nil)
		r.Low, r.Median, r.High = stat.Quantile(0.05, stat.Empirical, x, nil), stat.Quantile(0.5, stat.Empirical, x,
			nil), stat.Quantile(0.95, stat.Empirical, x, nil)
		out = append(out, r)
	}
	return out
}
