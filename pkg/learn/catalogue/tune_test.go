package catalogue

import (
	"testing"

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
	} {
		l, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if l.String() != text {
			t.Errorf("%s is written %s", text, l)
		}
		for i, one := range l.(tune.Tune).Learners {
			if one.String() != want[i] {
				t.Errorf("%s: setting %d is %s, want %s", text, i+1, one, want[i])
			}
		}
	}
}

// A tuned learner knows nothing of records outside its training set.
func TestTuneContract(t *testing.T) {
	for _, text := range []string{"tune(knn(k=3|7), folds=3)", "tune(pca(1|2) | logistic, folds=2)",
		"scale | tune(knn(k=3|7), folds=2)"} {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		contract(t, l)
	}
}
