package sequential_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/posterior"
)

func ExampleTTest_Run() {
	// Losses of B less losses of A on the two folds of each replication; in use
	// they come from training on the replication when it is asked for.
	differences := [][2]float64{{0.05, 0.02}, {0.04, 0.06}, {0.01, 0.05}, {0.03, 0.07}, {0.05, 0.05}, {0.02, 0.08}}
	test := sequential.TTest{Options: infer.Options{Alternative: infer.Greater}, Max: 6}
	outcome, err := test.Run(func(m int) ([2]float64, error) { return differences[m-1], nil })
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, look := range outcome.Looks {
		fmt.Printf("m = %d: estimate %.4f, boundary %.4f: %s\n", look.M, look.Estimate, look.Boundary.High,
			look.Decision)
	}
	result, err := test.Result(outcome.Looks)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("stopped at m = %d, p = %.3f\n", outcome.Stop, result.PValue)
	// Output:
	// m = 3: estimate 0.0383, boundary 0.0518: go on
	// m = 4: estimate 0.0413, boundary 0.0492: go on
	// m = 5: estimate 0.0430, boundary 0.0420: A is better
	// stopped at m = 5, p = 0.047
}

// Replications are added until the posterior probability is clear.
func ExampleBayes_Run() {
	a, b := posterior.Counts{TP: 80, FP: 20, FN: 25}, posterior.Counts{TP: 86, FP: 17, FN: 19}
	outcome, err := sequential.Bayes{Metric: posterior.F1}.Run(func(m int) (sequential.PairCounts, error) {
		// Here: train both models on the two folds of replication m.
		return sequential.PairCounts{A: [2]posterior.Counts{a, a}, B: [2]posterior.Counts{b, b}}, nil
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, look := range outcome.Looks {
		fmt.Printf("m = %d: P(B better) = %.4f: %s\n", look.M, look.Evidence, look.Decision)
	}
	// Output:
	// m = 3: P(B better) = 0.9458: go on
	// m = 4: P(B better) = 0.9502: B is better
}

// The nominal level of each look that keeps the error over all looks at 0.05.
func ExampleCalibrated_Constant() {
	for _, last := range []int{5, 12} {
		k, err := sequential.Calibrated{}.Constant(sequential.FirstLook, last, infer.TwoSided, 0.05)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("looks from 3 to %d: level %.4f\n", last, k.Level)
	}
	// Output:
	// looks from 3 to 5: level 0.0230
	// looks from 3 to 12: level 0.0140
}

// Looking each time at the level 0.05, as the thesis has it, rejects a true hypothesis
// in more than 5% of the cases; the calibrated rule does not.
func ExampleOperatingCharacteristics() {
	var tests []sequential.Boundary
	rules := []sequential.Rule{sequential.Printed{}, sequential.Calibrated{}}
	for _, rule := range rules {
		b, err := sequential.TTest{Rule: rule}.Boundary()
		if err != nil {
			fmt.Println(err)
			return
		}
		tests = append(tests, b)
	}
	excess := []float64{0, 2} // true differences in units of sigma
	c, err := sequential.OperatingCharacteristics(sequential.Correlation{Rho1: 0.5, Rho2: 0.5}, tests, excess, 20_000,
		1)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, rule := range rules {
		fmt.Printf("%s: error %.2f, power %.2f, mean stop %.1f\n", rule, c[i][0].Reject, c[i][1].Reject, c[i][1].Stop)
	}
	// Output:
	// printed: error 0.10, power 0.82, mean stop 5.3
	// calibrated (equal, rho1 in [0, 0.5], rho2 in [0, 0.5]): error 0.04, power 0.64, mean stop 7.4
}
