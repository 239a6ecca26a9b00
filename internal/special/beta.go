package special

import "math"

// Beta is the distribution of Z ~ Beta(A, B) in terms of the odds X : Y of its
// variable, Z = X/(X+Y). The pair keeps full precision near both ends of [0, 1], for
// counts of any size. Make it with NewBeta.
type Beta struct {
	A, B    float64
	logNorm float64 // log of sqrt(AB/(2π(A+B))) corrected by Stirling remainders
}

// NewBeta returns Beta(a, b) for positive a and b.
func NewBeta(a, b float64) Beta {
	return Beta{a, b, 0.5*(math.Log(a)-math.Log1p(a/b)-math.Log(2*math.Pi)) +
		StirlingRemainder(a+b) - StirlingRemainder(a) - StirlingRemainder(b)}
}

// Point is a location on the scale of Z by its odds X : Y. Diff is B·X - A·Y, the
// distance from the mean, which a caller may know better than from x and y:
// with counts of 10^9 it decides about all digits.
type Point struct {
	X, Y, Diff float64
}

// Point returns the point with odds x : y.
func (l Beta) Point(x, y float64) Point {
	return Point{x, y, DiffOfProducts(l.B, x, l.A, y)}
}

// AtLogit returns the point where logit Z = t.
func (l Beta) AtLogit(t float64) Point {
	x, y := Odds(t)
	return l.Point(x, y)
}

// LogDensity returns the log density of logit Z at a point with x, y > 0, that
// is log [z^a (1-z)^b / B(a, b)], in the deviance form of Loader (2000):
// exact to the last digits for counts of any size.
func (l Beta) LogDensity(p Point) float64 {
	// With e_a = ((a+b)z - a)/a = (bx - ay)/(a(x+y)), and e_b likewise, the
	// two linear terms a·e_a + b·e_b cancel.
	n, s := l.A+l.B, p.X+p.Y
	ea, eb := p.Diff/(l.A*s), -p.Diff/(l.B*s)
	return l.logNorm - l.A*deviance(ea, p.X/s*n/l.A) - l.B*deviance(eb, p.Y/s*n/l.B)
}

// deviance returns e - log(1+e), given 1+e as well for e near -1.
func deviance(e, onePlusE float64) float64 {
	if e < -0.9 {
		return e - math.Log(onePlusE)
	}
	return xMinusLog1p(e)
}

// LogTails returns log P(Z <= z) and log P(Z > z) at a point z; both are NaN if z is.
func (l Beta) LogTails(p Point) (lower, upper float64) {
	switch {
	case math.IsNaN(p.X) || math.IsNaN(p.Y):
		return math.NaN(), math.NaN()
	case p.X <= 0:
		return math.Inf(-1), 0
	case p.Y <= 0:
		return 0, math.Inf(-1)
	}
	if l.contourWorks(p) {
		u := gammaSum{p: [2]float64{l.B}, q: [2]float64{l.A}, terms: 1,
			drift: logQuotient(l.B, p.X, l.A, p.Y, p.Diff)}
		return u.tails()
	}
	if p.X*(l.B+1) < (l.A+1)*p.Y {
		lower = l.fraction(p)
		return lower, Log1mExp(lower)
	}
	upper = l.swap().fraction(Point{p.Y, p.X, -p.Diff})
	return Log1mExp(upper), upper
}

// swap returns the distribution of 1-Z.
func (l Beta) swap() Beta { return Beta{l.B, l.A, l.logNorm} }

// contourWorks reports whether the contour integral is the better method at a point: large counts, not so far in a
// tail that its line nears a pole.
func (l Beta) contourWorks(p Point) bool {
	const large = 300
	if l.A < large || l.B < large {
		return false
	}
	r := (p.X / p.Y) / (l.A / l.B)
	return r > 0.2 && r < 5
}

