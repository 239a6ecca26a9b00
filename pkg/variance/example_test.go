package variance_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/variance"
)

// Two estimates of one replication that always agree leave room for rho2 up to 1; two
// independent ones up to 1/2.
func ExampleCheckCorrelations() {
	fmt.Println(variance.CheckCorrelations(5, 1, 1))
	fmt.Println(variance.CheckCorrelations(5, 0, 0.6))
	// Output:
	// <nil>
	// variance: rho1 = 0, rho2 = 0.6; rho2 is at most (1+rho1)/2 = 0.5
}
