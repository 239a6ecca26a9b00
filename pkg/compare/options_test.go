package compare_test

import (
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// Options that are not about the kind of results are refused.
func TestOptionsFitTheResults(t *testing.T) {
	f1, prior := []string{"F1"}, posterior.Options{Prior: 5}
	of := func(o compare.Options) (compare.Report, error) { return ofLosses(uneven(5, 2, ""), o) }
	predictions := func(o compare.Options) (compare.Report, error) {
		return ofPredictions(predictionRows(5, 2, 60), o)
	}
	counts := func(o compare.Options) (compare.Report, error) { return ofCounts(countRows(5, 2), o) }
	path := written(t, "kfold.csv",
		"model,replication,fold,tp,fp,fn\na,1,1,9,1,1\na,1,2,8,2,1\na,1,3,7,1,1\nb,1,1,9,1,2\nb,1,2,8,1,1\nb,1,3,7,2,1\n")
	sets := func(o compare.Options) (compare.Report, error) { return ofLosses(datasetRows(3), o) }
	many := func(o compare.Options) (compare.Report, error) { return files([]string{path}, o) }
	for _, c := range []struct {
		run  func(compare.Options) (compare.Report, error)
		opt  compare.Options
		want string // in the error
	}{
		{of, compare.Options{Metrics: f1}, "F1 is computed from predictions, and these results have none"},
		{of, compare.Options{Posterior: prior}, "effective counts (setting `lambda`) is for the counts of an m x 2 CV"},
		{of, compare.Options{Posterior: posterior.Options{Draws: 9}}, "draws is for the method posterior"},
		{of, compare.Options{Posterior: posterior.Options{HDI: true}}, "kind of interval of effective counts"},
		{of, compare.Options{Posterior: posterior.Options{Weighting: posterior.HoldOutWeight{}}}, "weighting or kind of interval"},
		{of, compare.Options{Rope: 5}, ""},
		{of, compare.Options{HalfWidth: 0.01}, "a half width is for the recommended procedure where several things vary"},
		{predictions, compare.Options{HalfWidth: 0.01}, "and the verdicts are by bcv-t on 5 x 2 CV of 60 records"},
		{of, compare.Options{Rho: &[2]float64{0.5, 0.5}}, "correlations rho is for bcv-mcnemar"},
		{predictions, compare.Options{Rho: &[2]float64{0.2, 0.2}, Methods: []string{"bcv-mcnemar"}}, ""},
		{predictions, compare.Options{Rho: &[2]float64{0.2, 0.2}, Methods: []string{"kfold-mcnemar"}, FirstFolds: true},
			"correlations rho is for bcv-mcnemar, and the verdicts are by kfold-mcnemar"},
		{predictions, compare.Options{Literal: true}, "the literal statistic is for the chi-squared tests of McNemar"},
		{predictions, compare.Options{Literal: true, Methods: []string{"bcv-mcnemar"}}, ""},
		{predictions, compare.Options{FirstFolds: true}, "the first fold is for McNemar's tests"},
		{predictions, compare.Options{FirstFolds: true, Methods: []string{"mcnemar"}}, ""},
		{of, compare.Options{Halves: []results.Results{{Key: results.Key{Task: "other"}}}}, "halves is for conservative-z"},
		{of, compare.Options{Tests: []infer.Test{sign}}, "the test sign of the caller is not to be run"},
		{of, compare.Options{Target: "fitted model"}, `target "fitted model"; intervals of single models are about`},
		{of, compare.Options{Target: verdict.TheseModels}, `target "these models"`},
		{of, compare.Options{Target: verdict.FittedModels}, "the target fitted models is for intervals of single models"},
		{of, compare.Options{Target: verdict.Algorithms}, ""},
		{counts, compare.Options{Target: verdict.FittedModels}, ""},
		{of, compare.Options{Posterior: posterior.Options{Delta: 0.1}}, "follow from the options of the comparison"},
		{counts, compare.Options{Posterior: posterior.Options{Rope: 0.1}}, "follow from the options of the comparison"},
		{counts, compare.Options{Posterior: posterior.Options{Level: 0.9}}, "follow from the options of the comparison"},
		{counts, compare.Options{Posterior: posterior.Options{Metrics: []posterior.Metric{posterior.F1}}}, "follow from"},
		{counts, compare.Options{Posterior: posterior.Options{Draws: 9}}, "draws is for the method posterior, and the"},
		{counts, compare.Options{Posterior: posterior.Options{Seed: 9}}, "a seed is for draws"},
		{counts, compare.Options{Posterior: posterior.Options{Draws: 9, Seed: 9}, Methods: []string{"posterior"}}, ""},
		{counts, compare.Options{Metrics: []string{"F1", "F1"}}, `the metric F1 stands twice in ["F1" "F1"]; name it once`},
		{counts, compare.Options{Metrics: []string{"f1", "F1"}}, "stands twice"},
		{predictions, compare.Options{Metrics: []string{"accuracy", "accuracy"}, Adjust: "bonferroni"}, "stands twice"},
		{sets, compare.Options{Rope: 0.1, Methods: []string{"wilcoxon"}}, "rope"},
		{of, compare.Options{Rope: -1}, "rope is -1"},
		{of, compare.Options{Rope: math.Inf(1)}, "rope is +Inf"},
		{of, compare.Options{Methods: []string{"bcv-t"}, Prior: paired.Fixed{Rho1: 2, Rho2: 3}},
			"rho1 = 2, rho2 = 3; rho1 lies in (-1, 1)"},
		{of, compare.Options{Prior: paired.Fixed{Rho1: 0.2, Rho2: 0.1}}, ""},
		{many, compare.Options{Prior: paired.Uniform{Rho1Low: -3, Rho1High: 0.5, Rho2High: 0.1}},
			"prior of the correlations: paired: rho1 in [-3, 0.5]"},
		{many, compare.Options{Prior: paired.Fixed{Rho1: 0.2, Rho2: 0.1}},
			"a prior of the correlations is for the method paired on an m x 2 CV"},
		{predictions, compare.Options{Metrics: f1}, "it is about one class, of [\"0\" \"1\"]; name it (setting `positive`)"},
		{predictions, compare.Options{Posterior: prior}, "(setting `lambda`) is for the counts of an m x 2 CV"},
		{predictions, compare.Options{Rope: 5}, "rope is 5, but error rate lies between 0 and 1"},
		{predictions, compare.Options{Rope: 1.5}, "rope is 1.5, but error rate lies between 0 and 1"},
		{predictions, compare.Options{Rope: 0.5}, ""},
		{counts, compare.Options{Metrics: f1, Posterior: prior, Rope: 0.5}, ""},
		{counts, compare.Options{Rope: 5}, "rope is 5, but P lies between 0 and 1"},
		{many, compare.Options{Posterior: prior}, "(setting `lambda`) is for the counts of an m x 2 CV"},
		{many, compare.Options{Metrics: f1}, ""},
	} {
		_, err := c.run(c.opt)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v", c.want, err)
		}
	}
}

