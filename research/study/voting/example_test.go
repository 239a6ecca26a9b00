package voting_test

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/voting"
)

// The vote of 15 good and weakly correlated predictions gains on one of them; where
// predictions of the positives are mostly wrong, it loses recall.
func ExampleStudy() {
	s := voting.DefaultStudy(study.Quick, 1)
	s.Ms, s.Sets, s.Shards = []int{15}, 20, 10
	rows, err := s.Run(context.Background(), sim.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range rows {
		if r.Metric == "R" && (r.Scenario == "good, weakly correlated" || r.Scenario == "positives below 1/2") {
			fmt.Printf("%s: recall of the vote %+.2f\n", r.Scenario, r.Gain)
		}
	}
	// Output:
	// good, weakly correlated: recall of the vote +0.10
	// positives below 1/2: recall of the vote -0.06
}

// A table of lemma 3: how often the vote of 3 or of many predictions is right, of which
// one is right with probability 0.9.
func ExampleTable() {
	rows, err := voting.Table([]int{3, 0}, []float64{0.9}, []float64{0.05, 0.5})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range rows {
		fmt.Printf("m = %d, rho2 = %g: %.3f\n", r.M, r.Rho2, r.Beta)
	}
	// Output:
	// m = 3, rho2 = 0.05: 0.942
	// m = 3, rho2 = 0.5: 0.909
	// m = 0, rho2 = 0.05: 1.000
	// m = 0, rho2 = 0.5: 0.923
}
