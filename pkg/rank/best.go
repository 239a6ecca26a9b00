package rank

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/results"
)

// Best says how far the score of the leader of a table is too good for having been picked as the best of many, see
// ranks.Optimism: both numbers are in the unit of the metric, 0 or more.
type Best struct {
	Optimism   float64 `json:"optimism"`
	Tibshirani float64 `json:"tibshirani"` // the correction of Tibshirani and Tibshirani (2009)
}

// optimism fills in Best from the values of models on folds.
func (t *Table) optimism(all []results.Results, models []string, seed uint64) error {
	r := all[0]
	if len(all) > 1 || r.OnTestSet() || r.Design.Folds < 2 {
		return fmt.Errorf("rank: how optimistic the best is is estimated from the folds of one cross-validation, and these are "+
			"other results (%s); leave it out (setting `best`)", r.Design)
	}
	metric, err := r.Metric(t.Metric.Name)
	if err != nil {
		return err
	}
	s := make(ranks.Scores, r.Design.Replications*r.Design.Folds)
	for _, name := range models {
		m, err := r.Model(name)
		if err != nil {
			return err
		}
		for j, v := range r.Values[metric].Of(m) {
			s[j] = append(s[j], v)
		}
	}
	t.Best = &Best{}
	if t.Best.Optimism, t.Best.Tibshirani, err = ranks.Optimism(s, t.better(), r.Design.Folds, seed); err != nil {
		return fmt.Errorf("rank: %w", err)
	}
	return nil
}

// picked says how optimistic the leader is.
func (t Table) picked() string {
	first, sign, way := t.Rows[0], 1.0, "high"
	if !t.Metric.HigherIsBetter {
		sign, way = -1, "low"
	}
	unit := func(x float64) string {
		if t.Metric.Percent {
			return fmt.Sprintf("%.1f points", 100*x)
		}
		return fmt.Sprintf("%.2g", x)
	}
	return fmt.Sprintf("Best of %d: the %s of %s, %s, is too %s by about %s for having been picked here, so that %s is a fairer "+
		"number; the correction of Tibshirani and Tibshirani (2009) is %s.", len(t.Rows), t.Metric.Label(), first.Model,
		t.value(first.Estimate), way, unit(t.Best.Optimism), t.value(first.Estimate-sign*t.Best.Optimism),
		unit(t.Best.Tibshirani))
}
