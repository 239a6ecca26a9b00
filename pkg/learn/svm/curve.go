package svm

import (
	"cmp"
	"math"
	"slices"
)

// scored is the decision value of a record of a pair of classes, and whether it belongs to the first.
type scored struct {
	value float64
	first bool
}

// curve maps the decision value of a pair of classes to the probability of the first.
type curve struct {
	a, b   float64 // Platt: the probability is 1/(1+exp(a value + b))
	blocks []block // Isotonic, ascending; none for Platt
}

// block is a run of points that get one probability, the share of the first class in them.
type block struct {
	first, count float64 // points of the first class, and all
	low, high    float64 // values
}

func (b block) share() float64 { return b.first / b.count }

// fit fits the curve to points, of which there is at least one, and may sort them.
func (c *curve) fit(how Probability, points []scored) {
	c.blocks = c.blocks[:0]
	if how == Isotonic {
		c.pool(points)
	} else {
		c.a, c.b = fitSigmoid(points)
	}
}

// at returns the probability at a decision value: that of its block, on the line between two blocks, or that of the
// first or last block beyond them.
func (c *curve) at(value float64) float64 {
	if len(c.blocks) == 0 {
		p, _ := logistic(c.a*value + c.b)
		return p
	}
	k, _ := slices.BinarySearchFunc(c.blocks, value, func(b block, v float64) int { return cmp.Compare(b.high, v) })
	if k == len(c.blocks) {
		return c.blocks[k-1].share()
	}
	right := c.blocks[k]
	if k == 0 || value >= right.low {
		return right.share()
	}
	left := c.blocks[k-1]
	return left.share() + (value-left.high)/(right.low-left.high)*(right.share()-left.share())
}

// pool finds the ascending function that is nearest to the classes by least squares, by pooling adjacent violators.
// Points of equal values get the same probability.
func (c *curve) pool(points []scored) {
	slices.SortFunc(points, func(a, b scored) int { return cmp.Compare(a.value, b.value) })
	for i := 0; i < len(points); {
		b := block{low: points[i].value, high: points[i].value}
		for ; i < len(points) && points[i].value == b.low; i++ {
			b.count++
			if points[i].first {
				b.first++
			}
		}
		for n := len(c.blocks); n > 0 && c.blocks[n-1].first*b.count >= b.first*c.blocks[n-1].count; n-- {
			last := c.blocks[n-1]
			b.first, b.count, b.low = b.first+last.first, b.count+last.count, last.low
			c.blocks = c.blocks[:n-1]
		}
		c.blocks = append(c.blocks, b)
	}
}

// logistic returns p = 1/(1+exp(x)) and 1-p.
func logistic(x float64) (p, rest float64) {
	if e := math.Exp(-math.Abs(x)); x >= 0 {
		return e / (1 + e), 1 / (1 + e)
	} else {
		return 1 / (1 + e), e / (1 + e)
	}
}

// fitSigmoid returns a and b of Platt's sigmoid by the algorithm of Lin, Lin and Weng (2007, Machine Learning
// 68:267-276) with its constants: Newton's method with backtracking. The targets are (n1+1)/(n1+2) for the n1 points
// of the first class and 1/(n2+2) for the n2 others.
func fitSigmoid(points []scored) (a, b float64) {
	n := [2]float64{} // points of the first class, and others
	for _, p := range points {
		n[index(p.first)]++
	}
	target := [2]float64{(n[0] + 1) / (n[0] + 2), 1 / (n[1] + 2)}
	b = math.Log((n[1] + 1) / (n[0] + 1))
	loss := crossEntropy(points, target, a, b)
	for range 100 {
		h11, h22, h21, g1, g2 := 1e-12, 1e-12, 0.0, 0.0, 0.0
		for _, p := range points {
			v := p.value
			is, other := logistic(a*v + b)
			d1, d2 := target[index(p.first)]-is, is*other
			g1, g2 = g1+v*d1, g2+d1
			h11, h22, h21 = h11+v*v*d2, h22+d2, h21+v*d2
		}
		if math.Abs(g1) < 1e-5 && math.Abs(g2) < 1e-5 {
			break
		}
		det := h11*h22 - h21*h21
		da, db := -(h22*g1-h21*g2)/det, -(h11*g2-h21*g1)/det
		size := 1.0
		for ; size >= 1e-10; size /= 2 {
			if next := crossEntropy(points, target, a+size*da, b+size*db); next < loss+1e-4*size*(g1*da+g2*db) {
				a, b, loss = a+size*da, b+size*db, next
				break
			}
		}
		if size < 1e-10 {
			break
		}
	}
	return a, b
}

// index is 0 for a point of the first class and 1 for another.
func index(first bool) int {
	if first {
		return 0
	}
	return 1
}

// crossEntropy is the loss that fitSigmoid minimizes.
func crossEntropy(points []scored, target [2]float64, a, b float64) (sum float64) {
	for _, p := range points {
		x := a*p.value + b
		sum += (target[index(p.first)]-1)*x + max(x, 0) + math.Log1p(math.Exp(-math.Abs(x)))
	}
	return sum
}

// couple sets f.coupled to the probabilities p of the classes that minimize the sum over pairs of
// (r_ji p_i - r_ij p_j)², where pairs has the probabilities r_ij of the i-th class against the j-th (Wu, Lin and Weng
// 2004, JMLR 5:975-1005, second method), by their iteration.
func (f *prober) couple(pairs []float64) {
	n := len(f.classes)
	f.square, f.product, f.coupled = resize(f.square, n*n), resize(f.product, n), resize(f.coupled, n)
	clear(f.square)
	q, at := f.square, 0
	for i := range n {
		f.coupled[i] = 1 / float64(n)
		for j := i + 1; j < n; j++ {
			r := pairs[at]
			q[i*n+i] += (1 - r) * (1 - r)
			q[j*n+j] += r * r
			q[i*n+j], q[j*n+i] = -r*(1-r), -r*(1-r)
			at++
		}
	}
	for range 1000 {
		if f.improve(q) < 1e-12 {
			break
		}
	}
}

// improve solves for one probability after the other, and returns how far the conditions of the optimum were
// violated before.
func (f *prober) improve(q []float64) (violation float64) {
	p, product, n := f.coupled, f.product, len(f.coupled)
	form := 0.0
	for i := range n {
		product[i] = 0
		for j, v := range p {
			product[i] += q[i*n+j] * v
		}
		form += p[i] * product[i]
	}
	for i := range n {
		violation = max(violation, math.Abs(product[i]-form))
	}
	for i := range n {
		d := (form - product[i]) / q[i*n+i]
		p[i] += d
		form = (form + d*(d*q[i*n+i]+2*product[i])) / ((1 + d) * (1 + d))
		for j := range n {
			product[j] = (product[j] + d*q[i*n+j]) / (1 + d)
			p[j] /= 1 + d
		}
	}
	return violation
}
