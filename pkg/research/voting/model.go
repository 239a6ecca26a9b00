package voting

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// Model is the voting paper's model of the predictions of a data set: n
// records, of which a share Pi1 is positive; a prediction of a positive record
// is right with probability P1, of a negative one with P0; two predictions
// of a record by different replications have correlation Rho2 (V lemmas 1, 2).
type Model struct {
	N                 float64 // records, above 0
	Pi1, P1, P0, Rho2 float64 // in [0, 1]
}

// Average returns the expected confusion matrix of one replication, both folds
// together. The average estimators P_a, R_a and F1_a are its Values whatever the
// weight omega of the average (V eq. 11, 23).
func (v Model) Average() (Matrix, error) { return v.matrix(v.P1, v.P0, 1) }

// Expected returns the expected voting matrix of m replications (V lemma 5).
func (v Model) Expected(m int) (Matrix, error) {
	me, err := EffectiveVotes(m, v.Rho2)
	if err != nil {
		return Matrix{}, err
	}
	return v.voted(me, m)
}

// Limit returns the expected voting matrix for m -> infinity; its Values are
// P_inf, R_inf and F1_inf (V lemma 5, eq. 21).
func (v Model) Limit() (Matrix, error) {
	if err := checkShare("rho2", v.Rho2); err != nil {
		return Matrix{}, err
	}
	return v.voted(limitVotes(v.Rho2), 0)
}

func (v Model) voted(me float64, m int) (Matrix, error) {
	p1, err := majority(v.P1, me)
	if err != nil {
		return Matrix{}, err
	}
	p0, err := majority(v.P0, me)
	if err != nil {
		return Matrix{}, err
	}
	return v.matrix(p1, p0, m)
}

// matrix is the expected confusion matrix when predictions, or votes, are right
// with probabilities p1 and p0.
func (v Model) matrix(p1, p0 float64, m int) (Matrix, error) {
	if !(v.N > 0) || math.IsInf(v.N, 1) {
		return Matrix{}, fmt.Errorf("voting: %v records; give their number, above 0", v.N)
	}
	for _, s := range [...]struct {
		name string
		v    float64
	}{{"Pi1", v.Pi1}, {"P1", v.P1}, {"P0", v.P0}} {
		if err := checkShare(s.name, s.v); err != nil {
			return Matrix{}, err
		}
	}
	positive, negative := v.N*v.Pi1, v.N*(1-v.Pi1)
	return Matrix{M: m,
		Counts: posterior.Counts{TP: positive * p1, FP: negative * (1 - p0), FN: positive * (1 - p1)},
		TN:     negative * p0}, nil
}

// LimitDistribution returns the posterior distribution of a metric on the expected voting matrix
// for m -> infinity, with lambda = 1. Its Mode and Variance are the limits that
// V eq. 20 and 21 give for the voting estimators: the modes P_inf and R_inf
// exactly, the mode of F1 by its formula, the variances up to a factor
// 1 + O(1/n), for V divides by a+b where a Beta(a, b) distribution has a+b+1. (V eq. 20
// prints the distributions without the 1 of the prior, whose modes would be others than
// the printed ones.)
func (v Model) LimitDistribution(metric posterior.Metric) (posterior.Distribution, error) {
	m, err := v.Limit()
	if err != nil {
		return posterior.Distribution{}, err
	}
	return posterior.NewDistribution(metric, m.Counts, 1)
}
