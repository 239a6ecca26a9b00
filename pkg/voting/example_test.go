package voting_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/voting"
)

// Five records, three replications of two-fold CV: the predictions of each
// record vote.
func ExampleFromPredictions() {
	gold := []int{1, 1, 1, 0, 0}
	predictions := [][]int{ // one row a replication
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
	fmt.Printf("TP %v FP %v FN %v TN %v, recall %v [%.2f, %.2f]\n", h.TP, h.FP, h.FN, h.TN, dist.Mode(), ci.Low, ci.High)
	// Output:
	// TP 3 FP 0 FN 0 TN 2, recall 1 [0.40, 0.99]
}
