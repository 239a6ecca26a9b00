package svm

import (
	"github.com/block-regularized/bcv/internal/dense"
)

// Predict writes the number of the class with most votes, one vote per pair, to out for each of the given rows. A
// tie goes to the class that comes first in the training records.
func (f *fitter) Predict(rows []int32, out []float64) {
	if len(f.labels) == 1 {
		for r := range rows {
			out[r] = float64(f.labels[0])
		}
		return
	}
	f.out = out
	f.each(rows, f.toClass)
}

// classOf writes the class of the r-th row of the open prediction.
func (f *fitter) classOf(m *memory, r int) { f.out[r] = float64(f.labels[m.vote(len(f.labels))]) }

// vote returns the place in labels of the class that wins most pairs in
// m.scores.
func (m *memory) vote(classes int) int {
	m.votes = resize(m.votes, classes)
	clear(m.votes)
	at := 0
	for c := range classes {
		for d := c + 1; d < classes; d++ {
			if m.scores[at] > 0 {
				m.votes[c]++
			} else {
				m.votes[d]++
			}
			at++
		}
	}
	best := 0
	for c, v := range m.votes {
		if v > m.votes[best] {
			best = c
		}
	}
	return best
}

// Width returns the number of pairs of classes in the training records: 0 for one class, 1 for two.
func (f *fitter) Width() int { return f.pairs() }

// Score writes the decision values of each pair of classes, which are positive
// where the class of the lower number wins. The pairs of the classes that occur
// in the training records are ordered by number: (0,1), (0,2), ..., (1,2), ...
func (f *fitter) Score(rows []int32, out []float64) {
	if f.Width() == 0 {
		return
	}
	f.out = out
	f.each(rows, f.toScores)
}

// scoresOf writes the decision values of the r-th row of the open prediction.
func (f *fitter) scoresOf(m *memory, r int) {
	w, at := f.Width(), 0
	for c := range f.labels {
		for d := c + 1; d < len(f.labels); d++ {
			low, high, v := f.rank(c), f.rank(d), m.scores[at]
			if low > high {
				low, high, v = high, low, -v
			}
			f.out[r*w+low*len(f.labels)-low*(low+1)/2+high-low-1] = v
			at++
		}
	}
}

// rank returns the number of classes of the training records with a lower number than the c-th.
func (f *fitter) rank(c int) int {
	r := 0
	for _, l := range f.labels {
		if l < f.labels[c] {
			r++
		}
	}
	return r
}

// chunk is the number of records that are predicted together.
const chunk = 48

// memory is the memory of one worker for predictions.
type memory struct {
	query  points
	block  []float64
	votes  []int32
	scores []float64 // one per pair, in the order of labels
}

// each computes the decision values of the rows, in chunks, and calls do with the
// place of each row. It ends early when the context does.
func (f *fitter) each(rows []int32, do func(m *memory, r int)) {
	f.rows, f.do = rows, do
	for len(f.memories) < f.pool.Size() {
		f.memories = append(f.memories, memory{})
	}
	f.pool.Each((len(rows)+chunk-1)/chunk, f.toChunk)
}

// chunkOf computes one chunk of the open prediction.
func (f *fitter) chunkOf(worker, c int) {
	if f.solver.all.stopped() {
		return
	}
	m, top := &f.memories[worker], c*chunk
	some := f.rows[top:min(top+chunk, len(f.rows))]
	f.kernelBlock(m, some)
	for r, i := range some {
		f.decide(m, i, m.block[r*padded(len(f.support)):])
		f.do(m, top+r)
	}
}

// kernelBlock computes the kernel of some records with the support vectors.
func (f *fitter) kernelBlock(m *memory, rows []int32) {
	n := len(f.support)
	ld := padded(n)
	m.block = resize(m.block, len(rows)*ld)
	if f.svm.Kernel == Linear || n == 0 {
		return
	}
	if f.full == nil {
		m.query.take(f.form, f.scaling(), f.x, rows)
		f.vectors.kernel(m.block, ld, &m.query, 0, len(rows), 0, n)
		return
	}
	for r, i := range rows {
		dst, src := m.block[r*ld:][:n], f.full.row(int(i))
		for c, j := range f.support {
			dst[c] = src[j]
		}
	}
}

// decide computes the decision values of one record from its kernel values.
func (f *fitter) decide(m *memory, i int32, k []float64) {
	n, at := len(f.order), 0
	m.scores = resize(m.scores, f.pairs())
	for c, a := range f.spans {
		for d := c + 1; d < len(f.spans); d++ {
			v := f.intercept[at]
			if f.svm.Kernel == Linear {
				v += dense.Dot(f.weights[at*f.p:][:f.p], f.x[int(i)*f.p:])
			} else {
				b := f.spans[d]
				v += dense.Dot(f.coef[(d-1)*n+a.from:][:a.size()], k[a.from:])
				v += dense.Dot(f.coef[c*n+b.from:][:b.size()], k[b.from:])
			}
			m.scores[at] = v
			at++
		}
	}
}

// keepSupport drops the records without coefficients from the model, and computes what predictions need: weights
// for the linear kernel, otherwise the support vectors.
func (f *fitter) keepSupport() {
	f.compact()
	switch {
	case f.svm.Kernel == Linear:
		f.weigh()
	case f.full == nil:
		f.vectors.take(f.form, f.scaling(), f.x, f.support)
	}
}

// compact moves the coefficients of the support vectors together.
func (f *fitter) compact() {
	n, rows := len(f.order), len(f.labels)-1
	f.support, f.spans = f.support[:0], f.spans[:0]
	for _, s := range f.of {
		from := len(f.support)
		for i := s.from; i < s.to; i++ {
			used := false
			for r := range rows {
				v := f.coef[r*n+i]
				used = used || v != 0
				f.coef[r*n+len(f.support)] = v
			}
			if used {
				f.support = append(f.support, f.order[i])
			}
		}
		f.spans = append(f.spans, span{from, len(f.support)})
	}
}

// weigh computes the weights of the linear kernel for the raw features, and adds the effect of centring to the
// intercepts.
func (f *fitter) weigh() {
	f.weights = resize(f.weights, f.pairs()*f.p)
	clear(f.weights)
	s, n, at := f.scaling(), len(f.order), 0
	for c, a := range f.spans {
		for d := c + 1; d < len(f.spans); d++ {
			w := f.weights[at*f.p:][:f.p]
			f.addVectors(w, a, f.coef[(d-1)*n:])
			f.addVectors(w, f.spans[d], f.coef[c*n:])
			for j := range w {
				w[j] *= s.factor[j]
				f.intercept[at] -= w[j] * s.center[j]
			}
			at++
		}
	}
}

// addVectors adds the centred and scaled support vectors of a class, times
// their coefficients, to w.
func (f *fitter) addVectors(w []float64, class span, coef []float64) {
	s := f.scaling()
	for i := class.from; i < class.to; i++ {
		row, b := f.x[int(f.support[i])*f.p:][:f.p], coef[i]
		for j := range w {
			w[j] += b * (row[j] - s.center[j]) * s.factor[j]
		}
	}
}
