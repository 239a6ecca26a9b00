package defects

import (
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/study"
	"gonum.org/v1/gonum/stat"
)

// What the tables call the features before the components, and the folds that choose the
// number of components.
const (
	Scaled    = "scaled"
	Raw       = "not scaled"
	SameFolds = "on the same folds"
	Nested    = "nested in the training half"
)

// SetRow is what one partition set shows about a model.
type SetRow struct {
	Data       string  `dataframe:"data"`
	Partition  int     `dataframe:"partition"` // from 1
	Features   string  `dataframe:"features"`
	Choice     string  `dataframe:"choice"` // of the number of components
	Model      string  `dataframe:"model"`
	Components float64 `dataframe:"components"` // mean over the folds where they choose for themselves
	TP         int     `dataframe:"tp"`         // sums over the six folds
	FP         int     `dataframe:"fp"`
	FN         int     `dataframe:"fn"`
	P          float64 `dataframe:"p"` // of the sums
	R          float64 `dataframe:"r"`
	F1         float64 `dataframe:"f1"`
}

// Counts returns the sums of the confusion matrices.
func (r SetRow) Counts() posterior.Counts {
	return posterior.Counts{TP: float64(r.TP), FP: float64(r.FP), FN: float64(r.FN)}
}

// Value returns a metric.
func (r SetRow) Value(metric posterior.Metric) float64 { return r.Counts().Value(metric) }

// TestRow is what one partition set shows about a difference, Models[1] minus
// Models[0].
type TestRow struct {
	Data       string  `dataframe:"data"`
	Partition  int     `dataframe:"partition"`
	Features   string  `dataframe:"features"`
	Choice     string  `dataframe:"choice"`
	Metric     string  `dataframe:"metric"`
	Difference float64 `dataframe:"difference"`  // of the metrics of the sums
	Fitted     float64 `dataframe:"p_h1_fitted"` // P(H1) of the Bayes test, about the fitted models
	Mean       float64 `dataframe:"mean"`        // of the metrics of the folds
	Low        float64 `dataframe:"low"`         // 95% interval about the algorithms, paired
	High       float64 `dataframe:"high"`
	Algorithms float64 `dataframe:"p_h1_algorithms"` // P(H1) about the algorithms, paired
}

// ComponentRow is what all partition sets together show about a number of components.
type ComponentRow struct {
	Data       string  `dataframe:"data"`
	Features   string  `dataframe:"features"`
	Model      string  `dataframe:"model"`
	Components int     `dataframe:"components"`
	Sets       int     `dataframe:"sets"`
	P          float64 `dataframe:"p"` // means over the sets
	R          float64 `dataframe:"r"`
	F1         float64 `dataframe:"f1"`
	F1SD       float64 `dataframe:"f1_sd"`  // between sets
	Chosen     float64 `dataframe:"chosen"` // share of sets with the largest F1 here
}

// choices are the ways to choose that an outcome has. Nested choice comes first: the other flatters.
func (o outcome) choices() []string {
	if o.Inner[0] == nil {
		return []string{SameFolds}
	}
	return []string{Nested, SameFolds}
}

// setRows returns the rows of all outcomes.
func setRows(all []result) []SetRow {
	var out []SetRow
	for _, o := range all {
		for _, choice := range o.choices() {
			for m, name := range Models {
				folds, components := o.chosen(m, choice == Nested)
				sum, mean := posterior.Sum(folds), 0.0
				for _, k := range components {
					mean += float64(k) / float64(len(components))
				}
				out = append(out, SetRow{Data: o.Data, Partition: o.Partition, Features: o.Features, Choice: choice,
					Model: name, Components: digits(mean),
					TP: int(sum.TP), FP: int(sum.FP), FN: int(sum.FN),
					P: digits(sum.Value(posterior.Precision)), R: digits(sum.Value(posterior.Recall)),
					F1: digits(sum.Value(posterior.F1))})
			}
		}
	}
	return out
}

