package holdout

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/research/simdata"
)

// classes draws two classes whose first feature differs.
func classes(n int) *dataset.Data {
	rng := rand.New(rand.NewPCG(7, 1))
	d := &dataset.Data{X: mat.NewDense(n, 2, nil), Class: make([]int32, n), Classes: []string{"no", "yes"}}
	for i := range n {
		d.Class[i] = int32(rng.IntN(2))
		d.X.SetRow(i, []float64{rng.NormFloat64() + float64(d.Class[i]), rng.NormFloat64()})
	}
	return d
}

// constant predicts the same for every record, or fails on the folds whose
// training set holds a record.
type constant struct {
	value  float64
	failOn int32 // a training record, or -1
}

func (c constant) String() string { return fmt.Sprintf("constant(%v,%d)", c.value, c.failOn) }

func (constant) Traits() learn.Traits { return learn.Traits{} }

func (c constant) Prepare(context.Context, *dataset.Data) (learn.Prepared, error) { return c, nil }

func (c constant) NewFitter(*learn.Pool) learn.Fitter { return c }

var errConstant = errors.New("no model")

func (c constant) Fit(_ context.Context, train []int32) (learn.Report, error) {
	for _, i := range train {
		if i == c.failOn {
			return learn.Report{}, errConstant
		}
	}
	return learn.Report{}, nil
}

func (c constant) Predict(rows []int32, out []float64) {
	for k := range rows {
		out[k] = c.value
	}
}

