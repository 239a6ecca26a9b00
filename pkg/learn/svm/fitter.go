package svm

import (
	"context"
	"errors"
	"fmt"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// prepared is an SVM, without zero settings, for a data set.
type prepared struct {
	svm   SVM
	class []int32
	k     int       // classes
	x     []float64 // n x p, contiguous
	// indicator reports which features are indicators of a level; nil if none is.
	indicator []bool
	feature   func(j int) dataset.Feature
	n, p      int
	scale     scaler  // of the data set; used with learn.PerDataSet alone
	full      *square // kernel matrix of all records, or nil
	limit     int     // bytes of a matrix
}

// newPrepared prepares d, for matrices and caches of limit bytes, unless the context of m ends.
func newPrepared(s SVM, d *dataset.Data, limit int, m maker) *prepared {
	q := &prepared{svm: s, class: d.Class, k: d.K(), n: d.N(), p: d.P(), limit: limit, feature: d.Feature}
	raw := d.X.RawMatrix()
	q.x = raw.Data
	if raw.Stride != q.p {
		q.x = make([]float64, 0, q.n*q.p)
		for i := range q.n {
			q.x = append(q.x, d.X.RawRowView(i)...)
		}
	}
	for j, f := range d.Features {
		if f.Indicator {
			if q.indicator == nil {
				q.indicator = make([]bool, q.p)
			}
			q.indicator[j] = true
		}
	}
	shared := !s.GammaScale && fits(q.n, limit)
	switch {
	case s.Scale == learn.PerDataSet || s.Scale == learn.Unscaled && s.Kernel == Sigmoid && shared:
		all := make([]int32, q.n)
		for i := range all {
			all[i] = int32(i)
		}
		q.setScale(&q.scale, all)
		if shared {
			var pts points
			pts.take(s.form(), &q.scale, q.x, all)
			q.full = new(square)
			m.compute(q.full, &pts)
		}
	case s.Scale == learn.Unscaled && s.Kernel == RBF && shared:
		q.full = new(square)
		m.radial(q.full, q.x, q.n, q.p, s.Gamma)
	}
	return q
}

// setScale computes the scaling from the given records.
func (q *prepared) setScale(s *scaler, rows []int32) {
	s.fit(q.x, q.p, rows, q.svm.Scale != learn.Unscaled, q.indicator)
	if q.svm.Kernel == Sigmoid {
		copy(s.center, s.origin)
	}
}

// NewFitter returns a fitter with its own memory; it is a learn.Prober if the setting Probability says how.
func (q *prepared) NewFitter(pool *learn.Pool) learn.Fitter {
	f := &fitter{prepared: q, pool: pool}
	f.large.pool, f.maker.pool = pool, pool
	f.toClass, f.toScores, f.toChunk = f.classOf, f.scoresOf, f.chunkOf
	if q.svm.Probability != "" {
		return &prober{fitter: f}
	}
	return f
}

// fitter fits on one training set after the other.
//
// The training records are sorted by class; the classes are in the order of their first record, as in LIBSVM.
// order[of[c].from:of[c].to] are the records of the c-th class, labels[c] is its number.
type fitter struct {
	*prepared
	labels []int32
	of     []span
	order  []int32
	place  []int32 // of a class number in labels, or -1

	own    scaler // of the training records; not used with learn.PerDataSet
	form   form
	train  points // training records, if no full matrix exists
	kernel square // of the training records
	maker  maker
	pair   square // of two of more classes
	cache  cache
	solver solver
	large  decomposer

	// The model. coef has len(labels)-1 rows: as in LIBSVM, the pair (c, d), c < d, has its coefficients in row d-1
	// for the vectors of class c, and in row c for the vectors of class d.
	coef      []float64
	intercept []float64 // one per pair, in the order (0,1), (0,2), ..., (1,2), ...
	support   []int32   // records with a coefficient, by class
	spans     []span    // of the classes in support
	weights   []float64 // p weights of the raw features per pair, for the linear kernel

	vectors points // support vectors, if no full matrix exists

	pool              *learn.Pool
	memories          []memory // of each worker
	rows              []int32  // of the open prediction
	out               []float64
	do                func(m *memory, r int)
	toClass, toScores func(m *memory, r int)
	toChunk           func(worker, c int)
}

// Fit trains on the given records. It returns an error if train is empty, or if the optimization did not converge.
func (f *fitter) Fit(ctx context.Context, train []int32) (learn.Report, error) {
	f.solver.all.stop, f.solver.small.stop, f.maker.stop = ctx, ctx, ctx
	if err := f.fit(train); err != nil {
		return learn.Report{}, err
	}
	return learn.Report{Note: f.note()}, nil
}

func (f *fitter) fit(train []int32) error {
	if len(train) == 0 {
		return errors.New("svm: no training records; give at least one")
	}
	f.group(train)
	if len(f.labels) == 1 {
		return nil
	}
	f.prepareKernel()
	if f.solver.all.stopped() {
		return f.solver.all.stop.Err()
	}
	f.coef = resize(f.coef, (len(f.labels)-1)*len(train))
	f.intercept = f.intercept[:0]
	clear(f.coef)
	for c := range f.labels {
		for d := c + 1; d < len(f.labels); d++ {
			if err := f.solvePair(c, d); err != nil {
				return err
			}
		}
	}
	f.keepSupport()
	return nil
}

// note reports that a constant feature left all features unscaled, as e1071 warns.
func (f *fitter) note() string {
	j := f.scaling().constant
	if j == 0 || len(f.labels) == 1 {
		return ""
	}
	return fmt.Sprintf("feature %s is constant in the training records, and then no feature is scaled, as in e1071; "+
		"leave constant features out, or scale in a step before: \"scale | svm\"", f.feature(j-1).Name)
}

// group sorts the training records by class.
func (f *fitter) group(train []int32) {
	f.place = resize(f.place, f.k)
	for c := range f.place {
		f.place[c] = -1
	}
	f.labels, f.of = f.labels[:0], f.of[:0]
	for _, i := range train {
		c := f.class[i]
		if f.place[c] < 0 {
			f.place[c] = int32(len(f.labels))
			f.labels = append(f.labels, c)
			f.of = append(f.of, span{})
		}
		f.of[f.place[c]].to++
	}
	at := 0
	for c, s := range f.of {
		f.of[c] = span{at, at}
		at += s.to
	}
	f.order = resize(f.order, len(train))
	for _, i := range train {
		s := &f.of[f.place[f.class[i]]]
		f.order[s.to] = i
		s.to++
	}
}

// pairs returns the number of pairs of classes.
func (f *fitter) pairs() int { return len(f.labels) * (len(f.labels) - 1) / 2 }

// prepareKernel computes the kernel matrix of the training records, or the points from which the cache computes its
// rows.
func (f *fitter) prepareKernel() {
	if f.full != nil {
		f.kernel.gather(f.full, f.order)
		f.kernel.round(f.svm.Kernel)
		return
	}
	s := f.scaling()
	if f.svm.Scale != learn.PerDataSet {
		f.setScale(s, f.order)
	}
	f.form = f.svm.form()
	if f.svm.GammaScale {
		f.form.gamma = 1 // all training records are equal: gamma does not matter
		if v := s.variance(f.x, f.order); v > 0 {
			f.form.gamma = 1 / (float64(f.p) * v)
		}
	}
	f.train.take(f.form, s, f.x, f.order)
	if f.inMemory() {
		f.maker.compute(&f.kernel, &f.train)
		f.kernel.round(f.svm.Kernel)
	}
}

// scaling returns the scaling of the fit.
func (f *fitter) scaling() *scaler {
	if f.svm.Scale == learn.PerDataSet {
		return &f.scale
	}
	return &f.own
}

// inMemory reports whether the kernel matrix of the training records fits in memory.
func (f *fitter) inMemory() bool { return fits(len(f.order), f.limit) }

// fits reports whether a matrix of n x n numbers has no more bytes than limit.
func fits(n, limit int) bool { return 8*float64(n)*float64(n) <= float64(limit) }

// solvePair trains the c-th class against the d-th.
func (f *fitter) solvePair(c, d int) error {
	a, b := f.of[c], f.of[d]
	var k matrix
	switch {
	case !f.inMemory() && f.svm.Kernel != Sigmoid:
		return f.solveLarge(c, d)
	case !f.inMemory():
		f.cache.reset(&f.train, a, b, f.limit)
		k = &f.cache
	case len(f.labels) == 2:
		k = &f.kernel
	default:
		f.pair.blocks(&f.kernel, a, b)
		k = &f.pair
	}
	intercept, err := f.solver.solve(k, a.size()+b.size(), a.size(), f.svm)
	return f.keep(c, d, intercept, err)
}

// keep copies the solution of the c-th class against the d-th from the solver.
func (f *fitter) keep(c, d int, intercept float64, err error) error {
	if err != nil {
		return fmt.Errorf("svm: classes %d and %d: %w", f.labels[c], f.labels[d], err)
	}
	a, b := f.of[c], f.of[d]
	f.intercept = append(f.intercept, intercept)
	n := len(f.order)
	copy(f.coef[(d-1)*n+a.from:][:a.size()], f.solver.all.b)
	copy(f.coef[c*n+b.from:][:b.size()], f.solver.all.b[a.size():])
	return nil
}

// solveLarge is solvePair for problems whose matrix is not kept.
func (f *fitter) solveLarge(c, d int) error {
	a, b := f.of[c], f.of[d]
	p := &f.solver.all
	p.reset(a.size()+b.size(), a.size(), f.svm.Cost)
	violation := f.large.solve(p, &f.train, a, b, f.limit, f.svm.Tolerance, f.svm.Iterations)
	f.solver.steps = f.large.steps
	switch {
	case p.stopped():
		return f.keep(c, d, 0, p.stop.Err())
	case violation >= f.svm.Tolerance:
		return f.keep(c, d, 0, unsolved(f.svm.Iterations, violation))
	}
	return f.keep(c, d, p.intercept(), nil)
}
