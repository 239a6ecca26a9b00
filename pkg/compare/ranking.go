package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// Ranking has what papers on several data sets are asked to report (Demšar 2006): the
// models are ranked on each data set by their mean metric, and the data sets taken for a
// sample. It is about the algorithms, and leaves out how surely each number is known.
type Ranking struct {
	Task, Metric string // Task without the data set
	Datasets     int
	Models       []RankedModel // in order of appearance
	ChiSquared   float64       // Friedman's; NaN where all models are equal everywhere, as the next three
	PValue       float64       // of it
	F            float64       // of Iman and Davenport
	FPValue      float64
	Alpha        float64
	Critical     float64 // Nemenyi's critical difference of mean ranks at level Alpha
	Pairs        []RankedPair
}

// RankedModel is a model with its mean rank, 1 for the best.
type RankedModel struct {
	Model string
	Rank  float64
}

// RankedPair holds the p-values of two models, two-sided.
type RankedPair struct {
	ModelA, ModelB string
	Wilcoxon       float64 // of the signed-rank test, by itself
	Holm           float64 // adjusted for all pairs
	Nemenyi        float64 // of the mean ranks, for all pairs by itself
}

// rank fills in the rankings of the models of the pairs over several data sets.
func (r *Report) rank(rs []results.Results, pairs [][][2]int, sets int, opt Options) error {
	type key struct {
		task   string
		metric metric.Metric
	}
	var keys []key
	scores := map[key]ranks.Scores{}
	for i := range rs {
		for _, m := range opt.metrics(rs[i]) {
			k := key{rs[i].Key.Task, rs[i].Metrics[m]}
			if scores[k] == nil {
				keys = append(keys, k)
			}
			var row []float64
			for _, model := range inPairs(pairs, i) {
				row = append(row, mean(&rs[i], m, model))
			}
			scores[k] = append(scores[k], row)
		}
	}
	models := inPairs(pairs, 0)
	unknown := func(row []float64) bool { return slices.ContainsFunc(row, math.IsNaN) }
	for _, k := range keys {
		if len(scores[k]) < sets || slices.ContainsFunc(scores[k], unknown) {
			continue // a mean is not known
		}
		better := ranks.Lower
		if k.metric.HigherIsBetter {
			better = ranks.Higher
		}
		var names []string
		for _, m := range models {
			names = append(names, rs[0].Models[m])
		}
		ranking, err := newRanking(names, scores[k], better, opt.Alpha)
		if err != nil {
			return err
		}
		ranking.Task, ranking.Metric = k.task, k.metric.Name
		r.Rankings = append(r.Rankings, ranking)
	}
	return nil
}

// inPairs lists the places of the models of the pairs in one of the results, in order of
// appearance.
func inPairs(pairs [][][2]int, of int) []int {
	var out []int
	seen := map[int]bool{}
	for _, p := range pairs {
		for _, m := range p[of] {
			if !seen[m] {
				seen[m] = true
				out = append(out, m)
			}
		}
	}
	return out
}

// newRanking makes the tests of scores, one row per data set.
func newRanking(models []string, scores ranks.Scores, better ranks.Better, alpha float64) (Ranking, error) {
	out := Ranking{Datasets: len(scores), Alpha: alpha,
		ChiSquared: math.NaN(), PValue: math.NaN(), F: math.NaN(), FPValue: math.NaN()}
	by, err := ranks.Ranks(scores, better)
	if err != nil {
		return out, err
	}
	for k, name := range models {
		m := RankedModel{Model: name}
		for i := range by {
			m.Rank += by[i][k] / float64(len(by))
		}
		out.Models = append(out.Models, m)
	}
	if f, err := ranks.Friedman(scores, better); err == nil { // else all are equal everywhere
		out.ChiSquared, out.PValue, out.F, out.FPValue = f.ChiSquared, f.PValue, f.F, f.FPValue
	}
	if out.Critical, err = ranks.CriticalDifference(len(models), len(scores), alpha); err != nil {
		return out, err
	}
	pairs, err := ranks.Pairs(scores, better)
	for _, p := range pairs {
		out.Pairs = append(out.Pairs, RankedPair{ModelA: models[p.A], ModelB: models[p.B],
			Wilcoxon: p.Wilcoxon.PValue, Holm: p.Holm, Nemenyi: p.Nemenyi})
	}
	return out, err
}

// String says the tests of all models in a sentence.
func (r Ranking) String() string {
	s := fmt.Sprintf("mean ranks of %d models by %s on %d data sets", len(r.Models), r.Metric, r.Datasets)
	if r.Task != "" {
		s = r.Task + ": " + s
	}
	if math.IsNaN(r.ChiSquared) {
		return s + ": all are equal everywhere"
	}
	return fmt.Sprintf("%s: Friedman chi-squared = %.4g, p = %.4g; Iman-Davenport F = %.4g, p = %.4g; "+
		"critical difference at %.3g (Nemenyi) %.4g",
		s, r.ChiSquared, r.PValue, r.F, r.FPValue, r.Alpha, r.Critical)
}
