package compare

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer/ranks"
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

// rank fills in the rankings from the verdicts on the data sets.
func (r *Result) rank(opt Options) error {
	groups, sets := r.bySet()
	if sets < 2 {
		return nil
	}
	r.Rankings = nil
	var keys [][2]string
	for _, g := range groups {
		if key := [2]string{g[0].data.task, g[0].Metric}; !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		models, scores, better := scoresOf(groups, key, sets)
		if scores == nil {
			continue // a mean is not known
		}
		ranking, err := newRanking(models, scores, better, opt.Alpha)
		if err != nil {
			return err
		}
		ranking.Task, ranking.Metric = key[0], key[1]
		r.Rankings = append(r.Rankings, ranking)
	}
	return nil
}

// scoresOf gathers the mean metric of each model on each data set; no scores if one is
// not known.
func scoresOf(groups [][]Verdict, key [2]string, sets int) (models []string, scores ranks.Scores, better ranks.Better) {
	better = ranks.Lower
	column := map[string]map[string]float64{} // by model and data set
	var order []string
	for _, g := range groups {
		if key != [2]string{g[0].data.task, g[0].Metric} {
			continue
		}
		if g[0].HigherIsBetter {
			better = ranks.Higher
		}
		for _, v := range g {
			a, b := v.data.means()
			for _, m := range []struct {
				name  string
				value float64
			}{{v.ModelA, a}, {v.ModelB, b}} {
				if column[m.name] == nil {
					column[m.name] = map[string]float64{}
					models = append(models, m.name)
				}
				column[m.name][v.Dataset] = m.value
			}
			if !slices.Contains(order, v.Dataset) {
				order = append(order, v.Dataset)
			}
		}
	}
	if len(order) < sets {
		return models, nil, better
	}
	scores = make(ranks.Scores, len(order))
	for i, dataset := range order {
		for _, m := range models {
			x, ok := column[m][dataset]
			if !ok || math.IsNaN(x) {
				return models, nil, better
			}
			scores[i] = append(scores[i], x)
		}
	}
	return models, scores, better
}

// means returns the mean metric of A and of B over the folds, NaN where only differences
// are known.
func (d *evidence) means() (a, b float64) {
	return meanOf(d.a), meanOf(d.b)
}

// newRanking makes the tests of scores, one row a data set.
func newRanking(models []string, scores ranks.Scores, better ranks.Better, alpha float64) (Ranking, error) {
	out := Ranking{Datasets: len(scores), Alpha: alpha, ChiSquared: math.NaN(), PValue: math.NaN(), F: math.NaN(), FPValue: math.NaN()}
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
		out.Pairs = append(out.Pairs, RankedPair{ModelA: models[p.A], ModelB: models[p.B], Wilcoxon: p.Wilcoxon.PValue, Holm: p.Holm, Nemenyi: p.Nemenyi})
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
	return fmt.Sprintf("%s: Friedman chi-squared = %.4g, p = %.4g; Iman-Davenport F = %.4g, p = %.4g; critical difference at %.3g (Nemenyi) %.4g",
		s, r.ChiSquared, r.PValue, r.F, r.FPValue, r.Alpha, r.Critical)
}
