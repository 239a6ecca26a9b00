package neighbour

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The kernels agree to the last bit, and records at the same differences are at
// the same distance.
func TestKernels(t *testing.T) {
	if !wide {
		t.Log("this machine has one kernel")
	}
	rng := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{1, 2, 15, 16, 17, 33, 100, 512, 1000} {
		for _, p := range []int{1, 2, 3, 16, 21} {
			d := normal(n, p, 2)
			weight := ones(p)
			for j := range weight {
				weight[j] = rng.ExpFloat64()
			}
			s := newSpace(d)
			got, want := make([]float64, s.stride), make([]float64, s.stride)
			for _, i := range []int{0, n / 2, n - 1} {
				s.squares(i, weight, got)
				squaresGo(s.column, s.stride, i, weight, want)
				if diff := cmp.Diff(want[:n], got[:n]); diff != "" || got[i] != 0 {
					t.Fatalf("n=%d, p=%d, record %d: %s", n, p, i, diff)
				}
			}
		}
	}
}
