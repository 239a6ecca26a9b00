package special

import (
	"math"
	"testing"
)

// The two methods for tails of a Beta distribution share nothing but the density, and
// agree from the centre to probabilities of exp(-10^7).
func TestContourAgreesWithFraction(t *testing.T) {
	for _, c := range []struct{ a, b float64 }{{300, 300}, {400, 1200}, {9000, 800}, {3e5, 2e5}, {3e7, 2e7}} {
		l := NewBeta(c.a, c.b)
		mean := math.Log(c.a / c.b)
		for _, d := range []float64{-1.2, -0.6, -0.2, -0.03, -0.003} {
			p := l.AtLogit(mean + d)
			if !l.contourWorks(p) {
				t.Fatalf("Beta(%v, %v) at %v: not a case for the contour", c.a, c.b, d)
			}
			contour, _ := l.LogTails(p)
			fraction := l.fraction(p)
			if math.Abs(contour-fraction) > 1e-11+2e-13*math.Abs(fraction) {
				t.Errorf("Beta(%v, %v) at logit %+v from the mean: log cdf %.17g by contour, %.17g by fraction",
					c.a, c.b, d, contour, fraction)
			}
		}
	}
}
