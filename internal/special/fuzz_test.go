package special

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
)

// FuzzTails calls tails and quantiles, each with a limit of time.
func FuzzTails(f *testing.F) {
	f.Add(2.0, 5.0, 0.05, 3.0, 4.0)
	f.Add(math.NaN(), 1e300, 5e-324, 1e15, 1e15)
	f.Add(1e300, 1e-3, 0.999999, 1e9, 1e9+1)
	f.Fuzz(func(t *testing.T, x, df, p, k, rest float64) {
		call := func(name string, f func() float64) {
			numtest.Ends(t, func() {
				if v := f(); !(v >= 0 && v <= 1+1e-12) {
					t.Errorf("%s(x = %v, df = %v, p = %v, k = %v, rest = %v) = %v", name, x, df, p, k, rest, v)
				}
			}, name, x, df, p, k, rest)
		}
		if df >= 1e-3 && df <= 1e15 && !math.IsNaN(x) {
			call("StudentTail", func() float64 { return StudentTail(x, df) })
			call("FisherTail", func() float64 { return FisherTail(math.Abs(x), df, 1+math.Trunc(math.Mod(df, 40))) })
		}
		if df >= 1 && df <= 1e15 && p > 0 && p < 1 {
			call("StudentCritical", func() float64 { return StudentTail(StudentCritical(p, df), df) })
		}
		if k, rest = math.Trunc(k), math.Trunc(rest); k >= 0 && rest >= 0 && k <= 1<<52 && rest <= 1<<52 {
			call("HalfBinomialTail", func() float64 { return HalfBinomialTail(k, rest) })
		}
	})
}
