package compare_test

import (
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/infer"
)

// Losses of one fold per replication may be runs on one test set, which no test of hold-outs
// is about: refused, unless something shows that the test sets differ.
func TestHoldOutsOrRuns(t *testing.T) {
	unequal := losses(5, 1, "")
	for i := range unequal {
		unequal[i].NValid += unequal[i].Replication % 2
	}
	unsized := losses(5, 1, "")
	for i := range unsized {
		unsized[i].NValid = 0
	}
	for name, c := range map[string]struct {
		rows []fold.LossRow
		opt  compare.Options
		want string // in the error
	}{
		"equal sizes":        {losses(5, 1, ""), compare.Options{}, "5 random hold-outs, or 5 runs on one test set?"},
		"a wanted method":    {losses(5, 1, ""), compare.Options{Method: "resampled-t"}, "or 5 runs on one test set?"},
		"unknown sizes":      {unsized, compare.Options{Method: "resampled-t"}, "or 5 runs on one test set?"},
		"said":               {losses(5, 1, ""), compare.Options{RandomHoldOuts: true}, ""},
		"a named set":        {losses(5, 1, "rlt:1:3b4fe958a5e9fe59"), compare.Options{}, ""},
		"unequal sizes":      {unequal, compare.Options{Method: "resampled-t"}, ""},
		"one hold-out":       {losses(1, 1, ""), compare.Options{}, ""},
		"a cross-validation": {losses(5, 2, ""), compare.Options{}, ""},
	} {
		_, err := compare.Losses(c.rows, c.opt)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

// McNemar's tests take all results or none.
func TestMcNemarOnAllFolds(t *testing.T) {
	drawn := predictionRows(5, 1, 60) // each replication has test records of its own
	for i := range drawn {
		drawn[i].Record += 60 * drawn[i].Replication
	}
	for _, c := range []struct {
		method, want string
		rows         []fold.PredictionRow
	}{
		{"mcnemar", "mcnemar is a test for one hold-out; the predictions come from 5 hold-outs", drawn},
		{"mcnemar-exact", "mcnemar-exact is a test for one hold-out; the predictions come from 2 x 2 CV", predictionRows(2, 2, 60)},
		{"kfold-mcnemar", "kfold-mcnemar is a test for one K-fold CV; the predictions come from 2 x 2 CV", predictionRows(2, 2, 60)},
		{"kfold-mcnemar", "kfold-mcnemar is a test for one K-fold CV; the predictions come from one hold-out", predictionRows(1, 1, 60)},
	} {
		_, err := compare.Predictions(c.rows, compare.Options{Method: c.method})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.method, err, c.want)
		}
	}
	_, err := compare.Predictions(predictionRows(1, 1, 60), compare.Options{Method: "mcnemar", Delta: 0.1})
	if err == nil || strings.Count(err.Error(), "mcnemar") != 1 || strings.Count(err.Error(), "infer:") != 1 {
		t.Errorf("error %v, want the name of the test once", err)
	}
}

// A verdict about one hold-out has Tango's interval, as bcv mcnemar prints it.
func TestHoldOutHasAnInterval(t *testing.T) {
	rows := predictionRows(1, 1, 100)
	p, err := fold.PredictionsOf(rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{"", "mcnemar-exact"} {
		for _, alternative := range []infer.Alternative{infer.TwoSided, infer.Less} {
			r, err := compare.Predictions(rows, compare.Options{Method: method, Alternative: alternative, Alpha: 0.1})
			if err != nil {
				t.Fatal(err)
			}
			want, err := infer.PairedEffect(p.Folds[0].Table, infer.Options{Alternative: alternative, Alpha: 0.1})
			if err != nil {
				t.Fatal(err)
			}
			v := r.Verdicts[0]
			if v.Low != want.DifferenceCI.Low || v.High != want.DifferenceCI.High || math.Abs(v.Estimate-want.Difference) > 1e-12 {
				t.Errorf("%s, %v: %v [%v, %v], want %+v", v.Method, alternative, v.Estimate, v.Low, v.High, want)
			}
		}
	}
}
