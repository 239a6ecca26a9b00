package compare_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
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
	resampled := compare.Options{Methods: []string{"resampled-t"}}
	for name, c := range map[string]struct {
		rows []lossRow
		opt  compare.Options
		said bool   // that they are random hold-outs
		want string // in the error
	}{
		"equal sizes":        {losses(5, 1, ""), compare.Options{}, false, "5 random hold-outs, or 5 runs on one test set?"},
		"a wanted method":    {losses(5, 1, ""), resampled, false, "or 5 runs on one test set?"},
		"unknown sizes":      {unsized, resampled, false, "or 5 runs on one test set?"},
		"said":               {losses(5, 1, ""), compare.Options{}, true, ""},
		"a named set":        {losses(5, 1, "rlt:1:3b4fe958a5e9fe59"), compare.Options{}, false, ""},
		"unequal sizes":      {unequal, resampled, false, ""},
		"one hold-out":       {losses(1, 1, ""), compare.Options{}, false, ""},
		"a cross-validation": {losses(5, 2, ""), compare.Options{}, false, ""},
	} {
		_, err := ofHoldOuts(c.rows, c.said, c.opt)
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
		rows         []predictionRow
	}{
		{"mcnemar", "mcnemar is a test for one hold-out; the predictions come from 5 hold-outs", drawn},
		{"mcnemar-exact", "mcnemar-exact is a test for one hold-out; the predictions come from 2 x 2 CV",
			predictionRows(2, 2, 60)},
		{"kfold-mcnemar", "kfold-mcnemar is a test for one K-fold CV; the predictions come from 2 x 2 CV",
			predictionRows(2, 2, 60)},
		{"kfold-mcnemar", "kfold-mcnemar is a test for one K-fold CV; the predictions come from one hold-out",
			predictionRows(1, 1, 60)},
	} {
		_, err := ofPredictions(c.rows, compare.Options{Methods: []string{c.method}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.method, err, c.want)
		}
	}
	_, err := ofPredictions(predictionRows(1, 1, 60), compare.Options{Methods: []string{"mcnemar"}, Delta: 0.1})
	if err == nil || strings.Count(err.Error(), "mcnemar") != 1 || strings.Count(err.Error(), "infer:") != 1 {
		t.Errorf("error %v, want the name of the test once", err)
	}
}

// A verdict about one hold-out has Tango's interval, as bcv mcnemar prints it.
func TestHoldOutHasAnInterval(t *testing.T) {
	rows := predictionRows(1, 1, 100)
	var table infer.Contingency
	for i := range 100 { // the rows of old come before the rows of new
		old, new := rows[i].Truth == rows[i].Predicted, rows[100+i].Truth == rows[100+i].Predicted
		switch {
		case old && new:
			table.N11++
		case old:
			table.N10++
		case new:
			table.N01++
		default:
			table.N00++
		}
	}
	for _, methods := range [][]string{nil, {"mcnemar-exact"}} {
		for _, alternative := range []infer.Alternative{infer.TwoSided, infer.Less} {
			r, err := ofPredictions(rows, compare.Options{Methods: methods, Alternative: alternative, Alpha: 0.1})
			if err != nil {
				t.Fatal(err)
			}
			want, err := infer.PairedEffect(table, infer.Options{Alternative: alternative, Alpha: 0.1})
			if err != nil {
				t.Fatal(err)
			}
			v := r.Verdicts[0]
			if v.Low != want.DifferenceCI.Low || v.High != want.DifferenceCI.High ||
				math.Abs(v.Estimate-want.Difference) > 1e-12 {
				t.Errorf("%s, %v: %v [%v, %v], want %+v", v.Method, alternative, v.Estimate, v.Low, v.High, want)
			}
		}
	}
}

// A region of practical equivalence belongs to a posterior: where no verdict has one it is
// refused, and of several data sets the posterior of all has it.
func TestRopeNeedsAPosterior(t *testing.T) {
	for name, c := range map[string]struct {
		replications, folds int
		said                bool // that they are random hold-outs
		opt                 compare.Options
		want                string // in the error; empty for none
	}{
		"10-fold CV": {1, 10, false, compare.Options{Rope: 0.01},
			"a rope is for a posterior, as paired and correlated-t on folds, and the verdicts are by corrected-repeated-kfold-t"},
		"10-fold CV, correlated": {1, 10, false, compare.Options{Rope: 0.01, Methods: []string{"correlated-t"}}, ""},
		"10-fold CV, all":        {1, 10, false, compare.Options{Rope: 0.01, All: true}, ""},
		"5 x 2 CV":               {5, 2, false, compare.Options{Rope: 0.01}, ""},
		"5 x 2 CV, a test": {5, 2, false, compare.Options{Rope: 0.01, Methods: []string{"5x2-t"}},
			"the verdicts are by 5x2-t on 5 x 2 CV"},
		"random hold-outs": {15, 1, true, compare.Options{Rope: 0.01},
			"the verdicts are by corrected-resampled-t"},
		"hold-outs that are none": {5, 2, true, compare.Options{}, "the results are of 5 x 2 CV"},
	} {
		_, err := ofHoldOuts(losses(c.replications, c.folds, ""), c.said, c.opt)
		if got := fmt.Sprint(err); c.want == "" && err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %q", name, got, c.want)
		}
	}
	if r, err := ofPredictions(predictionRows(1, 1, 60), compare.Options{Rope: 0.1}); err != nil ||
		math.IsNaN(r.Verdicts[0].PRope) {
		t.Errorf("one hold-out: %v, want the probability of the rope, as of the items of a test set", err)
	}
}
