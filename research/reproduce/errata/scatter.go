package errata

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/thesis2"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/covariance"
)

// E48 shows that T tables 2.9 to 2.11 lack the precision of 1,000 partition sets. On the same data sets the
// variances of RHS with J = 2m and of m x 2 CV are a + b/m for all m, exactly, so that the four printed ones of a
// line need no simulation; only what chance may do to them does. RLT with J = 10 deviates from simulations by one
// factor for each n, of the size that one partition set for all data sets has.
func E48(c study.Config) (Finding, error) {
	s := read(c)
	stored, err := study.Stored[covariance.VarianceRow](c.Data, "variances")
	if err != nil {
		return Finding{}, err
	}
	type estimate struct {
		Method string `dataframe:"method"`
		Sets   int    `dataframe:"partition sets"`
		Low    int    `dataframe:"2.5%"`
		High   int    `dataframe:"97.5%"`
	}
	type row struct {
		Method string  `dataframe:"method"`
		Sets   int     `dataframe:"partition sets"`
		Lines  int     `dataframe:"lines"`
		Free   int     `dataframe:"degrees of freedom"`
		Chi    float64 `dataframe:"chi-squared"`
		P      float64 `dataframe:"p"`
	}
	var configs []string
	for _, l := range s.lines("published/thesis_table_2_10.csv") {
		if !thesis2.HasExchanged(l["config"]) && !slices.Contains(configs, l["config"]) {
			configs = append(configs, l["config"])
		}
	}
	var rows []row
	var estimates []estimate
	asTaken := true
	law := distuv.ChiSquared{K: 2 * float64(len(configs))}
	for _, method := range []string{"RHS", "mx2CV"} {
		fit := func(sets int) (chi float64) {
			for _, config := range configs {
				chi += lineFit(s, stored, config, method, sets)
			}
			return chi
		}
		for _, sets := range []int{1000, 100, 30, 10} {
			chi := fit(sets)
			rows = append(rows, row{method, sets, len(configs), 2 * len(configs), chi, law.Survival(chi)})
		}
		at := func(chi float64) int { // the largest number whose chi-squared is not above
			return sort.Search(1000, func(sets int) bool { return fit(sets+1) > chi })
		}
		e := estimate{method, at(law.K), at(law.Quantile(0.025)), at(law.Quantile(0.975))}
		estimates, asTaken = append(estimates, e), asTaken && e.Sets == thesis2.Scatter[method]
	}
	sizes, within, err := overlapsOfTen(c)
	if err != nil {
		return Finding{}, err
	}
	type chance struct {
		Sets int     `dataframe:"partition sets"`
		Chi  float64 `dataframe:"chi-squared"`
		Free int     `dataframe:"degrees of freedom"`
		P    float64 `dataframe:"p"`
	}
	var of []chance
	for _, sets := range []int{1, 2, 1000} {
		x := chance{Sets: sets, Free: len(sizes)}
		for _, r := range sizes {
			x.Chi += (r.Ratio - 1) * (r.Ratio - 1) / (r.One*r.One/float64(sets) + r.SE*r.SE)
		}
		x.P = distuv.ChiSquared{K: float64(x.Free)}.Survival(x.Chi)
		of = append(of, x)
	}
	return Finding{
		ID: "E48", Claim: "the variances scatter as those of a few tens of partition sets do, or fewer, not of 1,000",
		Confirmed: asTaken && rows[0].P < 1e-6 && rows[4].P < 1e-6 && rows[3].P > 0.01 && rows[7].P > 0.01 && within > 0.01 &&
			of[0].P > 0.01 && of[1].P < 0.01,
		Tables: []Table{
			{Caption: "Four printed variances of a line around a + b/m", Rows: rows, Digits: 3},
			{Caption: "Where chi-squared is its expectation, and its 2.5% and 97.5% quantiles", Rows: estimates},
			{Caption: fmt.Sprintf("RLT at J = 10: the overlap of validation sets; one for each n has p = %.2g", within),
				Rows: sizes, Digits: 3},
			{Caption: "These overlaps beside those of random partition sets", Rows: of, Digits: 3},
		},
	}, s.err
}

