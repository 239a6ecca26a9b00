package voting

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/special"
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

// EffectiveVotes returns m_e = m/(1+(m-1)rho2), the number of independent
// predictions that m predictions of one record with correlation rho2 are worth
// (V lemma 2): the mean of the m has variance p(1-p)/m_e. For m -> infinity it
// goes to 1/rho2 (V lemma 4). m is at least 1, rho2 in [0, 1].
func EffectiveVotes(m int, rho2 float64) (float64, error) {
	if m < 1 {
		return 0, fmt.Errorf("voting: %d replications vote; at least 1 is needed", m)
	}
	if err := checkShare("rho2", rho2); err != nil {
		return 0, err
	}
	return float64(m) / (1 + float64(m-1)*rho2), nil
}

// checkShare returns an error unless v lies in [0, 1].
func checkShare(name string, v float64) error {
	if !(v >= 0 && v <= 1) {
		return fmt.Errorf("voting: %s is %v; give a value in [0, 1]", name, v)
	}
	return nil
}

// MajorityProb returns p_m, the probability that the vote on a record is right
// when each of its m predictions is right with probability p and two of them
// have correlation rho2 (V lemma 3):
//
//	p_m = P(X > 1/2),  X ~ Beta((m_e-1)p, (m_e-1)(1-p)).
//
// It serves for positive records (p_1, p_1m) and negative ones (p_0, p_0m)
// alike. The Beta distribution has the mean and the variance of the share of right
// predictions, but it is continuous, where the share is one of 0, 1/m, ..., 1:
// compare ExactMajorityProb. m is at least 1; p and rho2 lie in [0, 1].
func MajorityProb(p, rho2 float64, m int) (float64, error) {
	me, err := EffectiveVotes(m, rho2)
	if err != nil {
		return 0, err
	}
	return majority(p, me)
}

// MajorityProbLimit returns the limit of MajorityProb for m -> infinity, where
// m_e = 1/rho2 (V eq. 18). Under the beta-binomial model it is exact. It is
// below 1 for every rho2 above 0.
func MajorityProbLimit(p, rho2 float64) (float64, error) {
	if err := checkShare("rho2", rho2); err != nil {
		return 0, err
	}
	return majority(p, limitVotes(rho2))
}

// limitVotes returns 1/rho2, to which the effective votes go; +Inf for a rho2 of 0 of
// either sign.
func limitVotes(rho2 float64) float64 { return 1 / math.Abs(rho2) }

// certain is a number of effective votes beyond which the share of right predictions
// has no width: that p is next to 1/2 in float64 is 10^4 standard deviations.
const certain = 1e40

// majority returns the upper half of a Beta distribution with mean p and variance
// p(1-p)/me.
func majority(p, me float64) (float64, error) {
	if err := checkShare("p", p); err != nil {
		return 0, err
	}
	switch {
	case p == 0 || p == 1 || me == 1: // the distribution sits on 0 and 1
		return p, nil
	case p == 0.5:
		return 0.5, nil
	case me > certain && p > 0.5: // the distribution sits on p
		return 1, nil
	case me > certain:
		return 0, nil
	}
	// Towards p = 0 the result is proportional to p, also where the first parameter
	// has no logarithm left.
	if least := 1e-250 / (me - 1); p < least {
		v, err := majority(least, me)
		return v * (p / least), err
	}
	l := special.NewBeta((me-1)*p, (me-1)*(1-p))
	_, upper := l.LogTails(l.Point(1, 1))
	return math.Exp(upper), nil
}

// Tie describes how a vote of as many right as wrong predictions counts.
type Tie int

// Ties count as positive in V eq. 13: right on positive records, wrong on
// negative ones.
const (
	TieRight Tie = iota
	TieWrong
)

// ExactMajorityProb returns the probability that the vote on a record is right
// under a beta-binomial distribution of the number of right predictions: p varies from
// record to record as Beta(p(1-rho2)/rho2, (1-p)(1-rho2)/rho2), and given it
// the predictions are independent, so that two have correlation rho2. Its limit
// for m -> infinity is MajorityProbLimit. The sum has m terms, of which there may be
// 10^7.
func ExactMajorityProb(p, rho2 float64, m int, tie Tie) (float64, error) {
	if m < 1 {
		return 0, fmt.Errorf("voting: %d replications vote; at least 1 is needed", m)
	}
	if err := checkShare("rho2", rho2); err != nil {
		return 0, err
	}
	if err := checkShare("p", p); err != nil {
		return 0, err
	}
	if m > 1e7 {
		return 0, fmt.Errorf("voting: %d replications vote; a sum of that length takes too long, use "+
			"MajorityProbLimit", m)
	}
	if p == 0 || p == 1 || rho2 == 1 {
		return p, nil
	}
	// Pólya's urn gives the probability that all m are right, and the ratio of
	// neighbouring probabilities; both hold for rho2 = 0 too.
	q, log := 1-rho2, 0.0
	for i := range m {
		log += math.Log((p*q + float64(i)*rho2) / (q + float64(i)*rho2))
	}
	var sum float64
	for k := m; 2*k >= m; k-- {
		if 2*k == m && tie == TieWrong {
			break
		}
		sum += math.Exp(log)
		wrong := float64(m - k)
		log += math.Log(float64(k) / (wrong + 1) * ((1-p)*q + wrong*rho2) / (p*q + float64(k-1)*rho2))
	}
	return math.Min(sum, 1), nil
}
