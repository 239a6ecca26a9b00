package tree

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// letters draws n records that resemble the letter data: 26 classes, 16 whole
// features from 0 to 15, normal around the means of their class.
func letters(n int, rng *rand.Rand) *dataset.Data {
	const classes, p = 26, 16
	d := &dataset.Data{Name: "letters", X: mat.NewDense(n, p, nil), Class: make([]int32, n)}
	means := rand.New(rand.NewPCG(26, 16))
	var mean [classes][p]float64
	for c := range mean {
		d.Classes = append(d.Classes, string(rune('A'+c)))
		for j := range mean[c] {
			mean[c][j] = float64(4 + means.IntN(8))
		}
	}
	for i := range n {
		c := rng.IntN(classes)
		d.Class[i] = int32(c)
		for j := range p {
			d.X.Set(i, j, min(max(math.Round(mean[c][j]+2.2*rng.NormFloat64()), 0), 15))
		}
	}
	return d
}

// evaluate measures fits on halves of d and predictions of the other halves.
func evaluate(b *testing.B, l learn.Learner, d *dataset.Data) {
	p, err := l.Prepare(b.Context(), d)
	if err != nil {
		b.Fatal(err)
	}
	var folds []cv.Fold
	for seed := range uint64(20) {
		set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 3, Seed: seed})
		if err != nil {
			b.Fatal(err)
		}
		folds = append(folds, set.Folds()...)
	}
	f := p.NewFitter(nil)
	out := make([]float64, d.N())
	evaluations, wrong, records := 0, 0, 0
	for b.Loop() {
		fold := folds[evaluations%len(folds)]
		if _, err := f.Fit(b.Context(), fold.Train); err != nil {
			b.Fatal(err)
		}
		f.Predict(fold.Valid, out[:len(fold.Valid)])
		for i, r := range fold.Valid {
			if out[i] != float64(d.Class[r]) {
				wrong++
			}
		}
		records += len(fold.Valid)
		evaluations++
	}
	b.ReportMetric(float64(evaluations)/b.Elapsed().Seconds(), "evaluations/s")
	b.ReportMetric(float64(wrong)/float64(records), "error")
}

func BenchmarkTreeLetter(b *testing.B) {
	d := letters(300, rand.New(rand.NewPCG(1, 1)))
	b.Run("gini", func(b *testing.B) { evaluate(b, CART{Criterion: Gini}, d) })
	b.Run("shuffle", func(b *testing.B) { evaluate(b, CART{Criterion: Gini, Shuffle: true}, d) })
	b.Run("deviance", func(b *testing.B) { evaluate(b, CART{}, d) })
}

func BenchmarkForestLetter(b *testing.B) {
	evaluate(b, Forest{Trees: 100}, letters(300, rand.New(rand.NewPCG(1, 1))))
}

func BenchmarkC45Letter(b *testing.B) {
	evaluate(b, C45{}, letters(300, rand.New(rand.NewPCG(1, 1))))
}
