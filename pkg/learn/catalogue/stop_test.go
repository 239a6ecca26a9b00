package catalogue

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/research/simdata"
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

// A fit that takes long ends when its context does, at every stage; the next fit is not affected.
func TestStops(t *testing.T) {
	classes, tall, square := draw(300, 4, 0, classes),
		simdata.Draw(simdata.SREG{P: 30}, 3000, rand.New(rand.NewPCG(1, 1))),
		simdata.Draw(simdata.SREG{P: 200}, 300, rand.New(rand.NewPCG(1, 2)))
	for text, d := range map[string]*dataset.Data{
		"svm": classes, "svm(kernel=sigmoid)": classes, "svm(cost=100)": classes, "tree": classes, "gini-tree": classes,
		"c4.5":             classes,
		"forest(trees=20)": classes, "ripper": classes, "logistic": classes, "ols": tall, "ridge": tall, "lasso": tall,
		"lasso(fraction=0.5)": tall, "ridge(lambda=2)": square, "ridge(standardize)": square, "lasso(lambda=0.01)": square,
		"downsample | scale | yeojohnson | pca(2) | svm": classes, "scale | ridge": tall, "negbin": draw(300, 4, 0, counts),
		"poisson": draw(300, 4, 0, counts),
	} {
		t.Run(text, func(t *testing.T) { stops(t, text, d) })
	}
}

func stops(t *testing.T, text string, d *dataset.Data) {
	l, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := l.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	fit := func(ctx context.Context, f learn.Fitter, k int) error {
		if s, ok := f.(learn.SetFitter); ok {
			_, err := s.FitFold(ctx, k)
			return err
		}
		_, err := f.Fit(ctx, set.Fold(k).Train)
		return err
	}
	open := func() learn.Fitter {
		f := p.NewFitter(nil)
		if s, ok := f.(learn.SetFitter); ok {
			if err := s.Open(t.Context(), set); err != nil {
				t.Fatal(err)
			}
		}
		return f
	}
	predict := func(f learn.Fitter) []float64 {
		if err := fit(t.Context(), f, 2); err != nil {
			t.Fatal(err)
		}
		out := make([]float64, d.N()/2)
		f.Predict(set.Fold(2).Valid, out)
		return out
	}
	want, stopped := predict(open()), 0
	for left := range 40 {
		f := open()
		switch err := fit(&countdown{t.Context(), left}, f, 4); {
		case errors.Is(err, context.Canceled):
			stopped++
		case err != nil:
			t.Error(err)
		}
		if !slices.Equal(predict(f), want) {
			t.Errorf("the fit after one that was stopped at its look %d differs", left)
		}
	}
	if stopped < 1 {
		t.Error("never stopped")
	}
}

// A preparation that takes long ends when its context does.
func TestPrepareStops(t *testing.T) {
	classes, several, square := draw(300, 4, 0, classes), draw(200, 4, 0, classes),
		simdata.Draw(simdata.SREG{P: 200}, 300, rand.New(rand.NewPCG(1, 2)))
	several.Classes = append(several.Classes, "third")
	several.Class[0] = int32(len(several.Classes) - 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for text, d := range map[string]*dataset.Data{
		"svm(scale=dataset)": classes, "tree": classes, "gini-tree": classes, "c4.5": classes, "forest(trees=20)": classes,
		"ripper":               classes,
		"scale | pca(2) | knn": classes, "onevsrest(svm(scale=dataset))": several, "ridge(lambda=2)": square,
	} {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := learn.Prepare(ctx, l, d); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", text, err)
		}
	}
}
