package catalogue

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// Parse reads what String writes.
func TestRoundTrip(t *testing.T) {
	for _, text := range []string{
		"ols", "ridge(lambda=10)", "ridge(lambda=0.5, standardize)",
		"lasso(lambda=0.1)", "lasso(lambda=2, standardize)", "lasso(lambda=1, tolerance=1e-09)", "lasso(fraction=0.5)",
		"mean", "poisson", "negbin", "majority", "nearestmean", "knn", "knn(k=7, kernel=rectangular, scale=fold)",
		"1nn", "1nn(weights=0.5 2)",
		"logistic", "logistic(penalty=3)", "onevsrest(logistic)", "onevsrest(logistic(penalty=3))",
		"svm", "svm(kernel=linear, cost=10)", "svm(kernel=sigmoid, gamma=0.5, coef0=-1)",
		"svm(gamma=scale, scale=none)", "svm(gamma=0.25, scale=dataset, tolerance=1e-06)",
		"tree", "tree(minsplit=20, minleaf=7, mindev=0.001, maxdepth=3)",
		"gini-tree", "gini-tree(maxdepth=5)", "gini-tree(shuffle, seed=3)", "c4.5", "c4.5(minleaf=4)",
		"forest", "forest(trees=100, mtry=3, minleaf=5, seed=9)",
		"ripper", "ripper(folds=5, seed=7)", "ripper(optimizations=-1)",
		"pca(4) | logistic", "downsample | scale | pca(2) | knn(k=7)", "downsample(seed=3) | majority",
		"scale | yeojohnson | ols", "boxcox | ols", "mic(5) | scale | pca(2) | negbin",
	} {
		l, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if l.String() != text {
			t.Errorf("%s is written %s", text, l)
		}
	}
}

func TestParseSpaces(t *testing.T) {
	for _, text := range []string{" ridge( lambda = 3 ,standardize ) ", "ridge(standardize,lambda=3)"} {
		if l, err := Parse(text); err != nil || l.String() != "ridge(lambda=3, standardize)" {
			t.Errorf("%q: %v, %v", text, l, err)
		}
	}
	if l, err := Parse(" scale|pca( 3 )| ridge( lambda = 3 )"); err != nil ||
		l.String() != "scale | pca(3) | ridge(lambda=3)" {
		t.Errorf("%v, %v", l, err)
	}
	for text, want := range map[string]string{
		"ripper(optimizations=0)": "ripper(optimizations=-1)", "logistic(penalty=0)": "logistic",
		"svm(kernel=sigmoid, coef0=0)": "svm(kernel=sigmoid)", "onevsrest": "onevsrest(logistic)",
		" onevsrest( logistic ( penalty = 1 ) ) ": "onevsrest(logistic(penalty=1))",
	} {
		l, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if l.String() != want {
			t.Errorf("%s is read as %s, want %s", text, l, want)
		}
	}
	if l, err := Parse("ols()"); err != nil || l.String() != "ols" {
		t.Errorf("ols(): %v, %v", l, err)
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"oak", `no learner "oak"; use one of mean, ols, ridge`},
		{"ridge(lambda=1", "closing bracket"},
		{"ridge(lambda=x)", `lambda of ridge is "x"; give a number`},
		{"ridge(alpha=1)", `ridge has no setting "alpha"; its settings are lambda, standardize`},
		{"knn(k=0)", `k of knn is "0"; give 1 or more, or leave it out for the default`},
		{"tree(mindev=0)", `mindev of tree is "0"; give a number above 0, or leave it out for the default`},
		{"ridge(lambda=0.0)", `lambda of ridge is "0.0"; give a number above 0`},
		{"onevsrest(oak)", `no learner "oak"`},
		{"onevsrest(logistic", "closing bracket"},
		{"ols(x=1)", `ols has no settings, not "x"`},
		{"ridge(standardize=1)", "no value"},
		{"svm(kernel=cubic)", "rbf or linear or sigmoid"},
		{"ripper(folds=2.5)", "whole number"},
		{"1nn(weights=1 x)", "numbers with blanks"},
		{"ripper(seed=-1)", "whole number from 0"},
		{"ridge(lambda=1, lambda=2)", "twice"},
		{"ridge(,)", "empty setting"},
		{"oak | ols", `no step "oak"; use one of downsample, scale, onehot, yeojohnson, boxcox, mic, pca`},
		{"scale | oak", `no learner "oak"`},
		{"ols | ridge", `ols is a learner and belongs once, at the end of "ols | ridge"`},
		{"scale | pca(2)", "pca is a step; put a learner behind it"},
		{"pca(2)", `as in "pca(2) | logistic"`},
		{"scale |", "ends without a learner"},
		{"| ols", "an empty step"},
		{"pca | ols", "pca needs the number of components; write as pca(4)"},
		{"pca(2, 3) | ols", "pca needs the number of components"},
		{"mic | ols", "mic needs the number of features; write as mic(4)"},
		{"pca(0) | ols", `number of components of pca is "0"; give a whole number from 1`},
		{"pca(k=2) | ols", `number of components of pca is "k=2"`},
		{"scale(2) | ols", "scale has no settings"},
		{"downsample(size=2) | ols", `downsample has no setting "size"`},
	} {
		if _, err := Parse(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.text, err, c.want)
		}
	}
}

