package voting

import (
	"context"
	"fmt"
	"strconv"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/voting"
)

// Table2 covers table 2 of the voting appendices, which is exact.
func Table2() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "voting",
		Title: "Probability that the vote on a record is right",
		Items: []string{"voting_appendix:table-2"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			rows, err := voting.Table([]int{3, 5, 7, 9, 11, 13, 15, 0}, []float64{0.9, 0.55}, []float64{0.05, 0.2, 0.5,
				0.7, 0.9})
			if err != nil {
				return nil, err
			}
			var out []reproduce.Result
			for _, r := range rows {
				m := "inf"
				if r.M > 0 {
					m = strconv.Itoa(r.M)
				}
				out = append(out, reproduce.Result{Source: "voting_appendix", Item: "table-2",
					Key: fmt.Sprintf("%s/%g/%g", m, r.P, r.Rho2), Value: r.Beta})
			}
			return out, nil
		},
		Studies: []study.Study{voting.Votes, voting.LearnerVotes, voting.Looks},
	}
}
