package importer

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// Files of data/samples that the tools wrote, or that were made by hand after their documentation where
// the name says so; the scripts beside them made them. The numbers of errors were counted
// by a few lines of Python that know nothing of folds.
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name   string
		read   reader
		files  []string
		opt    Options
		method cv.Method
		m, k   int
		n      int
		errors map[string]float64 // of all folds together
	}{
		{"sklearn", SKLearn, []string{"sklearn-knn.json", "sklearn-logistic.json"}, Options{}, cv.Mx2, 5, 2, 150,
			map[string]float64{"sklearn-knn": 59, "sklearn-logistic": 29}},
		{"caret", Caret, []string{"caret-knn.csv", "caret-lda.csv"}, Options{}, cv.Mx2, 5, 2, 150,
			map[string]float64{"caret-knn": 22, "caret-lda": 17}},
		{"tidymodels", Tidymodels, []string{"tidymodels-by-hand-lda.csv", "tidymodels-by-hand-tree.csv"}, Options{},
			cv.RepeatedKFold, 2, 10, 150, map[string]float64{"tidymodels-by-hand-lda": 6,
				"tidymodels-by-hand-tree": 19}},
		{"mlr3", MLR3, []string{"mlr3-by-hand.csv"}, Options{}, cv.RLT, 15, 1, 150,
			map[string]float64{"classif.lda": 8, "classif.tree": 29}},
		{"openml", OpenML, []string{"openml-by-hand-lda.arff", "openml-by-hand-tree.arff"}, Options{}, cv.KFold, 1, 10,
			150, map[string]float64{"openml-by-hand-lda": 3, "openml-by-hand-tree": 9}},
		{"weka csv", Weka, []string{"weka-j48.csv", "weka-bayes.csv"}, Options{}, cv.Mx2, 5, 2, 150,
			map[string]float64{"J48": 53, "NaiveBayes": 34}},
		{"weka arff", Weka, []string{"weka-j48.arff", "weka-bayes.arff"}, Options{}, cv.Mx2, 5, 2, 150,
			map[string]float64{"J48": 53, "NaiveBayes": 34}},
	} {
		all, err := c.read(testdata(c.files...), c.opt)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		r := all[0]
		if got, want := r.Design.ID.Method, c.method; got != want {
			t.Errorf("%s: got method %s, want %s", c.name, got, want)
		}
		if got, want := [3]int{r.Design.Replications, r.Design.Folds, r.Design.Records},
			[3]int{c.m, c.k, c.n}; got != want {
			t.Errorf("%s: got %v replications, folds and records, want %v", c.name, got, want)
		}
		if got := r.Design.ID.Fingerprint; len(got) != 16 {
			t.Errorf("%s: got fingerprint %q", c.name, got)
		}
		errors := map[string]float64{}
		for m, model := range r.Models {
			for f, v := range r.Values[0].Of(m) {
				if r.Metrics[0].HigherIsBetter {
					v = 1 - v
				}
				errors[model] += v * float64(r.Valid[f])
				if r.Train[f]+r.Valid[f] != c.n {
					t.Fatalf("%s: %d training and %d validation records of %d", c.name, r.Train[f], r.Valid[f], c.n)
				}
			}
		}
		if r.Classified() {
			wrong := map[string]float64{}
			for item := range r.Units.All() {
				if item.Truth != item.Predicted {
					wrong[r.Models[item.Model]]++
				}
			}
			if !maps.Equal(wrong, c.errors) {
				t.Errorf("%s: got wrong predictions %v, want %v", c.name, wrong, c.errors)
			}
		}
		for model, want := range c.errors {
			if got := errors[model]; math.Abs(got-want) > 1e-4 {
				t.Errorf("%s: got %v errors of %s, want %v", c.name, got, model, want)
			}
		}
		if len(r.Models) != len(c.errors) {
			t.Errorf("%s: got models %q, want %d", c.name, r.Models, len(c.errors))
		}
	}
}

func testdata(files ...string) (out []Model) {
	for _, f := range files {
		out = append(out, Model{Path: "../../../../data/samples/predictions/" + f})
	}
	return out
}

// Predicted numbers and scores have the metric's name; the values were computed by Python.
func TestMetrics(t *testing.T) {
	for _, c := range []struct {
		name string
		read func() ([]results.Results, error)
		want metric.Metric
		last []float64 // values of the last folds
	}{
		{"squared", func() ([]results.Results, error) {
			return SKLearn(testdata("sklearn-linear.json", "sklearn-ridge.json"), Options{Regression: true})
		}, metric.Metric{Name: "mse", Max: math.Inf(1)},
			[]float64{3272.156847595861, 3096.84150162381, 3821.5205367176372, 3515.5419156681105, 3465.5011129608597}},
		{"absolute", func() ([]results.Results, error) {
			return Caret(testdata("caret-lm.csv"), Options{Regression: true, Absolute: true})
		}, metric.Metric{Name: "mae", Max: math.Inf(1)}, []float64{3.2882827412330515, 1.3317531545780281, 2.3925591999528564,
			1.3666063377965567}},
		{"score", func() ([]results.Results, error) {
			return SKLearn(testdata("sklearn-logistic-scores.json"), Options{Score: "accuracy"})
		}, metric.Metric{Name: "accuracy", HigherIsBetter: true, Max: 1, Percent: true}, []float64{1, 28. / 30, 1}},
		{"negative score", func() ([]results.Results, error) {
			return SKLearn(testdata("sklearn-logistic-scores.json"), Options{Score: "test_neg_log_loss"})
		}, metric.Metric{Name: "log_loss", Max: math.Inf(1)}, nil},
		{"weka", func() ([]results.Results, error) {
			return Weka(testdata("weka-j48.csv"), Options{Loss: "Percent_incorrect"})
		}, metric.ErrorRate, []float64{5. / 75, 4. / 75, 8. / 75, 6. / 75}},
		{"weka's default", func() ([]results.Results, error) { return Weka(testdata("weka-j48.csv"), Options{}) },
			metric.Metric{Name: "accuracy", HigherIsBetter: true, Max: 1, Percent: true},
			[]float64{70. / 75, 71. / 75, 67. / 75, 69. / 75}},
	} {
		all, err := c.read()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		r := all[0]
		if r.Classified() {
			t.Errorf("%s: got predicted classes", c.name)
		}
		if got := r.Metrics[0]; got != c.want {
			t.Errorf("%s: got metric %+v, want %+v", c.name, got, c.want)
		}
		values := r.Values[0].Of(len(r.Models) - 1)
		got := values[len(values)-len(c.last):]
		if !slices.EqualFunc(got, c.last, func(a, b float64) bool { return math.Abs(a-b) < 1e-6*max(1, b) }) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.last)
		}
		if slices.Min(values) < 0 {
			t.Errorf("%s: got negative values %v", c.name, values)
		}
	}
}
