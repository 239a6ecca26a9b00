package rejection_test

import (
	"context"
	"fmt"
	"os"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/rejection"
	"gonum.org/v1/gonum/stat/distuv"
)

// A simulation of one's own with a test of one's own beside the published ones: how often
// does a sign test of the ten differences of 5 x 2 BCV reject? study.RunPart, study.Look
// and study.Collect take such a study as study.Run does.
func ExampleWith() {
	sign := func(d infer.Differences, opt infer.Options) (infer.Result, error) {
		below := 0.0
		for j := range d.Replications() {
			for k := range d.Folds() {
				if d.At(j, k) < 0 {
					below++
				}
			}
		}
		n := float64(d.Replications() * d.Folds())
		p := 2 * distuv.Binomial{N: n, P: 0.5}.CDF(min(below, n-below))
		return infer.Result{Reject: p <= opt.Alpha}, nil
	}
	s := rejection.With(rejection.On(rejection.FiveByTwoBCV, 5, "sign test", sign))
	tables, err := study.Run(context.Background(), study.Config{Seed: 1, Own: map[string]string{
		"distribution": "twonorm", "learners": "1nn, c4.5", "n": "40", "sets": "40", "shards": "4",
		"methods": "sign test, Calibrated 5x2 BCV F-test",
	}}, s)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := tables[0].Write(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// a,b,distribution,n,family,test,share,se,data_sets,seed
	// 1nn,c4.5,twonorm,40,F,Calibrated 5x2 BCV F-test,0.45,0.07869758990970671,40,1
	// 1nn,c4.5,twonorm,40,own,sign test,0.925,0.04641330640385221,40,1
}
