package catalogue

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/impute"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
	"github.com/block-regularized/bcv/pkg/learn/onevsrest"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
	"github.com/block-regularized/bcv/pkg/learn/rule"
	"github.com/block-regularized/bcv/pkg/learn/tree"
)

// settingsOf are settings under which a learner prepares something else than by
// default.
var settingsOf = map[string][]string{
	"ridge":    {"standardize"},
	"lasso":    {"standardize", "fraction=0.5"},
	"logistic": {"penalty=0.1"},
	"knn":      {"scale=fold", "scale=dataset", "kernel=rectangular"},
	"svm": {"scale=none", "scale=dataset", "gamma=scale, scale=none", "kernel=linear", "kernel=linear, scale=none",
		"kernel=sigmoid", "kernel=sigmoid, scale=none", "probability=platt", "probability=isotonic, kernel=linear"},
	"gini-tree": {"shuffle"},
}

// No learner knows anything of records outside its training set.
func TestContract(t *testing.T) {
	for _, e := range Entries() {
		for _, settings := range append([]string{""}, settingsOf[e.Name]...) {
			text := e.Name
			if settings != "" {
				text += "(" + settings + ")"
			}
			switch e.Name {
			case "forest":
				text = "forest(trees=20)"
			case "tune":
				text = "tune(knn(k=3|7), folds=3)"
			}
			l, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			contract(t, l)
			if other, draws := learn.ForRun(l, 2); draws {
				contract(t, other)
			}
		}
	}
}

// Learners that take a seed draw other numbers in another run, and keep their name; others are the same.
func TestForRun(t *testing.T) {
	draws := map[string]bool{"forest(trees=20)": true, "ripper": true, "gini-tree(shuffle)": true, "gini-tree": false,
		"c4.5": false, "logistic": false, "downsample | logistic": true, "scale | logistic": false,
		"scale | forest(trees=20)": true}
	for text, want := range draws {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for name, l := range map[string]learn.Learner{"": l, "named ": learn.Named{Learner: l, Name: "x"},
			"imputed ": impute.Impute{Learner: l}, "one vs rest ": onevsrest.OneVsRest{Binary: l}} {
			other, got := learn.ForRun(l, 2)
			if got != want {
				t.Errorf("%s%s: draws %v, want %v", name, text, got, want)
			}
			if other.String() != l.String() {
				t.Errorf("%s%s: run 2 is called %s", name, text, other)
			}
		}
	}
	for _, l := range []learn.Learner{tree.Forest{Seed: 7}, tree.CART{Criterion: tree.Gini, Shuffle: true, Seed: 7},
		rule.RIPPER{Seed: 7}} {
		again := l.Traits().ForRun
		again(3) // does not count
		if got, want := fmt.Sprintf("%#v", again(2)), fmt.Sprintf("%#v", l); got != strings.Replace(want, "Seed:0x7",
			fmt.Sprintf("Seed:%#x", learn.RunSeed(7, 2)), 1) {
			t.Errorf("run 2 of %s is %s", want, got)
		}
	}
}

// pipelines has every step before learners of all kinds.
var pipelines = []string{
	"downsample(seed=1) | logistic", "downsample | svm", "scale | ridge(lambda=1)", "scale | logistic", "pca(2) | ols",
	"pca(4) | logistic", "pca(3) | forest(trees=20)",
	"downsample(seed=1) | scale | pca(4) | knn(scale=fold)",
	"mic(2) | ols", "mic(3) | scale | pca(2) | negbin", "mic(2) | logistic",
	"yeojohnson | logistic", "boxcox | ols", "downsample(seed=1) | scale | yeojohnson | pca(4) | logistic",
	"onehot | logistic", "onehot | scale | pca(3) | knn(scale=fold)", "downsample | onehot | logistic",
	"onehot | ridge(lambda=1)",
}

// No step before a learner does, either.
func TestPipelineContract(t *testing.T) {
	for _, e := range Steps() {
		if !strings.Contains(strings.Join(pipelines, " "), e.Name) {
			t.Errorf("no pipeline has the step %s", e.Name)
		}
	}
	for _, text := range pipelines {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, is := l.(pipeline.Pipeline); !is || l.String() != text {
			t.Errorf("%s is read as %s", text, l)
		}
		contract(t, l)
	}
}