// Losses have a unit, and a region of practical equivalence in it.
func TestRopeOfSquaredErrors(t *testing.T) {
	small, large := uneven(5, 2, ""), uneven(5, 2, "")
	for i := range large {
		large[i].Loss *= 1000
	}
	a, err := ofLosses(small, compare.Options{Methods: []string{"paired"}, Rope: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	b, err := ofLosses(large, compare.Options{Methods: []string{"paired"}, Rope: 100})
	if err != nil {
		t.Fatal(err)
	}
	if want, got := a.Verdicts[0].PRope, b.Verdicts[0].PRope; math.Abs(got-want) > 1e-9 || !(want > 0.1 && want < 0.9) {
		t.Errorf("P(within the rope) = %v, in another unit %v", want, got)
	}
}

// The control of two models is A, whichever comes first.
func TestControlOfTwoModels(t *testing.T) {
	for control, other := range map[string]string{"old": "new", "new": "old"} {
		for _, models := range [][]string{nil, {"old", "new"}} {
			r, err := ofLosses(uneven(5, 2, ""), compare.Options{Control: control, Models: models})
			if err != nil {
				t.Fatal(err)
			}
			if v := r.Verdicts[0]; v.ModelA != control || v.ModelB != other || (v.Estimate < 0) != (control == "old") {
				t.Errorf("control %s: B %s minus A %s is %v", control, v.ModelB, v.ModelA, v.Estimate)
			}
		}
	}
	if _, err := ofLosses(uneven(5, 2, ""), compare.Options{Control: "oak"}); err == nil ||
		!strings.Contains(err.Error(), `the control "oak" is none of the models`) {
		t.Errorf("error %v", err)
	}
}