func TestEntries(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range slices.Concat(Entries(), Steps()) {
		if seen[e.Name] || e.What == "" {
			t.Errorf("entry %+v", e)
		}
		seen[e.Name] = true
	}
}

// A learner can be prepared for the kind of target that its entry names, and for no other.
func TestPredicts(t *testing.T) {
	x := mat.NewDense(8, 1, []float64{1, 2, 3, 5, 4, 7, 6, 8})
	data := map[string]*dataset.Data{
		ofClasses: {Name: "c", X: x, Classes: []string{"a", "b"}, Class: []int32{0, 1, 0, 1, 0, 1, 0, 1}},
		ofNumbers: {Name: "r", X: x, Response: []float64{0, 3, 1, 2, 4, 1, 2, 3}},
	}
	for _, e := range Entries() {
		if e.Predicts == ofEither { // TestTunePredicts
			continue
		}
		l, err := Parse(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		for what, d := range data {
			_, err := l.Prepare(t.Context(), d)
			if (err == nil) != (e.Predicts == what) {
				t.Errorf("%s, which predicts %s, on %s: error %v", e.Name, e.Predicts, what, err)
			}
			if refused := map[string]error{ofClasses: learn.ErrClasses, ofNumbers: learn.ErrNumbers}[what]; e.Predicts != what &&
				!errors.Is(err, refused) {
				t.Errorf("%s on %s: got the error %v, want %v", e.Name, what, err, refused)
			}
		}
		if !slices.Contains(predicting(e.Predicts), e.Name) {
			t.Errorf("%s is not in the list of learners that predict %s", e.Name, e.Predicts)
		}
	}
}

func ExampleParse() {
	l, err := Parse("lasso(lambda=0.3, standardize)")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%#v\n", l)
	// Output: linear.Lasso{Lambda:0.3, Fraction:0, Standardize:true, Tolerance:0}
}

// Learners that say that they need numbers refuse levels when they are prepared, and no others do; turned into columns
// all take them.
func TestNumeric(t *testing.T) {
	x := mat.NewDense(8, 2, []float64{1, 0, 2, 1, 3, 0, 5, 1, 4, 0, 7, 1, 6, 0, 8, 2})
	features := []dataset.Feature{{Name: "size"}, {Name: "colour", Levels: []string{"red", "green", "blue"}}}
	data := map[string]*dataset.Data{
		ofClasses: {Name: "c", X: x, Features: features, Classes: []string{"a", "b"}, Class: []int32{0, 1, 0, 1, 0, 1, 0, 1}},
		ofNumbers: {Name: "r", X: x, Features: features, Response: []float64{0, 3, 1, 2, 4, 1, 2, 3}},
	}
	texts := []string{"scale | c4.5", "pca(1) | c4.5", "onehot | knn", "onehot | scale | knn", "downsample | knn", "downsample | c4.5",
		"tune(knn(k=1|3))", "tune(c4.5)"}
	for _, e := range Entries() {
		if e.Predicts != ofEither {
			texts = append(texts, e.Name)
		}
	}
	some := map[bool]int{}
	for _, text := range texts {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		d := data[ofClasses]
		if slices.Contains(predicting(ofNumbers), text) && !slices.Contains(predicting(ofClasses), text) {
			d = data[ofNumbers]
		}
		_, err = learn.Prepare(t.Context(), l, d)
		if refused := err != nil && strings.Contains(err.Error(), "has levels, not numbers"); refused != l.Traits().Numeric {
			t.Errorf("%s: needs numbers %v, and on levels %v", text, l.Traits().Numeric, err)
		}
		some[l.Traits().Numeric]++
		if _, err := learn.Prepare(t.Context(), learn.Coded{Learner: l}, d); err != nil {
			t.Errorf("%s on columns of 0 and 1: %v", text, err)
		}
	}
	if some[true] < 8 || some[false] < 5 {
		t.Errorf("got %v", some)
	}
}
