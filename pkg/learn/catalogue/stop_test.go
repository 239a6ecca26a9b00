package catalogue

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/learn"
)

// countdown is a context that ends when it has been looked at so often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// A fit that takes long ends when its context does, wherever it is; the next fit
// knows nothing of it.
func TestStops(t *testing.T) {
	d := draw(300, 4, 0, false)
	rows := make([]int32, d.N())
	for i := range rows {
		rows[i] = int32(i)
	}
	for _, text := range []string{"svm", "svm(kernel=sigmoid)", "svm(cost=100)", "tree", "gini-tree", "c4.5", "forest(trees=20)", "ripper"} {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		p, err := l.Prepare(d)
		if err != nil {
			t.Fatal(err)
		}
		predict := func(f learn.Fitter) []float64 {
			if err := f.Fit(rows[:200]); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			out := make([]float64, len(rows))
			f.Predict(rows, out)
			return out
		}
		want, f := predict(p.NewFitter()), p.NewFitter()
		stopped := 0
		for left := range 40 {
			f.(learn.Stopper).StopOn(&countdown{context.Background(), left})
			switch err := f.Fit(rows[100:]); {
			case errors.Is(err, context.Canceled):
				stopped++
			case err != nil:
				t.Errorf("%s: %v", text, err)
			}
			f.(learn.Stopper).StopOn(context.Background())
			if !slices.Equal(predict(f), want) {
				t.Errorf("%s: the fit after one that was stopped at its look %d differs", text, left)
			}
		}
		if stopped < 1 {
			t.Errorf("%s was never stopped", text)
		}
	}
}
