package crf

import (
	"math"
)

// worker is the memory that one goroutine needs for a sentence.
type worker struct {
	node    []float64 // width for each position: scores, then exp of scores minus their maximum
	forward []float64 // width for each position, each row of sum 1
	inverse []float64 // inverse of the sum that scaled each row of forward
	left    []float64 // width
	right   []float64 // width
	pair    []float64 // width²
}

func newWorker(longest, width int) *worker {
	return &worker{
		node:    make([]float64, longest*width),
		forward: make([]float64, longest*width),
		inverse: make([]float64, longest),
		left:    make([]float64, width),
		right:   make([]float64, width),
		pair:    make([]float64, width*width),
	}
}

// widest is the largest range of scores for exp: sums of such numbers neither overflow nor lose a path that
// matters, because each entry of forward is at least exp of minus the range at its position.
const widest = 600

// block fills rest and the sums of the slots for the sentences of a block and returns their loss, except for the
// scores of pairs that problem.score counts.
func (p *problem) block(w *worker, x []float64, i int) (loss float64) {
	b := p.blocks[i]
	pairs := p.width * p.width
	clear(p.sums[int(b.slots)*pairs:][:len(b.kinds)*pairs])
	if direct := p.direct.Load(); direct != nil {
		clear((*direct)[int(b.slots)*pairs:][:len(b.kinds)*pairs])
	}
	for s := b.first; s < b.end; s++ {
		from, to := int(p.start[s]), int(p.start[s+1])
		loss += p.scoreNodes(w, x, from, to)
		if w.inverse[0] < 0 {
			loss += p.inLogarithms(w, x, from, to)
			continue
		}
		loss += p.goForward(w, from, to)
		p.goBackward(w, from, to)
	}
	return loss
}

// scoreNodes sets w.node for a sentence, and returns the sum of the differences between the greatest score of each
// position and the score of its label. If the first number of w.inverse is below 0, the scores are too far apart
// for exp; w.node then has the scores minus the greatest.
func (p *problem) scoreNodes(w *worker, x []float64, from, to int) (loss float64) {
	width := p.width
	wide := false
	for i := from; i < to; i++ {
		row := w.node[(i-from)*width:][:width]
		clear(row)
		gather(row, x, p.node.row(i))
		most, least := row[0], row[0]
		for _, v := range row[1:] {
			most, least = max(most, v), min(least, v)
		}
		spread := most - least
		if kind := p.kinds.of[i]; kind >= 0 {
			spread += p.spread[kind]
		}
		wide = wide || !(spread <= widest)
		loss += most - row[p.gold[i]]
		for j := range row {
			row[j] -= most
		}
	}
	if w.inverse[0] = 1; wide {
		w.inverse[0] = -1
		return loss
	}
	row := w.node[:(to-from)*width]
	for j, v := range row {
		row[j] = math.Exp(v)
	}
	return loss
}

// goForward fills w.forward and returns the logarithm of the sum over all taggings.
func (p *problem) goForward(w *worker, from, to int) (logSum float64) {
	width := p.width
	product := 1.0
	for i := range to - from {
		e := w.node[i*width:][:width]
		a := w.forward[i*width:][:width]
		if i == 0 {
			copy(a, e)
		} else {
			m := p.matrix[int(p.kinds.of[from+i])*width*width:][:width*width]
			fromLeft(a, w.forward[(i-1)*width:][:width], m)
			for j := range a {
				a[j] *= e[j]
			}
		}
		sum := 0.0
		for _, v := range a {
			sum += v
		}
		inverse := 1 / sum
		for j := range a {
			a[j] *= inverse
		}
		w.inverse[i] = inverse
		if product *= sum; product < 1e-30 || product > 1e30 {
			logSum += math.Log(product)
			product = 1
		}
	}
	return logSum + math.Log(product)
}

// fromLeft sets out to the product of the row a and the square matrix m.
func fromLeft(out, a, m []float64) {
	n := len(out)
	clear(out)
	i := 0
	for ; i+4 <= n; i += 4 {
		r0, r1 := m[i*n:][:n], m[(i+1)*n:][:n]
		r2, r3 := m[(i+2)*n:][:n], m[(i+3)*n:][:n]
		a0, a1, a2, a3 := a[i], a[i+1], a[i+2], a[i+3]
		for j := range out {
			out[j] += (a0*r0[j] + a1*r1[j]) + (a2*r2[j] + a3*r3[j])
		}
	}
	for ; i < n; i++ {
		row, ai := m[i*n:][:n], a[i]
		for j := range out {
			out[j] += ai * row[j]
		}
	}
}

