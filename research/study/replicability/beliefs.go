package replicability

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// Belief is what an m x 2 CV shows about the difference of two models' losses if its
// correlations are known.
type Belief struct {
	Rho1   float64 `dataframe:"rho1"`        // of two folds of one replication
	Rho2   float64 `dataframe:"rho2"`        // of two folds of different replications
	Worth  float64 `dataframe:"folds worth"` // independent folds whose mean is as good
	A      float64 `dataframe:"P(A better)"` // by more than the rope; a loss is better if lower
	Within float64 `dataframe:"P(within the rope)"`
	B      float64 `dataframe:"P(B better)"`
}

// Believe returns what the differences of the losses say, B minus A, differences[j]
// belonging to replication j, and the posterior density of the expected difference
// at each x. The m x 2 folds are worth 2m/(1 + rho1 + 2(m-1) rho2) independent ones.
//
// Errors: as of paired.New, and for a negative rope.
func Believe(differences [][2]float64, rho1, rho2, rope float64, x []float64) (Belief, []float64, error) {
	if !(rope >= 0) {
		return Belief{}, nil, fmt.Errorf("replicability: rope %v; give a width from 0", rope)
	}
	p, err := paired.New(differences, paired.Fixed{Rho1: rho1, Rho2: rho2})
	if err != nil {
		return Belief{}, nil, err
	}
	density := make([]float64, len(x))
	for i := range x {
		density[i] = p.Prob(x[i])
	}
	m := float64(len(differences))
	worth := 2 * m / (1 + rho1 + 2*(m-1)*rho2)
	return Belief{Rho1: rho1, Rho2: rho2, Worth: worth, A: p.Survival(rope), Within: p.Rope(rope), B: p.CDF(-rope)},
		density, nil
}
