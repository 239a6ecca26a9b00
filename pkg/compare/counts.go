package compare

import (
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// Counts compares models by precision, recall and F1 of their counts on the folds
// of an m x 2 CV; more is better. Errors are those of fold.CountsOf, and an error that
// names the fold where a metric has no value; metrics that were not asked for by name are
// left out with a note instead.
func Counts(rows []fold.CountRow, opt Options) (Result, error) {
	return eachPair(fold.RowModels(rows), opt, func(opt Options) (Result, error) {
		c, err := fold.CountsOf(rows, opt.Models...)
		if err != nil {
			return Result{}, err
		}
		return FoldCounts(c, opt)
	})
}

// FoldCounts is Counts for results that were read before.
func FoldCounts(c fold.Counts, opt Options) (Result, error) {
	opt, err := opt.filled()
	if err == nil {
		err = opt.fit("counts", true)
	}
	if err != nil {
		return Result{}, err
	}
	return byMetric(Result{Notes: c.Notes()}, len(c.Tasks), opt, func(i int, metric posterior.Metric) (Result, error) {
		return counted(c.Tasks[i], c.Designs[i], c.Places[i], metric, opt.onOne(len(c.Tasks)))
	})
}

// byMetric adds to out what one says of each task, from 0, and metric. A metric without a
// value is left out with a note, unless it was asked for by name.
func byMetric(out Result, tasks int, opt Options, one func(task int, metric posterior.Metric) (Result, error)) (Result, error) {
	metrics := opt.Metrics
	if metrics == nil {
		metrics = posterior.Metrics()
	}
	var failed error
	for i := range tasks {
		for _, metric := range metrics {
			r, err := one(i, metric)
			if undefined := (*undefinedError)(nil); errors.As(err, &undefined) && opt.Metrics == nil {
				out.Notes = append(out.Notes, undefined.problem+"; left out")
				failed = err
				continue
			}
			if err != nil {
				return Result{}, err
			}
			out.add(r)
		}
	}
	if len(out.Verdicts) == 0 {
		return Result{}, failed
	}
	out.Notes = append(out.Notes, warnings(out.Verdicts)...)
	return out, out.together(opt)
}

// undefinedError says that a metric has no value on a fold.
type undefinedError struct {
	problem string
	many    bool // folds of K-fold CV
}

func (e *undefinedError) Error() string {
	if e.many {
		return "compare: " + e.problem + "; take larger folds, or leave the metric out"
	}
	return "compare: " + e.problem + "; use the method posterior, which pools the counts of all folds, or larger folds"
}

func prefix(task, note string) string {
	if note == "" || task == "" {
		return note
	}
	return "task " + task + ": " + note
}

// counted compares one metric of one task.
func counted(t posterior.Task, design fold.Design, at fold.Place, metric posterior.Metric, opt Options) (Result, error) {
	a, b, problem := foldMetrics(t, metric)
	fitted, err := fittedIntervals(t, metric, opt)
	if err != nil {
		return Result{}, err
	}
	base := Verdict{Task: t.Name, Dataset: at.Dataset, Metric: metric.String(), HigherIsBetter: true, ModelA: t.A.Name, ModelB: t.B.Name,
		A: meanOf(a), B: meanOf(b), Design: design, data: &evidence{task: at.Task, a: a, b: b, prior: opt.Prior, fitted: fitted, lambda: opt.Lambda}}
	bayes := extra{name: "posterior", run: func() (Verdict, error) { return bayesTest(t, base, metric, opt) }}
	if problem == "" {
		d, err := infer.NewDifferences(a, b)
		if err == nil {
			base.data.differences, err = d.WithMethod(design.ID.Method)
		}
		if err != nil {
			return Result{}, err
		}
	}
	if opt.Method == "posterior" {
		verdicts, err := tests(infer.Differences{}, base, []extra{bayes}, opt)
		return Result{Verdicts: verdicts}, err
	}
	if problem != "" {
		return Result{}, &undefinedError{problem: prefix(t.Name, problem)}
	}
	if t.M == 1 {
		bayes.recommended, bayes.why = true, "one replication does not tell how results vary between replications, so that only the fitted models can be compared"
	}
	verdicts, err := tests(base.data.differences, base, []extra{bayes}, opt)
	return Result{Verdicts: verdicts}, err
}

// foldMetrics returns the metric on both folds of each replication, or names the first fold
// without a value.
func foldMetrics(t posterior.Task, metric posterior.Metric) (a, b [][]float64, problem string) {
	values := func(m posterior.Model) [][]float64 {
		out := make([][]float64, len(m.Folds)/2)
		for i, c := range m.Folds {
			out[i/2] = append(out[i/2], c.Value(metric))
			if math.IsNaN(out[i/2][i%2]) && problem == "" {
				problem = fmt.Sprintf("%s of %q has no value in replication %d fold %d, where it has nothing to count", metric, m.Name, i/2+1, i%2+1)
			}
		}
		return out
	}
	return values(t.A), values(t.B), problem
}

// bayesTest is the Bayes test of the effective counts (Wang and Li 2019).
func bayesTest(t posterior.Task, base Verdict, metric posterior.Metric, opt Options) (Verdict, error) {
	p := posterior.Options{Metrics: []posterior.Metric{metric}, Prior: opt.Lambda, Delta: opt.Delta, Rope: opt.Rope, Level: 1 - opt.Alpha}
	rows, err := posterior.Compare([]posterior.Task{t}, p)
	if err != nil {
		return Verdict{}, err
	}
	c := rows[0]
	low, high, err := interval(t, metric, opt)
	if err != nil {
		return Verdict{}, err
	}
	v := base
	v.A, v.B, v.Method, v.Target = c.A, c.B, "posterior", FittedModels
	v.Estimate, v.Low, v.High, v.Level, v.Delta = c.B-c.A, low, high, 1-opt.Alpha, opt.Delta
	v.Statistic, v.PValue, v.PBetter, v.PRope = math.NaN(), math.NaN(), c.PH1, math.NaN()
	v.Alternative, v.Rope = opt.Alternative, opt.Rope
	v.Known = measuredError("posterior", opt)
	v.Assumptions = "The models are taken for independent, though they saw the same records, and the effective counts for binomial (Wang and Li 2019)."
	if opt.Rope > 0 {
		v.PRope = c.PRope
	}
	v.claim(c.PH1, c.PH0, opt)
	return v, nil
}

// interval returns the equal-tailed credible interval of the difference, found by
// bisection of the exact probabilities.
func interval(t posterior.Task, metric posterior.Metric, opt Options) (low, high float64, err error) {
	a, b, err := t.Distributions(metric, posterior.Options{Prior: opt.Lambda})
	if err != nil {
		return 0, 0, err
	}
	quantile := func(p float64) (float64, error) {
		lo, hi := -1.0, 1.0
		for range 50 {
			mid := (lo + hi) / 2
			below, _, err := posterior.LogDifference(a, b, mid)
			if err != nil {
				return 0, err
			}
			if math.Exp(below) < p {
				lo = mid
			} else {
				hi = mid
			}
		}
		return (lo + hi) / 2, nil
	}
	if low, err = quantile(opt.Alpha / 2); err != nil {
		return 0, 0, err
	}
	high, err = quantile(1 - opt.Alpha/2)
	return low, high, err
}
