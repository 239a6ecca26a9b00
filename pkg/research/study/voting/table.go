package voting

import "github.com/block-regularized/bcv/pkg/research/voting"

// Row is how often a vote of m correlated predictions is right.
type Row struct {
	M     int     `dataframe:"m"` // 0 means the limit of many
	P     float64 `dataframe:"p"` // probability that one prediction is right
	Rho2  float64 `dataframe:"rho2"`
	Beta  float64 `dataframe:"p_m"`       // by the Beta distribution of the voting paper, lemma 3
	Exact float64 `dataframe:"p_m_exact"` // beta-binomial; ties, for even m, are right
}

// Table computes a row for each m (0 for the limit), p and rho2.
func Table(ms []int, ps, rho2s []float64) ([]Row, error) {
	var out []Row
	for _, m := range ms {
		for _, p := range ps {
			for _, rho2 := range rho2s {
				r := Row{M: m, P: p, Rho2: rho2}
				var err error
				if m == 0 {
					r.Beta, err = voting.MajorityProbLimit(p, rho2)
					r.Exact = r.Beta
				} else if r.Beta, err = voting.MajorityProb(p, rho2, m); err == nil {
					r.Exact, err = voting.ExactMajorityProb(p, rho2, m, voting.TieRight)
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
