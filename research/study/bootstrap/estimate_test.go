package bootstrap

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/research/simdata"
)

// By hand, the mean of the response as a learner on the responses 1, 2, 4: the replicate {0, 2, 1} predicts 8/3,
// {1, 1, 1} lacks no record and {3, 0, 0} predicts 1.
func TestLeaveOneOut(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(3, 1, nil), Response: []float64{1, 2, 4}}
	s, err := newSample(simple.Mean{}, d)
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.leaveOneOut(replicates{{0, 2, 1}, {1, 1, 1}, {3, 0, 0}})
	want := (25./9 + 1 + 9) / 3
	if err != nil || math.Abs(got-want) > 1e-12 {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	got, err = s.leaveOneOut(replicates{{0, 2, 1}, {1, 1, 1}, {0, 0, 3}}) // record 3 is in all of them
	want = ((25./9+9)/2 + 4) / 2
	if err != nil || math.Abs(got-want) > 1e-12 {
		t.Errorf("record without replicates: %v, %v, want %v", got, err, want)
	}
	// the apparent error is the variance 14/9, and the no-information rate too: no excess error counts
	if math.Abs(s.apparent-14./9) > 1e-12 {
		t.Errorf("apparent error %v, want %v", s.apparent, 14./9)
	}
	if math.Abs(s.unrelated-14./9) > 1e-12 {
		t.Errorf("no-information rate %v, want %v", s.unrelated, 14./9)
	}
	if got, want := s.plus(5), 0.368*14/9+0.632*5; math.Abs(got-want) > 1e-12 {
		t.Errorf(".632+ without information: %v, want %v", got, want)
	}
}

// Efron and Tibshirani (1997), section 4: with apparent error 0 and a leave-one-out error at or above the
// no-information rate 0.5 the weight is 1; with no overfitting it is 0.632.
func TestPlus(t *testing.T) {
	s := &sample{unrelated: 0.5}
	for _, c := range []struct{ apparent, leaveOneOut, want float64 }{{0, 0.5, 0.5}, {0, 0, 0},
		{0, 0.8, 0.632*0.8 + 0.5*0.368},
		{0.2, 0.2, 0.2},
		{0.2, 0.1, 0.368*0.2 + 0.632*0.1}, {0.1, 0.3, 0.1 + 0.2*0.632/(1-0.368/2)}} {
		s.apparent = c.apparent
		if got := s.plus(c.leaveOneOut); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// Copies of a record count: three of one class outvote two nearer neighbours of the other, one does not.
func TestCopies(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(5, 1, []float64{0, 1, 1.1, 1.2, 9}), Class: []int32{0, 0, 0, 1, 1},
		Classes: []string{"0", "1"}}
	s, err := newSample(neighbour.KNN{K: 3, Kernel: neighbour.Rectangular}, d)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		w    []uint8
		want float64
	}{{[]uint8{0, 1, 1, 1, 2}, 0}, {[]uint8{0, 1, 0, 3, 1}, 1}} {
		for range 200 { // learners may change the way to the same result after some fits
			if err := s.fit(c.w); err != nil {
				t.Fatal(err)
			}
			s.fitter.Predict(s.out, s.predicted[:len(s.out)])
		}
		if s.fitter.Predict([]int32{0}, s.predicted[:1]); s.predicted[0] != c.want {
			t.Errorf("%v: class %v, want %v", c.w, s.predicted[0], c.want)
		}
	}
}

// Estimates of one data set from the same random numbers are equal, and the folds are as many as the replicates.
func TestHalves(t *testing.T) {
	d := simdata.Draw(simdata.SREG{P: 2}, 40, rand.New(rand.NewPCG(1, 0)))
	s, err := newSample(simple.Mean{}, d)
	if err != nil {
		t.Fatal(err)
	}
	a, errA := s.halves(16, 3)
	b, errB := s.halves(16, 3)
	other, errC := s.halves(16, 4)
	if err := errors.Join(errA, errB, errC); err != nil || a != b {
		t.Errorf("%v and %v, want equal means (%v)", a, b, err)
	}
	set, err := cv.New(cv.BCV, 40, cv.Options{M: 8, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	losses := make([]float64, 16)
	if err := s.folds.Losses(t.Context(), set, metric.Squared, losses); err != nil ||
		math.Abs(a-stat.Mean(losses, nil)) > 1e-12 {
		t.Errorf("mean of folds %v, want %v (%v)", a, stat.Mean(losses, nil), err)
	}
	if a == other {
		t.Errorf("another seed gives %v too", a)
	}
}
