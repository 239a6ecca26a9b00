package correlation_test

import (
	"context"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study/correlation"
)

// Mean regression has rho1 = 8/(n+6) and rho2 = (n+5)/(2n+12) (Wang 2019 thesis,
// example 5.1).
func ExampleStudy() {
	const n = 40
	s := correlation.Study{Name: "normal", Distribution: correlation.NormalResponses{}, N: n, M: 3,
		Learners: []learn.Learner{simple.Mean{}}, Sets: 100, Shards: 40, Seed: 1}
	r, err := s.Run(context.Background(), sim.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	row := r.Learners()[0]
	fmt.Printf("rho1: %.1f, within 3 standard errors of the truth: %t\n", row.Rho1,
		math.Abs(row.Rho1-8./(n+6)) < 3*row.Rho1SE)
	fmt.Printf("rho2: %.1f, within 3 standard errors of the truth: %t\n", row.Rho2,
		math.Abs(row.Rho2-(n+5.)/(2*n+12)) < 3*row.Rho2SE)
	// Output:
	// rho1: 0.2, within 3 standard errors of the truth: true
	// rho2: 0.5, within 3 standard errors of the truth: true
}
