package theory_test

import (
	"fmt"

	"github.com/block-regularized/bcv/research/theory"
)

// The error of the test bcv-t at level 0.05 and m = 3, one-sided, at the correlations
// of its constants, at usual ones and beyond them.
func ExampleTStatistic() {
	for _, rho := range [][2]float64{{0.5, 0.5}, {0.2, 0.3}, {0.5, 0.7}} {
		l := theory.TStatistic{M: 3, Rho1: rho[0], Rho2: rho[1]}
		if err := l.Check(); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("rho1 = %v, rho2 = %v: C_m %.3f, f_m %.2f, error %.4f\n", rho[0], rho[1], l.C(), l.DF(),
			l.ExactError(0.05))
	}
	// Output:
	// rho1 = 0.5, rho2 = 0.5: C_m 1.183, f_m 5.00, error 0.0500
	// rho1 = 0.2, rho2 = 0.3: C_m 0.816, f_m 4.91, error 0.0167
	// rho1 = 0.5, rho2 = 0.7: C_m 1.590, f_m 3.75, error 0.1046
}

// How much one more replication of a block-regularized m x 2 CV reduces the theory.
func ExampleARRV() {
	for _, m := range []int{1, 2, 3, 10} {
		share, err := theory.ARRV(m)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("from m = %d to %d: %.1f%%\n", m, m+1, 100*share)
	}
	// Output:
	// from m = 1 to 2: 29.7%
	// from m = 2 to 3: 15.5%
	// from m = 3 to 4: 9.8%
	// from m = 10 to 11: 1.9%
}
