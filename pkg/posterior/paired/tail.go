package paired

import (
	"math"

	"github.com/block-regularized/bcv/pkg/internal/special"
)

// tail returns P(T > t) for Student's t. For an odd number of degrees of freedom, as in
// m x 2 CV, it is a short sum (Abramowitz and Stegun 26.7.3), which is used where it
// does not cancel.
func tail(t float64, df int) float64 {
	if df == Normal {
		return special.StudentTail(t, math.Inf(1))
	}
	const far = 4 // beyond, the difference of the sum from 1 loses digits
	if df%2 == 0 || df > 99 || !(math.Abs(t) <= far) {
		return special.StudentTail(t, float64(df))
	}
	nu := float64(df)
	u := 1 / (1 + t*t/nu) // cos² of the angle
	angle := math.Atan(t / math.Sqrt(nu))
	sum, term := 0.0, 1.0
	for k := 1; k <= (df-1)/2; k++ {
		sum += term
		term *= u * float64(2*k) / float64(2*k+1)
	}
	return 0.5 - (angle+t/math.Sqrt(nu)*u*sum)/math.Pi
}