// testRows compares the models of all outcomes.
func testRows(all []result) ([]TestRow, error) {
	var out []TestRow
	for _, o := range all {
		for _, choice := range o.choices() {
			a, _ := o.chosen(0, choice == Nested)
			b, _ := o.chosen(1, choice == Nested)
			task := posterior.Task{Name: "defects", M: len(a) / 2, A: posterior.Model{Name: Models[0], Folds: a},
				B: posterior.Model{Name: Models[1], Folds: b}}
			fitted, err := posterior.Compare([]posterior.Task{task}, posterior.Options{})
			if err != nil {
				return nil, err
			}
			for k, metric := range posterior.Metrics() {
				row := TestRow{Data: o.Data, Partition: o.Partition, Features: o.Features, Choice: choice,
					Metric:     metric.String(),
					Difference: digits(posterior.Sum(b).Value(metric) - posterior.Sum(a).Value(metric)),
					Fitted:     digits(fitted[k].PH1)}
				if err := row.pair(a, b, metric); err != nil {
					return nil, err
				}
				out = append(out, row)
			}
		}
	}
	return out, nil
}

// pair fills in what the folds of both models, as pairs, say of the algorithms.
func (r *TestRow) pair(a, b []posterior.Counts, metric posterior.Metric) error {
	differences := make([][2]float64, len(a)/2)
	for f := range a {
		differences[f/2][f%2] = b[f].Value(metric) - a[f].Value(metric)
	}
	p, err := paired.New(differences, nil)
	if err != nil {
		return err
	}
	e, err := p.Estimate(0.95)
	r.Mean, r.Low, r.High, r.Algorithms = digits(e.Mid), digits(e.Low), digits(e.High), digits(p.Survival(0))
	return err
}

// samples returns the outcomes of each row of a summary.
func samples(all []result) [][]result {
	return study.Group(all, func(o result) [2]string { return [2]string{o.Data, o.Features} })
}

// componentRows summarizes the grids of all outcomes.
func componentRows(all []result) []ComponentRow {
	var out []ComponentRow
	for _, of := range samples(all) {
		for m, name := range Models {
			var grids []counts
			for _, o := range of {
				grids = append(grids, o.Grid[m])
			}
			for k := range grids[0] {
				out = append(out, componentRow(ComponentRow{Data: of[0].Data, Features: of[0].Features, Model: name,
					Components: k + 1, Sets: len(grids)}, grids))
			}
		}
	}
	return out
}

func componentRow(r ComponentRow, grids []counts) ComponentRow {
	values := map[posterior.Metric][]float64{}
	chosen := 0
	for _, g := range grids {
		sum := posterior.Sum(g[r.Components-1])
		for _, metric := range posterior.Metrics() {
			values[metric] = append(values[metric], sum.Value(metric))
		}
		if g.best() == r.Components {
			chosen++
		}
	}
	r.P, r.R = digits(stat.Mean(values[posterior.Precision], nil)), digits(stat.Mean(values[posterior.Recall], nil))
	mean, sd := stat.MeanStdDev(values[posterior.F1], nil)
	if len(grids) == 1 {
		sd = 0
	}
	r.F1, r.F1SD, r.Chosen = digits(mean), digits(sd), digits(float64(chosen)/float64(len(grids)))
	return r
}

// digits rounds to six decimals, far beyond the errors.
func digits(v float64) float64 { return study.Round(v, 6) }

// Spread describes values of several partition sets.
type Spread struct {
	Sets   int     `dataframe:"sets"`
	Mean   float64 `dataframe:"mean"`
	SD     float64 `dataframe:"sd"`
	Low    float64 `dataframe:"5%"`
	Median float64 `dataframe:"median"`
	High   float64 `dataframe:"95%"`
	sorted []float64
}

// NewSpread describes values, two or more.
func NewSpread(values []float64) Spread {
	sorted := slices.Sorted(slices.Values(values))
	mean, sd := stat.MeanStdDev(sorted, nil)
	at := func(p float64) float64 { return stat.Quantile(p, stat.LinInterp, sorted, nil) }
	return Spread{Sets: len(values), Mean: mean, SD: sd, Low: at(0.05), Median: at(0.5), High: at(0.95), sorted: sorted}
}

// SE is the standard error of the mean.
func (s Spread) SE() float64 { return s.SD / math.Sqrt(float64(s.Sets)) }

// Beside returns the shares of the values below and above v.
func (s Spread) Beside(v float64) (below, above float64) {
	for _, x := range s.sorted {
		if x < v {
			below++
		} else if x > v {
			above++
		}
	}
	n := float64(len(s.sorted))
	return below / n, above / n
}