func mustSet(t *testing.T, n, m int) cv.Set {
	t.Helper()
	s, err := cv.New(cv.BCV, n, cv.Options{M: m, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func mustRun(t *testing.T, p Plan) results.Results {
	t.Helper()
	r, err := Run(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// broken is a learner that panics in a step of its work.
type broken struct{ step string }

func (b broken) String() string     { return "broken" }
func (broken) Traits() learn.Traits { return learn.Traits{} }

func (b broken) Prepare(context.Context, *dataset.Data) (learn.Prepared, error) { return b, nil }
func (b broken) NewFitter(*learn.Pool) learn.Fitter                             { return b }

func (b broken) at(step string) {
	if b.step == step {
		var none []int
		_ = none[len(step)]
	}
}

func (b broken) Fit(context.Context, []int32) (learn.Report, error) {
	b.at("Fit")
	return learn.Report{}, nil
}
func (b broken) Predict(_ []int32, _ []float64) { b.at("Predict") }

func (b broken) Probabilities(_ []int32, out []float64) error {
	b.at("Probabilities")
	return nil
}

// A panic of a learner is the error of a fold, which names the learner, the fold and the place.
func TestPanicsAreErrors(t *testing.T) {
	d := classes(40)
	for _, step := range []string{"Fit", "Predict", "Probabilities"} {
		_, err := Run(t.Context(), Plan{Data: d, Set: mustSet(t, 40, 2), Learners: []learn.Learner{broken{step}},
			Probabilities: true})
		var fold *FoldError
		if !errors.As(err, &fold) || fold.Learner != "broken" || fold.Fold != 1 {
			t.Fatalf("%s: got %v, want a FoldError of broken on fold 1", step, err)
		}
		want := "it panics: runtime error: index out of range .* \\(holdout.broken.at, line [0-9]+ of holdout_test.go\\)$"
		if !regexp.MustCompile(want).MatchString(err.Error()) {
			t.Errorf("%s: got %v, want %s", step, err, want)
		}
	}
}

// The result is the same for any number of workers, and progress counts to the
// end.
func TestWorkers(t *testing.T) {
	d := classes(40)
	set, err := cv.New(cv.Mx2, 40, cv.Options{M: 7, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	var want []results.Grid[float64]
	for _, workers := range []int{1, 2, 5} {
		last, total := 0, 0
		r := mustRun(t, Plan{Data: d, Learners: []learn.Learner{linear.Logistic{}, linear.Logistic{Penalty: 1}},
			Set: set, Workers: workers,
			Progress: func(d, n int) { last, total = d, n }})
		if last != 28 || total != 28 {
			t.Errorf("progress ended at %d of %d", last, total)
		}
		got := r.Values
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
	}
}

// Workers without a fold of their own help to predict, to the same result.
func TestSpareWorkers(t *testing.T) {
	d := simdata.Draw(simdata.SCLA(20), 2000, rand.New(rand.NewPCG(1, 1)))
	for method, train := range map[cv.Method]int{cv.RLT: 1000, cv.Mx2: 0} {
		set, err := cv.New(method, d.N(), cv.Options{M: 1, Seed: 3, Train: train})
		if err != nil {
			t.Fatal(err)
		}
		var want []results.Grid[float64]
		for _, workers := range []int{1, 2, 5} {
			got := mustRun(t, Plan{Data: d, Learners: []learn.Learner{neighbour.KNN{}}, Set: set,
				Workers: workers}).Values
			if want == nil {
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %d workers: %s", method, workers, diff)
			}
		}
	}
}

// enders end a context within their prediction.
type enders struct {
	learn.Learner
	end context.CancelFunc
}

func (e enders) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	p, err := e.Learner.Prepare(ctx, d)
	return endersPrepared{p, e.end}, err
}

type endersPrepared struct {
	learn.Prepared
	end context.CancelFunc
}

func (e endersPrepared) NewFitter(*learn.Pool) learn.Fitter {
	return endersFitter{e.Prepared.NewFitter(nil), e.end}
}

type endersFitter struct {
	learn.Fitter
	end context.CancelFunc
}

func (e endersFitter) Predict(rows []int32, out []float64) {
	e.end()
	for k := range out {
		out[k] = -1 // no class: what a prediction leaves that was not finished
	}
}

// What a prediction leaves when the context ends is not looked at.
func TestEndWithinPrediction(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	_, err := Run(ctx, Plan{Data: classes(40), Learners: []learn.Learner{enders{neighbour.KNN{}, end}},
		Set: mustSet(t, 40, 3), Workers: 1})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// A learner that fails gives the first failure, whatever the number of workers.
func TestFailure(t *testing.T) {
	d := classes(40)
	set := mustSet(t, 40, 7)
	record := set.Splits[2].Valid[0]
	var want *FoldError
	for _, fold := range set.Folds() {
		for _, i := range fold.Train {
			if i == record && want == nil {
				want = &FoldError{Learner: fmt.Sprintf("constant(0,%d)", record), Replication: fold.Replication,
					Fold: fold.Fold}
			}
		}
	}
	for _, workers := range []int{1, 3} {
		_, err := Run(context.Background(), Plan{Data: d, Learners: []learn.Learner{constant{1, -1},
			constant{0, record}}, Set: set, Workers: workers})
		var fe *FoldError
		if !errors.As(err, &fe) || !errors.Is(err, errConstant) {
			t.Fatalf("error %v", err)
		}
		if fe.Learner != want.Learner || fe.Replication != want.Replication || fe.Fold != want.Fold {
			t.Errorf("%d workers: %v, want replication %d, fold %d", workers, err, want.Replication, want.Fold)
		}
	}
}

func TestRefuses(t *testing.T) {
	d := classes(20)
	set := mustSet(t, 20, 2)
	empty := cv.Set{Method: cv.RLT, N: 20, Splits: []cv.Split{{Train: set.Splits[0].Train}}}
	for _, c := range []struct {
		plan Plan
		want string
	}{
		{Plan{}, "no data"},
		{Plan{Data: d, Set: set}, "no learners"},
		{Plan{Data: d, Learners: []learn.Learner{constant{}}}, "without splits"},
		{Plan{Data: d, Learners: []learn.Learner{constant{}}, Set: mustSet(t, 21, 2)},
			"21 records for a data set of 20"},
		{Plan{Data: d, Learners: []learn.Learner{constant{}, constant{}}, Set: set}, "two learners are called"},
		{Plan{Data: d, Learners: []learn.Learner{linear.OLS{}}, Set: set}, "ols: linear: data set"},
		{Plan{Data: d, Learners: []learn.Learner{constant{math.NaN(), -1}}, Set: set},
			"replication 1, fold 1: the prediction of record"},
		{Plan{Data: d, Learners: []learn.Learner{constant{2, -1}}, Set: set}, "is 2, which is neither a class"},
		{Plan{Data: d, Learners: []learn.Learner{constant{1, -1}}, Set: empty}, "no validation records"},
	} {
		if _, err := Run(context.Background(), c.plan); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
	e := NewEvaluator("x", constant{2, -1}, d)
	for _, loss := range []Loss{nil, metric.ZeroOne} {
		if err := e.Losses(t.Context(), set, loss, make([]float64, 4)); err == nil ||
			!strings.Contains(err.Error(), "is 2, which is neither a class") {
			t.Errorf("an impossible class: %v", err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	plan := Plan{Data: d, Learners: []learn.Learner{constant{1, -1}}, Set: set, Workers: 1,
		Progress: func(int, int) { cancel() }}
	if _, err := Run(ctx, plan); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got error %v", err)
	}
}

// The evaluator of a simulation gives the losses of Run, without allocating.
func TestEvaluator(t *testing.T) {
	d := classes(60)
	set := mustSet(t, 60, 3)
	r := mustRun(t, Plan{Data: d, Learners: []learn.Learner{linear.Logistic{}}, Set: set})
	p, err := linear.Logistic{}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	e := NewEvaluator("logistic", p, d)
	got := make([]float64, set.FoldCount())
	one := func() {
		if err := e.Losses(t.Context(), set, nil, got); err != nil {
			t.Fatal(err)
		}
	}
	named := make([]float64, len(got))
	if err := e.Losses(t.Context(), set, metric.ZeroOne, named); err != nil {
		t.Fatal(err)
	}
	one()
	if diff := cmp.Diff(named, got); diff != "" {
		t.Errorf("the default loss: %s", diff)
	}
	if want := r.Values[0].Of(0); !slices.Equal(got, want) {
		t.Errorf("got losses %v, want %v", got, want)
	}
	if n := testing.AllocsPerRun(10, one); n != 0 {
		t.Errorf("%v allocations in the folds of a set", n)
	}
}

// Compare two learners on one partition set, from data to losses.

// waiting is a learner whose fits end with their context only.
type waiting struct{ constant }

func (w *waiting) Prepare(context.Context, *dataset.Data) (learn.Prepared, error) { return w, nil }
func (w *waiting) NewFitter(*learn.Pool) learn.Fitter                             { return w }
func (w *waiting) Fit(ctx context.Context, _ []int32) (learn.Report, error) {
	<-ctx.Done()
	return learn.Report{}, fmt.Errorf("waiting: %w", ctx.Err())
}

// A cancelled context ends fits in flight.
func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	d := classes(20)
	_, err := Run(ctx, Plan{Data: d, Learners: []learn.Learner{&waiting{}}, Set: mustSet(t, 20, 2), Workers: 2})
	if err != context.DeadlineExceeded {
		t.Errorf("got error %v, want the error of the context", err)
	}
}