// fraction returns log P(Z <= z) at a point z below the mean, by the continued
// fraction of the incomplete beta function (DLMF 8.17.22) in modified Lentz form.
func (l Beta) fraction(p Point) float64 {
	const tiny = 1e-300
	z := p.X / (p.X + p.Y)
	c, d := 1.0, 1/(1-(l.A+l.B)*z/(l.A+1))
	f := d
	for k := 1.0; k < 1e6; k++ {
		even := k * (l.B - k) * z / ((l.A + 2*k - 1) * (l.A + 2*k))
		odd := -(l.A + k) * (l.A + l.B + k) * z / ((l.A + 2*k) * (l.A + 2*k + 1))
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
		if !(math.Abs(c*d-1) >= 1e-16) { // NaN ends it too
			break
		}
	}
	return math.Min(l.LogDensity(p)-math.Log(l.A)+math.Log(f), 0)
}

// Quantile returns the logit t with P(logit Z <= t) = p for 0 < p < 1, given
// the smaller of the two tails as its logarithm.
func (l Beta) Quantile(logP float64, upperTail bool) float64 {
	if upperTail {
		return -l.swap().Quantile(logP, false)
	}
	if t, far := l.farQuantile(logP); far {
		return t
	}
	t := min(max(l.quantileStart(logP), -farLogit), farLogit)
	// log P(logit Z <= t) is concave and increasing: Newton's steps from any
	// start end at the root, from the left after the first.
	for range 100 {
		p := l.AtLogit(t)
		f, _ := l.LogTails(p)
		slope := math.Exp(l.LogDensity(p) - f)
		step := (logP - f) / slope
		if limit := 2 + math.Abs(t)/2; math.Abs(step) > limit {
			step = math.Copysign(limit, step)
		}
		t = min(max(t+step, -farLogit), farLogit)
		if math.Abs(logP-f) < 1e-14 || math.Abs(step) <= 1e-16*math.Abs(t) {
			break
		}
	}
	return t
}

// farLogit is a logit of which the odds are still numbers of full precision, while all
// but the leading power of either tail is far below rounding there.
const farLogit = 600

// farQuantile returns a lower quantile whose logit lies beyond farLogit, as small
// parameters have it: a parameter of 0.005 puts the quantile 0.025 at -738.
func (l Beta) farQuantile(logP float64) (t float64, far bool) {
	if lower, _ := l.LogTails(l.AtLogit(-farLogit)); logP < lower { // P(Z <= z) falls as exp(A t)
		return -farLogit + (logP-lower)/l.A, true
	}
	if _, upper := l.LogTails(l.AtLogit(farLogit)); Log1mExp(logP) < upper { // P(Z > z) falls as exp(-B t)
		return farLogit + (upper-Log1mExp(logP))/l.B, true
	}
	return 0, false
}

// quantileStart guesses the logit of a lower quantile: normal near the
// centre, the leading power z^a / (a B(a,b)) far out.
func (l Beta) quantileStart(logP float64) float64 {
	mean := digamma(l.A) - digamma(l.B)
	sd := math.Sqrt(trigamma(l.A) + trigamma(l.B))
	z := math.Sqrt(-2 * logP) // a crude normal quantile, for lower tails
	return mean - sd*math.Max(z-1, 0)
}

// Odds returns exp(t) : 1 scaled so that neither overflows.
func Odds(t float64) (x, y float64) {
	if t > 0 {
		return 1, math.Exp(-t)
	}
	return math.Exp(t), 1
}

// EachLogit visits the nodes of a trapezoid rule over the logit of Z, with
// weights proportional to its density.
func (l Beta) EachLogit(visit func(t, weight float64)) {
	centre := math.Log(l.A / l.B)
	sd := math.Sqrt(1/l.A + 1/l.B)
	// The integrands are analytic within π of the real line; the density
	// itself is nearly normal of width sd when the counts are large.
	h := math.Min(0.5*sd, 0.25)
	for _, side := range [2]float64{1, -1} {
		for i := range maxNodes {
			if i == 0 && side < 0 {
				continue
			}
			t := centre + side*float64(i)*h
			weight := math.Exp(l.LogDensity(l.AtLogit(t)) - l.logNorm)
			visit(t, weight)
			if !(weight >= 1e-20) { // NaN ends it too
				break
			}
		}
	}
}
