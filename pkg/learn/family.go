package learn

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// PreparedFamily is what Prepare of a learner of a family (Traits.Common) returns. Its fitters are FamilyFitters or
// JointFitters.
type PreparedFamily interface {
	Prepared
	// With returns another learner of the family, of no larger value, as its Prepare does, but shares what it can; or nil
	// if the learners have nothing to share.
	With(ctx context.Context, l Learner) (Prepared, error)
}

// FamilyFitter is a fitter of a learner that fits others of its family too.
type FamilyFitter interface {
	Fitter
	// Begin computes what fits of a family on these records share. They end with ctx, as in Fit.
	Begin(ctx context.Context, train []int32) error
	// FitAs fits the learner with that value to the records of Begin. After Begin, the first value is that of the own
	// learner, and the others descend. Predictions are those of the learner's own fitter, up to rounding and to the
	// tolerance of a solver.
	FitAs(value float64) error
}

// JointFitter is a fitter of a learner that shares also predictions among its family.
type JointFitter interface {
	Fitter
	// FitPredict trains the learners of a family, the own one first and in descending order of value, and writes their
	// predictions of rows to out[k] and, unless it is nil, their probabilities to each[k], as a FamilyFitter does. It is
	// nil if their fitters are not Probers.
	FitPredict(ctx context.Context, family []Learner, train, rows []int32, out, each [][]float64) error
}

// Settings are learners prepared on the same data, families together.
type Settings struct {
	Prepared []Prepared // by learner

	learners []Learner
	bare     []Learner // without the names of Named
	values   []float64 // of those of a family
	groups   [][]int   // places of the learners that are fitted together, in descending order of value
}

// PrepareSettings prepares learners on d. It returns soon after ctx ends. The error begins with the package that
// asks, and names the learner, or the first of a family.
func PrepareSettings(ctx context.Context, asks string, learners []Learner, d *dataset.Data) (*Settings, error) {
	n := len(learners)
	s := &Settings{make([]Prepared, n), learners, slices.Clone(learners), make([]float64, n), nil}
	for _, group := range s.families() {
		if err := s.prepare(ctx, group, d); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", asks, learners[slices.Min(group)], err)
		}
	}
	return s, nil
}

// families returns the places of the learners of each family; others are alone.
func (s *Settings) families() (out [][]int) {
	at := map[string]int{}
	for k := range s.bare {
		for n, ok := s.bare[k].(Named); ok && !n.Unweighted; n, ok = s.bare[k].(Named) {
			s.bare[k] = n.Learner
		}
		key := strconv.Itoa(k)
		t := s.bare[k].Traits()
		s.values[k] = t.Value
		if t.Value > 0 && reflect.TypeOf(t.Common) == reflect.TypeOf(s.bare[k]) {
			key = fmt.Sprintf("%T %s", t.Common, t.Common)
		}
		if _, ok := at[key]; !ok {
			at[key] = len(out)
			out = append(out, nil)
		}
		out[at[key]] = append(out[at[key]], k)
	}
	for _, group := range out {
		slices.SortStableFunc(group, func(a, b int) int { return cmp.Compare(s.values[b], s.values[a]) })
	}
	return out
}

// prepare prepares a family, or a learner alone.
func (s *Settings) prepare(ctx context.Context, group []int, d *dataset.Data) error {
	one, err := Prepare(ctx, s.bare[group[0]], d)
	if err != nil {
		return err
	}
	s.Prepared[group[0]] = one
	for _, k := range group[1:] {
		if s.Prepared[k], err = one.(PreparedFamily).With(ctx, s.bare[k]); err != nil {
			return err
		}
		if s.Prepared[k] == nil {
			s.groups = append(s.groups, group[:1])
			return s.prepare(ctx, group[1:], d)
		}
	}
	s.groups = append(s.groups, group)
	return nil
}

func pick[T any](values []T, places []int) []T {
	out := make([]T, len(places))
	for i, k := range places {
		out[i] = values[k]
	}
	return out
}

// NewFitters returns new fitters for all learners, which may use the pool; nil for none.
func (s *Settings) NewFitters(pool *Pool) *Fitters {
	return &Fitters{s, make([]Fitter, len(s.Prepared)), pool}
}

// Fitters are the fitters of Settings, made when they are needed. They are for one goroutine at a time.
type Fitters struct {
	*Settings
	made []Fitter
	pool *Pool
}

// Fitter returns the fitter of learner k. FitPredict may replace its fit.
func (f *Fitters) Fitter(k int) Fitter {
	if f.made[k] == nil {
		f.made[k] = f.Prepared[k].NewFitter(f.pool)
	}
	return f.made[k]
}

// FitPredict trains all learners on the records of train, which ascend, and writes the predictions of rows by learner k
// to out[k] and, unless it is nil, the probabilities to each[k]. It ends soon after ctx does.
func (f *Fitters) FitPredict(ctx context.Context, train, rows []int32, out, each [][]float64) error {
	for _, group := range f.groups {
		if err := f.fitPredict(ctx, group, train, rows, out, each); err != nil {
			return fmt.Errorf("%s: %w", f.learners[slices.Min(group)], err)
		}
	}
	return nil
}

func (f *Fitters) fitPredict(ctx context.Context, group []int, train, rows []int32, out, each [][]float64) error {
	one := f.Fitter(group[0])
	if joint, ok := one.(JointFitter); ok && len(group) > 1 {
		return joint.FitPredict(ctx, pick(f.bare, group), train, rows, pick(out, group), pick(each, group))
	}
	fit := func(float64) error {
		_, err := one.Fit(ctx, train)
		return err
	}
	if family, ok := one.(FamilyFitter); ok && len(group) > 1 {
		if err := family.Begin(ctx, train); err != nil {
			return err
		}
		fit = family.FitAs
	}
	for _, k := range group {
		if err := fit(f.values[k]); err != nil {
			return err
		}
		one.Predict(rows, out[k])
		if each[k] == nil {
			continue
		}
		if err := one.(Prober).Probabilities(rows, each[k]); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the fitters that hold more than memory.
func (f *Fitters) Close() error { return Close(f.made...) }
