package simdata

import (
	"fmt"
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
	RunSD               float64 // 0 for epochs of a finished model, more for seeds of training
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
		for s := range e.Runs {
			right, ofRun := make([]float64, len(names)), e.RunSD*rng.NormFloat64()
			for i := range right {
				if knows[i]+ofRun+0.7*rng.NormFloat64() > 0 {
					right[i] = 1
				}
			}
			if err := r.AddScores(fmt.Sprintf("model %c", 'A'+g), fmt.Sprint(s+1), right); err != nil {
				panic(err)
			}
		}
	}
	return *r
}
