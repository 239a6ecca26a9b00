package svm_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/svm"
)

// A ring around a disc: the radial kernel separates classes that no line can.
func ExampleSVM() {
	rng := rand.New(rand.NewPCG(1, 1))
	d := &dataset.Data{Name: "ring", X: mat.NewDense(200, 2, nil), Class: make([]int32, 200),
		Classes: []string{"disc", "ring"}}
	for i := range 200 {
		x, y := rng.NormFloat64(), rng.NormFloat64()
		d.X.SetRow(i, []float64{x, y})
		if x*x+y*y > 1.4 {
			d.Class[i] = 1
		}
	}
	set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 3, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []svm.SVM{{}, {Kernel: svm.Linear}} {
		q, err := s.Prepare(context.Background(), d)
		if err != nil {
			fmt.Println(err)
			return
		}
		f, wrong, total := q.NewFitter(nil), 0, 0
		for _, fold := range set.Folds() {
			if _, err := f.Fit(context.Background(), fold.Train); err != nil {
				fmt.Println(err)
				return
			}
			out := make([]float64, len(fold.Valid))
			f.Predict(fold.Valid, out)
			for k, i := range fold.Valid {
				total++
				if out[k] != d.Target(i) {
					wrong++
				}
			}
		}
		fmt.Printf("%v: error %.2f\n", s, float64(wrong)/float64(total))
	}
	// Output:
	// svm: error 0.04
	// svm(kernel=linear): error 0.47
}
