package catalogue

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/impute"
	"github.com/block-regularized/bcv/pkg/learn/onevsrest"
)

// A record of weight 2 is the record taken twice, for every learner that takes weights.
func TestWeights(t *testing.T) {
	var taking []string
	for _, e := range Entries() {
		for _, settings := range append([]string{""}, settingsOf[e.Name]...) {
			text := e.Name
			if settings != "" {
				text += "(" + settings + ")"
			}
			if e.Name == "tune" { // its inner folds would divide the repeated records otherwise
				continue
			}
			l, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if !l.Traits().Weights {
				continue
			}
			taking = append(taking, text)
			for _, numbers := range []int{4, 50} {
				doubled(t, l, numbers)
			}
			doubled(t, learn.Named{Learner: l, Name: "named"}, 4)
			doubled(t, impute.Impute{Learner: l, OneHot: true}, 4)
		}
	}
	want := []string{"mean", "ols", "ridge", "ridge(standardize)", "majority", "nearestmean", "logistic",
		"logistic(penalty=0.1)", "onevsrest"}
	if !slices.Equal(taking, want) {
		t.Errorf("weights are taken by %q, want %q", taking, want)
	}
	if got := weighing(); !slices.Equal(got, slices.DeleteFunc(want, func(s string) bool { return s != name(s) })) {
		t.Errorf("weighing gives %q", got)
	}
}

// name returns the name of a learner without its settings.
func name(text string) string {
	n, _, _ := split(text)
	return n
}

// doubled trains on 60 records, every third of them twice, and on the same with weights.
func doubled(t *testing.T, l learn.Learner, numbers int) {
	t.Helper()
	for _, kind := range []target{response, classes} {
		d := draw(90, numbers, 0, kind)
		var rows, train, several []int32
		for i := range int32(90) {
			rows = append(rows, i)
			if i < 60 {
				train = append(train, i)
			}
		}
		for i := range int32(20) {
			rows = append(rows, 3*i)
		}
		repeated := d.Take(rows)
		d.Weights = make([]float64, 90)
		for i := range d.Weights {
			d.Weights[i] = 1
			if i%3 == 0 {
				d.Weights[i] = 2
			}
		}
		for i := range int32(110) {
			if i < 60 || i >= 90 {
				several = append(several, i)
			}
		}
		weighted, err := l.Prepare(t.Context(), d)
		if err != nil {
			if !errors.Is(err, learn.ErrNumbers) && !errors.Is(err, learn.ErrClasses) {
				t.Errorf("%s: %v", l, err)
			}
			continue
		}
		twice, err := l.Prepare(t.Context(), repeated)
		if err != nil {
			t.Fatal(err)
		}
		one, two := weighted.NewFitter(nil), twice.NewFitter(nil)
		_, errOne := one.Fit(t.Context(), train)
		_, errTwo := two.Fit(t.Context(), several)
		if err := errors.Join(errOne, errTwo); err != nil {
			t.Fatal(err)
		}
		alike(t, l, one, two, rows[60:90], d.K())
	}
}

// alike compares predictions and probabilities.
func alike(t *testing.T, l learn.Learner, one, two learn.Fitter, rows []int32, k int) {
	t.Helper()
	got, want := make([]float64, len(rows)), make([]float64, len(rows))
	one.Predict(rows, got)
	two.Predict(rows, want)
	if p, ok := one.(learn.Prober); ok {
		got, want = append(got, make([]float64, len(rows)*k)...), append(want, make([]float64, len(rows)*k)...)
		if err := errors.Join(p.Probabilities(rows, got[len(rows):]),
			two.(learn.Prober).Probabilities(rows, want[len(rows):])); err != nil {
			t.Fatal(err)
		}
	}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-7*max(1, math.Abs(want[i])) {
			t.Errorf("%s: %v with weights, want %v of repeated records", l, got[i], want[i])
			return
		}
	}
}

// Other learners refuse weights, also behind steps and in wrappers, unless they are to be left out.
func TestWeightsRefused(t *testing.T) {
	d := draw(90, 4, 0, classes)
	d.Weights = make([]float64, 90)
	for i := range d.Weights {
		d.Weights[i] = 1 + float64(i%2)
	}
	for _, text := range []string{"svm", "scale | knn", "forest(trees=5)"} {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range []learn.Learner{l, learn.Named{Learner: l, Name: "x"}, impute.Impute{Learner: l},
			onevsrest.OneVsRest{Binary: l}} {
			if err := learn.Check(l, d); !errors.Is(err, learn.ErrWeights) {
				t.Errorf("%s: Check gives %v, want %v", l, err, learn.ErrWeights)
			}
			if _, err := learn.Prepare(t.Context(), l, d); !errors.Is(err, learn.ErrWeights) {
				t.Errorf("%s: Prepare gives %v, want %v", l, err, learn.ErrWeights)
			}
			unweighted := learn.Named{Learner: l, Name: l.String(), Unweighted: true}
			if err := learn.Check(unweighted, d); err != nil {
				t.Errorf("%s: %v", l, err)
			}
			// A vote has no probability.
			if _, err := unweighted.Prepare(t.Context(), d); err != nil && l.String() != "onevsrest(svm)" {
				t.Errorf("%s: %v", l, err)
			}
		}
	}
}

// A learner that is to leave weights out trains as it does without them, in further runs too.
func TestUnweighted(t *testing.T) {
	d := draw(90, 4, 0, classes)
	with := draw(90, 4, 0, classes)
	with.Weights = make([]float64, 90)
	for i := range with.Weights {
		with.Weights[i] = 1 + 3*float64(i%2)
	}
	rows := make([]int32, 60)
	for i := range rows {
		rows[i] = int32(i)
	}
	for _, text := range []string{"logistic", "forest(trees=5)"} {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		named := learn.Named{Learner: l, Name: "x", Unweighted: true}
		if plain := (learn.Named{Learner: l, Name: "x"}); learn.Identity(named) == learn.Identity(plain) {
			t.Errorf("identity %s, want another than with weights", learn.Identity(named))
		}
		other, _ := learn.ForRun(named, 2)
		l2, _ := learn.ForRun(l, 2)
		for _, pair := range [][2]learn.Learner{{named, l}, {other, l2}} {
			one, err := learn.Prepare(t.Context(), pair[0], with)
			if err != nil {
				t.Fatal(err)
			}
			two, err := learn.Prepare(t.Context(), pair[1], d)
			if err != nil {
				t.Fatal(err)
			}
			a, b := one.NewFitter(nil), two.NewFitter(nil)
			_, errA := a.Fit(t.Context(), rows)
			_, errB := b.Fit(t.Context(), rows)
			if err := errors.Join(errA, errB); err != nil {
				t.Fatal(err)
			}
			alike(t, pair[0], a, b, rows, 2)
		}
	}
}
