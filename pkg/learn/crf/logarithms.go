package crf

import "math"

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
