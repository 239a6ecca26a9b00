package holdout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/results"
)

// recorder counts the trainings on each training set. It predicts class 1 for
// records whose first feature exceeds cut.
type recorder struct {
	cut    float64
	counts map[string]int
	mu     *sync.Mutex
	data   *dataset.Data
}

func newRecorder(cut float64) recorder {
	return recorder{cut: cut, counts: map[string]int{}, mu: new(sync.Mutex)}
}

func (r recorder) String() string { return fmt.Sprintf("recorder(%v)", r.cut) }

func (recorder) Traits() learn.Traits { return learn.Traits{} }

func (r recorder) Prepare(_ context.Context, d *dataset.Data) (learn.Prepared, error) {
	r.data = d
	return r, nil
}

func (r recorder) NewFitter(*learn.Pool) learn.Fitter { return r }

func (r recorder) Fit(_ context.Context, train []int32) (learn.Report, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counts[fmt.Sprint(train)]++
	return learn.Report{}, nil
}

func (r recorder) Predict(rows []int32, out []float64) {
	for k, i := range rows {
		out[k] = 0
		if r.data.X.At(int(i), 0) > r.cut {
			out[k] = 1
		}
	}
}

// A sequential test on a growing set trains each split that it looks at once,
// no other, and sees the same differences as a run on the whole set.
func TestSequentialTestTrainsNewSplitsOnly(t *testing.T) {
	d := classes(400)
	for _, c := range []struct {
		name     string
		a, b     recorder
		set      cv.Set
		earliest bool // the difference is so large that the first look rejects
	}{
		{name: "clear difference", a: newRecorder(0.5), b: newRecorder(-3),
			set: cv.Set{Method: cv.BCV, N: 400, Seed: 1}, earliest: true},
		{name: "no difference", a: newRecorder(0.5), b: newRecorder(0.51),
			set: cv.Set{Method: cv.BCV, N: 400, Seed: 1}},
		{name: "a set that exists", a: newRecorder(0.5), b: newRecorder(0.51), set: mustSet(t, 400, 5)},
	} {
		g, err := NewGrowing(t.Context(), Plan{Data: d, Learners: []learn.Learner{c.a, c.b}, Set: c.set}, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := sequential.TTest{Options: infer.Options{Alternative: infer.Greater}}
		var seen [][2]float64
		got, err := s.Run(func(m int) ([2]float64, error) {
			d, err := g.Next(m)
			seen = append(seen, d)
			return d, err
		})
		if err != nil {
			t.Fatal(err)
		}
		if c.earliest != (got.Stop == sequential.FirstLook) || c.earliest != got.Decision.Rejects() {
			t.Errorf("%s: stopped at %d with %s, want rejection at the first look %v", c.name, got.Stop, got.Decision,
				c.earliest)
		}
		for _, r := range []recorder{c.a, c.b} {
			total := 0
			for train, n := range r.counts {
				total += n
				if n != 1 {
					t.Errorf("%s, %v: %d trainings on %v", c.name, r, n, train)
				}
			}
			if total != 2*got.Stop {
				t.Errorf("%s, %v: %d trainings for %d replications", c.name, r, total, got.Stop)
			}
		}
		if diff := cmp.Diff(differences(t, d, c.a, c.b, got.Stop), seen); diff != "" {
			t.Errorf("%s: differences (-run on the whole set +growing)\n%s", c.name, diff)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
}

// differences evaluates two learners on a whole set.
func differences(t *testing.T, d *dataset.Data, a, b learn.Learner, m int) [][2]float64 {
	t.Helper()
	losses := mustRun(t, Plan{Data: d, Learners: []learn.Learner{a, b}, Set: mustSet(t, d.N(), m)}).Values[0]
	out := make([][2]float64, m)
	for j := range out {
		for k := range 2 {
			out[j][k] = *losses.At(1, j, k) - *losses.At(0, j, k)
		}
	}
	return out
}

func TestGrowingReportsErrors(t *testing.T) {
	d := classes(40)
	two := []learn.Learner{newRecorder(0), newRecorder(1)}
	empty := cv.Set{Method: cv.BCV, N: 40, Seed: 1}
	for want, p := range map[string]Plan{
		"no data":                {Learners: two, Set: empty},
		"set of 41 records":      {Data: d, Learners: two, Set: cv.Set{Method: cv.BCV, N: 41}},
		"1 learners on":          {Data: d, Learners: two[:1], Set: empty},
		"and no nested set":      {Data: d, Learners: two, Set: empty, Inner: &cv.Nested{Outer: empty}},
		"gives no probabilities": {Data: d, Learners: two, Set: empty, Probabilities: true},
	} {
		if _, err := NewGrowing(t.Context(), p, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
	second, err := cv.New(cv.BCV, 40, cv.Options{M: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGrowing(t.Context(), Plan{Data: d,
		Learners: []learn.Learner{constant{0, -1}, constant{1, second.Splits[1].Train[0]}},
		Set:      second}, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Every record trains in one of the two folds of a replication.
	for m := 1; m <= 2; m++ {
		_, err := g.Next(m)
		var fold *FoldError
		if !errors.As(err, &fold) || fold.Replication != m {
			t.Errorf("replication %d: %v", m, err)
		}
	}
	kfold := cv.Set{Method: cv.KFold, N: 40, K: 1, Splits: second.Splits}
	g, err = NewGrowing(t.Context(), Plan{Data: d, Learners: two, Set: kfold}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Next(1); err == nil {
		t.Error("a set without twins was accepted")
	}
}

// Evaluate has the results of a run on the whole set, replication by replication.
func TestGrowingEvaluates(t *testing.T) {
	const m = 3
	d := classes(60)
	a, b := newRecorder(0.5), newRecorder(0.2)
	g, err := NewGrowing(t.Context(), Plan{Data: d, Learners: []learn.Learner{a, b},
		Set: cv.Set{Method: cv.BCV, N: 60, Seed: 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := mustRun(t, Plan{Data: d, Learners: []learn.Learner{a, b}, Set: mustSet(t, 60, m)})
	want := map[results.Item]bool{}
	for item := range whole.Units.All() {
		want[item] = true
	}
	for j := 1; j <= m; j++ {
		r, err := g.Evaluate(j)
		if err != nil {
			t.Fatal(err)
		}
		for item := range r.Units.All() {
			item.Replication = j
			if !want[item] {
				t.Fatalf("%+v is not in the whole, or twice", item)
			}
			delete(want, item)
		}
		for model := range r.Models {
			if got, want := r.Values[0].Rows(model)[0], whole.Values[0].Rows(model)[j-1]; !slices.Equal(got, want) {
				t.Errorf("replication %d of model %d: got losses %v, want %v", j, model, got, want)
			}
		}
		if got, want := r.Design.ID, g.Set().ID(); got != want {
			t.Errorf("replication %d: got set %s, want %s", j, got, want)
		}
	}
	if len(want) > 0 {
		t.Errorf("%d predictions of the whole are missing", len(want))
	}
	if _, err := g.Evaluate(0); err == nil {
		t.Error("replication 0 was accepted")
	}
}

// Who was dropped is trained no more, and those that are left have the results of a run on the whole set.
func TestGrowingDrops(t *testing.T) {
	d := classes(60)
	three := func() []learn.Learner {
		return []learn.Learner{newRecorder(0.5), newRecorder(0.2), newRecorder(-3)}
	}
	learners := three()
	g, err := NewGrowing(t.Context(), Plan{Data: d, Learners: learners, Set: cv.Set{Method: cv.BCV, N: 60, Seed: 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := mustRun(t, Plan{Data: d, Learners: three(), Set: mustSet(t, 60, 3)}).Values[0]
	for m := 1; m <= 3; m++ {
		r, err := g.Evaluate(m)
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range r.Models {
			a := slices.IndexFunc(learners, func(l learn.Learner) bool { return l.String() == name })
			if got, want := r.Values[0].Rows(i)[0], whole.Rows(a)[m-1]; !slices.Equal(got, want) {
				t.Errorf("m = %d, %s: losses %v, want %v", m, name, got, want)
			}
		}
		if want := 3 - min(1, m-1); len(r.Models) != want {
			t.Errorf("m = %d: results of %q, want %d", m, r.Models, want)
		}
		if m > 1 {
			continue
		}
		if err := g.Drop("recorder(0.2)"); err != nil {
			t.Fatal(err)
		}
	}
	for a, want := range []int{6, 2, 6} {
		if got := len(learners[a].(recorder).counts); got != want {
			t.Errorf("learner %d: trained %d times, want %d", a+1, got, want)
		}
	}
	if err := g.Drop("recorder(0.2)"); err == nil {
		t.Error("a learner was dropped twice")
	}
	if _, err := g.Next(3); err == nil || !strings.Contains(err.Error(), "differences are of two") {
		t.Errorf("error %v of differences", err)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
}