// overlap is what the printed rates of RLT with J = 10 say about the partition sets of n records.
type overlap struct {
	N       int     `dataframe:"n"`
	Configs int     `dataframe:"configurations"`
	Ratio   float64 `dataframe:"mean overlap / that of random sets"`
	SE      float64 `dataframe:"s.e."`
	One     float64 `dataframe:"standard deviation of one random set"`
}

// overlapsOfTen returns the mean overlap of the validation sets of RLT with J = 10 for each n. With it the
// variance given the data set rises in a line from that of K-fold CV, at 0, to that of random sets, at 1. p is
// that of one overlap for each n in all configurations, except those of erratum E41.
func overlapsOfTen(c study.Config) (out []overlap, p float64, err error) {
	const ten = "/RLT/KFCV/10/reduction_rate_pct"
	account, err := reproduce.Best(c.Data, "thesis:table-2.9")
	if err != nil {
		return nil, 0, err
	}
	ratios, weights := map[int][]float64{}, map[int][]float64{}
	for _, r := range account {
		config, isTen := strings.CutSuffix(r.Key, ten)
		if !isTen || thesis2.OtherData(config) {
			continue
		}
		var v [4]float64 // printed rate, ours, standard errors
		for i, text := range []string{r.Published, r.Computed, r.SE, r.PublishedSE} {
			if v[i], err = strconv.ParseFloat(text, 64); err != nil {
				return nil, 0, fmt.Errorf("errata: %s: %w", r.Key, err)
			}
		}
		n, err := strconv.Atoi(strings.Split(config, "+")[2])
		if err != nil {
			return nil, 0, err
		}
		gain := func(rate float64) float64 { return rate / (100 - rate) } // RLT less K-fold CV, over K-fold CV
		se := 100 * math.Hypot(v[2], v[3]) / math.Pow(100-v[0], 2) / gain(v[1])
		ratios[n], weights[n] = append(ratios[n], gain(v[0])/gain(v[1])), append(weights[n], 1/(se*se))
	}
	chi, free := 0.0, 0
	for _, n := range slices.Sorted(maps.Keys(ratios)) {
		const pairs, share = 45, 0.1 // of ten splits; of the records that validate
		x, mean := float64(n), stat.Mean(ratios[n], weights[n])
		variance := share * share * (1 - share) * (1 - share) * x * x / (x - 1) // of an overlap: hypergeometric
		total := 0.0
		for i, w := range weights[n] {
			total += w
			chi += w * math.Pow(ratios[n][i]-mean, 2)
		}
		free += len(ratios[n]) - 1
		out = append(out, overlap{n, len(ratios[n]), mean, 1 / math.Sqrt(total),
			math.Sqrt(variance/pairs) / (share * share * x)})
	}
	return out, distuv.ChiSquared{K: float64(free)}.Survival(chi), nil
}

// lineFit is the chi-squared of the printed variances of a method with 1, 3, 5 and 7 replications, from a number
// of partition sets on each of 10,000 data sets, around the best a + b/m.
func lineFit(s *sources, stored []covariance.VarianceRow, config, method string, sets int) float64 {
	of := func(config string) []covariance.VarianceRow {
		return study.Where(stored, func(r covariance.VarianceRow) bool { return r.Config == config })
	}
	ours := of(config + covariance.FanLv) // erratum E41
	if len(ours) == 0 {
		ours = of(config)
	}
	var x, y, weight []float64
	for _, m := range []int{1, 3, 5, 7} {
		key := fmt.Sprintf("thesis:table-2.10 %s/%s/%d", config, method, m)
		if m == 1 {
			key = "thesis:table-2.9 " + config + map[string]string{"RHS": "/RLT", "mx2CV": "/KFCV"}[method] + "/2/variance"
		}
		v, printed := covariance.Find(ours, method, thesis2.Splits(method, m)), s.number("%s", key)
		chance := (4*(v.Total-v.Given)*v.Given + 2*v.Given*v.Given) / (1e4 * float64(sets))
		unit := math.Pow(10, math.Floor(math.Log10(printed))-3) // four digits
		x, y = append(x, 1/float64(m)), append(y, printed)
		weight = append(weight, 1/(chance+unit*unit/12))
	}
	a, b := stat.LinearRegression(x, y, weight, false)
	sum := 0.0
	for i := range x {
		sum += weight[i] * math.Pow(y[i]-a-b*x[i], 2)
	}
	return sum
}
