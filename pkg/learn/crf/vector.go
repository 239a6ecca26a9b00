package crf

// stretch is the number of numbers of a vector in one piece of work; sums over stretches are added in their order,
// whichever worker computed them.
const stretch = 1 << 13

// vector calls do for the stretches of a vector of length n.
func (p *problem) vector(n int, do func(from, to int)) {
	p.each((n+stretch-1)/stretch, func(_ *worker, i int) {
		do(i*stretch, min((i+1)*stretch, n))
	})
}

// reduce adds the results of do for the stretches of a vector as long as v.
func (p *problem) reduce(v []float64, do func(from, to int) float64) float64 {
	return p.sum((len(v)+stretch-1)/stretch, func(_ *worker, i int) float64 {
		return do(i*stretch, min((i+1)*stretch, len(v)))
	})
}

func (p *problem) dot(a, b []float64) float64 {
	return p.reduce(a, func(from, to int) float64 { return dot(a[from:to], b[from:to]) })
}

// add adds c·v to sum.
func (p *problem) add(sum []float64, c float64, v []float64) {
	p.vector(len(sum), func(from, to int) {
		s, v := sum[from:to], v[from:to]
		v = v[:len(s)]
		for i := range s {
			s[i] += c * v[i]
		}
	})
}

// weighted calls do for each group with the place of its n numbers and its number of attributes.
func (p *problem) weighted(do func(at, n int, size float64)) {
	p.each(chunks(len(p.node.size)), func(_ *worker, i int) {
		for g := i * chunk; g < min((i+1)*chunk, len(p.node.size)); g++ {
			do(g*p.width, p.width, float64(p.node.size[g]))
		}
	})
	pairs := p.width * p.width
	p.each(chunks(len(p.edge.size)), func(_ *worker, i int) {
		for g := i * chunk; g < min((i+1)*chunk, len(p.edge.size)); g++ {
			do(p.edges()+g*pairs, pairs, float64(p.edge.size[g]))
		}
	})
}

// norm returns the sum of squares of a gradient over all weights.
func (p *problem) norm(g []float64) float64 {
	part := func(at, n int, size int32) float64 {
		v := g[at : at+n]
		return dot(v, v) * float64(size)
	}
	pairs := p.width * p.width
	return p.sum(chunks(len(p.node.size)), func(_ *worker, i int) (sum float64) {
		for k := i * chunk; k < min((i+1)*chunk, len(p.node.size)); k++ {
			sum += part(k*p.width, p.width, p.node.size[k])
		}
		return sum
	}) + p.sum(chunks(len(p.edge.size)), func(_ *worker, i int) (sum float64) {
		for k := i * chunk; k < min((i+1)*chunk, len(p.edge.size)); k++ {
			sum += part(p.edges()+k*pairs, pairs, p.edge.size[k])
		}
		return sum
	})
}

func dot(a, b []float64) float64 {
	var s0, s1, s2, s3 float64
	b = b[:len(a)]
	for ; len(a) >= 4 && len(b) >= 4; a, b = a[4:], b[4:] {
		s0 += a[0] * b[0]
		s1 += a[1] * b[1]
		s2 += a[2] * b[2]
		s3 += a[3] * b[3]
	}
	for i := range a {
		s0 += a[i] * b[i]
	}
	return (s0 + s1) + (s2 + s3)
}
