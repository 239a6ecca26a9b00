package voting

import (
	"errors"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/voting"
)

// ClassModel is a distribution of the right predictions of the records of one class. A share
// Sure of the records is always predicted right. For each other record the
// probability of a right prediction is drawn from a Beta distribution with mean P, such
// that two of its predictions have correlation Rho2. With Sure = 0 this is the
// model of the voting paper; with more it is not, and theorem 1 may fail though
// the mean is above 1/2.
type ClassModel struct {
	Sure, P, Rho2 float64 // in [0, 1]
}

// Mean is the probability that a prediction of a record drawn at random is right.
func (l ClassModel) Mean() float64 { return l.Sure + (1-l.Sure)*l.P }

// Correlation is the correlation of two predictions of a record drawn at random.
func (l ClassModel) Correlation() float64 {
	p := l.Mean()
	both := l.Sure + (1-l.Sure)*(l.P*l.P+l.Rho2*l.P*(1-l.P))
	return (both - p*p) / (p * (1 - p))
}

// Majority is the exact probability that a vote of m is right; 0 means the limit of many.
func (l ClassModel) Majority(m int, tie voting.Tie) (float64, error) {
	var p float64
	var err error
	if m == 0 {
		p, err = voting.MajorityProbLimit(l.P, l.Rho2)
	} else {
		p, err = voting.ExactMajorityProb(l.P, l.Rho2, m, tie)
	}
	return l.Sure + (1-l.Sure)*p, err
}

// vote draws the predictions of one record, right or wrong, into right.
func (l ClassModel) vote(right []bool, rng *rand.Rand) {
	if l.Sure > 0 && rng.Float64() < l.Sure {
		for i := range right {
			right[i] = true
		}
		return
	}
	// Pólya's urn: each prediction adds its own colour.
	urn := 0.0
	for i := range right {
		u := rng.Float64()
		right[i] = u*(1-l.Rho2+float64(i)*l.Rho2) < l.P*(1-l.Rho2)+urn*l.Rho2
		if i == 0 { // where Rho2 is 1 the urn begins empty
			right[i] = u < l.P
		}
		if right[i] {
			urn++
		}
	}
}

// Scenario is a population of records of two classes.
type Scenario struct {
	Name               string
	Pi1                float64 // share of positive records
	Positive, Negative ClassModel
}

// model is what the voting paper's theory knows of a scenario: the mean and the
// correlation of its predictions. A correlation that differs between the
// classes becomes that of the positive ones.
func (s Scenario) model(n int) voting.Model {
	return voting.Model{N: float64(n), Pi1: s.Pi1, P1: s.Positive.Mean(), P0: s.Negative.Mean(),
		Rho2: s.Positive.Correlation()}
}

// exact is the expected confusion matrix of the votes.
func (s Scenario) exact(n, m int) (voting.Matrix, error) {
	p1, err1 := s.Positive.Majority(m, voting.TieRight)
	p0, err0 := s.Negative.Majority(m, voting.TieWrong)
	positive, negative := float64(n)*s.Pi1, float64(n)*(1-s.Pi1)
	return voting.Matrix{M: m, Counts: posterior.Counts{TP: positive * p1, FP: negative * (1 - p0),
		FN: positive * (1 - p1)},
		TN: negative * p0}, errors.Join(err1, err0)
}

// Scenarios returns scenarios in which theorem 1 of the voting paper holds
// well, holds without effect, and fails.
func Scenarios() []Scenario {
	same := func(name string, pi1 float64, both ClassModel) Scenario {
		return Scenario{Name: name, Pi1: pi1, Positive: both, Negative: both}
	}
	return []Scenario{
		same("good, weakly correlated", 0.5, ClassModel{P: 0.8, Rho2: 0.2}),
		same("good, strongly correlated", 0.5, ClassModel{P: 0.8, Rho2: 0.9}),
		same("weak, weakly correlated", 0.5, ClassModel{P: 0.55, Rho2: 0.2}),
		{Name: "positives below 1/2", Pi1: 0.3, Positive: ClassModel{P: 0.4, Rho2: 0.2}, Negative: ClassModel{P: 0.9,
			Rho2: 0.2}},
		same("easy and hard records", 0.5, ClassModel{Sure: 0.6, P: 0.4, Rho2: 0.05}),
	}
}
