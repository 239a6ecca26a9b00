package holdout

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/metric"
)

// kin is a family whose learners count how they are prepared.
type kin struct {
	constant
	setting       float64
	alone, shared *int
}

func (k kin) String() string { return fmt.Sprintf("kin(%v)", k.setting) }

func (k kin) Traits() learn.Traits {
	common := k
	common.setting = 0
	return learn.Traits{Common: common, Value: k.setting}
}

func (k kin) Prepare(context.Context, *dataset.Data) (learn.Prepared, error) {
	*k.alone++
	return k, nil
}

func (k kin) With(_ context.Context, l learn.Learner) (learn.Prepared, error) {
	*k.shared++
	return l.(kin), nil
}

// Learners of a family are prepared once, and together, wherever they are all trained.
func TestFamiliesArePreparedTogether(t *testing.T) {
	d := classes(20)
	for name, c := range map[string]struct {
		do            func(p Plan) error
		alone, shared int
	}{
		"Run": {func(p Plan) error { _, err := Run(t.Context(), p); return err }, 1, 2},
		"Growing": {func(p Plan) error {
			g, err := NewGrowing(t.Context(), p, nil)
			if err != nil {
				return err
			}
			_, err = g.Evaluate(2)
			return err
		}, 1, 2},
		"Prepare, Compute": {func(p Plan) error {
			pieces, err := NewPieces(p)
			if err == nil {
				err = pieces.Prepare(t.Context())
			}
			if err == nil {
				_, err = pieces.Compute(t.Context(), 1, 0)
			}
			return err
		}, 1, 2},
		"Compute": {func(p Plan) error {
			pieces, err := NewPieces(p)
			for split := 0; split < 2 && err == nil; split++ {
				_, err = pieces.Compute(t.Context(), 1, split)
			}
			return err
		}, 1, 0},
	} {
		alone, shared := 0, 0
		var family []learn.Learner
		for _, setting := range []float64{2, 3, 1} {
			family = append(family, kin{constant{value: 1, failOn: -1}, setting, &alone, &shared})
		}
		if err := c.do(Plan{Data: d, Learners: family, Set: mustSet(t, 20, 2)}); err != nil {
			t.Fatal(name, err)
		}
		if alone != c.alone {
			t.Errorf("%s: %d learners were prepared alone, want %d", name, alone, c.alone)
		}
		if shared != c.shared {
			t.Errorf("%s: %d learners were prepared with another one, want %d", name, shared, c.shared)
		}
	}
}

// Learners that share have the same losses, and the same Brier scores of their probabilities, as alone, to the last
// digit.
func TestSharingChangesNothing(t *testing.T) {
	brier, err := metric.Parse("brier")
	if err != nil {
		t.Fatal(err)
	}
	labels := classes(60)
	numbers := &dataset.Data{X: labels.X, Response: make([]float64, 60)}
	for i := range numbers.Response {
		numbers.Response[i] = labels.X.At(i, 0) + float64(i%7)
	}
	for name, c := range map[string]struct {
		data     *dataset.Data
		learners []learn.Learner
	}{
		"classes": {labels, []learn.Learner{neighbour.KNN{K: 1}, neighbour.KNN{K: 9}, tree.Forest{Trees: 3, Seed: 1},
			neighbour.KNN{K: 4}, tree.Forest{Trees: 8, Seed: 1}, neighbour.KNN{K: 3, Scale: learn.PerFold},
			neighbour.KNN{K: 7, Scale: learn.PerFold}}},
		"numbers": {numbers, []learn.Learner{linear.Ridge{Lambda: 1}, linear.Ridge{Lambda: 5}, linear.Lasso{Lambda: 0.1},
			linear.Lasso{Lambda: 0.01}, linear.Lasso{Fraction: 0.5}, linear.Lasso{Fraction: 0.7}}},
	} {
		p := Plan{Data: c.data, Learners: c.learners, Set: mustSet(t, 60, 6)}
		if c.data.Class != nil {
			p.Metrics = brier
		}
		together := mustRun(t, p)
		for a, l := range c.learners {
			p.Learners = []learn.Learner{l}
			alone := mustRun(t, p)
			for k, m := range together.Metrics {
				if got, want := together.Values[k].Of(a), alone.Values[k].Of(0); !slices.Equal(got, want) {
					t.Errorf("%s: %s has the %s %v, alone %v", name, l, m.Label(), got, want)
				}
			}
		}
	}
}
