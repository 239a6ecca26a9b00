package hierarchical

import "math"

// curve is a density on a line, given by its logarithm at points centre + scale sinh(u)
// for equally spaced u: the trapezoidal rule in u integrates such bells, heavy tails
// included, with an error that falls faster than any power of the step.
type curve struct {
	centre, scale, step float64
	first               int       // u of point k is (first + k) step
	logs                []float64 // of the density, unnormalized
	top                 float64   // log of the integral
	sums                []float64 // of the density up to each point of a grid that is fine times as dense
}

const (
	reach     = 21 // logs below the highest point at which a curve ends
	most      = 42 // largest |u|; beyond, x overflows
	fine      = 4
	neighbors = 8 // points of an interpolation
)

// newCurve follows f, the logarithm of a density, from centre outwards to where it is
// negligible, on both sides at least as far as low and high. Width is the width of its narrowest
// feature between them.
func newCurve(centre, low, high, width float64, f func(x float64) float64) curve {
	const crowd = 1000 // bound on (high-low)/width, for peaks that are far apart
	width = math.Max(width, (high-low)/crowd)
	c := curve{centre: centre, scale: math.Max(2*width, high-low)}
	c.step = 0.42 * width / c.scale
	top := math.Inf(-1)
	value := func(k int) (log float64, far bool) {
		u := float64(k) * c.step
		x := c.x(u)
		log = f(x)
		mass := log + math.Log(math.Cosh(u))
		top = math.Max(top, mass)
		return log, mass < top-reach && (x < low || x > high) || math.Abs(u) > most
	}
	var left []float64
	for k := -1; ; k-- {
		log, far := value(k)
		left = append(left, log)
		if far && len(left) >= neighbors {
			break
		}
	}
	c.first = -len(left)
	for i := len(left) - 1; i >= 0; i-- {
		c.logs = append(c.logs, left[i])
	}
	for k := 0; ; k++ {
		log, far := value(k)
		c.logs = append(c.logs, log)
		if far && k >= neighbors {
			break
		}
	}
	total := 0.0
	for k, l := range c.logs {
		total += math.Exp(l+math.Log(math.Cosh(c.u(k)))-top) * c.step
	}
	c.top = top + math.Log(total*c.scale)
	return c
}

func (c *curve) x(u float64) float64 { return c.centre + c.scale*math.Sinh(u) }

func (c *curve) u(k int) float64 { return float64(c.first+k) * c.step }

// each visits the points and their shares of the integral.
func (c *curve) each(visit func(k int, x, share float64)) {
	for k, l := range c.logs {
		u := c.u(k)
		visit(k, c.x(u), math.Exp(l-c.top)*math.Cosh(u)*c.scale*c.step)
	}
}

// mean returns the mean.
func (c *curve) mean() float64 {
	sum := 0.0
	c.each(func(_ int, x, share float64) { sum += (x - c.centre) * share })
	return c.centre + sum
}

// between interpolates logs, given at the points of the curve, at u; -Inf outside.
func (c *curve) between(logs []float64, u float64) float64 {
	at := u/c.step - float64(c.first)
	if !(at >= 0 && at <= float64(len(logs)-1)) {
		return math.Inf(-1)
	}
	from := min(max(int(at)-neighbors/2+1, 0), len(logs)-neighbors)
	sum := 0.0
	for i, w := range lagrange(at - float64(from)) {
		sum += w * logs[from+i]
	}
	return sum
}

// lagrange returns the weights that interpolate at t from values at 0, 1, 2 and so on.
func lagrange(t float64) (w [neighbors]float64) {
	before := 1.0
	for i := range w {
		w[i] = before * inverses[i]
		before *= t - float64(i)
	}
	after := 1.0
	for i := neighbors - 1; i >= 0; i-- {
		w[i] *= after
		after *= t - float64(i)
	}
	return w
}

// inverses holds one over the products of i - j over all j other than i.
var inverses = func() (d [neighbors]float64) {
	for i := range d {
		d[i] = 1
		for j := range d {
			if j != i {
				d[i] /= float64(i - j)
			}
		}
	}
	return d
}()

// inU returns the normalized density in u.
func (c *curve) inU(u float64) float64 {
	return math.Exp(c.between(c.logs, u)-c.top) * math.Cosh(u) * c.scale
}

// cumulate fills in sums.
func (c *curve) cumulate() {
	n := fine * (len(c.logs) - 1)
	h := c.step / fine
	f := make([]float64, n+1)
	for i := range f {
		f[i] = c.inU(c.u(0) + float64(i)*h)
	}
	at := func(i int) float64 { return f[min(max(i, 0), n)] }
	c.sums = make([]float64, n+1)
	for i := range n {
		c.sums[i+1] = c.sums[i] + h/24*(13*(f[i]+f[i+1])-at(i-1)-at(i+2))
	}
	for i := range c.sums {
		c.sums[i] /= c.sums[n]
	}
}

// cdf returns the probability up to x, once sums are filled in.
func (c *curve) cdf(x float64) float64 {
	h := c.step / fine
	at := (math.Asinh((x-c.centre)/c.scale) - c.u(0)) / h
	switch {
	case at <= 0:
		return 0
	case at >= float64(len(c.sums)-1):
		return 1
	}
	i := int(at)
	t := at - float64(i)
	a, b := c.sums[i], c.sums[i+1]
	da, db := h*c.inU(c.u(0)+float64(i)*h), h*c.inU(c.u(0)+float64(i+1)*h)
	return a + (b-a)*t*t*(3-2*t) + t*(1-t)*(da*(1-t)-db*t)
}

// quantile solves cdf(x) = p between the ends of the curve.
func quantile(cdf func(float64) float64, low, high, p float64) float64 {
	const steps = 1 << 60
	at := func(i uint64) float64 { return low + (high-low)*float64(i)/steps }
	below, above := uint64(0), uint64(steps) // sort.Search counts in int, which may have 32 bits
	for below < above {
		if i := (below + above) / 2; cdf(at(i)) >= p {
			above = i
		} else {
			below = i + 1
		}
	}
	return at(below)
}
