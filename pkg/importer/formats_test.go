package importer

import (
	"math"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
)

// Files of data/samples that the tools wrote, or that were made by hand after their documentation where
// the name says so; the scripts beside them made them. The numbers of errors were counted
// by a few lines of Python that know nothing of folds.
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name   string
		read   func([]Model, Options) (Predictions, error)
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
		p, err := c.read(testdata(c.files...), c.opt)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if s := p.Set; s.ID.Method != c.method || s.Replications != c.m || s.Folds != c.k || s.Records != c.n ||
			len(s.ID.Fingerprint) != 16 {
			t.Errorf("%s: %+v", c.name, s)
		}
		rows, losses := map[string]float64{}, map[string]float64{}
		for _, r := range p.Rows {
			if r.Set != p.Set.Column() {
				t.Fatalf("%s: set %q", c.name, r.Set)
			}
			if r.Truth != r.Predicted {
				rows[r.Model]++
			}
		}
		for _, r := range p.Losses {
			losses[r.Model] += r.Loss * float64(r.NValid)
			if r.NTrain+r.NValid != c.n {
				t.Fatalf("%s: %+v", c.name, r)
			}
		}
		for model, want := range c.errors {
			if p.Rows != nil && rows[model] != want || math.Abs(losses[model]-want) > 1e-4 {
				t.Errorf("%s: %v errors of %s, losses tell %v; want %v", c.name, rows[model], model, losses[model],
					want)
			}
		}
		if len(losses) != len(c.errors) {
			t.Errorf("%s: models %q", c.name, p.Models)
		}
	}
}

func testdata(files ...string) (out []Model) {
	for _, f := range files {
		out = append(out, Model{Path: "../../data/samples/predictions/" + f})
	}
	return out
}

// Predicted numbers and scores become losses; the values are those of Python.
func TestLosses(t *testing.T) {
	for _, c := range []struct {
		name string
		read func() (Predictions, error)
		want []float64 // of the last folds
	}{
		{"squared", func() (Predictions, error) {
			return SKLearn(testdata("sklearn-linear.json", "sklearn-ridge.json"), Options{Regression: true})
		}, []float64{3272.156847595861, 3096.84150162381, 3821.5205367176372, 3515.5419156681105, 3465.5011129608597}},
		{"absolute", func() (Predictions, error) {
			return Caret(testdata("caret-lm.csv"), Options{Regression: true, Absolute: true})
		}, []float64{3.2882827412330515, 1.3317531545780281, 2.3925591999528564, 1.3666063377965567}},
		{"score", func() (Predictions, error) {
			return SKLearn(testdata("sklearn-logistic-scores.json"), Options{Score: "accuracy"})
		}, []float64{0, 2. / 30, 0}},
		{"negative score", func() (Predictions, error) {
			return SKLearn(testdata("sklearn-logistic-scores.json"), Options{Score: "test_neg_log_loss"})
		}, nil},
		{"weka", func() (Predictions, error) {
			return Weka(testdata("weka-j48.csv"), Options{Loss: "Percent_incorrect"})
		}, []float64{5. / 75, 4. / 75, 8. / 75, 6. / 75}},
	} {
		p, err := c.read()
		if err != nil || p.Rows != nil || len(p.Losses) < len(c.want) {
			t.Errorf("%s: %v, %d losses", c.name, err, len(p.Losses))
			continue
		}
		var got []float64
		for _, r := range p.Losses {
			got = append(got, r.Loss)
		}
		got = got[len(got)-len(c.want):]
		if !slices.EqualFunc(got, c.want, func(a, b float64) bool { return math.Abs(a-b) < 1e-9*max(1, b) }) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
