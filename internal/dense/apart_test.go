package dense

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Distances agree with the definition, are symmetric, and 0 between equal rows, however far from the origin the
// rows are.
func TestApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for _, size := range [][2]int{{1, 1}, {2, 3}, {4, 4}, {5, 9}, {9, 33}, {30, 65}} {
		for _, shift := range []float64{0, 1e6} {
			m, k := size[0], size[1]
			lda, ldd := k+2, m+3
			a := randomMatrix(rng, m*lda)
			for i := range a {
				a[i] += shift
			}
			copy(a[(m-1)*lda:], a[:k]) // the last row repeats the first
			dst := make([]float64, m*ldd)
			Apart(dst, ldd, a, lda, m, k)
			for i := range m {
				for j := range m {
					want := 0.0
					for t := range k {
						d := a[i*lda+t] - a[j*lda+t]
						want += d * d
					}
					near(t, fmt.Sprint("Apart ", size, i, j), dst[i*ldd+j], want, 1+want)
					if dst[i*ldd+j] != dst[j*ldd+i] {
						t.Errorf("rows %d and %d: %v and %v", i, j, dst[i*ldd+j], dst[j*ldd+i])
					}
				}
				for j := m; j < ldd; j++ {
					near(t, "beyond the matrix", dst[i*ldd+j], 0, 0)
				}
			}
			if dst[(m-1)*ldd] != 0 {
				t.Errorf("%v between equal rows", dst[(m-1)*ldd])
			}
		}
	}
}

// The kernel of this machine gives what plain Go gives.
func TestApartKernel(t *testing.T) {
	if !wide {
		t.Skip("no kernel on this machine")
	}
	rng := rand.New(rand.NewPCG(4, 1))
	for k := 4; k < 40; k += 4 {
		a, b := randomMatrix(rng, apartRows*(k+1)), randomMatrix(rng, tileCols*(k+5))
		var sums [apartRows * tileCols]float64
		apartAVX2(&a[0], k+1, &b[0], k+5, k, &sums)
		for r := range apartRows {
			for c := range tileCols {
				want := apartRest(a[r*(k+1):][:k], b[c*(k+5):][:k])
				near(t, "apart", sums[r*tileCols+c], want, want)
			}
		}
	}
}
