package special

import (
	"math"
	"math/cmplx"
)

// A gammaSum is the distribution of a random variable
//
//	U = drift' + Σ_j log G(p_j) - Σ_j log G(q_j)
//
// with independent G(a) ~ Gamma(a, 1), so that its moment generating function
// is a quotient of gamma functions,
//
//	M(s) = E exp(sU) = exp(s·drift) Π_j D(p_j, s) Π_j D(q_j, -s),
//	D(p, s) = Γ(p+s) / (Γ(p) p^s),      -min p < s < min q.
//
// The logit of a Beta variable is such a U (one p and one q), the difference
// of two such logits too (two p, two q). Writing Γ(p+s)/Γ(p) relative to p^s
// keeps every large logarithm inside drift, which the callers compute without
// cancellation: that is what makes counts of 10^9 harmless.
type gammaSum struct {
	p, q  [2]float64
	terms int // how many entries of p and of q are used: 1 or 2
	drift float64
}

// reverse returns the distribution of -U.
func (u gammaSum) reverse() gammaSum {
	u.p, u.q, u.drift = u.q, u.p, -u.drift
	return u
}

// mean and variance of U, to the accuracy of digamma.
func (u gammaSum) mean() float64 { return u.slope(0) }

// slope returns the derivative of log M at real s.
func (u gammaSum) slope(s float64) float64 {
	k := u.drift
	for j := range u.terms {
		k += digamma(u.p[j]+s) - math.Log(u.p[j])
		k -= digamma(u.q[j]-s) - math.Log(u.q[j])
	}
	return k
}

// curvature returns the second derivative of log M at real s.
func (u gammaSum) curvature(s float64) float64 {
	k := 0.0
	for j := range u.terms {
		k += trigamma(u.p[j]+s) + trigamma(u.q[j]-s)
	}
	return k
}

// logM returns log M(s).
func (u gammaSum) logM(s complex128) complex128 {
	k := s * complex(u.drift, 0)
	for j := range u.terms {
		k += logGammaRatio(u.p[j], s) + logGammaRatio(u.q[j], -s)
	}
	return k
}

// tails returns log P(U > 0) and log P(U <= 0). Both keep their relative
// accuracy (about 1e-12, and 1e-12 of the logarithm itself where that is
// large) down to probabilities far below the range of float64.
//
// It evaluates P(U > 0) = (1/2πi) ∫ M(s)/s ds along a vertical line through
// the saddle point of M(s)/s by the trapezoid rule, which converges
// geometrically on an analytic integrand. See step for the error control.
func (u gammaSum) tails() (upper, lower float64) {
	if u.mean() > 0 {
		lower, upper = u.reverse().tails()
		return upper, lower
	}
	upper = u.logUpper()
	return upper, Log1mExp(upper)
}

// logUpper returns log P(U > 0) for U with mean at most 0.
func (u gammaSum) logUpper() float64 {
	c := u.saddle()
	k0 := real(u.logM(complex(c, 0)))
	h, pastPole := u.step(c, k0)
	sum := 0.5 / c
	for i := 1; i <= maxNodes; i++ {
		s := complex(c, float64(i)*h)
		e := u.logM(s) - complex(k0, 0)
		sum += real(cmplx.Exp(e) / s)
		if !(math.Exp(real(e))/real(s) >= 1e-18*sum) { // NaN ends the sum too
			break
		}
	}
	sum *= h / math.Pi
	if pastPole {
		// The trapezoid sum sees the pole of 1/s at 0 as exactly this much.
		if x := 2 * math.Pi * c / h; x < 700 {
			sum -= math.Exp(-k0) / math.Expm1(x)
		} else { // where both would be infinite
			sum -= math.Exp(-k0 - x)
		}
	}
	return math.Min(k0+math.Log(sum), 0)
}

// saddle returns c in (0, min q) near the minimum of M(s)/s on the real line.
func (u gammaSum) saddle() float64 {
	lo, hi := 0.0, u.minQ()
	sd := 1 / math.Sqrt(u.curvature(0))
	c0 := -u.mean() * sd * sd
	c := (c0 + math.Sqrt(c0*c0+4*sd*sd)) / 2
	for range 60 {
		if !(c > lo && c < hi) {
			c = (lo + hi) / 2
		}
		f := u.slope(c) - 1/c
		if f < 0 {
			lo = c
		} else {
			hi = c
		}
		bend := u.curvature(c) + 1/(c*c)
		d := f / bend
		if math.Abs(d) < 0.05/math.Sqrt(bend) && math.Abs(d) < 0.02*(u.minQ()-c) {
			break
		}
		c -= d
	}
	return c
}

func (u gammaSum) minQ() float64 {
	if u.terms == 1 {
		return u.q[0]
	}
	return math.Min(u.q[0], u.q[1])
}

// maxNodes bounds the work for extreme parameters (a prior of 0.001 needs about
// 10^5 nodes, counts above 20 about 15).
const maxNodes = 1 << 22

// digits is the target of the trapezoid rule: error below exp(-digits)
// relative to the result.
const digits = 38

