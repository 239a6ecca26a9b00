package crf

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// problem is the objective of a fit as a function of the weights x: width numbers for each group of node
// attributes, then width² numbers for each group of edge attributes. A number of a group is the sum of the weights
// of its attributes.
type problem struct {
	labels []int32 // tags of the corpus that occur, ascending
	width  int     // labels
	start  []int32 // the first position of each sentence, and the end
	gold   []int32 // label of each position
	node   *groups
	edge   *groups
	kinds  *kinds
	blocks []block
	slot   []int32   // of each position
	slots  [][]int32 // of each kind
	seen   []float64 // width² counts of pairs of labels for each kind
	cost   float64   // C
	l1     bool

	workers []*worker
	matrix  []float64                 // width² for each kind: exp of scores minus their maximum
	spread  []float64                 // range of the scores of each kind
	rest    []float64                 // width for each position: marginals minus observed
	sums    []float64                 // width² for each slot: a sum of outer products
	direct  atomic.Pointer[[]float64] // width² for each slot, or nil: of sentences in logarithms
	excess  []float64                 // width² for each kind: expected minus observed
	parts   []float64                 // a partial sum for each block or chunk
}

// newProblem collects the sentences train of the corpus. It returns an error if the fit needs too much memory.
func newProblem(c *Corpus, train []int32, s Settings) (*problem, error) {
	p := &problem{cost: s.C, l1: s.L1, start: make([]int32, 1, len(train)+1)}
	var positions []int32
	var first []bool
	for _, t := range train {
		for i := c.start[t]; i < c.start[t+1]; i++ {
			positions = append(positions, i)
			first = append(first, i == c.start[t])
		}
		p.start = append(p.start, int32(len(positions)))
	}
	p.label(c, positions)
	p.node = newGroups(&c.node, positions, s.Cutoff)
	p.edge = newGroups(&c.edge, positions, s.Cutoff)
	p.kinds = newKinds(p.edge, first)
	p.blocks, p.slot = blocks(p.start, p.kinds, p.width*p.width)
	p.slots = make([][]int32, len(p.kinds.rows))
	total := 0
	for _, b := range p.blocks {
		for k, kind := range b.kinds {
			p.slots[kind] = append(p.slots[kind], b.slots+int32(k))
		}
		total += len(b.kinds)
	}
	// Vectors of the minimizer, matrices, marginals.
	pairs := p.width * p.width
	weights := float64(len(p.node.size))*float64(p.width) + float64(len(p.edge.size))*float64(pairs)
	bytes := 8 * ((2*memory+6)*weights + float64(3*len(p.kinds.rows)+2*total)*float64(pairs) +
		float64(len(positions))*float64(p.width))
	if bytes > maxMemory {
		return nil, fmt.Errorf("crf: %d tags and %d attributes need %.2g GB of memory; raise the cutoff, or use fewer "+
			"tags, or bigram templates with fewer attributes", p.width, p.node.kept+p.edge.kept, bytes/1e9)
	}
	p.count(pairs)
	p.matrix = make([]float64, len(p.seen))
	p.excess = make([]float64, len(p.seen))
	p.spread = make([]float64, len(p.kinds.rows))
	p.rest = make([]float64, len(positions)*p.width)
	p.sums = make([]float64, total*pairs)
	p.makeWorkers(s.Workers)
	return p, nil
}

// maxMemory is the largest number of bytes for a fit: the largest int, at most 64 GB.
var maxMemory = min(float64(math.MaxInt)/2, 64e9)

// count fills the counts of pairs of labels of each kind.
func (p *problem) count(pairs int) {
	p.seen = make([]float64, len(p.kinds.rows)*pairs)
	for i, kind := range p.kinds.of {
		if kind >= 0 {
			p.seen[int(kind)*pairs+int(p.gold[i-1])*p.width+int(p.gold[i])]++
		}
	}
}

// label numbers the tags that occur, so that others have no effect.
func (p *problem) label(c *Corpus, positions []int32) {
	number := make([]int32, len(c.tags))
	for _, i := range positions {
		number[c.tag[i]] = 1
	}
	for tag, occurs := range number {
		if occurs == 1 {
			number[tag] = int32(len(p.labels))
			p.labels = append(p.labels, int32(tag))
		}
	}
	p.width = len(p.labels)
	p.gold = make([]int32, len(positions))
	for k, i := range positions {
		p.gold[k] = number[c.tag[i]]
	}
}

// edges returns where the weights of edge groups begin.
func (p *problem) edges() int { return len(p.node.size) * p.width }

// dim returns the number of weights.
func (p *problem) dim() int { return p.edges() + len(p.edge.size)*p.width*p.width }

func (p *problem) makeWorkers(n int) {
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	longest := 0
	for s := range len(p.start) - 1 {
		longest = max(longest, int(p.start[s+1]-p.start[s]))
	}
	for range min(n, len(p.blocks)) {
		p.workers = append(p.workers, newWorker(longest, p.width))
	}
}