// goBackward fills the marginals minus the observed labels, and adds to the sums of the slots: the marginal of a
// pair is its entry there times its entry in the matrix.
func (p *problem) goBackward(w *worker, from, to int) {
	width := p.width
	right, left := w.right, w.left
	for j := range right {
		right[j] = 1
	}
	for i := to - 1; ; i-- {
		a := w.forward[(i-from)*width:][:width]
		out := p.rest[i*width:][:width]
		for j := range out {
			out[j] = a[j] * right[j]
		}
		out[p.gold[i]]--
		if i == from {
			return
		}
		e, inverse := w.node[(i-from)*width:][:width], w.inverse[i-from]
		for j := range right {
			right[j] *= e[j] * inverse
		}
		m := p.matrix[int(p.kinds.of[i])*width*width:][:width*width]
		sum := p.sums[int(p.slot[i])*width*width:][:width*width]
		fromRight(left, right, w.forward[(i-1-from)*width:][:width], m, sum)
		left, right = right, left
	}
}

// fromRight sets out to the product of the square matrix m and the column b, and adds
// the outer product of a and b to sum.
func fromRight(out, b, a, m, sum []float64) {
	n := len(out)
	for i := range out {
		row, add, ai := m[i*n:][:n], sum[i*n:][:n], a[i]
		even, odd := 0.0, 0.0
		j := 0
		for ; j+2 <= n; j += 2 {
			even += row[j] * b[j]
			odd += row[j+1] * b[j+1]
			add[j] += ai * b[j]
			add[j+1] += ai * b[j+1]
		}
		if j < n {
			even += row[j] * b[j]
			add[j] += ai * b[j]
		}
		out[i] = even + odd
	}
}

// inLogarithms replaces goForward and goBackward for a sentence whose scores are too far apart for exp. w.node has
// the scores.
func (p *problem) inLogarithms(w *worker, x []float64, from, to int) (logSum float64) {
	if p.direct.Load() == nil {
		fresh := make([]float64, len(p.sums))
		p.direct.CompareAndSwap(nil, &fresh)
	}
	direct := *p.direct.Load()
	width, n := p.width, to-from
	a := w.forward
	copy(a[:width], w.node)
	for i := 1; i < n; i++ {
		p.logMatrix(w, x, from+i)
		for j := range width {
			for k := range width {
				w.left[k] = a[(i-1)*width+k] + w.pair[k*width+j]
			}
			a[i*width+j] = w.node[i*width+j] + logSumExp(w.left)
		}
	}
	logSum = logSumExp(a[(n-1)*width : n*width])
	right := w.right
	clear(right)
	for i := n - 1; ; i-- {
		out := p.rest[(from+i)*width:][:width]
		for j := range out {
			out[j] = math.Exp(a[i*width+j] + right[j] - logSum)
		}
		out[p.gold[from+i]]--
		if i == 0 {
			return logSum
		}
		p.logMatrix(w, x, from+i)
		pairs := direct[int(p.slot[from+i])*width*width:][:width*width]
		for j := range right {
			right[j] += w.node[i*width+j]
		}
		for k := range width {
			row := w.pair[k*width:][:width]
			for j := range row {
				row[j] += right[j]
				pairs[k*width+j] += math.Exp(a[(i-1)*width+k] + row[j] - logSum)
			}
			w.left[k] = logSumExp(row)
		}
		copy(right, w.left)
	}
}

// logMatrix sets w.pair to the scores of the pairs at a position minus the greatest.
func (p *problem) logMatrix(w *worker, x []float64, i int) {
	clear(w.pair)
	gather(w.pair, x[p.edges():], p.kinds.rows[p.kinds.of[i]])
	most := math.Inf(-1)
	for _, v := range w.pair {
		most = max(most, v)
	}
	for j := range w.pair {
		w.pair[j] -= most
	}
}

func logSumExp(v []float64) float64 {
	most := math.Inf(-1)
	for _, a := range v {
		most = max(most, a)
	}
	sum := 0.0
	for _, a := range v {
		sum += math.Exp(a - most)
	}
	return most + math.Log(sum)
}
