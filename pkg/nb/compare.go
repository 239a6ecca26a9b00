package nb

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/catalogue"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/rank"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// Source is what models are compared on: Data, on which learners are trained, or Results.
type Source interface {
	results(ctx context.Context, a *asked) ([]results.Results, error)
}

// Compare says which of two or more models is better, as bcv compare does. What follows the source are learners, their
// names (package catalogue) and options, in any order; results take options alone.
func Compare(of Source, with ...any) Comparison {
	a := ask(with)
	rs := a.resultsOf(of)
	return Comparison{display.Must(compare.Run(rs, a.compare)), rs}
}

// Rank puts models in order, as bcv rank does.
func Rank(of Source, with ...any) Ranking {
	a := ask(with)
	a.read.Preferences = true
	rs := a.resultsOf(of)
	return Ranking{display.Must(rank.Run(rs, rank.Options{Models: a.compare.Models, Metrics: a.compare.Metrics,
		Alpha: a.compare.Alpha, Seed: a.seed, Suite: a.compare.Suite, Planned: a.compare.Planned})), rs}
}

// Gate asks whether a candidate is no worse than a base by more than a margin, as bcv gate does. On Data the two are
// names of learners, unless learners of these names follow.
func Gate(of Source, base, candidate string, margin float64, with ...any) Gated {
	a := ask(with)
	if _, train := of.(Data); train && len(a.learners) == 0 {
		a = ask(append([]any{base, candidate}, with...))
		base, candidate = a.learners[0].String(), a.learners[1].String()
	}
	rs := a.resultsOf(of)
	return Gated{display.Must(compare.Gate(rs, compare.GateOptions{Base: base, Candidate: candidate, Margin: margin},
		a.compare))}
}

// Option changes how models are trained or compared.
type Option func(*asked)

// asked is what follows a source.
type asked struct {
	learners []learn.Learner
	method   cv.Method
	cv       cv.Options
	set      *cv.Set
	halves   int // half-splits with inner folds, and their replications; 0 for none
	inner    int
	runs     int
	seed     uint64
	read     results.ReadOptions
	compare  compare.Options
}

func ask(with []any) *asked {
	a := &asked{method: cv.BCV}
	for _, x := range with {
		switch x := x.(type) {
		case Option:
			x(a)
		case learn.Learner:
			a.learners = append(a.learners, x)
		case string:
			a.learners = append(a.learners, display.Must(catalogue.Parse(x)))
		default:
			display.Check(errorf("a %T is neither a learner, nor the name of one, nor an option", x))
		}
	}
	return a
}

// resultsOf returns results from a source; a cell that is interrupted stops its workers.
func (a *asked) resultsOf(of Source) []results.Results {
	if of == nil {
		display.Check(errorf("there is nothing to compare models on; read it with CSV, Frame, Files or Table"))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	rs, err := of.results(ctx, a)
	if errors.Is(err, context.Canceled) {
		err = errorf("interrupted; run the cell again to go on from the folds that are done, if they are kept")
	}
	return display.Must(rs, err)
}

func (r Results) results(_ context.Context, a *asked) ([]results.Results, error) {
	if len(a.learners) > 0 {
		return nil, errorf("results take no learners, such as %s; option Models chooses among their models", a.learners[0])
	}
	a.read.Wide = r.wide
	a.read.Told.Roles = r.told
	return r.read(a.read)
}

func errorf(format string, args ...any) error { return fmt.Errorf("nb: "+format, args...) }

// BCV trains on the halves of m replications of block-regularized two-fold cross-validation, which is what learners
// are compared on where no option says otherwise, with m = 3.
func BCV(m int) Option { return func(a *asked) { a.method, a.cv.M = cv.BCV, m } }

// KFold trains on the folds of a K-fold cross-validation.
func KFold(k int) Option { return func(a *asked) { a.method, a.cv.K = cv.KFold, k } }

// RepeatedKFold trains on the folds of m K-fold cross-validations.
func RepeatedKFold(m, k int) Option {
	return func(a *asked) { a.method, a.cv.M, a.cv.K = cv.RepeatedKFold, m, k }
}

// Rolling trains on the past and predicts k blocks of the future, by the column of InTime.
func Rolling(k int) Option { return func(a *asked) { a.method, a.cv.K = cv.Rolling, k } }

// Folds trains on the folds of a partition set.
func Folds(set cv.Set) Option { return func(a *asked) { a.set = &set } }

// Nested trains inside halves of the records too, of as many half-splits, with replications in each half: what
// nested-t needs beside BCV.
func Nested(halves, replications int) Option {
	return func(a *asked) { a.halves, a.inner = halves, replications }
}

// Seed is that of the folds, and of the draws of Rank; 0 without it.
func Seed(seed uint64) Option { return func(a *asked) { a.seed, a.cv.Seed = seed, seed } }

// Runs trains learners that draw random numbers n times.
func Runs(n int) Option { return func(a *asked) { a.runs = n } }

// Metrics compares by these metrics, of the results or of predictions, such as "f1_macro" or "roc_auc".
func Metrics(names ...string) Option {
	return func(a *asked) {
		a.compare.Metrics = append(a.compare.Metrics, names...)
		a.read.Metrics = a.compare.Metrics
	}
}

// Positive names the class that metrics of one class, such as precision, are about.
func Positive(class string) Option { return func(a *asked) { a.read.Positive = class } }

// Score names what a table of results holds, of which more is better.
func Score(name string) Option {
	return func(a *asked) { a.read.Metric = metric.Metric{Name: name, HigherIsBetter: true} }
}

// Loss names what a table of results holds, of which less is better.
func Loss(name string) Option { return func(a *asked) { a.read.Metric = metric.Metric{Name: name} } }

// Rows says what a row of a table is, where its names do not: "folds", "items", "datasets", "runs" or "time".
func Rows(are string) Option { return func(a *asked) { a.read.Told.Rows = sheet.Unit(are) } }

// Models compares these models alone, in this order.
func Models(names ...string) Option {
	return func(a *asked) { a.compare.Models, a.read.Models = names, names }
}

// Rope is the half width of the region of practical equivalence, in the metric.
func Rope(half float64) Option { return func(a *asked) { a.compare.Rope = half } }

// Margin is the smallest difference that matters, in the metric: a verdict without a winner says equivalent where its
// interval lies within it.
func Margin(smallest float64) Option { return func(a *asked) { a.compare.Margin = smallest } }

// Ratio compares geometric means of positive numbers, such as seconds, by their ratio.
func Ratio() Option { return func(a *asked) { a.compare.Ratio = true } }

// Planned says how many items a test set is to have, of which the results are the first in random order: Compare and
// Rank may then look as often as one likes.
func Planned(items int) Option { return func(a *asked) { a.compare.Planned = items } }

// Level is that of tests; intervals have 1 - Level. 0.05 without it.
func Level(alpha float64) Option { return func(a *asked) { a.compare.Alpha = alpha } }

// All shows all procedures that fit, the recommended one first.
func All() Option { return func(a *asked) { a.compare.All = true } }

// With sets any other option of a comparison or of reading results.
func With(set func(*compare.Options, *results.ReadOptions)) Option {
	return func(a *asked) { set(&a.compare, &a.read) }
}

// names lists learners as results name them.
func names(learners []learn.Learner) string {
	var out []string
	for _, l := range learners {
		out = append(out, l.String())
	}
	return strings.Join(out, ", ")
}