// each calls do once for each of 0 to n-1, on the workers. Its effect must depend on its argument alone.
func (p *problem) each(n int, do func(w *worker, i int)) {
	if len(p.workers) == 1 || n < 2 {
		for i := range n {
			do(p.workers[0], i)
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	for _, w := range p.workers[:min(n, len(p.workers))] {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(w, i)
			}
		})
	}
	all.Wait()
}

// sum adds up do(i) for 0 to n-1 in this order.
func (p *problem) sum(n int, do func(w *worker, i int) float64) (total float64) {
	if cap(p.parts) < n {
		p.parts = make([]float64, n)
	}
	parts := p.parts[:n]
	p.each(n, func(w *worker, i int) { parts[i] = do(w, i) })
	for _, v := range parts {
		total += v
	}
	return total
}

// chunk is the number of groups, kinds or weights in one piece of work.
const chunk = 256

func chunks(n int) int { return (n + chunk - 1) / chunk }

// evaluate returns the objective at x without the L1 term, and writes its gradient.
func (p *problem) evaluate(x, gradient []float64) float64 {
	f := p.sum(chunks(len(p.kinds.rows)), func(w *worker, i int) float64 {
		part := 0.0
		for kind := i * chunk; kind < min((i+1)*chunk, len(p.kinds.rows)); kind++ {
			part += p.score(w, x, kind)
		}
		return part
	})
	f += p.sum(len(p.blocks), func(w *worker, i int) float64 { return p.block(w, x, i) })
	p.each(chunks(len(p.kinds.rows)), func(_ *worker, i int) {
		for kind := i * chunk; kind < min((i+1)*chunk, len(p.kinds.rows)); kind++ {
			p.compare(kind)
		}
	})
	f += p.sum(chunks(len(p.node.size)), func(_ *worker, i int) float64 {
		part := 0.0
		for g := i * chunk; g < min((i+1)*chunk, len(p.node.size)); g++ {
			at := g * p.width
			own, out := x[at:at+p.width], gradient[at:at+p.width]
			part += p.penalty(own, out, p.node.size[g])
			gather(out, p.rest, p.node.list(g))
		}
		return part
	})
	pairs := p.width * p.width
	f += p.sum(chunks(len(p.edge.size)), func(_ *worker, i int) float64 {
		part := 0.0
		for g := i * chunk; g < min((i+1)*chunk, len(p.edge.size)); g++ {
			at := p.edges() + g*pairs
			own, out := x[at:at+pairs], gradient[at:at+pairs]
			part += p.penalty(own, out, p.edge.size[g])
			gather(out, p.excess, p.kinds.lists[g])
		}
		return part
	})
	return f
}

// penalty returns the L2 term of a group and sets out to its gradient: size weights
// share x equally.
func (p *problem) penalty(x, out []float64, size int32) float64 {
	if p.l1 {
		clear(out)
		return 0
	}
	scale := 1 / (p.cost * float64(size))
	squares := 0.0
	out = out[:len(x)]
	for j, v := range x {
		out[j] = v * scale
		squares += v * v
	}
	return squares * scale / 2
}

// score fills the matrix of a kind, and returns the loss of its pairs in the observed taggings: their scores minus
// the greatest.
func (p *problem) score(w *worker, x []float64, kind int) float64 {
	pairs := p.width * p.width
	m := p.matrix[kind*pairs:][:pairs]
	clear(m)
	gather(m, x[p.edges():], p.kinds.rows[kind])
	most, least := math.Inf(-1), math.Inf(1)
	for _, v := range m {
		most, least = max(most, v), min(least, v)
	}
	p.spread[kind] = most - least
	loss := 0.0
	seen := p.seen[kind*pairs:][:pairs]
	for j, v := range m {
		if seen[j] > 0 {
			loss += seen[j] * (most - v)
		}
		m[j] = math.Exp(v - most)
	}
	return loss
}

// compare fills the excess of a kind from the sums of its slots.
func (p *problem) compare(kind int) {
	pairs := p.width * p.width
	out := p.excess[kind*pairs:][:pairs]
	clear(out)
	gather(out, p.sums, p.slots[kind])
	m, seen := p.matrix[kind*pairs:][:pairs], p.seen[kind*pairs:][:pairs]
	for j := range out {
		out[j] = out[j]*m[j] - seen[j]
	}
	if direct := p.direct.Load(); direct != nil {
		gather(out, *direct, p.slots[kind])
	}
}

// gather adds the given rows of a matrix with rows as long as sum to sum.
func gather(sum, matrix []float64, rows []int32) {
	n := len(sum)
	for ; len(rows) >= 4; rows = rows[4:] {
		a, b := matrix[int(rows[0])*n:][:n], matrix[int(rows[1])*n:][:n]
		c, d := matrix[int(rows[2])*n:][:n], matrix[int(rows[3])*n:][:n]
		for j := range sum {
			sum[j] += (a[j] + b[j]) + (c[j] + d[j])
		}
	}
	for _, r := range rows {
		a := matrix[int(r)*n:][:n]
		for j := range sum {
			sum[j] += a[j]
		}
	}
}

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
