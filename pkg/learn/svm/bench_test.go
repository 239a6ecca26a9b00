package svm

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// scla is the data set SCLA of the thesis: two classes of equal probability,
// p independent N(0, 1) features of which the first tenth have mean 0.5 in
// class 1.
func scla(n, p int, seed uint64) *dataset.Data {
	rng := rand.New(rand.NewPCG(seed, 7))
	d := &dataset.Data{Name: "SCLA", X: mat.NewDense(n, p, nil), Classes: []string{"0", "1"}, Class: make([]int32, n)}
	for i := range n {
		d.Class[i] = int32(rng.IntN(2))
		for j := range p {
			v := rng.NormFloat64()
			if d.Class[i] == 1 && j < p/10 {
				v += 0.5
			}
			d.X.Set(i, j, v)
		}
	}
	return d
}

// BenchmarkHoldOut trains on 500 records of SCLA and predicts the other 500;
// an operation is one such evaluation.
func BenchmarkHoldOut(b *testing.B) {
	d := scla(1000, 20, 1)
	set, err := cv.New(cv.BCV, 1000, cv.Options{M: 7, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		svm  SVM
	}{{"dataset", SVM{Scale: learn.PerDataSet}}, {"fold", SVM{}}, {"linear", SVM{Kernel: Linear}},
		{"sigmoid", SVM{Kernel: Sigmoid}}} {
		b.Run(c.name, func(b *testing.B) {
			q, err := c.svm.Prepare(b.Context(), d)
			if err != nil {
				b.Fatal(err)
			}
			f := q.NewFitter(nil).(*fitter)
			folds := set.Folds()
			out := make([]float64, 500)
			iterations, wrong, support := 0, 0, 0
			b.ReportAllocs()
			k := 0
			for b.Loop() {
				fold := folds[k%len(folds)]
				if _, err := f.Fit(b.Context(), fold.Train); err != nil {
					b.Fatal(err)
				}
				f.Predict(fold.Valid, out)
				iterations += f.solver.steps
				support += len(f.support)
				for r, i := range fold.Valid {
					if out[r] != float64(d.Class[i]) {
						wrong++
					}
				}
				k++
			}
			b.ReportMetric(float64(iterations)/float64(k), "iterations/op")
			b.ReportMetric(float64(support)/float64(k), "sv/op")
			b.ReportMetric(float64(wrong)/float64(500*k), "error")
			b.ReportMetric(float64(k)/b.Elapsed().Seconds(), "evaluations/s")
		})
	}
}

// BenchmarkLarge trains on records whose kernel matrix is not kept, and predicts as
// many.
func BenchmarkLarge(b *testing.B) {
	for _, p := range []int{20, 50} {
		const n = 10_000
		d := scla(2*n, p, 1)
		q, err := SVM{Scale: learn.PerDataSet}.Prepare(b.Context(), d)
		if err != nil {
			b.Fatal(err)
		}
		train, valid, out := allRows(2 * n)[:n], allRows(2 * n)[n:], make([]float64, n)
		f := q.NewFitter(nil).(*fitter)
		b.Run(fmt.Sprint("fit p=", p), func(b *testing.B) {
			for b.Loop() {
				if _, err := f.Fit(b.Context(), train); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(f.solver.steps), "iterations")
		})
		b.Run(fmt.Sprint("predict p=", p), func(b *testing.B) {
			for b.Loop() {
				f.Predict(valid, out)
			}
		})
	}
}
