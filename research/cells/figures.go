package cells

import (
	"cmp"
	"slices"

	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/study/calibration"
	"github.com/block-regularized/bcv/research/study/covariance"
	"github.com/block-regularized/bcv/research/study/items"
	"github.com/block-regularized/bcv/research/study/limit"
	"github.com/block-regularized/bcv/research/study/replicability"
	"github.com/block-regularized/bcv/research/study/stopping"
	"github.com/block-regularized/bcv/research/study/testsummary"
)

// The figures below are shown by a notebook and, drawn anew for narrow screens, by pages of docs and the site.

// share is a row of percentages of one procedure.
func share(name string, low, mid, high float64) figure.IntervalRow {
	return figure.IntervalRow{Name: name, Estimate: infer.Estimate{Low: 100 * low, Mid: 100 * mid, High: 100 * high}}
}

// Levels draws how often five procedures call equal learners different, and find real differences.
func Levels() (*figure.Figure, error) {
	procedures := calibration.SummarizeLevels(Stored[calibration.LevelRow]("levels"))
	slices.SortFunc(procedures, func(a, b calibration.LevelSummary) int { return cmp.Compare(a.False, b.False) })
	equal := figure.Chart{Label: "false alarms, %", Level: 5,
		Bars: "mean, and least to most of the conditions"}
	different := figure.Chart{Label: "power, %"}
	for _, p := range procedures {
		equal.Rows = append(equal.Rows, share(p.Name, p.Least, p.False, p.Most))
		different.Rows = append(different.Rows, share(p.Name, p.Power, p.Power, p.Power))
	}
	return figure.Charts(equal, different)
}

// Folds draws the power of procedures on five replications against their false alarms in the worst case, and the region
// that no test of the folds reaches.
func Folds() (*figure.Figure, error) {
	const m = 5
	points := figure.Through("no test of the folds alone gets here", figure.Bound, 0, 0) // which never claims anything
	for _, r := range Stored("limit", func(r limit.Row) bool { return r.M == m && r.Rho1 == 0.5 }) {
		points = append(points, figure.Point{Series: points[0].Series, X: 100 * r.Level, Y: 100 * r.Bound, Mark: figure.Bound})
	}
	for _, r := range Stored("limit_points", func(r limit.PointRow) bool { return r.M == m }) {
		points = append(points, figure.Point{Series: r.Method, X: 100 * r.Error, Y: 100 * r.Power, Mark: figure.Cloud})
	}
	return figure.Scatter(points, figure.Labels{X: "false alarms at the worst correlations, %",
		Y: "power at two standard deviations, %"})
}

// TestErrors draws how often tests of an m x 2 CV reject where there is no difference, against the correlations of the
// folds: simulated but for bcv-t, whose errors are computed.
func TestErrors() (*figure.Figure, error) {
	rows := testsummary.Curves(Stored[stopping.TestErrorRow]("type1_errors"))
	for i, r := range rows {
		if r.Test == "bcv-t" {
			// Where rho1 = 0, rho2 = 1/2 is the edge of what correlations can be.
			p := infer.PowerAnalysis{M: 5, SD: 1, Rho1: max(r.Rho1, 0.001), Rho2: r.Rho2}
			rows[i].TwoSided = display.Must(p.Power())
		}
		rows[i].TwoSided *= 100
	}
	points := Points(rows, figure.Columns{Panel: "rho1", Series: "test, design", X: "rho2", Y: "error_two_sided"})
	return figure.Curves(figure.Across(points, figure.Point{Series: "5%", Y: 5}), figure.Labels{
		X: "correlation between replications, rho2", Y: "false alarms, %", SameY: true})
}

// TestSets draws how often procedures call equal models different on test sets of right and wrong answers: those that
// are recommended, and some that leave out what varied.
func TestSets() (*figure.Figure, error) {
	shown := []string{"cluster-t, recommended", "crossed-t, recommended", "item-t, wrong: items lie in clusters",
		"item-t, wrong: runs vary", "Welch's t of runs, wrong", "t of all items and runs, wrong"}
	chart := figure.Chart{Label: "false alarms, %", Level: 5,
		Bars: "mean, and up to the worst condition"}
	for _, name := range shown {
		for _, s := range Stored("items_summary", func(s items.Summary) bool {
			return s.Kind == items.RightOrWrong && s.Procedure+", "+s.Scope == name
		}) {
			chart.Rows = append(chart.Rows, share(name, s.Two, s.Two, s.WorstTwo))
		}
	}
	return figure.Charts(chart)
}

// Disagreement draws the intervals of 100 researchers, by three procedures.
func Disagreement() (*figure.Figure, error) {
	return figure.Of(replicability.Ranked(Researchers(100)), figure.Columns{Panel: "scheme", Series: "verdict", X: "rank",
		Y: "estimate", SE: "quarter", Mark: figure.Cloud}, figure.Labels{X: "100 partition sets, by estimate",
		Y: "difference, 95% interval", SameY: true, Models: [2]string{"knn(k=1)", "knn(k=9)"}})
}

// Variances draws the variance of an m x 2 BCV against m: whole, given the data set, and its limit.
func Variances() (*figure.Figure, error) {
	configs := []string{"SREG+lm+1000+100", "SCLA+svm+1000+20", "SCLA+knn+1000+20"}
	rows := Stored("variances", func(r covariance.VarianceRow) bool {
		return slices.Contains(configs, r.Config) && (r.Method == "mx2BCV" || r.Method == "mx2CV" && r.Size == 1)
	})
	points := append(Points(rows, figure.Columns{Name: "whole variance", Panel: "config", X: "size", Y: "variance"}),
		Points(rows, figure.Columns{Name: "given the data set", Panel: "config", X: "size", Y: "variance_given_data"})...)
	coefficients := Stored[covariance.StudyRow]("covariance_coefficients")
	for _, name := range configs {
		points = figure.Across(points, figure.Point{Panel: name, Series: "limit σ²ρ₂", Y: covariance.Limit(coefficients, name)})
	}
	return figure.Curves(Titled(covariance.InWords, points), figure.Labels{X: "replications m",
		Y: "variance of m x 2 BCV"})
}
