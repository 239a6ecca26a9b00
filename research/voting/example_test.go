package voting_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/voting"
)

// Five records, three replications of two-fold CV: the predictions of each
// record vote.
func ExampleFromPredictions() {
	gold := []int{1, 1, 1, 0, 0}
	predictions := [][]int{ // one row per replication
		{1, 0, 1, 0, 1},
		{1, 1, 0, 0, 0},
		{0, 1, 1, 1, 0},
	}
	h, err := voting.FromPredictions(predictions, gold)
	if err != nil {
		fmt.Println(err)
		return
	}
	dist, _ := posterior.NewDistribution(posterior.Recall, h.Counts, 1)
	ci, _ := dist.EqualTailed(0.95)
	fmt.Printf("TP %v FP %v FN %v TN %v, recall %v [%.2f, %.2f]\n", h.TP, h.FP, h.FN, h.TN, dist.Mode(), ci.Low,
		ci.High)
	// Output:
	// TP 3 FP 0 FN 0 TN 2, recall 1 [0.40, 0.99]
}

// The vote of m predictions, each right with probability 0.7 and two of them with
// correlation 0.2, against its limit.
func ExampleMajorityProb() {
	for _, m := range []int{1, 3, 15} {
		p, err := voting.MajorityProb(0.7, 0.2, m)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("m = %2d: %.4f\n", m, p)
	}
	limit, _ := voting.MajorityProbLimit(0.7, 0.2)
	fmt.Printf("limit:  %.4f\n", limit)
	// Output:
	// m =  1: 0.7000
	// m =  3: 0.7327
	// m = 15: 0.7912
	// limit:  0.8180
}

// A model whose predictions of positive records are right in 70% of the cases: what
// the vote of 5 replications makes of its confusion matrix.
func ExampleModel_Expected() {
	model := voting.Model{N: 100, Pi1: 0.3, P1: 0.7, P0: 0.8, Rho2: 0.3}
	one, err := model.Average()
	if err != nil {
		fmt.Println(err)
		return
	}
	five, _ := model.Expected(5)
	for _, h := range []voting.Matrix{one, five} {
		fmt.Printf("TP %.1f FP %.1f FN %.1f TN %.1f, F1 %.3f\n", h.TP, h.FP, h.FN, h.TN, h.Value(posterior.F1))
	}
	// Output:
	// TP 21.0 FP 14.0 FN 9.0 TN 56.0, F1 0.646
	// TP 22.1 FP 11.1 FN 7.9 TN 58.9, F1 0.700
}
