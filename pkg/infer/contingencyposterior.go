package infer

import (
	"fmt"
	"math"
)

// Beta are the parameters of a Beta distribution.
type Beta struct {
	A float64 `dataframe:"alpha"`
	B float64 `dataframe:"beta"`
}

// Mean returns A/(A+B).
func (b Beta) Mean() float64 { return b.A / (b.A + b.B) }

// Mode returns (A-1)/(A+B-2); NaN unless A and B are at least 1 and one is above.
func (b Beta) Mode() float64 {
	if b.A < 1 || b.B < 1 {
		return math.NaN()
	}
	return (b.A - 1) / (b.A + b.B - 2)
}

// Variance returns AB/((A+B)²(A+B+1)).
func (b Beta) Variance() float64 {
	s := b.A + b.B
	return b.A * b.B / (s * s * (s + 1))
}

// ContingencyPosterior holds the posterior distributions of what a contingency table
// estimates (5x2 BCV McNemar paper, table II and lemma 2).
type ContingencyPosterior struct {
	E  Beta // probability that A and B disagree
	R  Beta // probability that A errs if they disagree; 1/2 under the hypothesis
	Qa Beta // probability that A errs if B is right
	Qb Beta // probability that A errs if B errs
}

// Posterior returns the posterior distributions with the prior Beta(lambda, lambda); the
// paper has lambda = 1. For an m x 2 BCV take EffectiveContingency. With lambda = 1
// the modes are the shares in the table (corollary 1). It returns the errors of Check, and
// an error unless lambda is positive and finite.
func (c Contingency) Posterior(lambda float64) (ContingencyPosterior, error) {
	if err := c.Check(); err != nil {
		return ContingencyPosterior{}, err
	}
	if !(lambda > 0) || math.IsInf(lambda, 0) {
		return ContingencyPosterior{}, fmt.Errorf("infer: prior lambda is %v; give a positive number, 1 for the "+
			"uniform prior", lambda)
	}
	return ContingencyPosterior{
		E:  Beta{c.N01 + c.N10 + lambda, c.N00 + c.N11 + lambda},
		R:  Beta{c.N01 + lambda, c.N10 + lambda},
		Qa: Beta{c.N01 + lambda, c.N11 + lambda},
		Qb: Beta{c.N00 + lambda, c.N10 + lambda},
	}, nil
}
