package simdata_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/block-regularized/bcv/research/simdata"
)

// The simulated classification and regression of the thesis: the same seed
// draws the same records.
func ExampleDraw() {
	d := simdata.Draw(simdata.SCLA(20), 5, rand.New(rand.NewPCG(1, 1)))
	fmt.Println(d.N(), d.P(), d.Classes, d.Class)
	r := simdata.Draw(simdata.SREG{P: 100}, 1000, rand.New(rand.NewPCG(1, 1)))
	fmt.Println(r.Name, r.N(), r.P(), len(r.Response))
	// Output:
	// 5 20 [0 1] [0 0 1 1 1]
	// SREG(p=100) 1000 100 1000
}

// Losses of 3 x 2 CV with correlation 0.5 within a replication and 0.3 between
// replications.
func ExampleNormalLosses() {
	losses := make([]float64, 6)
	rng := rand.New(rand.NewPCG(1, 0))
	fmt.Println(simdata.NormalLosses(0, 1, 0.5, 0.3, losses, rng))
	fmt.Println(simdata.NormalLosses(0, 1, 0.5, 0.9, losses, rng))
	// Output:
	// <nil>
	// simdata: no normal distribution has rho1 = 0.5 and rho2 = 0.9; rho2 goes from 0 to 1, rho1 from 2 rho2 - 1 to 1
}
