package simdata

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/results"
)

// Exam describes models that answer questions on passages, right or wrong, in several runs. In run s, model g answers
// question i on passage c(i) right if
//
//	skill[g] + D[i] + 0.7 C[g, c(i)] + 0.5 I[g, i] + RunSD R[g, s] + 0.7 E[g, i, s] > 0
//
// with independent standard normal variables: the ease of a question, which all models share, what a model knows of a
// passage and of a question, how good a run is, and chance. Models with equal skill are equal.
type Exam struct {
	Passages, Questions int     // questions on each passage
	Runs                int     // of each model
	RunSD               float64 // 0 for answers of a finished model, more for seeds of training
	Draws               bool    // the runs are draws: answers to each question, which has its own
}

// Draw draws the answers of one model per skill, named "model A" and so on, to a new set of questions, with the
// passages for clusters. It panics if the exam has no question or no run.
func (e Exam) Draw(rng *rand.Rand, skills ...float64) results.Results {
	names, passages, ease := []string(nil), []int(nil), []float64(nil)
	for i := range e.Passages * e.Questions {
		names = append(names, fmt.Sprintf("question %d", i+1))
		passages, ease = append(passages, i/e.Questions), append(ease, rng.NormFloat64())
	}
	r, err := results.NewScores(names, passages)
	if err != nil || e.Runs < 1 {
		panic(fmt.Sprintf("simdata: an exam of %d questions in %d runs", len(names), e.Runs))
	}
	for g, skill := range skills {
		knows, ofPassage := make([]float64, len(names)), 0.0
		for i := range knows {
			if i%e.Questions == 0 {
				ofPassage = rng.NormFloat64()
			}
			knows[i] = skill + ease[i] + 0.7*ofPassage + 0.5*rng.NormFloat64()
		}
		if err := e.answer(r, fmt.Sprintf("model %c", 'A'+g), knows, rng); err != nil {
			panic(err)
		}
	}
	return *r
}

// answer adds the runs, or draws, of a model by what it knows of the questions.
func (e Exam) answer(r *results.Results, model string, knows []float64, rng *rand.Rand) error {
	draws := make([][]float64, len(knows))
	for s := range e.Runs {
		right, ofRun := make([]float64, len(knows)), e.RunSD*rng.NormFloat64()
		for i := range right {
			if knows[i]+ofRun+0.7*rng.NormFloat64() > 0 {
				right[i] = 1
			}
			draws[i] = append(draws[i], right[i])
		}
		if e.Draws {
			continue
		}
		if err := r.AddScores(model, fmt.Sprint(s+1), right); err != nil {
			return err
		}
	}
	if e.Draws {
		return r.AddDraws(model, "", draws)
	}
	return nil
}

// EXP6Weights returns the weights omega and 1/omega of the two features of EXP6 (5x2 BCV McNemar paper, eq. 18).
// The paper uses omega from 0.29, where the error rate equals that of C4.5, to 1.
func EXP6Weights(omega float64) []float64 { return []float64{omega, 1 / omega} }

// LetterWeights returns the weights of the 16 features of the UCI letter data, in the order of its file: omega for
// features 1, 3, 9 and 16, 1/omega for 5, 11 and 13, and 1 for the others (thesis, eq. 5.57; 5x2 BCV McNemar paper,
// eq. 19). The thesis uses omega from 1 to 2048, the paper from 1 to 30.09.
func LetterWeights(omega float64) []float64 {
	w := make([]float64, 16)
	for j := range w {
		switch j + 1 {
		case 1, 3, 9, 16:
			w[j] = omega
		case 5, 11, 13:
			w[j] = 1 / omega
		default:
			w[j] = 1
		}
	}
	return w
}

// Epsilon draws the losses, 0 or 1, of two algorithms on the records of a data
// set (5x2 BCV McNemar paper, §5.2; after Dietterich 1998): on the first half of
// the records A errs with probability eps/2 and B with 3 eps/2, on the second
// half the other way round, so that both have the error rate eps. a and b have
// one element a record. The paper has n = 300 and eps = 0.1.
func Epsilon(eps float64, a, b []bool, rng *rand.Rand) {
	low, high := eps/2, 3*eps/2
	for i := range a {
		pa, pb := low, high
		if i >= len(a)/2 {
			pa, pb = high, low
		}
		a[i] = rng.Float64() < pa
		b[i] = rng.Float64() < pb
	}
}

// NormalLosses draws the 2m hold-out losses of an m x 2 CV, replication by
// replication, from a normal distribution (Wang 2019 thesis, eqs. 5.4, 5.5): mean
// mu, variance sigma², correlation rho1 within a replication and rho2 between
// replications. It fills losses, whose length must be even, and returns an error
// if no such distribution exists: rho2 goes from 0 to 1, rho1 from 2 rho2 - 1 to 1.
func NormalLosses(mu, sigma, rho1, rho2 float64, losses []float64, rng *rand.Rand) error {
	switch {
	case len(losses)%2 != 0:
		return fmt.Errorf("simdata: %d losses of an m x 2 CV; give two a replication", len(losses))
	case !(rho2 >= 0 && rho2 <= 1 && rho1 <= 1 && rho1 >= 2*rho2-1):
		return fmt.Errorf("simdata: no normal distribution has rho1 = %v and rho2 = %v; rho2 goes from 0 to 1, rho1 "+
			"from 2 rho2 - 1 to 1", rho1, rho2)
	}
	// A part that all share, half the sum of a pair and half its difference.
	common := math.Sqrt(rho2) * rng.NormFloat64()
	half, difference := math.Sqrt((1+rho1-2*rho2)/2), math.Sqrt((1-rho1)/2)
	for k := 0; k < len(losses); k += 2 {
		u, v := half*rng.NormFloat64(), difference*rng.NormFloat64()
		losses[k] = mu + sigma*(common+u+v)
		losses[k+1] = mu + sigma*(common+u-v)
	}
	return nil
}
