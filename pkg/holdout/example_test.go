package holdout_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/research/simdata"
)

// Two learners on the folds of one partition set.
func ExampleRun() {
	d := simdata.Draw(simdata.Simple(1), 200, rand.New(rand.NewPCG(7, 1)))
	set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 3, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := holdout.Run(context.Background(), holdout.Plan{Data: d, Set: set, Learners: []learn.Learner{
		linear.Logistic{},
		linear.Logistic{Penalty: 100},
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for m, model := range r.Models {
		for k, rate := range r.Values[0].Rows(m)[0] { // of the first replication
			fmt.Printf("%-23s fold %d: %.2f\n", model, k+1, rate)
		}
	}
	// Output:
	// logistic                fold 1: 0.40
	// logistic                fold 2: 0.38
	// logistic(penalty=100)   fold 1: 0.45
	// logistic(penalty=100)   fold 2: 0.44
}

// The inner loop of a simulation: one partition set after the other.
func ExampleEvaluator() {
	d := simdata.Draw(simdata.SREG{P: 5}, 100, rand.New(rand.NewPCG(1, 1)))
	prepared, err := linear.OLS{}.Prepare(context.Background(), d)
	if err != nil {
		fmt.Println(err)
		return
	}
	e := holdout.NewEvaluator("ols", prepared, d)
	defer e.Close()
	for seed := range uint64(3) {
		set, err := cv.New(cv.KFold, d.N(), cv.Options{K: 5, Seed: seed})
		if err != nil {
			fmt.Println(err)
			return
		}
		losses := make([]float64, set.FoldCount())
		if err := e.Losses(context.Background(), set, metric.Absolute, losses); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%.2f\n", losses)
	}
	// Output:
	// [0.62 0.72 0.91 0.78 0.82]
	// [0.73 0.76 0.76 0.83 0.79]
	// [0.63 0.93 0.85 0.94 0.54]
}

// A sequential test asks for replications until it can decide; here the first
// three.
func ExampleGrowing() {
	d := simdata.Draw(simdata.SREG{P: 50}, 200, rand.New(rand.NewPCG(1, 1)))
	begin := cv.Set{Method: cv.BCV, N: d.N(), Seed: 1}
	g, err := holdout.NewGrowing(context.Background(), holdout.Plan{Data: d, Set: begin,
		Learners: []learn.Learner{linear.OLS{}, linear.Ridge{Lambda: 10}}}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer g.Close()
	for m := 1; m <= 3; m++ {
		differences, err := g.Next(m)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("replication %d: ridge less least squares %.2f\n", m, differences)
	}
	fmt.Println(g.Set().M(), "replications")
	// Output:
	// replication 1: ridge less least squares [-0.21 -0.62]
	// replication 2: ridge less least squares [-0.09 -0.30]
	// replication 3: ridge less least squares [-0.23 0.11]
	// 3 replications
}