// target is the kind of target of a data set.
type target string

const (
	response target = "response"
	counts   target = "counts"
	classes  target = "classes"
)

// contract tests a learner on all kinds of data that it takes: a response, counts or two
// classes; few numbers, numbers such as levels turned into columns, levels.
func contract(t *testing.T, l learn.Learner) {
	t.Helper()
	taken := 0
	for _, target := range []target{response, counts, classes} {
		for _, width := range []struct {
			name           string
			numbers, names int
		}{{"few numbers", 6, 0}, {"many numbers", 36, 0}, {"levels", 3, 2}} {
			d := draw(80, width.numbers, width.names, target)
			if _, err := l.Prepare(t.Context(), d); err != nil {
				if !refusesKind(err) {
					t.Errorf("%s, %s: %v", l, width.name, err)
				}
				continue
			}
			taken++
			if target == counts && takesResponse(l, width.numbers, width.names) {
				continue
			}
			c := learntest.Case{Learner: l, Data: d, Counts: target == counts}
			c.PredictsOtherwise = strings.Contains(l.String(), "probability=")
			c.Varied = strings.Contains(l.String(), "yeojohnson") || strings.Contains(l.String(), "boxcox")
			if strings.Contains(l.String(), "scale=dataset") {
				c.FeaturesOfAll = "scale=dataset"
			}
			t.Run(width.name, func(t *testing.T) { learntest.Contract(t, c) })
		}
	}
	if taken < 2 {
		t.Errorf("%s takes %d of the data sets", l, taken)
	}
}

// refusesKind reports whether an error is about a learner that does not accept such a target or such features.
func refusesKind(err error) bool {
	for _, word := range []string{"classes", "levels, not numbers", "counts are whole numbers"} {
		if strings.Contains(err.Error(), word) {
			return true
		}
	}
	return false
}

// takesResponse reports whether a learner accepts any response: then counts are not a test of their own.
func takesResponse(l learn.Learner, numbers, names int) bool {
	_, err := l.Prepare(context.Background(), draw(80, numbers, names, response))
	return err == nil
}

// draw returns n records with normal features and features of four levels, which
// the target depends on.
func draw(n, numbers, names int, target target) *dataset.Data {
	rng := rand.New(rand.NewPCG(8, 8))
	d := &dataset.Data{X: mat.NewDense(n, numbers+names, nil)}
	for j := range numbers + names {
		f := dataset.Feature{Name: "x" + string(rune('a'+j%26)) + strings.Repeat("'", j/26)}
		if j >= numbers {
			f.Levels = []string{"north", "east", "south", "west"}
		}
		d.Features = append(d.Features, f)
	}
	for i := range n {
		row := d.X.RawRowView(i)
		for j := range row {
			row[j] = 5 + rng.NormFloat64()
			if j >= numbers {
				row[j] = float64(rng.IntN(4))
			}
		}
		y := row[0] - row[1] + row[numbers+names-1]/4 + rng.NormFloat64()
		switch target {
		case response:
			d.Response = append(d.Response, y)
			continue
		case counts:
			d.Response = append(d.Response, math.Round(math.Exp(y/2)))
			continue
		}
		d.Classes = []string{"low", "high"}
		d.Class = append(d.Class, 0)
		if y > 1 {
			d.Class[i] = 1
		}
	}
	return d
}

// Every classifier but the nearest mean and the nearest neighbour has probabilities, also behind steps.
func TestHasProbabilities(t *testing.T) {
	d := draw(80, 3, 0, classes)
	none := " gives no probabilities; use a learner that does, such as logistic, knn or forest"
	add := " gives no probabilities; add probability=platt to its settings"
	want := map[string]string{"nearestmean": none, "1nn": none, "scale | nearestmean": none, "svm": add,
		"scale | svm(cost=2)": add, "onevsrest(svm)": add, "svm(probability=platt)": "", "svm(probability=isotonic)": "",
		"scale | forest(trees=3)": ""}
	for _, name := range predicting(ofClasses) {
		want[name] += ""
	}
	for text, want := range want {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range []learn.Learner{l, learn.Named{Learner: l, Name: l.String()}} {
			p, err := l.Prepare(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if err := learn.HasProbabilities(l, p); err != nil {
				got = strings.TrimPrefix(err.Error(), text)
			}
			if got != want {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
		}
	}
}
