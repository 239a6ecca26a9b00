// Package images makes square images smaller.
package images

import (
	"fmt"
	"math"
)

// Side returns the side of a square image of n pixels, or an error if there is none.
func Side(n int) (int, error) {
	side := int(math.Round(math.Sqrt(float64(n))))
	if n < 1 || side*side != n {
		return 0, fmt.Errorf("%d features are no square image; give one column a pixel, row by row", n)
	}
	return side, nil
}

// Average writes to dst the means of squares of pixels of a square image of the given
// side: dst is an image of side to, which divides side.
func Average[T float32 | float64](image []T, side, to int, dst []T) {
	block := side / to
	for i := range to {
		for j := range to {
			var sum T
			for a := range block {
				for _, v := range image[(i*block+a)*side+j*block:][:block] {
					sum += v
				}
			}
			dst[i*to+j] = sum / T(block*block)
		}
	}
}
