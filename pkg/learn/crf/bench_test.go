package crf

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/optimize"

	"github.com/block-regularized/bcv/research/fakecorpus"
)

// BenchmarkCorpus extracts the attributes of 2,000 sentences.
func BenchmarkCorpus(b *testing.B) {
	tokens, tags := fakecorpus.Sentences(11, 2000)
	templates, err := ParseTemplates(fakecorpus.Templates)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := NewCorpus(tokens, tags, templates); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFit fits on all sentences, on one worker.
func BenchmarkFit(b *testing.B) {
	c := made(b, 2000, fakecorpus.Templates, nil)
	for b.Loop() {
		m, err := Settings{Workers: 1}.Fit(b.Context(), c, all(c))
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(m.Report.Evaluations), "evaluations")
		b.ReportMetric(m.Report.Objective, "objective")
	}
}

// BenchmarkTagRows tags the half that a model was not fitted on.
func BenchmarkTagRows(b *testing.B) {
	c := made(b, 2000, fakecorpus.Templates, nil)
	m, err := Settings{}.Fit(b.Context(), c, odd(c))
	if err != nil {
		b.Fatal(err)
	}
	var even []int32
	for _, i := range odd(c) {
		even = append(even, i-1)
	}
	for b.Loop() {
		if _, err := m.TagRows(even); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkMinimizers compares the minimizer with gonum's, both on one worker down to the same objective: why there
// is one here.
func BenchmarkMinimizers(b *testing.B) {
	c := made(b, 500, fakecorpus.Templates, nil)
	s, err := Settings{Workers: 1}.check()
	if err != nil {
		b.Fatal(err)
	}
	p, err := newProblem(c, all(c), s)
	if err != nil {
		b.Fatal(err)
	}
	first := newMinimizer(p)
	if _, err := first.run(context.Background(), s); err != nil {
		b.Fatal(err)
	}
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			m := newMinimizer(p)
			if _, err := m.run(b.Context(), s); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(m.evaluations), "evaluations")
		}
	})
	b.Run("gonum", func(b *testing.B) {
		for b.Loop() {
			f, evaluations := gonum(b, p, first.f)
			b.ReportMetric(float64(evaluations), "evaluations")
			if f > first.f {
				b.Fatalf("objective %v, ours %v", f, first.f)
			}
		}
	})
}

// gonum minimizes by gonum's L-BFGS of as many steps, over coordinates in which all
// weights count alike, until the objective is at most enough.
func gonum(b *testing.B, p *problem, enough float64) (f float64, evaluations int) {
	n := p.dim()
	root, x, last, g := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	p.weighted(func(at, n int, size float64) {
		for j := at; j < at+n; j++ {
			root[j] = math.Sqrt(size)
		}
	})
	evaluate := func(u []float64) float64 {
		if evaluations == 0 || !slices.Equal(u, last) {
			evaluations++
			copy(last, u)
			for j, v := range u {
				x[j] = v * root[j]
			}
			f = p.evaluate(x, g)
		}
		return f
	}
	found := errors.New("low enough")
	_, err := optimize.Minimize(optimize.Problem{
		Func: evaluate,
		Grad: func(grad, u []float64) {
			evaluate(u)
			for j := range grad {
				grad[j] = g[j] * root[j]
			}
		},
		Status: func() (optimize.Status, error) {
			if evaluations > 0 && f <= enough {
				return optimize.FunctionThreshold, found
			}
			return optimize.NotTerminated, nil
		},
	}, make([]float64, n), &optimize.Settings{Converger: optimize.NeverTerminate{}, GradientThreshold: math.NaN()},
		&optimize.LBFGS{Store: memory})
	if err != nil && !errors.Is(err, found) {
		b.Fatal(err)
	}
	return f, evaluations
}
