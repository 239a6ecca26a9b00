package infer

import (
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/variance"
)

// Contingency counts on how many validation records of a fold two models were
// wrong and right. Means over folds have counts that are not whole.
type Contingency struct {
	N00 float64 `dataframe:"n00" json:"both_wrong"`   // both wrong
	N01 float64 `dataframe:"n01" json:"only_a_wrong"` // A wrong, B right
	N10 float64 `dataframe:"n10" json:"only_b_wrong"` // A right, B wrong
	N11 float64 `dataframe:"n11" json:"both_right"`   // both right
}

// Add counts one record.
func (c *Contingency) Add(rightA, rightB bool) {
	switch {
	case rightA && rightB:
		c.N11++
	case rightA:
		c.N10++
	case rightB:
		c.N01++
	default:
		c.N00++
	}
}

// Total returns the number of records.
func (c Contingency) Total() float64 { return c.N00 + c.N01 + c.N10 + c.N11 }

// Difference returns mu_B - mu_A, the error rate of B minus the error rate of A.
func (c Contingency) Difference() float64 { return (c.N10 - c.N01) / c.Total() }

// Plus returns the sum of two tables.
func (c Contingency) Plus(o Contingency) Contingency {
	return Contingency{N00: c.N00 + o.N00, N01: c.N01 + o.N01, N10: c.N10 + o.N10, N11: c.N11 + o.N11}
}

// Times returns the table with all counts multiplied by f.
func (c Contingency) Times(f float64) Contingency {
	return Contingency{N00: f * c.N00, N01: f * c.N01, N10: f * c.N10, N11: f * c.N11}
}

// largestCount bounds counts: beyond it float64 does not hold all whole numbers.
const largestCount = 1 << 52

// Check returns an error unless the counts are from 0 to 2^52, and one of them is
// positive.
func (c Contingency) Check() error {
	for k, v := range [...]float64{c.N00, c.N01, c.N10, c.N11} {
		if !(v >= 0) || math.IsInf(v, 0) {
			return fmt.Errorf("infer: count n%02b is %v; counts are finite numbers from 0", k, v)
		}
		if v > largestCount {
			return fmt.Errorf("infer: count n%02b is %v, above the largest that a float64 counts exactly, %d",
				k, v, int64(largestCount))
		}
	}
	if c.Total() == 0 {
		return errors.New("infer: a contingency table without records; leave out empty folds")
	}
	return nil
}

// MeanContingency returns the mean table of the folds, the C-bar of the 5x2 BCV
// McNemar paper (§4.1). It returns the errors of Check, and an error if there are no tables.
func MeanContingency(folds []Contingency) (Contingency, error) {
	if len(folds) == 0 {
		return Contingency{}, errors.New("infer: no contingency tables; give one per fold")
	}
	var sum Contingency
	for k, c := range folds {
		if err := c.Check(); err != nil {
			return Contingency{}, fmt.Errorf("%w (table %d of %d)", err, k+1, len(folds))
		}
		sum = sum.Plus(c)
	}
	return sum.Times(1 / float64(len(folds))), nil
}

// EffectiveContingency returns the one table that replaces the 2m correlated
// ones of an m x 2 BCV: EffectiveFactor times their mean (5x2 BCV McNemar paper,
// theorem 3, eq. 11). folds is as in BCVMcNemar.
func EffectiveContingency(folds []Contingency, rho1, rho2 float64) (Contingency, error) {
	if err := checkTwins("effective table", folds); err != nil {
		return Contingency{}, err
	}
	t, err := EffectiveFactor(len(folds)/2, rho1, rho2)
	if err != nil {
		return Contingency{}, err
	}
	mean, err := MeanContingency(folds)
	return mean.Times(t), err
}

// EffectiveFactor returns t = 2m/(1 + rho1 + 2(m-1) rho2), the number of
// independent folds that the 2m folds of an m x 2 BCV are worth (5x2 BCV McNemar
// paper, eq. 14, for any m). m = 5 and rho1 = rho2 = 1/2 give 20/11; m = 1 and
// rho1 = 0 give 2, and rho1 = rho2 = 1 give 1. It returns the
// errors of variance.CheckCorrelations.
func EffectiveFactor(m int, rho1, rho2 float64) (float64, error) {
	if err := variance.CheckCorrelations(m, rho1, rho2); err != nil {
		return 0, fmt.Errorf("infer: %w", err)
	}
	return 2 * float64(m) / variance.MeanEigenvalue(m, rho1, rho2), nil
}

// checkTwins returns an error unless folds are the tables of an m x 2 CV, the two
// folds of a replication next to each other.
func checkTwins(name string, folds []Contingency) error {
	if len(folds) < 2 || len(folds)%2 != 0 {
		return fmt.Errorf("infer: %s: %d tables; give the two folds of each replication, 2m tables", name, len(folds))
	}
	first := folds[0].Total() + folds[1].Total()
	for k := 2; k < len(folds); k += 2 {
		if n := folds[k].Total() + folds[k+1].Total(); math.Abs(n-first) > 1e-9*first {
			return fmt.Errorf("infer: %s: replication %d validates %v records, replication 1 %v; every replication "+
				"validates each record once", name, k/2+1, n, first)
		}
	}
	return nil
}

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
