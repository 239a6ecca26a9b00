package experiment

import (
	"context"
	"fmt"
	"strconv"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// voting covers table 2 of the voting appendices, which is exact. With a
// directory of results it also runs the studies of votes and of the sequential
// Bayes test, minutes at paper scale.
func voting() Experiment {
	return Experiment{
		Name:  "voting",
		Title: "Probability that the vote on a record is right",
		Items: []string{"voting_appendix:table-2"},
		Run: func(ctx context.Context, cfg Config) ([]Result, error) {
			if cfg.Results != "" {
				if err := votingStudies(ctx, cfg); err != nil {
					return nil, err
				}
			}
			rows, err := VotingTable([]int{3, 5, 7, 9, 11, 13, 15, 0}, []float64{0.9, 0.55}, []float64{0.05, 0.2, 0.5, 0.7, 0.9})
			if err != nil {
				return nil, err
			}
			var out []Result
			for _, r := range rows {
				m := "inf"
				if r.M > 0 {
					m = strconv.Itoa(r.M)
				}
				out = append(out, Result{Source: "voting_appendix", Item: "table-2", Key: fmt.Sprintf("%s/%g/%g", m, r.P, r.Rho2), Value: r.Beta})
			}
			cfg.progress(1, 1)
			return out, nil
		},
	}
}

// VotingRow says how often a vote of m correlated predictions is right.
type VotingRow struct {
	M     int     `dataframe:"m"` // 0 stands for the limit of many
	P     float64 `dataframe:"p"` // probability that one prediction is right
	Rho2  float64 `dataframe:"rho2"`
	Beta  float64 `dataframe:"p_m"`       // by the Beta law of the voting paper, lemma 3
	Exact float64 `dataframe:"p_m_exact"` // beta-binomial; ties, for even m, are right
}

// VotingTable computes a row for each m (0 for the limit), p and rho2.
func VotingTable(ms []int, ps, rho2s []float64) ([]VotingRow, error) {
	var out []VotingRow
	for _, m := range ms {
		for _, p := range ps {
			for _, rho2 := range rho2s {
				r := VotingRow{M: m, P: p, Rho2: rho2}
				var err error
				if m == 0 {
					r.Beta, err = posterior.MajorityProbLimit(p, rho2)
					r.Exact = r.Beta
				} else if r.Beta, err = posterior.MajorityProb(p, rho2, m); err == nil {
					r.Exact, err = posterior.ExactMajorityProb(p, rho2, m, posterior.TieRight)
				}
				if err != nil {
					return nil, err
				}
				out = append(out, r)
			}
		}
	}
	return out, nil
}
