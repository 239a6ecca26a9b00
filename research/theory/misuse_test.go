package theory

import (
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
)

// Levels and correlations that do not exist are programmer errors, which this package
// names itself.
func TestMisusePanics(t *testing.T) {
	s := TStatistic{M: 5, Rho1: 0.2, Rho2: 0.3}
	for name, f := range map[string]func(){
		"LimitRegion(2)":     func() { LimitRegion(2) },
		"LimitRegion(0.5)":   func() { LimitRegion(0.5) },
		"LimitRegion(NaN)":   func() { LimitRegion(math.NaN()) },
		"LimitLength(10, 0)": func() { LimitLength(10, 0) },
		"LimitLength(rho2)":  func() { LimitLength(0.05, 2) },
		"Zone(2)":            func() { s.Zone(2) },
		"NominalError(-1)":   func() { s.NominalError(-1) },
		"ExactError(2)":      func() { s.ExactError(2) },
		"ExpectedLength(10)": func() { s.ExpectedLength(10) },
	} {
		func() {
			defer func() {
				if text, ok := recover().(string); !ok || !strings.HasPrefix(text, "theory: level") {
					t.Errorf("%s: panic %q", name, text)
				}
			}()
			f()
		}()
	}
}

// FuzzTStatistic calls what the distribution of the t statistic has, each with a limit of
// time.
func FuzzTStatistic(f *testing.F) {
	f.Add(5, 0.5, 0.5, 0.05, 0.3, 2.0)
	f.Add(1, -0.999, 0.0, 1e-300, -1e9, 1e300)
	f.Add(1000, 0.0, 1e-12, 0.999999, 0.0, 0.0)
	f.Add(1<<30, 0.3, 0.3, 0.5, 1.0, 1.0)
	f.Fuzz(func(t *testing.T, m int, rho1, rho2, alpha, effect, factor float64) {
		s := TStatistic{M: m, Rho1: rho1, Rho2: rho2}
		if s.Check() != nil || checkLevel(alpha) != nil || m > 1<<20 {
			return
		}
		call := func(name string, probability bool, f func() float64) {
			numtest.Ends(t, func() {
				if v := f(); math.IsNaN(v) || probability && !(v >= 0 && v <= 1+1e-9) {
					t.Errorf("%s of %+v at level %v, effect %v, factor %v: %v", name, s, alpha, effect, factor, v)
				}
			}, name, s, alpha, effect, factor)
		}
		call("ExpectedSD", false, s.ExpectedSD)
		call("ExactExpectedSD", false, s.ExactExpectedSD)
		call("ExpectedLength", false, func() float64 { return s.ExpectedLength(alpha) })
		if alpha < 0.5 {
			call("NominalError", true, func() float64 { return s.NominalError(alpha) })
			call("ExactError", true, func() float64 { return s.ExactError(alpha) })
		}
		if effect-effect == 0 && factor-factor == 0 {
			call("Exceed", true, func() float64 { return s.Exceed(effect, factor) })
		}
	})
}