// step returns the width of the trapezoid rule on the line Re s = c, where log M is k0 on the real axis. Moving the
// line by d to where the integrand is M(c±d)/|c±d| shows that the error is about that value times exp(-2πd/h)
// (Trefethen and Weideman 2014, SIAM Review 56, theorem 5.1); the best of a few d on each side gives the largest
// safe h. A line moved past 0 leaves the residue of 1/s behind, which is known exactly: pastPole reports that the
// caller must subtract it.
func (u gammaSum) step(c, k0 float64) (h float64, pastPole bool) {
	bell := math.Sqrt(2*digits) / math.Sqrt(u.curvature(c))
	right, _ := u.reach(c, k0, +1, bell, u.minQ()-c)
	left, pastPole := u.reach(c, k0, -1, bell, u.reverse().minQ()+c)
	return math.Min(left, right), pastPole
}

// reach returns the largest h that one side allows, over moves up to limit.
func (u gammaSum) reach(c, k0, sign, bell, limit float64) (best float64, pastPole bool) {
	for _, f := range [...]float64{1, 0.5, 0.75, 0.9, 0.97} {
		d := f * limit
		if f == 1 {
			if d = bell; d >= limit {
				continue
			}
		}
		s := c + sign*d
		if math.Abs(s) < 0.1*c {
			s = sign * 0.1 * c
			if d = sign * (s - c); d >= limit { // beyond the strip where log M exists
				continue
			}
		}
		growth := real(u.logM(complex(s, 0))) - k0 + math.Log(c/math.Abs(s))
		if h := 2 * math.Pi * d / (digits + math.Max(growth, 0)); h > best {
			best, pastPole = h, s < 0
		}
	}
	return best, pastPole
}

// logGammaRatio returns log [Γ(p+s) / (Γ(p) p^s)] for p > 0 and Re s > -p.
func logGammaRatio(p float64, s complex128) complex128 {
	w := complex(p, 0) + s
	if p < stirlingMin || real(w) < stirlingMin {
		lg, _ := math.Lgamma(p)
		return logGamma(w) - complex(lg, 0) - s*complex(math.Log(p), 0)
	}
	// Stirling on both, with (p+s) log(1+z) - s = p [(1+z) log(1+z) - z], z = s/p.
	z := complex(real(s)/p, imag(s)/p)
	l, t := log1pAndEntropy(z)
	return complex(p, 0)*t - l/2 + stirlingRemainderC(w) - complex(StirlingRemainder(p), 0)
}

// log1pAndEntropy returns log(1+z) and (1+z) log(1+z) - z, both without
// cancellation near 0.
func log1pAndEntropy(z complex128) (l, t complex128) {
	if a := math.Abs(real(z)) + math.Abs(imag(z)); a > 0.1 {
		l = cmplx.Log(1 + z)
		return l, (1+z)*l - z
	} else if a > 0.01 {
		t = entropySeries(z, 16)
	} else if a > 0.0003 {
		t = entropySeries(z, 8)
	} else {
		t = entropySeries(z, 4)
	}
	return (t + z) / (1 + z), t
}

// entropySeries sums n terms of (1+z) log(1+z) - z = Σ_{k>=2} (-z)^k / (k(k-1)).
func entropySeries(z complex128, n int) complex128 {
	x, y := -real(z), -imag(z)
	var re, im float64
	for k := n + 1; k >= 2; k-- {
		re, im = re*x-im*y+entropyCoefficients[k], re*y+im*x
	}
	return complex(re, im) * z * z
}

var entropyCoefficients = func() (c [18]float64) {
	for k := 2; k < len(c); k++ {
		c[k] = 1 / float64(k*(k-1))
	}
	return c
}()

// logGamma returns a logarithm of Γ(w) for Re w > 0. Its imaginary part is
// only meant modulo 2π: callers exponentiate it.
func logGamma(w complex128) complex128 {
	prod := complex(1, 0)
	for range stirlingMin + 1 {
		if !(real(w) < stirlingMin && math.Abs(imag(w)) < stirlingMin) {
			break
		}
		prod *= w
		w++
	}
	return (w-0.5)*cmplx.Log(w) - w + complex(0.5*math.Log(2*math.Pi), 0) + stirlingRemainderC(w) - cmplx.Log(prod)
}

// stirlingRemainderC is StirlingRemainder for complex w with Re w > 0 and
// modulus at least stirlingMin.
func stirlingRemainderC(w complex128) complex128 {
	v := 1 / w
	if real(w) > 1e5 {
		return v / 12
	}
	v2 := v * v
	return v * (1./12 - v2*(1./360-v2*(1./1260-v2*(1./1680-v2*(1./1188)))))
}

// LogitDifferenceTails returns log P(D > 0) and log P(D <= 0) for the difference D =
// logit Z_B - logit Z_A of two independent Beta variables, as tails does.
func LogitDifferenceTails(a, b Beta) (upper, lower float64) {
	return gammaSum{
		p: [2]float64{b.A, a.B}, q: [2]float64{b.B, a.A}, terms: 2,
		drift: logQuotient(b.A, a.B, b.B, a.A, DiffOfProducts(b.A, a.B, b.B, a.A)),
	}.tails()
}
