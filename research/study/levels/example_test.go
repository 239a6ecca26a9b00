package levels_test

import (
	"context"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/research/study/levels"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A z-test of the differences of items, in Go.
func ExampleJudge() {
	test := levels.Each(func(s levels.Set) (levels.Answer, error) {
		var d []float64
		for i, a := range s.A[0] {
			d = append(d, s.B[0][i]-a)
		}
		mean, sd := stat.MeanStdDev(d, nil)
		if sd == 0 {
			return levels.Answer{}, nil // no answer
		}
		z := mean / (sd / math.Sqrt(float64(len(d))))
		return levels.Answer{P: 2 * distuv.UnitNormal.Survival(math.Abs(z)), HasP: true}, nil
	})
	report, err := levels.Judge(context.Background(), levels.Options{Folds: levels.Items, Sets: 40, Seed: 1}, "z", test)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, row := range report.Tests[:2] {
		fmt.Printf("%s: %.1f%% false claims, power %.0f%%\n", row.Test, 100*row.False, 100*row.Power)
	}
	// Output:
	// z: 6.4% false claims, power 61%
	// item-t: 5.6% false claims, power 60%
}
