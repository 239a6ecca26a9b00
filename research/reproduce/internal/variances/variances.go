// Package variances has what the tables of variances of the thesis share: settings that
// were inferred, and the standard errors of published reduction rates.
package variances

import (
	"context"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/svm"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/covariance"
)

// SettingOf describes what of a learner's settings was inferred rather than published,
// beyond the definition of the learner itself.
func SettingOf(l learn.Learner) string {
	switch l.(type) {
	case svm.SVM:
		return "e1071 with the sigmoid kernel, as in the author's R package"
	case linear.Ridge:
		return "lm.ridge with penalty 1, as in the author's R package"
	case linear.Lasso:
		return "lars at half of the largest L1 norm; the author's R package has the algorithm, not the fraction"
	}
	return ""
}

// Setting describes what was inferred for a configuration.
func Setting(s covariance.Study) string {
	setting := SettingOf(s.Learner)
	if _, ok := s.Learner.(neighbour.KNN); ok && !s.Simulated() {
		setting = "k = 5 and the triangular kernel, which the thesis names for simulated data alone"
	}
	if _, ok := s.Learner.(covariance.FactorKNN); ok {
		setting = "k = 5, the triangular kernel and the distance of kknn on factors, as in the author's R package"
	}
	if _, ok := s.Distribution.(simdata.Balanced); ok {
		setting = reproduce.Join(setting, "classes drawn equally often, as in the author's R package")
	}
	return setting
}

// Run simulates what a chapter has tables of, see inChapter, and reads the published
// numbers.
func Run(ctx context.Context, cfg study.Config, chapter int,
	simulated []string) ([]covariance.Result, reproduce.Numbers, error) {
	all, err := covariance.Experiments(cfg)
	if err != nil {
		return nil, nil, err
	}
	numbers, err := reproduce.ReadNumbers(cfg)
	if err != nil {
		return nil, nil, err
	}
	e := inChapter(chapter, simulated, all)
	if err := study.Simulate(ctx, cfg, study.All(e)...); err != nil {
		return nil, nil, err
	}
	return study.Results(e), numbers, nil
}

// inChapter returns the experiments of public data sets that a chapter has tables of,
// and of the simulated ones that it names.
func inChapter(chapter int, simulated []string,
	all []*study.Experiment[covariance.Result]) []*study.Experiment[covariance.Result] {
	of := map[string]bool{}
	for _, config := range simulated {
		of[config] = true
	}
	for _, s := range covariance.PublicSets() {
		for _, learner := range s.Learners {
			of[s.Config(learner)] = s.Chapter == chapter
		}
	}
	return slices.DeleteFunc(slices.Clone(all),
		func(e *study.Experiment[covariance.Result]) bool { return !of[e.Name()] })
}

// RateResolution is the difference of reduction rates, in percentage points, that
// the tables of rates are about.
const RateResolution = 1

// RateError returns the standard error of a reduction rate in percent in the published
// design, 100 (1 - b/a), given ours and the number of our data sets. To
// what the data sets do, the same for both methods, comes what the partition sets
// do, which each method has for itself: the mean over them has the share 1/sets of
// the variance given the data set, and that variance the relative error
// sqrt(2/sets) on one data set. given says that the rate is of the variances given
// the data set.
func RateError(s reproduce.Sampling, se float64, a, b covariance.VarianceRow, given bool) float64 {
	n := float64(s.Draws) * float64(s.Sets)
	own := 100 * b.Given / a.Given * math.Sqrt(4/n)
	if !given {
		shared := a.Total - a.Given
		own = 100 / a.Total * math.Sqrt((4*shared*(a.Given+b.Given)+2*(a.Given*a.Given+b.Given*b.Given))/n)
	}
	return math.Hypot(s.Scaled(se, a.Sets), own)
}
