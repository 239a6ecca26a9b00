// Package impute lets any learner work on records with missing features: what is missing
// is filled in from the training records of each fit, and from nothing else.
package impute

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Impute is a pipeline: missing features (NaN) get the median of the training records if
// they are numbers, and their most frequent level if they are nominal, of several the one
// with the lowest number; then Learner learns and predicts. Median and level belong to the
// fit: records outside the training set have no part in them, and get the same values.
//
// As the filled-in records differ from fit to fit, Learner is prepared anew for each:
// nothing is shared between fits.
type Impute struct {
	Learner learn.Learner
	OneHot  bool // turn levels into columns of 0 and 1 after they are filled in, see dataset.Data.OneHot
}

// String names the learner inside, as "impute(ols)".
func (m Impute) String() string {
	return learn.Name("impute", m.Learner.String(), learn.Flag("onehot", m.OneHot))
}

// Identity is the name with the identity of the learner inside, see learn.Identity.
func (m Impute) Identity() string {
	return learn.Name("impute", learn.Identity(m.Learner), learn.Flag("onehot", m.OneHot))
}

// TakesMissing says that Prepare accepts missing features (learn.MissingTaker).
func (m Impute) TakesMissing() bool { return true }

// Prepare finds the missing values, and refuses a feature that has no other, targets that
// are missing, and what Learner refuses.
func (m Impute) Prepare(d *dataset.Data) (learn.Prepared, error) {
	return m.PrepareUntil(context.Background(), d)
}

// PrepareUntil is Prepare, which ends soon after ctx does if Learner is a learn.Preparer.
func (m Impute) PrepareUntil(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	if err := d.CheckButFeatures(); err != nil {
		return nil, fmt.Errorf("impute: %w", err)
	}
	p := &prepared{Impute: m, data: d, gaps: make([][]int32, d.P())}
	all := make([]int32, d.N())
	for i := range all {
		all[i] = int32(i)
		for j, v := range d.X.RawRowView(i) {
			if math.IsNaN(v) {
				p.gaps[j] = append(p.gaps[j], int32(i))
			}
		}
	}
	// What Learner refuses is known before the first fit; nothing else of this is kept.
	f := p.fitter()
	if err := f.fill(all); err != nil {
		return nil, err
	}
	one, err := learn.Prepare(ctx, m.Learner, f.filled())
	if err != nil {
		return nil, err
	}
	first := one.NewFitter()
	_, p.scores = first.(learn.Scorer)
	return p, closeFitter(first)
}

type prepared struct {
	Impute
	data   *dataset.Data
	gaps   [][]int32 // records without a value, by feature
	scores bool
}

// NewFitter returns a fitter with a copy of the features of its own.
func (p *prepared) NewFitter() learn.Fitter {
	if p.scores {
		return scorer{p.fitter()}
	}
	return p.fitter()
}

func (p *prepared) fitter() *fitter {
	return &fitter{p: p, x: mat.DenseCopyOf(p.data.X), stop: context.Background()}
}

type fitter struct {
	p      *prepared
	x      *mat.Dense
	stop   context.Context
	pool   *learn.Pool
	inner  learn.Fitter
	values []float64
}

// StopOn passes ctx on to the learner inside, if it is a learn.Stopper.
func (f *fitter) StopOn(ctx context.Context) { f.stop = ctx }

// UsePool passes p on to the learner inside, if it is learn.Parallel.
func (f *fitter) UsePool(p *learn.Pool) { f.pool = p }

// Fit fills in what is missing from the training records, and trains on them. An error
// names a feature that no training record has.
func (f *fitter) Fit(train []int32) error {
	if len(train) == 0 {
		return errors.New("impute: no training records; give at least one")
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := f.fill(train); err != nil {
		return err
	}
	one, err := learn.Prepare(f.stop, f.p.Learner, f.filled())
	if err != nil {
		return err
	}
	f.inner = one.NewFitter()
	if s, ok := f.inner.(learn.Stopper); ok {
		s.StopOn(f.stop)
	}
	if s, ok := f.inner.(learn.Parallel); ok && f.pool != nil {
		s.UsePool(f.pool)
	}
	return f.inner.Fit(train)
}

// Predict predicts records whose missing values have those of the last fit.
func (f *fitter) Predict(rows []int32, out []float64) { f.inner.Predict(rows, out) }

// Close closes the fitter inside.
func (f *fitter) Close() error {
	err := closeFitter(f.inner)
	f.inner = nil
	return err
}

func closeFitter(f learn.Fitter) error {
	if c, ok := f.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// fill writes the values that the training records say into all gaps.
func (f *fitter) fill(train []int32) error {
	for j, gaps := range f.p.gaps {
		if len(gaps) == 0 {
			continue
		}
		f.values = f.values[:0]
		for _, i := range train {
			if v := f.p.data.X.At(int(i), j); !math.IsNaN(v) {
				f.values = append(f.values, v)
			}
		}
		feature := f.p.data.Feature(j)
		if len(f.values) == 0 {
			return fmt.Errorf("impute: feature %s has no value in the %d training records; leave the feature out or give more records", feature.Name, len(train))
		}
		slices.Sort(f.values)
		value := median(f.values)
		if feature.Nominal() || feature.Indicator {
			value = mode(f.values)
		}
		for _, i := range gaps {
			f.x.Set(int(i), j, value)
		}
	}
	return nil
}

// filled returns the data set with the values of the last fill.
func (f *fitter) filled() *dataset.Data {
	d := *f.p.data
	d.X = f.x
	if f.p.OneHot {
		return d.OneHot()
	}
	return &d
}

// median returns the middle of sorted values, the mean of two.
func median(x []float64) float64 {
	low, high := x[(len(x)-1)/2], x[len(x)/2]
	if low == high {
		return low
	}
	return low/2 + high/2 // the sum may be infinite
}

// mode returns the value that is most frequent among sorted values, the smallest of
// several.
func mode(x []float64) float64 {
	best, most, count := x[0], 0, 0
	for k, v := range x {
		if k > 0 && v != x[k-1] {
			count = 0
		}
		if count++; count > most {
			best, most = v, count
		}
	}
	return best
}

// scorer is a fitter around a learn.Scorer.
type scorer struct{ *fitter }

// Width returns the number of scores of the learner inside.
func (s scorer) Width() int { return s.inner.(learn.Scorer).Width() }

// Score writes the scores of the learner inside.
func (s scorer) Score(rows []int32, out []float64) { s.inner.(learn.Scorer).Score(rows, out) }
