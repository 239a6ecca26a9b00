package tree_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/tree"
)

// Four learners on a class inside a circle, by 3 x 2 BCV.
func Example() {
	rng := rand.New(rand.NewPCG(1, 1))
	d := &dataset.Data{X: mat.NewDense(200, 2, nil), Class: make([]int32, 200), Classes: []string{"outside", "inside"}}
	for i := range 200 {
		x, y := rng.NormFloat64(), rng.NormFloat64()
		d.X.SetRow(i, []float64{x, y})
		if x*x+y*y < 1.4 {
			d.Class[i] = 1
		}
	}
	set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 3, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := holdout.Run(context.Background(), holdout.Plan{Data: d, Set: set, Learners: []learn.Learner{
		tree.CART{}, tree.CART{Criterion: tree.Gini}, tree.C45{}, tree.Forest{Trees: 100},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for m, model := range r.Models {
		fmt.Printf("%s: %.3f\n", model, stat.Mean(r.Values[0].Of(m), nil))
	}
	// Output:
	// tree: 0.083
	// gini-tree: 0.065
	// c4.5: 0.077
	// forest(trees=100): 0.058
}

// The shares of the votes of 50 trees for a record.
func ExampleForest() {
	rng := rand.New(rand.NewPCG(1, 1))
	d := dataset.Data{X: mat.NewDense(101, 1, nil), Class: make([]int32, 101), Classes: []string{"low", "high"}}
	train := make([]int32, 100)
	for i := range train {
		x := rng.Float64()
		d.X.Set(i, 0, x)
		if x+0.1*rng.NormFloat64() > 0.5 {
			d.Class[i] = 1
		}
		train[i] = int32(i)
	}
	d.X.Set(100, 0, 0.9)
	p, err := tree.Forest{Trees: 50}.Prepare(context.Background(), &d)
	if err != nil {
		fmt.Println(err)
		return
	}
	f := p.NewFitter(nil).(learn.Prober)
	if _, err := f.Fit(context.Background(), train); err != nil {
		fmt.Println(err)
		return
	}
	shares := make([]float64, 2)
	if err := f.Probabilities([]int32{100}, shares); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(shares)
	// Output: [0 1]
}
