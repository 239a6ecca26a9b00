package catalogue

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/learn/tune"
)

// Tune lists all combinations, the last alternative fastest, and is written as it was read.
func TestTune(t *testing.T) {
	for text, want := range map[string][]string{
		"tune(knn(k=3|7, scale=none|fold), metric=roc_auc, folds=4, draws=2, seed=1)": {
			"knn(k=3)", "knn(k=3, scale=fold)", "knn(k=7)", "knn(k=7, scale=fold)"},
		"tune(pca(2|4) | logistic(penalty=1|2))": {"pca(2) | logistic(penalty=1)", "pca(2) | logistic(penalty=2)",
			"pca(4) | logistic(penalty=1)", "pca(4) | logistic(penalty=2)"},
		"tune(svm, metric=fbeta(beta=0.5), positive=high)": {"svm"},
		"scale | tune(onevsrest(logistic(penalty=1|2)))": {
			"onevsrest(logistic(penalty=1))", "onevsrest(logistic(penalty=2))"},
		"tune(1nn(weights=1 2|2 1))": {"1nn(weights=1 2)", "1nn(weights=2 1)"},
	} {
		l, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if l.String() != text {
			t.Errorf("%s is written %s", text, l)
		}
		if after, is := l.(pipeline.Pipeline); is {
			l = after.Learner
		}
		got := l.(tune.Tune).Learners
		if len(got) != len(want) {
			t.Errorf("%s: %d settings, want %d", text, len(got), len(want))
			continue
		}
		for i, one := range got {
			if one.String() != want[i] {
				t.Errorf("%s: setting %d is %s, want %s", text, i+1, one, want[i])
			}
		}
	}
}

func TestTuneErrors(t *testing.T) {
	for text, want := range map[string]string{
		"tune":                               "tune needs a learner with alternatives",
		"tune()":                             `no learner ""`,
		"tune(knn(k=1|3)":                    "lacks its closing bracket",
		"knn(k=1|3)":                         `"knn(k=1|3)" lists alternatives; write as "tune(knn(k=1|3))"`,
		"pca(1|2) | knn":                     `"pca(1|2) " lists alternatives`,
		"tune(tune(knn(k=1|3)))":             "tunes within tune",
		"tune(knn(k=1||3))":                  "empty alternative",
		"tune(knn(k=1|x))":                   `k of knn is "x"; give a whole number`,
		"tune(knn(k=1|3), draws=3)":          "3 draws of the 2 settings",
		"tune(knn(k=1|3), fold=3)":           `tune has no setting "fold"; its settings are metric, positive, folds, draws`,
		"tune(knn(k=1|3), folds=2, folds=3)": "sets folds twice",
		"tune(knn(k=1|3), folds=0)":          `folds of tune is "0"; give 1 or more`,
		"tune(knn(k=1" + strings.Repeat("|1", 10_000) + "))": "more than 10000 settings",
	} {
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: error %v, want %q", text, err, want)
		}
	}
}

// Tune predicts what the learner inside predicts.
func TestTunePredicts(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{1, 2, 3, 5})
	classes := &dataset.Data{X: x, Classes: []string{"a", "b"}, Class: []int32{0, 1, 0, 1}}
	numbers := &dataset.Data{X: x, Response: []float64{0, 3, 1, 2}}
	for _, c := range []struct {
		text string
		data *dataset.Data
		want error
	}{{"tune(ridge(lambda=1|2))", numbers, nil}, {"tune(ridge(lambda=1|2))", classes, learn.ErrClasses},
		{"tune(knn(k=1|2))", classes, nil}, {"tune(knn(k=1|2))", numbers, learn.ErrNumbers}} {
		l, err := Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Prepare(t.Context(), c.data); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.text, err, c.want)
		}
	}
}

// A tuned learner knows nothing of records outside its training set.
func TestTuneContract(t *testing.T) {
	for _, text := range []string{"tune(pca(1|2) | logistic, folds=2)", "scale | tune(knn(k=3|7), folds=2)",
		"tune(ridge(lambda=1|100), folds=2, metric=mae)", "tune(forest(trees=3|5), metric=log_loss, folds=2, draws=2)"} {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		contract(t, l)
	}
}

// Between quotation marks of a command commas, bars and blanks are text.
func TestAlternativesBetweenQuotationMarks(t *testing.T) {
	got, err := Alternatives(`python3 'a|b, c.py' --k=1|"2|3" it\|s`, true)
	if want := []string{`python3 'a|b, c.py' --k=1 it\|s`, `python3 'a|b, c.py' --k="2|3" it\|s`}; err != nil ||
		!slices.Equal(got, want) {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if got := divide(`python3 'a, b.py' "c)", folds=3, x=(1,2)`); len(got) != 3 || got[0] != `python3 'a, b.py' "c)"` {
		t.Errorf("got %q", got)
	}
}
