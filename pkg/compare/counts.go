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
	if err != nil {
		return Result{}, err
	}
	metrics := opt.Metrics
	if metrics == nil {
		metrics = posterior.Metrics()
	}
	out := Result{Notes: c.Notes()}
	var failed error
	for i, t := range c.Tasks {
		for _, metric := range metrics {
			r, err := counted(t, c.Designs[i], metric, opt)
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
	return out, nil
}

// undefinedError says that a metric has no value on a fold.
type undefinedError struct{ problem string }

func (e *undefinedError) Error() string {
	return "compare: " + e.problem + "; use the method posterior, which pools the counts of all folds, or larger folds"
}

func prefix(task, note string) string {
	if note == "" || task == "" {
		return note
	}
	return "task " + task + ": " + note
}

// counted compares one metric of one task.
func counted(t posterior.Task, design fold.Design, metric posterior.Metric, opt Options) (Result, error) {
	a, b, problem := foldMetrics(t, metric)
	base := Verdict{Task: t.Name, Metric: metric.String(), HigherIsBetter: true, ModelA: t.A.Name, ModelB: t.B.Name,
		A: mean(a), B: mean(b), Design: design}
	values := []foldValues{{task: base.Task, metric: base.Metric, model: base.ModelA, values: a}, {task: base.Task, metric: base.Metric, model: base.ModelB, values: b}}
	if problem != "" {
		values = nil
	}
	bayes := extra{name: "posterior", run: func() (Verdict, error) { return bayesTest(t, design, metric, opt) }}
	if opt.Method == "posterior" {
		verdicts, err := tests(infer.Differences{}, base, []extra{bayes}, opt)
		return Result{Verdicts: verdicts, values: values}, err
	}
	if problem != "" {
		return Result{}, &undefinedError{prefix(t.Name, problem)}
	}
	d, err := differencesOf(a, b)
	if err == nil {
		d, err = d.WithMethod(design.ID.Method)
	}
	if err != nil {
		return Result{}, err
	}
	if t.M == 1 {
		bayes.recommended, bayes.why = true, "one replication does not tell how results vary between replications, so that only the fitted models can be compared"
	}
	verdicts, err := tests(d, base, []extra{bayes}, opt)
	return Result{Verdicts: verdicts, values: values}, err
}

// foldMetrics returns the metric on both folds of each replication, or names the first fold
// without a value.
func foldMetrics(t posterior.Task, metric posterior.Metric) (a, b [][2]float64, problem string) {
	values := func(m posterior.Model) [][2]float64 {
		out := make([][2]float64, len(m.Folds)/2)
		for i, c := range m.Folds {
			out[i/2][i%2] = c.Value(metric)
			if math.IsNaN(out[i/2][i%2]) && problem == "" {
				problem = fmt.Sprintf("%s of %q has no value in replication %d fold %d, where it has nothing to count", metric, m.Name, i/2+1, i%2+1)
			}
		}
		return out
	}
	return values(t.A), values(t.B), problem
}

func mean(x [][2]float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum = sum + v[0] + v[1]
	}
	return sum / float64(2*len(x))
}

// bayesTest is the Bayes test of the effective counts (Wang and Li 2019).
func bayesTest(t posterior.Task, design fold.Design, metric posterior.Metric, opt Options) (Verdict, error) {
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
	v := Verdict{Task: t.Name, Metric: c.Metric, HigherIsBetter: true, ModelA: c.ModelA, ModelB: c.ModelB, A: c.A, B: c.B, Method: "posterior",
		Design: design, Target: FittedModels, Estimate: c.B - c.A, Low: low, High: high, Level: 1 - opt.Alpha, Delta: opt.Delta,
		Statistic: math.NaN(), PValue: math.NaN(), PBetter: c.PH1, PRope: math.NaN(), Known: measuredError("posterior", opt),
		Assumptions: "The models are taken for independent, though they saw the same records, and the effective counts for binomial (Wang and Li 2019)."}
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
