package holdout

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/metric"
)

// NeedsProbabilities reports whether learners are to give probabilities.
func (p *Plan) NeedsProbabilities() bool {
	return p.Probabilities ||
		slices.ContainsFunc(p.Metrics, func(m metric.Definition) bool { return m.Needs == metric.Probabilities })
}

// prepare prepares learners, which share what they have in common (learn.Settings), and must give probabilities if they
// are needed.
func (p *Plan) prepare(ctx context.Context, learners ...learn.Learner) ([]learn.Prepared, error) {
	s, err := learn.PrepareSettings(ctx, "holdout", learners, p.Data)
	if err != nil {
		return nil, err
	}
	for k, l := range learners {
		if !p.NeedsProbabilities() {
			break
		}
		if err := learn.HasProbabilities(l, s.Prepared[k]); err != nil {
			return nil, fmt.Errorf("holdout: %w", err)
		}
	}
	return s.Prepared, nil
}

// checkMetrics returns an error unless the metrics are about the target of the data and have different names.
func (p *Plan) checkMetrics() error {
	classes := p.Data.Class != nil
	switch {
	case p.Data.Weights != nil && (p.Probabilities || len(p.Metrics) > 0):
		return errors.New("holdout: metrics and probabilities are of records that count equally; leave them out, or the " +
			"weights")
	case p.Probabilities && !classes:
		return errors.New("holdout: probabilities are of classes, and the target is a number")
	case p.Positive != "" && !classes:
		return fmt.Errorf("holdout: the positive class %q, and the target is a number", p.Positive)
	case p.Positive != "" && p.positive() < 0:
		return fmt.Errorf("holdout: no class %q; the classes are %q", p.Positive, p.Data.Classes)
	}
	for i, m := range p.Metrics {
		switch numbers := m.Needs == metric.Numbers; {
		case numbers && classes:
			return fmt.Errorf("holdout: %s is about numbers, and the target has classes; take a metric of classes, or a "+
				"target of numbers (setting `regression`)", m.Label())
		case !numbers && !classes:
			return fmt.Errorf("holdout: %s is about classes, and the target is a number; take a metric of numbers, such as "+
				"rmse", m.Label())
		case m.Name == p.lossMetric().Name:
			return fmt.Errorf("holdout: the losses are the %s already; leave the metric out", m.Label())
		case slices.ContainsFunc(p.Metrics[:i], func(o metric.Definition) bool { return o.Name == m.Name }):
			return fmt.Errorf("holdout: two metrics are called %q; leave one out", m.Name)
		}
	}
	return nil
}

// checkFolds returns an error unless predictions that are all right have a value of each metric on each fold of the
// set: where no learner has one is known before any is trained.
func (p *Plan) checkFolds() error {
	if len(p.Metrics) == 0 {
		return nil
	}
	for _, at := range p.Set.Folds() {
		right := p.right(at)
		for _, m := range p.Metrics {
			if _, err := m.Value(right); err != nil {
				return fmt.Errorf("holdout: replication %d, fold %d: %w", at.Replication, at.Fold, advised(err, right))
			}
		}
	}
	return nil
}

// positive returns the place of the class that metrics of one class are about, -1 for none.
func (p *Plan) positive() int { return slices.Index(p.Data.Classes, p.Positive) }

// lossMetric returns what the losses measure.
func (p *Plan) lossMetric() metric.Metric {
	if p.Loss == nil && p.Data.Class != nil && p.Data.Weights == nil {
		return metric.ErrorRate
	}
	return metric.Loss
}

// right returns predictions of the validation records of a fold that are all right.
func (p *Plan) right(at cv.Fold) *metric.Predictions {
	var truth []float64
	for _, record := range at.Valid {
		truth = append(truth, p.Data.Target(record))
	}
	return metric.Right(truth, p.Data.Classes, p.positive())
}

// advised adds advice to the error of a metric where the validation records lack a class.
func advised(err error, p *metric.Predictions) error {
	for c, class := range p.Classes {
		if !slices.Contains(p.Truth, float64(c)) {
			return fmt.Errorf("%w; no validation record has the class %q: stratify the partition set (setting `strata`), "+
				"or take another metric", err, class)
		}
	}
	return err
}
