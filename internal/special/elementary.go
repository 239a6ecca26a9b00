package special

import "math"

// stirlingMin is the smallest modulus at which the Stirling series below is
// good to the last bit of a float64.
const stirlingMin = 16

// StirlingRemainder returns log Γ(x) - [(x-½) log x - x + ½ log 2π] for x > 0
// (Loader 2000, "Fast and accurate computation of binomial probabilities").
func StirlingRemainder(x float64) float64 {
	if x < stirlingMin {
		lg, _ := math.Lgamma(x)
		return lg - ((x-0.5)*math.Log(x) - x + 0.5*math.Log(2*math.Pi))
	}
	x2 := 1 / (x * x)
	return (1./12 - x2*(1./360-x2*(1./1260-x2*(1./1680-x2*(1./1188))))) / x
}

// xMinusLog1p returns x - log(1+x) for x > -1, without the cancellation of
// the plain form near 0.
func xMinusLog1p(x float64) float64 {
	if math.Abs(x) > 0.3 {
		return x - math.Log1p(x)
	}
	// With r = x/(2+x): log(1+x) = 2 atanh r = 2r + 2r³/3 + 2r⁵/5 + ...,
	// and x - 2r = x r.
	r := x / (2 + x)
	r2 := r * r
	sum, term := 0.0, r*r2
	for k := 3.0; k < 99; k += 2 { // r2 is below 0.04: 12 terms do; NaN would never do
		next := sum + term/k
		if next == sum {
			break
		}
		sum = next
		term *= r2
	}
	return x*r - 2*sum
}

// DiffOfProducts returns a·b - c·d with an error of about one unit in the last
// place, also where the products cancel (Kahan's algorithm).
func DiffOfProducts(a, b, c, d float64) float64 {
	cd := c * d
	err := math.FMA(-c, d, cd)
	return math.FMA(a, b, -cd) + err
}

// logQuotient returns log(a·b / (c·d)) for positive arguments, given
// diff = a·b - c·d, with full relative precision where the products are close.
func logQuotient(a, b, c, d, diff float64) float64 {
	if r := diff / (c * d); math.Abs(r) < 0.5 {
		return math.Log1p(r)
	}
	return math.Log(a) - math.Log(c) + math.Log(b) - math.Log(d)
}

// Log1mExp returns log(1 - exp(x)) for x <= 0.
func Log1mExp(x float64) float64 {
	if x > -math.Ln2 {
		return math.Log(-math.Expm1(x))
	}
	return math.Log1p(-math.Exp(x))
}

// digamma approximates ψ(x) for x > 0 to about 1e-8, enough to place a contour or to start an iteration; results
// depend on it only by rounding. It is NaN below 0.
func digamma(x float64) float64 {
	if x < 0 {
		return math.NaN()
	}
	s := 0.0
	for ; x < 6; x++ {
		s -= 1 / x
	}
	x2 := 1 / (x * x)
	return s + math.Log(x) - 0.5/x - x2*(1./12-x2*(1./120-x2/252))
}

// trigamma approximates ψ'(x) for x > 0, as digamma does ψ.
func trigamma(x float64) float64 {
	if x < 0 {
		return math.NaN()
	}
	s := 0.0
	for ; x < 6; x++ {
		s += 1 / (x * x)
	}
	x2 := 1 / (x * x)
	return s + 1/x + x2*(0.5+(1./6-x2*(1./30-x2/42))/x)
}
