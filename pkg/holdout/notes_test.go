package holdout_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/pkg/learn/tune"
	"github.com/block-regularized/bcv/pkg/results"
)

// twoClasses are 40 records of two classes that x1 separates; x2 is large, and constant
// but for the last record.
func twoClasses() *dataset.Data {
	d := &dataset.Data{Name: "two", X: mat.NewDense(40, 2, nil), Classes: []string{"a", "b"}, Class: make([]int32, 40)}
	for i := range 40 {
		d.Class[i] = int32(i % 2)
		d.X.SetRow(i, []float64{float64(i%2) + float64(i)/1000, 7})
	}
	d.X.Set(39, 1, 8)
	return d
}

// A learner says once what is wrong with its fits: in one run, in pieces, and in a set
// that grows.
func TestNotes(t *testing.T) {
	d := twoClasses()
	set, err := cv.New(cv.BCV, 40, cv.Options{M: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	scaled := func(l learn.Learner) learn.Learner {
		return pipeline.Pipeline{Steps: []pipeline.Step{pipeline.Scale{}}, Learner: l}
	}
	plan := holdout.Plan{Data: d, Set: set, Learners: []learn.Learner{svm.SVM{}, scaled(svm.SVM{}), linear.Logistic{},
		scaled(linear.Logistic{}), linear.Logistic{Penalty: 1}}}
	const constant, plane = ", in 3 of 6 folds: feature x2 is constant", ", in 6 of 6 folds: a plane separates"
	want := []string{"svm" + constant, "logistic" + plane, "scale | logistic" + plane}
	check := func(of string, got, want []string) {
		t.Helper()
		if len(got) != len(want) || !slices.EqualFunc(got, want, strings.HasPrefix) {
			t.Errorf("notes of %s: got %q, want beginnings %q", of, got, want)
		}
	}
	r, err := holdout.Run(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	check("a run", r.Notes, want)

	pieces, err := holdout.NewPieces(plan)
	if err != nil {
		t.Fatal(err)
	}
	all := make([]holdout.Piece, len(plan.Learners))
	for a := range all {
		for split := range pieces.Splits() {
			one, err := pieces.Compute(t.Context(), a, split)
			if err != nil {
				t.Fatal(err)
			}
			all[a].Predicted, all[a].Notes = append(all[a].Predicted, one.Predicted...),
				append(all[a].Notes, one.Notes...)
		}
	}
	collected, err := pieces.Results(all)
	if err != nil {
		t.Fatal(err)
	}
	check("pieces", collected.Notes, want)

	g, err := holdout.NewGrowing(t.Context(), holdout.Plan{Data: d,
		Learners: []learn.Learner{svm.SVM{}, linear.Logistic{Penalty: 1}},
		Set:      cv.Set{Method: cv.BCV, N: 40, Seed: 1}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for m := 1; m <= 3; m++ {
		r, err := g.Evaluate(m)
		if err != nil {
			t.Fatal(err)
		}
		check("a set that grows", r.Notes, []string{fmt.Sprintf("svm, in %d of %d folds: feature x2", m, 2*m)})
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
}

// A tuned learner says how often each setting won.
func TestWinners(t *testing.T) {
	d := twoClasses()
	set, err := cv.New(cv.BCV, 40, cv.Options{M: 3, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	knn := func(k int) learn.Learner { return neighbour.KNN{K: k} }
	for i := range 4 { // some noise
		d.Class[5*i] = 1 - d.Class[5*i]
	}
	plan := holdout.Plan{Data: d, Set: set, Learners: []learn.Learner{tune.Tune{Learners: []learn.Learner{knn(1), knn(9)}},
		tune.Tune{Learners: []learn.Learner{knn(1)}}}}
	r, err := holdout.Run(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"tune(knn(k=1) or knn(k=9)): knn(k=9) won on 4 of 6 folds, knn(k=1) on 2"}
	if !slices.Equal(r.Notes, want) {
		t.Errorf("notes %q, want %q", r.Notes, want)
	}
	if got, want := r.Choice(1, 0, 0), (results.Choice{Setting: "knn(k=1)", Only: true}); got != want {
		t.Errorf("a single setting: %+v, want %+v", got, want)
	}

	// In another run the inner folds are others; a single setting is trained once.
	plan.Runs = 2
	plan.Learners[0] = tune.Tune{Learners: []learn.Learner{knn(3), knn(9)}, Metric: "log_loss"}
	two, err := holdout.Run(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	for f := range set.FoldCount() {
		if two.Choice(0, 1, f).Value == two.Choice(0, 0, f).Value {
			same++
		}
	}
	if same == set.FoldCount() {
		t.Error("both runs have the same values, want other inner folds")
	}
	if got := two.Choice(1, 1, 0); got != (results.Choice{}) {
		t.Errorf("run 2 of a single setting: %+v", got)
	}
}
