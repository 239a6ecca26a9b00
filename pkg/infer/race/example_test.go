package race_test

import (
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/infer/race"
)

// Four algorithms with error rates of 20%, 21%, 30% and 40%, on the folds of a growing 12 x 2 CV.
func ExampleRace() {
	r, err := race.Race{Models: 4}.Begin()
	if err != nil {
		log.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 0))
	for !r.Done() {
		next := make([][2]float64, 4)
		for i, rate := range []float64{0.20, 0.21, 0.30, 0.40} {
			if r.Left(i) { // others need no training
				next[i] = [2]float64{rate + 0.01*rng.NormFloat64(), rate + 0.01*rng.NormFloat64()}
			}
		}
		look, err := r.Add(next)
		if err != nil {
			log.Fatal(err)
		}
		if look == nil {
			continue
		}
		for _, d := range look.Dropped {
			fmt.Printf("m = %d: algorithm %d has %.3f more loss than %d (boundary %.3f)\n", look.M, d.Model+1, d.Difference,
				d.By+1, d.Boundary)
		}
		if look.End != "" {
			fmt.Printf("m = %d: %s, algorithms left: %d\n", look.M, look.End, len(look.Left))
		}
	}
	// Output:
	// m = 3: algorithm 3 has 0.090 more loss than 2 (boundary 0.056)
	// m = 3: algorithm 4 has 0.194 more loss than 1 (boundary 0.066)
	// m = 12: group, algorithms left: 2
}

// What a race of 20 is expected to save.
func ExampleRace_Savings() {
	savings, err := race.Race{Models: 20}.Savings(1)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range savings {
		fmt.Printf("%s: %.0f%%\n", s.Truth, 100*s.Share)
	}
	// Output:
	// all are equal: 0%
	// one is better by 3 sd: 7%
	// one is better by 5 sd: 72%
	// each is 1 sd worse than the one before: 62%
}
