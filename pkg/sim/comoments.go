package sim

import "math"

// CoMoments accumulates the means and the central moments up to the fourth
// order of pairs of values. The zero value is empty. Its fields are the state,
// for checkpoints.
type CoMoments struct {
	N, X, Y float64 // number of pairs, and means
	// M holds sums of products of deviations from the means, (x-X)^p (y-Y)^q:
	// orders p+q = 2, 3, 4, with q ascending in each.
	M [12]float64
}

// comoment returns where M holds the sum of powers p and q.
func comoment(p, q int) int {
	return [...]int{2: 0, 3: 3, 4: 7}[p+q] + q
}

// sum returns the sum of products of powers p and q of the deviations.
func (c *CoMoments) sum(p, q int) float64 {
	switch p + q {
	case 0:
		return c.N
	case 1:
		return 0
	}
	return c.M[comoment(p, q)]
}

// Add adds a pair.
func (c *CoMoments) Add(x, y float64) { c.Merge(CoMoments{N: 1, X: x, Y: y}) }

var binomial = [5][5]float64{{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}}

// Merge adds the pairs of o, as if they had been added one by one, up to
// rounding: deviations from the common mean are expanded by the binomial
// theorem (Pébay 2008).
func (c *CoMoments) Merge(o CoMoments) {
	if o.N == 0 {
		return
	}
	if c.N == 0 {
		*c = o
		return
	}
	n := c.N + o.N
	dx, dy := o.X-c.X, o.Y-c.Y
	out := CoMoments{N: n, X: c.X + dx*(o.N/n), Y: c.Y + dy*(o.N/n)}
	cx, cy, ox, oy := powers(-dx*(o.N/n)), powers(-dy*(o.N/n)), powers(dx*(c.N/n)), powers(dy*(c.N/n))
	for order := 2; order <= 4; order++ {
		for q := range order + 1 {
			p, s := order-q, 0.0
			for i := range p + 1 {
				for j := range q + 1 {
					s += binomial[p][i] * binomial[q][j] * (c.sum(p-i, q-j)*cx[i]*cy[j] + o.sum(p-i, q-j)*ox[i]*oy[j])
				}
			}
			out.M[comoment(p, q)] = s
		}
	}
	*c = out
}

// powers returns x to the powers 0 to 4.
func powers(x float64) [5]float64 { return [5]float64{1, x, x * x, x * x * x, x * x * x * x} }

// Covariance returns the unbiased covariance, NaN for fewer than two pairs.
func (c CoMoments) Covariance() float64 {
	if c.N < 2 {
		return math.NaN()
	}
	return c.sum(1, 1) / (c.N - 1)
}

// Correlation returns the correlation of the pairs, NaN if one side is
// constant.
func (c CoMoments) Correlation() float64 {
	return c.sum(1, 1) / math.Sqrt(c.sum(2, 0)*c.sum(0, 2))
}

// CorrelationSE returns the standard error of Correlation for large N, whatever
// the law of the pairs, by the delta method: with standardized deviations u and
// v, the root of E[(uv - r(u²+v²)/2)²]/N. For normal pairs that is (1-r²)/√N.
func (c CoMoments) CorrelationSE() float64 {
	r := c.Correlation()
	a, b := c.sum(2, 0)/c.N, c.sum(0, 2)/c.N
	moment := func(p, q int) float64 {
		return c.sum(p, q) / c.N / math.Pow(a, float64(p)/2) / math.Pow(b, float64(q)/2)
	}
	v := moment(2, 2) - r*(moment(3, 1)+moment(1, 3)) + r*r/4*(moment(4, 0)+2*moment(2, 2)+moment(0, 4))
	return math.Sqrt(math.Max(0, v) / c.N)
}
