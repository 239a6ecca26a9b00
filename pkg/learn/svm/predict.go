package svm

import "github.com/block-regularized/bcv/pkg/internal/dense"

// Predict writes the number of the class with most votes, one vote a pair, to
// out for each of the given rows. A tie goes to the class that comes first in
// the training records.
func (f *fitter) Predict(rows []int32, out []float64) {
	if len(f.labels) == 1 {
		for r := range rows {
			out[r] = float64(f.labels[0])
		}
		return
	}
	f.each(rows, func(r int) { out[r] = float64(f.labels[f.vote()]) })
}

// vote returns the place in labels of the class that wins most pairs in
// f.scores.
func (f *fitter) vote() int {
	clear(f.votes)
	at := 0
	for c := range f.labels {
		for d := c + 1; d < len(f.labels); d++ {
			if f.scores[at] > 0 {
				f.votes[c]++
			} else {
				f.votes[d]++
			}
			at++
		}
	}
	best := 0
	for c, v := range f.votes {
		if v > f.votes[best] {
			best = c
		}
	}
	return best
}

// Width returns the number of pairs of the classes in the training records: 0
// if there is one class, 1 if there are two.
func (f *fitter) Width() int { return f.pairs() }

// Score writes the decision values of each pair of classes, which are positive
// where the class of the lower number wins. The pairs of the classes that occur
// in the training records are ordered by number: (0,1), (0,2), ..., (1,2), ...
func (f *fitter) Score(rows []int32, out []float64) {
	w := f.Width()
	if w == 0 {
		return
	}
	f.each(rows, func(r int) {
		at := 0
		for c := range f.labels {
			for d := c + 1; d < len(f.labels); d++ {
				low, high, v := f.rank(c), f.rank(d), f.scores[at]
				if low > high {
					low, high, v = high, low, -v
				}
				out[r*w+low*len(f.labels)-low*(low+1)/2+high-low-1] = v
				at++
			}
		}
	})
}

// rank returns how many classes of the training records have a lower number
// than the c-th.
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

// each computes the decision values of one row after the other into f.scores,
// pairs in the order of labels, and calls do with the place of the row.
func (f *fitter) each(rows []int32, do func(r int)) {
	for top := 0; top < len(rows); top += chunk {
		some := rows[top:min(top+chunk, len(rows))]
		f.kernelBlock(some)
		for r, i := range some {
			f.decide(i, f.block[r*padded(len(f.support)):])
			do(top + r)
		}
	}
}

// kernelBlock computes the kernel of some records with the support vectors.
func (f *fitter) kernelBlock(rows []int32) {
	n := len(f.support)
	ld := padded(n)
	f.block = resize(f.block, len(rows)*ld)
	if f.svm.Kernel == Linear || n == 0 {
		return
	}
	if f.full == nil {
		f.query.take(f.form, f.scaling(), f.x, rows)
		f.vectors.kernel(f.block, ld, &f.query, 0, len(rows), 0, n)
		return
	}
	for r, i := range rows {
		dst, src := f.block[r*ld:][:n], f.full.row(int(i))
		for c, j := range f.support {
			dst[c] = src[j]
		}
	}
}

// decide computes the decision values of one record from its kernel values.
func (f *fitter) decide(i int32, k []float64) {
	n, at := len(f.order), 0
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
			f.scores[at] = v
			at++
		}
	}
}
