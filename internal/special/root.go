package special

import "math"

// Root returns where f, which is continuous and has different signs at low and high, is 0, to within half a width;
// values of f may be infinite. It is Chandrupatla's method (1997, Advances in Engineering Software 28, 145-149):
// inverse quadratic interpolation where that is safe, else bisection.
func Root(f func(x float64) float64, low, high, width float64) float64 {
	a, b := high, low
	fa, fb := f(a), f(b)
	c, fc := a, fa
	t := 0.5
	for {
		x := a + t*(b-a)
		fx := f(x)
		if math.Signbit(fx) == math.Signbit(fa) {
			c, fc = a, fa
		} else {
			c, fc, b, fb = b, fb, a, fa
		}
		a, fa = x, fx
		best := a
		if math.Abs(fb) < math.Abs(fa) {
			best = b
		}
		least := width / 2 / math.Abs(b-a)
		if fa == 0 || least > 0.5 {
			return best
		}
		t = 0.5
		xi, phi := (a-b)/(c-b), (fa-fb)/(fc-fb)
		if phi*phi < xi && (1-phi)*(1-phi) < 1-xi {
			t = fa/(fb-fa)*fc/(fb-fc) + (c-a)/(b-a)*fa/(fc-fa)*fb/(fc-fb)
		}
		if !(t >= least) {
			t = least
		} else if t > 1-least {
			t = 1 - least
		}
	}
}
