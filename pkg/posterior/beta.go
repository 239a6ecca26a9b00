package posterior

import "math"

// betaLaw is a Beta(a, b) law in terms of the odds x : y of its variable,
// Z = x/(x+y). The pair keeps full precision near both ends of [0, 1], and
// makes F1 (whose odds are those of Z doubled) a plain change of y.
type betaLaw struct {
	a, b    float64
	logNorm float64 // log of sqrt(ab/(2π(a+b))) corrected by Stirling remainders
}

func newBetaLaw(a, b float64) betaLaw {
	return betaLaw{a, b, 0.5*(math.Log(a)-math.Log1p(a/b)-math.Log(2*math.Pi)) +
		stirlingRemainder(a+b) - stirlingRemainder(a) - stirlingRemainder(b)}
}

// point is a place on the scale of Z by its odds x : y. diff is b·x - a·y, the
// distance from the mean, which a caller may know better than from x and y:
// with counts of 10^9 it decides about all digits.
type point struct {
	x, y, diff float64
}

func (l betaLaw) point(x, y float64) point {
	return point{x, y, diffOfProducts(l.b, x, l.a, y)}
}

// atLogit returns the point where logit Z = t.
func (l betaLaw) atLogit(t float64) point {
	x, y := odds(t)
	return l.point(x, y)
}

// logDensity returns the log density of logit Z at a point with x, y > 0, that
// is log [z^a (1-z)^b / B(a, b)], in the deviance form of Loader (2000):
// exact to the last digits for counts of any size.
func (l betaLaw) logDensity(p point) float64 {
	// With e_a = ((a+b)z - a)/a = (bx - ay)/(a(x+y)), and e_b likewise, the
	// two linear terms a·e_a + b·e_b cancel.
	n, s := l.a+l.b, p.x+p.y
	ea, eb := p.diff/(l.a*s), -p.diff/(l.b*s)
	return l.logNorm - l.a*deviance(ea, p.x/s*n/l.a) - l.b*deviance(eb, p.y/s*n/l.b)
}

// deviance returns e - log(1+e), given 1+e as well for e near -1.
func deviance(e, onePlusE float64) float64 {
	if e < -0.9 {
		return e - math.Log(onePlusE)
	}
	return xMinusLog1p(e)
}

// logTails returns log P(Z <= z) and log P(Z > z) at a point z.
func (l betaLaw) logTails(p point) (lower, upper float64) {
	switch {
	case p.x <= 0:
		return math.Inf(-1), 0
	case p.y <= 0:
		return 0, math.Inf(-1)
	}
	if l.contourWorks(p) {
		u := gammaSum{p: [2]float64{l.b}, q: [2]float64{l.a}, terms: 1,
			drift: logQuotient(l.b, p.x, l.a, p.y, p.diff)}
		return u.tails()
	}
	if p.x*(l.b+1) < (l.a+1)*p.y {
		lower = l.fraction(p)
		return lower, log1mExp(lower)
	}
	upper = l.swap().fraction(point{p.y, p.x, -p.diff})
	return log1mExp(upper), upper
}

// swap returns the law of 1-Z.
func (l betaLaw) swap() betaLaw { return betaLaw{l.b, l.a, l.logNorm} }

// contourWorks says whether the contour integral is the better method at a
// point: large counts, not so far in a tail that its line nears a pole.
func (l betaLaw) contourWorks(p point) bool {
	const large = 300
	if l.a < large || l.b < large {
		return false
	}
	r := (p.x / p.y) / (l.a / l.b)
	return r > 0.2 && r < 5
}

// fraction returns log P(Z <= z) at a point z below the mean, by the continued
// fraction of the incomplete beta function (DLMF 8.17.22) in modified Lentz form.
func (l betaLaw) fraction(p point) float64 {
	const tiny = 1e-300
	z := p.x / (p.x + p.y)
	c, d := 1.0, 1/(1-(l.a+l.b)*z/(l.a+1))
	f := d
	for k := 1.0; k < 1e6; k++ {
		even := k * (l.b - k) * z / ((l.a + 2*k - 1) * (l.a + 2*k))
		odd := -(l.a + k) * (l.a + l.b + k) * z / ((l.a + 2*k) * (l.a + 2*k + 1))
		for _, e := range [2]float64{even, odd} {
			d = 1 + e*d
			if math.Abs(d) < tiny {
				d = tiny
			}
			c = 1 + e/c
			if math.Abs(c) < tiny {
				c = tiny
			}
			d = 1 / d
			f *= c * d
		}
		if math.Abs(c*d-1) < 1e-16 {
			break
		}
	}
	return math.Min(l.logDensity(p)-math.Log(l.a)+math.Log(f), 0)
}

// quantile returns the logit t with P(logit Z <= t) = p for 0 < p < 1, given
// the smaller of the two tails as its logarithm.
func (l betaLaw) quantile(logP float64, upperTail bool) float64 {
	if upperTail {
		return -l.swap().quantile(logP, false)
	}
	t := l.quantileStart(logP)
	// log P(logit Z <= t) is concave and increasing: Newton's steps from any
	// start end at the root, from the left after the first.
	for range 100 {
		p := l.atLogit(t)
		f, _ := l.logTails(p)
		slope := math.Exp(l.logDensity(p) - f)
		step := (logP - f) / slope
		if limit := 2 + math.Abs(t)/2; math.Abs(step) > limit {
			step = math.Copysign(limit, step)
		}
		t += step
		if math.Abs(logP-f) < 1e-14 || math.Abs(step) <= 1e-16*math.Abs(t) {
			break
		}
	}
	return t
}

// quantileStart guesses the logit of a lower quantile: normal near the
// centre, the leading power z^a / (a B(a,b)) far out.
func (l betaLaw) quantileStart(logP float64) float64 {
	mean := digamma(l.a) - digamma(l.b)
	sd := math.Sqrt(trigamma(l.a) + trigamma(l.b))
	z := math.Sqrt(-2 * logP) // a crude normal quantile, for lower tails
	return mean - sd*math.Max(z-1, 0)
}

// odds returns exp(t) : 1 scaled so that neither overflows.
func odds(t float64) (x, y float64) {
	if t > 0 {
		return 1, math.Exp(-t)
	}
	return math.Exp(t), 1
}
