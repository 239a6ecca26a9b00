package race

import (
	"math"
	"math/rand/v2"
)

// Saving is what a race is expected to save if the expected losses are as described.
type Saving struct {
	Truth string  // such as "one is better by 5 sd", of the difference of two algorithms on one fold
	Share float64 // of the trainings, 2 Max of each algorithm
}

// truths are expected losses by place, in units of the standard deviation of a difference on one fold.
var truths = []struct {
	name string
	loss func(place float64) float64
}{
	{"all are equal", func(float64) float64 { return 0 }},
	{"one is better by 3 sd", func(i float64) float64 { return 3 * min(i, 1) }},
	{"one is better by 5 sd", func(i float64) float64 { return 5 * min(i, 1) }},
	{"each is 1 sd worse than the one before", func(i float64) float64 { return i }},
}

// typicalRho is the correlation of the losses of an algorithm on two folds, about that of differences of learners.
const typicalRho = 0.2

// Savings simulates races on normal losses of equal variance and the correlations rho1 = rho2 = 0.2: 200 of up to 20
// algorithms, fewer of more, which takes less than a second for up to 50. The error is about the rule.
func (r Race) Savings(seed uint64) ([]Saving, error) {
	r, err := r.Filled()
	if err != nil {
		return nil, err
	}
	races := min(200, max(4, 80_000/(r.Models*r.Models)))
	all := float64(2 * r.Max * r.Models * races)
	var out []Saving
	for _, truth := range truths {
		trainings, rng := 0, rand.New(rand.NewPCG(seed, 0))
		for range races {
			running, err := r.Begin()
			if err != nil {
				return nil, err
			}
			mean, next := make([]float64, r.Models), make([][2]float64, r.Models)
			for i := range mean {
				mean[i] = math.Sqrt2*truth.loss(float64(i)) + math.Sqrt(typicalRho)*rng.NormFloat64()
			}
			for !running.Done() {
				for i, mu := range mean {
					next[i][0] = mu + math.Sqrt(1-typicalRho)*rng.NormFloat64()
					next[i][1] = mu + math.Sqrt(1-typicalRho)*rng.NormFloat64()
				}
				trainings += 2 * len(running.left)
				if _, err := running.Add(next); err != nil {
					return nil, err
				}
			}
		}
		out = append(out, Saving{truth.name, 1 - float64(trainings)/all})
	}
	return out, nil
}
