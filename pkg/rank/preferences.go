package rank

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/results"
)

// onComparisons is what statements by preferences are about.
const onComparisons = "these models, on new comparisons like these"

// onPreferences fills in the table by the strengths of models that were compared two at a time.
func (t *Table) onPreferences(r results.Results, models []string, opt Options) error {
	if opt.Planned > 0 {
		return fmt.Errorf("rank: a planned number is for comparisons of two models; name them (setting `models` A,B), or leave it " +
			"out (setting `planned`)")
	}
	var of []ranks.Comparison
	place := make([]int, len(r.Models)) // in models, from 1
	for i, name := range models {
		m, err := r.Model(name)
		if err != nil {
			return err
		}
		place[m] = i + 1
	}
	for _, c := range r.Comparisons() {
		if a, b := place[c.A], place[c.B]; a > 0 && b > 0 {
			of = append(of, ranks.Comparison{A: a - 1, B: b - 1, Won: c.Won, Cluster: c.Cluster})
		}
	}
	e, err := ranks.BradleyTerry(models, of)
	if err != nil {
		return err
	}
	o, err := e.Order(t.better(), t.Alpha, opt.Seed)
	if err != nil {
		return err
	}
	rows := make([]Row, len(models))
	for i, name := range models {
		rows[i] = Row{Model: name, MeanRank: math.NaN(), Best: o.Best[i], Strength: &e.Means[i]}
		rows[i].Estimate, rows[i].Low, rows[i].High = winRate(e, i, e.Parts[i][i].Critical(t.Alpha/2))
	}
	t.fill(rows, o.Shown)
	t.About = onComparisons
	t.Strengths = true
	t.Notes = slices.Clone(r.Notes)
	t.Method = fmt.Sprintf("%s of Bradley-Terry strengths (%s)", table.Pick(o.Holm, "t tests with Holm", "max-t"), r.Design)
	if t.Alpha != 0.05 {
		t.NotMeasured = fmt.Sprintf("the level %v (0.05 was)", t.Alpha)
		return nil
	}
	t.KnownError, t.NotMeasured = preferenceError(len(models), len(of), r.Design.Clusters)
	return nil
}

// winRate returns how often a model wins against the others, each of them equally often, with ties as halves, and the
// ends of its interval with the critical value c, by the delta method on the log odds.
func winRate(e ranks.Estimates, i int, c float64) (rate, low, high float64) {
	k := len(e.Means)
	slope := mat.NewVecDense(k, nil)
	for j := range k {
		if j == i {
			continue
		}
		p := 1 / (1 + math.Exp(e.Means[j]-e.Means[i]))
		rate += p / float64(k-1)
		slope.SetVec(i, slope.AtVec(i)+p*(1-p)/float64(k-1))
		slope.SetVec(j, -p*(1-p)/float64(k-1))
	}
	half := c * math.Sqrt(mat.Inner(slope, e.Covariance, slope)) / (rate * (1 - rate))
	odds := math.Log(rate / (1 - rate))
	return rate, 1 / (1 + math.Exp(half-odds)), 1 / (1 + math.Exp(-half-odds))
}

// preferenceError is how often anything false was said of the order of models that were compared two at a time.
func preferenceError(models, comparisons, clusters int) (found, missing string) {
	scope, each := "recommended", float64(2*comparisons)/float64(models)
	switch {
	case models > 20:
		return "", fmt.Sprintf("%d models (3 to 20 were)", models)
	case clusters > 0 && clusters < 10:
		return "", fmt.Sprintf("%d clusters (10 or more were)", clusters)
	case each < 40:
		return "", fmt.Sprintf("%.3g comparisons of each model (40 or more were)", each)
	case clusters > 0:
		scope = "recommended, several models in clusters"
	case each < 200:
		scope = "recommended, fewer than 200 comparisons of each model"
	}
	for _, m := range known.By(known.PreferencesStudy, "Bradley-Terry") {
		if m.Scope == scope {
			found = fmt.Sprintf("any false statement in at most %.1f%% (+- %.1f) of simulated cases of 3 to 20 models (%s; study "+
				"preferences)", 100*m.WorstTwo, 100*m.TwoSE, scope)
		}
	}
	return found, ""
}
