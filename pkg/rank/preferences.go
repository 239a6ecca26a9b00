package rank

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/results"
)

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
	t.About = "these models, on new comparisons like these"
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
func preferenceError(models, comparisons, clusters int) (known, missing string) {
	return "", "Bradley-Terry strengths"
}
