package svm

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
