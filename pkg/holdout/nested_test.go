package holdout_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/catalogue"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// drawn returns data of two classes, or of a response, with p features.
func drawn(n, p int, numbers bool) *dataset.Data {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	d := &dataset.Data{X: mat.NewDense(n, p, nil)}
	for i := range n {
		for j := range p {
			d.X.Set(i, j, rng.NormFloat64())
		}
		y := d.X.At(i, 0) + rng.NormFloat64()
		if numbers {
			d.Response = append(d.Response, y)
			continue
		}
		class := int32(0)
		if y > 0 {
			class = 1
		}
		d.Class = append(d.Class, class)
	}
	if !numbers {
		d.Classes = []string{"no", "yes"}
	}
	return d
}

func parse(t *testing.T, names ...string) (out []learn.Learner) {
	t.Helper()
	for _, name := range names {
		l, err := catalogue.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, l)
	}
	return out
}

func nest(t *testing.T, n, m, halves, r int) cv.Nested {
	t.Helper()
	outer, err := cv.New(cv.BCV, n, cv.Options{M: m, Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	set, err := cv.Nest(outer, halves, r, cv.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

var nestedLearners = map[bool][]string{
	false: {"svm", "knn(k=3)", "knn(k=1)", "1nn", "logistic", "nearestmean", "c4.5", "majority"},
	true:  {"ols", "ridge(lambda=1)", "lasso(lambda=0.1)", "mean"},
}

// changed returns data where the records outside of a training set have other labels, and those outside of its half
// other features too.
func changed(d *dataset.Data, fold cv.NestedFold, rng *rand.Rand) *dataset.Data {
	out := d.Take(span(d.N()))
	for i := range int32(d.N()) {
		if _, trains := slices.BinarySearch(fold.Train, i); trains {
			continue
		}
		if d.Class != nil {
			out.Class[i] = int32(rng.IntN(2))
		} else {
			out.Response[i] = 50 * rng.NormFloat64()
		}
		if _, valid := slices.BinarySearch(fold.Valid, i); !valid {
			for j := range d.P() {
				out.X.Set(int(i), j, 0.1*rng.NormFloat64())
			}
		}
	}
	return out
}

func span(n int) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

// Nothing of the records outside of its training quarter enters a prediction on an inner fold: neither labels of its
// validation records, nor anything of the other half.
func TestInnerFoldsSeeTheirQuarter(t *testing.T) {
	set := nest(t, 61, 2, 4, 2)
	rng := rand.New(rand.NewPCG(1, 1))
	for numbers, names := range nestedLearners {
		d := drawn(61, 4, numbers)
		for _, l := range parse(t, names...) {
			for _, f := range []int{0, 1, 3, 14, 31} {
				fold := set.Fold(f)
				want := predicted(t, l, d, set, f)
				for range 3 {
					got := predicted(t, l, changed(d, fold, rng), set, f)
					if !slices.Equal(got, want) {
						t.Errorf("%s: predictions on inner fold %d change with records that do not train: %v, want %v", l,
							f, got, want)
						break
					}
				}
			}
		}
	}
}

// predicted returns the predictions on an inner fold, after all folds before it.
func predicted(t *testing.T, l learn.Learner, d *dataset.Data, set cv.Nested, fold int) []float64 {
	t.Helper()
	p, err := l.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	e := holdout.NewEvaluator(l.String(), p, d)
	defer e.Close()
	if err := e.Open(t.Context(), set.Inner); err != nil {
		t.Fatal(err)
	}
	var out []float64
	for f := range fold + 1 {
		x, err := e.Fold(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		out = slices.Clone(x)
	}
	return out
}

// Run gives the same results on the set with and without inner folds, and on these what a fit on the training quarter
// predicts, with any number of workers and in pieces.
func TestRunWithInnerFolds(t *testing.T) {
	set := nest(t, 48, 2, 3, 2)
	for numbers, names := range nestedLearners {
		d := drawn(48, 4, numbers)
		plan := holdout.Plan{Data: d, Learners: parse(t, names...), Set: set.Outer}
		plain, err := holdout.Run(context.Background(), plan)
		if err != nil {
			t.Fatal(err)
		}
		plan.Inner = &set
		total := 0
		plan.Progress = func(_, all int) { total = all }
		nested, err := holdout.Run(context.Background(), plan)
		if err != nil {
			t.Fatal(err)
		}
		if want := len(names) * (4 + 24); total != want {
			t.Errorf("progress up to %d, want %d folds", total, want)
		}
		if !reflect.DeepEqual(nested.Values, plain.Values) {
			t.Errorf("losses %v with inner folds, %v without", nested.Values, plain.Values)
		}
		checkInner(t, nested, plan)
		plan.Progress = nil
		alone, err := holdout.Inner(context.Background(), plan)
		if err == nil {
			alone, err = plain.WithInner(alone, set)
		}
		if err != nil || !reflect.DeepEqual(alone.Inner.Values, nested.Inner.Values) {
			t.Errorf("inner folds alone: %v, %v; want %v", alone.Inner, err, nested.Inner.Values)
		}
		for _, workers := range []int{1, 3, 150} {
			plan.Workers = workers
			again, err := holdout.Run(context.Background(), plan)
			if err != nil || !reflect.DeepEqual(again.Inner.Values, nested.Inner.Values) {
				t.Errorf("%d workers: inner losses %v, %v; want %v", workers, again.Inner, err, nested.Inner.Values)
			}
		}
		if again := inPieces(t, plan); !reflect.DeepEqual(again.Inner.Values, nested.Inner.Values) ||
			!reflect.DeepEqual(again.Values, nested.Values) || again.Inner.Fingerprint != set.Fingerprint() {
			t.Errorf("in pieces: %v, want %v", again.Inner.Values, nested.Inner.Values)
		}
	}
}

func checkInner(t *testing.T, r results.Results, plan holdout.Plan) {
	t.Helper()
	d := plan.Data
	for a, l := range plan.Learners {
		p, err := l.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		fitter := p.NewFitter(nil)
		for f := range plan.Inner.FoldCount() {
			fold := plan.Inner.Fold(f)
			if _, err := fitter.Fit(t.Context(), fold.Train); err != nil {
				t.Fatal(err)
			}
			out, want := make([]float64, len(fold.Valid)), 0.0
			fitter.Predict(fold.Valid, out)
			for k, i := range fold.Valid {
				want += holdout.DefaultLoss(d)(d.Target(i), out[k]) / float64(len(out))
			}
			got := *r.Inner.Values[0].At(a, fold.HalfSplit-1, f%(4*plan.Inner.Replications))
			if math.Abs(got-want) > 1e-9*(1+want) {
				t.Errorf("%s, inner fold %d: loss %v, want %v", l, f, got, want)
			}
		}
	}
	differences, err := r.Pair(0, 1, 0)
	if err != nil || len(differences.Inner()) != plan.Inner.Halves {
		t.Errorf("inner differences of %d half-splits, %v; want %d", len(differences.Inner()), err, plan.Inner.Halves)
	}
}

func inPieces(t *testing.T, plan holdout.Plan) results.Results {
	t.Helper()
	p, err := holdout.NewPieces(plan)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Splits(), len(plan.Set.Splits)+len(plan.Inner.Inner.Splits); got != want {
		t.Errorf("%d pieces of a learner, want %d", got, want)
	}
	if p.Fingerprint() != plan.Inner.Fingerprint() {
		t.Errorf("fingerprint %s, want %s", p.Fingerprint(), plan.Inner.Fingerprint())
	}
	all := make([]holdout.Piece, len(plan.Learners))
	for split := p.Splits() - 1; split >= 0; split-- {
		for a := range all {
			one, err := p.Compute(context.Background(), a, split)
			if err != nil {
				t.Fatal(err)
			}
			all[a].Predicted, all[a].Notes = append(one.Predicted, all[a].Predicted...), append(one.Notes, all[a].Notes...)
		}
	}
	r, err := p.Results(all)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What learners say of inner fits is noted beside what they say of the others, and a metric that has no value on an
// inner fold stops nothing.
func TestNotesOnInnerFolds(t *testing.T) {
	set := nest(t, 40, 3, 3, 1)
	r, err := holdout.Run(t.Context(), holdout.Plan{Data: twoClasses(), Learners: parse(t, "svm"), Set: set.Outer,
		Inner: &set})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Notes) != 2 || !strings.HasPrefix(r.Notes[0], "svm, in 3 of 6 folds: ") ||
		!strings.HasPrefix(r.Notes[1], "svm, in 9 of 12 inner folds: feature x2 is constant") {
		t.Errorf("notes %q, want one on 3 of 6 folds and one on 9 of 12 inner folds", r.Notes)
	}
	d := drawn(40, 4, true)
	clear(d.Response)
	f := set.Fold(5)
	for i := range d.Response {
		if _, valid := slices.BinarySearch(f.Valid, int32(i)); !valid { // no defect in this fold
			d.Response[i] = float64(1 + i%2)
		}
	}
	r, err = holdout.Run(t.Context(), holdout.Plan{Data: d, Learners: parse(t, "mean", "ridge(lambda=1)"),
		Set: set.Outer, Inner: &set, Metrics: []metric.Definition{metric.FPA}})
	if err != nil {
		t.Fatal(err)
	}
	const undefined = "has no value in half-split 2 half 1 inner replication 1 fold 2"
	if got := r.MissingInner(1, 1); !strings.HasSuffix(got, undefined) {
		t.Errorf("missing %q, want that fpa %s", got, undefined)
	}
	if got := r.MissingInner(0, 1); got != "" {
		t.Errorf("missing %q, want no loss", got)
	}
}

// A learner that cannot train on a quarter of the records is named before any other training, with n; other
// failures name the inner fold; and a nested set belongs to the set of the plan.
func TestInnerFoldsRefused(t *testing.T) {
	d := drawn(20, 4, true)
	set, other := nest(t, 20, 2, 3, 2), nest(t, 20, 3, 3, 2)
	trained := 0
	_, err := holdout.Run(context.Background(), holdout.Plan{Data: d, Learners: parse(t, "mean", "ols"), Set: set.Outer,
		Inner: &set, Progress: func(int, int) { trained++ }})
	var fold *holdout.FoldError
	const refused = "ols cannot train on 5 of the 20 records, as inner folds do (linear: 5 training records"
	if err == nil || errors.As(err, &fold) || trained != 0 || !strings.Contains(err.Error(), refused) {
		t.Errorf("%v after %d folds, want that ols cannot train on 5 of 20 records", err, trained)
	}
	plan := holdout.Plan{Data: d, Learners: parse(t, "ols"), Set: set.Outer, Inner: &set}
	p, err := holdout.NewPieces(plan)
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Compute(context.Background(), 0, 2+5)
	const want = "holdout: ols, half-split 2, half 1, inner replication 2, fold 1: linear: 5 training records"
	if !errors.As(err, &fold) || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	if _, err := holdout.Inner(context.Background(), holdout.Plan{Data: d, Set: set.Outer}); err == nil ||
		!strings.Contains(err.Error(), "no nested set") {
		t.Errorf("inner folds without a nested set: %v", err)
	}
	plan.Set = other.Outer
	_, err = holdout.Run(context.Background(), plan)
	if err == nil || !strings.Contains(err.Error(), "another partition set") {
		t.Errorf("a nested set of another set: %v", err)
	}
}

// BenchmarkInnerFolds evaluates svm and knn on a 10 x 2 BCV of 1,000 records, alone and with 2 inner replications in
// the halves of 10 half-splits, by one worker: inner folds should take at most 1.5 times what the others take.
func BenchmarkInnerFolds(b *testing.B) {
	outer, err := cv.New(cv.BCV, 1000, cv.Options{M: 10, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	set, err := cv.Nest(outer, 10, 2, cv.Options{})
	if err != nil {
		b.Fatal(err)
	}
	d := drawn(1000, 20, false)
	for _, name := range []string{"svm", "knn(k=5)"} {
		l, err := catalogue.Parse(name)
		if err != nil {
			b.Fatal(err)
		}
		for what, inner := range map[string]*cv.Nested{"plain": nil, "nested": &set} {
			b.Run(name+"/"+what, func(b *testing.B) {
				for b.Loop() {
					_, err := holdout.Run(context.Background(), holdout.Plan{Data: d, Learners: []learn.Learner{l},
						Set: outer, Inner: inner, Workers: 1})
					if err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
