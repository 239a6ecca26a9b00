package covariance

import (
	"fmt"
	"strconv"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/custom"
)

// ownSettings are the settings of Variances.
var ownSettings = []study.Setting{custom.Distribution, custom.N(200), custom.Learners,
	{Name: "m", Default: "3, 5, 7, 9", About: "replications of m x 2 CV and m x 2 BCV whose variances are estimated"},
	{Name: "folds", Default: "none", About: "numbers of folds of K-fold CV, such as 5, 10"}, custom.SetsSetting,
	custom.ShardsSetting}

// ownStudies returns a study a learner of a researcher's own settings.
func ownStudies(cfg study.Config) ([]Study, error) {
	r := custom.NewReader(ownSettings, cfg.Own)
	s := Study{N: r.Count("n", 20), Seed: cfg.Seed}
	s.Sets, s.Shards = r.Effort()
	if s.N%2 != 0 {
		r.Fail("n", "an even number")
	}
	numbers := func(name string, possible func(int) bool, want string) (out []int) {
		for _, text := range r.List(name) {
			v, err := strconv.Atoi(text)
			if err != nil || !possible(v) {
				r.Fail(name, want)
				return nil
			}
			out = append(out, v)
		}
		return out
	}
	s.M = numbers("m", func(m int) bool {
		_, err := cv.New(cv.BCV, s.N, cv.Options{M: m, Seed: 1})
		return m >= 1 && err == nil
	}, fmt.Sprintf("numbers of replications that a BCV of %d records can have", s.N))
	s.FoldCounts = numbers("folds", func(k int) bool { return k >= 2 && k <= s.N/2 },
		fmt.Sprintf("none, or numbers of folds from 2 to %d", s.N/2))
	from, learners := r.On(s.N, 1)
	if err := r.Err(); err != nil {
		return nil, err
	}
	var out []Study
	for k, l := range learners {
		s.Config, s.Distribution, s.Learner = fmt.Sprintf("own-%d", k+1), from, l
		out = append(out, s)
	}
	return out, nil
}

// ownTables are the tables that need no comparison with the designs of the thesis.
func ownTables(results []Result) []study.Table {
	var variances []VarianceRow
	var points []PointRow
	var coefficients []StudyRow
	for _, r := range results {
		variances = append(variances, r.Rows()...)
		points = append(points, r.Points()...)
		coefficients = append(coefficients, r.StudyRows()...)
	}
	return []study.Table{study.NewTable("variances", variances), study.NewTable("covariance_points", points),
		study.NewTable("covariance_coefficients", coefficients)}
}
