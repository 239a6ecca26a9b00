// Package compare answers the question that a user comes with: which of two learning
// algorithms produces the better model on this data, and how sure are we?
//
// Run takes results of any number of models, by any metric (package results), looks at the
// partition set that they come from, and decides by the test that is recommended for it;
// Options.All runs the others that fit too, each with its known error rate, and Options.Tests
// adds tests of the caller. A Report gives verdicts, rows, sentences, JSON and, through package
// figure, a figure.
//
// # What is recommended
//
//	any results, m x 2 BCV                bcv-t; nested-t with inner results in the halves
//	any results, random m x 2 CV          corrected-repeated-kfold-t
//	losses, K-fold or r x K-fold CV       corrected-repeated-kfold-t
//	losses, J random hold-outs            corrected-resampled-t
//	losses, one hold-out                  proportion-z, if they are error rates
//	predictions, one hold-out             as on one test set
//	predictions, other sets               the test of the error rates of the folds
//	right or wrong, one test set          mcnemar-midp, with Tango's interval
//	comparisons of two answers            mcnemar-exact of those with a winner; cluster-t with clusters, such as prompts
//	scores of items, one test set         item-t; cluster-t with clusters of items
//	ROC AUC, one test set                 delong; linearized-t with clusters of items
//	other metrics of the whole test set   linearized-t
//	the same in several runs              crossed-t
//	the first of planned items            looks-t
//	any results, several data sets        each by itself, and several, or wilcoxon, for all
//
// On an m x 2 CV the paired posterior describes the difference beside the test:
// Verdict.Described and PBetter. With Options.Method "paired" it decides: it has twice the
// power of bcv-t, and errs more often (see Verdict.AboutError). Where all differences are equal, up to
// rounding, nothing is claimed. Inner results measure the variance that both else have to assume: where
// results have them, the posterior uses them, too.
//
// More than two models are compared pair by pair by the same procedure; Holm adjusts the
// p-values, and the intervals of tests are simultaneous (Bonferroni), so that an interval
// never contradicts its decision.
//
// # What a number is about
//
// A statement about the algorithms holds for models trained on other samples of the size
// of the training sets; one about the fitted models only for the models behind these folds. Scores on the
// items of a test set are about these models on new items, or about the models run again if they have
// several runs. Every verdict says in Target which of them it makes.
//
// Estimates are differences B minus A of a metric; Verdict.Metric says whether more of it is better.
package compare

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// Run compares the models of results: two as they are, more of them pair by pair by the same
// procedure. The p-values of several pairs are adjusted by Holm, for each task, metric and
// procedure, and the intervals of tests are simultaneous; Options.Adjust adjusts several metrics together as
// well. Package rank puts more than two models in order.
//
// Results with several names in Dataset are compared on each data set and on all of them together:
// by the hierarchical posterior, whose estimate is the mean difference of all data sets there might
// be, and whose interval and probabilities are about another one; or by Wilcoxon's test, where
// a data set has no posterior.
//
// A metric that has no value on a fold is left out with a note, unless Options.Metrics names it.
// Two results of one data set and task are an error (results.Distinct). An error is a *infer.MisfitError where no
// procedure fits, and a *NoVerdictError for rolling folds and folds of unknown making.
func Run(rs []results.Results, opt Options) (Report, error) {
	c, err := run(rs, opt)
	if err != nil {
		return Report{}, err
	}
	return c.report(), nil
}

// comparison is a report in the making, with what a gate asks of it besides.
type comparison struct {
	drafts         []draft // for each pair of models, task and metric the recommended one first
	intervals      []verdict.ModelInterval
	pooled         []verdict.Pooled
	readings       []sheet.Reading // of tables in no canonical form
	notes, leftOut []string
	apart          string  // why nothing is said together of several tasks; empty if there are none
	alone          []draft // that say nothing: of one value of each model, which only data sets together are about
}

// report returns what the comparison says.
func (c *comparison) report() Report {
	out := Report{Models: c.intervals, Pooled: c.pooled, Reading: c.readings, Notes: c.notes, LeftOut: c.leftOut}
	for _, v := range c.drafts {
		out.Verdicts = append(out.Verdicts, v.Verdict)
	}
	return out
}

func run(rs []results.Results, opt Options) (*comparison, error) {
	opt, err := opt.filled()
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(results.Distinct(rs), results.Distinct(opt.Halves)); err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	var readings []sheet.Reading
	if len(rs) > 0 {
		readings = rs[0].Readings
	}
	if err := opt.oneTestSet(rs); err != nil {
		return nil, err
	}
	if rs, opt.Metrics, err = opt.computed(opt.onItems(rs)); err != nil {
		return nil, err
	}
	if rs, err = opt.logs(rs); err != nil {
		return nil, err
	}
	var together []string // notes
	if rs, opt.below, together, err = opt.withSuites(rs); err != nil {
		return nil, err
	}
	models, pairs, err := opt.choose(rs)
	if err != nil {
		return nil, err
	}
	if err := opt.refuse(rs, models); err != nil {
		return nil, err
	}
	sets, err := datasets(rs)
	if err != nil {
		return nil, err
	}
	opt.pooled, opt.pairs, opt.present = sets > 1, len(pairs), make([]int, len(rs))
	for _, places := range pairs {
		for i, models := range places {
			if models[0] >= 0 {
				opt.present[i]++
			}
		}
	}
	several := len(models) > 2 && !opt.Separate
	if !several {
		opt.pairs = 1
	}
	c := &comparison{notes: append(together, results.Notes(rs)...), apart: strings.Join(together, "; "),
		readings: readings}
	for i := range rs {
		if err := opt.fit(rs[i]); err != nil {
			return nil, err
		}
	}
	each := len(rs)
	if opt.pooled {
		each += poolShare * len(rs)
	}
	opt.work = &work{total: each * len(pairs), progress: opt.Progress}
	for i, places := range pairs {
		if err := c.pair(rs, places, opt); err != nil {
			return nil, err
		}
		opt.work.add((i+1)*each - opt.work.done)
	}
	c.intervals = c.models()
	if err := opt.checkTaken(c); err != nil {
		return nil, err
	}
	if several || opt.Adjust != "" || slices.Max(opt.below) > 0 {
		if err := c.adjust(opt); err != nil {
			return nil, err
		}
	}
	if opt.Adjust == "" {
		c.unadjusted()
	}
	c.askDirection()
	return c, nil
}

// askDirection puts a note before the others where metrics have no direction.
func (c *comparison) askDirection() {
	var names []string
	var first metric.Metric
	for _, v := range c.drafts {
		if m := v.Metric; m.Directionless && !slices.Contains(names, m.Name) {
			if names = append(names, m.Name); len(names) == 1 {
				first = m
			}
		}
	}
	if len(names) == 0 {
		return
	}
	others := ""
	if len(names) > 1 {
		others = "; likewise " + strings.Join(names[1:], ", ")
	}
	c.notes = slices.Insert(c.notes, 0, fmt.Sprintf("%v; till then it is said which model is higher%s", first.Ask(),
		others))
}

// work counts how much of a comparison is done.
type work struct {
	mu          sync.Mutex
	done, total int
	progress    func(done, total int)
}

func (w *work) add(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done += n; w.progress != nil && n > 0 {
		w.progress(w.done, w.total)
	}
}

// poolShare is about how much longer a data set takes in the posterior of all data sets than by itself.
const poolShare = 5

// datasets counts the data sets, and checks their names.
func datasets(rs []results.Results) (int, error) {
	var names []string
	seen := map[string]bool{}
	for _, r := range rs {
		if !seen[r.Dataset] {
			seen[r.Dataset] = true
			names = append(names, r.Dataset)
		}
	}
	if len(names) > 1 && seen[""] {
		return 0, fmt.Errorf("compare: a data set has no name; name it in every row or in none")
	}
	if len(names) > 1 && seen[verdict.AnotherDataset] {
		return 0, fmt.Errorf("compare: a data set is called %q, as the verdict on all of them is; rename it",
			verdict.AnotherDataset)
	}
	return len(names), nil
}

// part is what is said of two models on one of the results.
type part struct {
	verdicts       []draft
	alone          []draft // that say nothing: of one value of each model, which only data sets together are about
	notes, leftOut []string
	missing, err   error // missing is the error of the last metric that has no value on a fold
}

// part compares two models by each metric of some results, of which this many pairs are compared.
func (o Options) part(r *results.Results, models [2]int, pairs int) (out part) {
	metrics := o.metrics(*r)
	o.several = pairs > 1
	if o.pairs = pairs; o.Adjust != "" {
		o.pairs *= len(metrics)
	}
	for _, metric := range metrics {
		p, problem, err := newPair(r, models, metric, o)
		if err != nil {
			return part{err: err}
		}
		if problem != "" && !o.only(known.Posterior) {
			if out.missing = p.undefined(problem); o.Metrics != nil {
				return part{err: out.missing}
			}
			out.notes = append(out.notes, table.Prefix(p.results.Key.String(), problem)+"; left out")
			continue
		}
		if note := p.innerNote(); note != "" {
			out.notes = append(out.notes, table.Prefix(p.results.Key.String(), note))
		}
		if o.pooled && p.oneValue(o.oneDataset()) {
			out.alone = append(out.alone, p.verdict())
			continue
		}
		verdicts, leftOut, err := p.verdicts(o.oneDataset())
		p.scores.A, p.scores.B, p.parts = nil, nil, items.Parts{} // of many pairs they would take much memory
		p.scores.DrawsA, p.scores.DrawsB, p.scores.Judge = nil, nil, nil
		if err != nil {
			return part{err: err}
		}
		for _, text := range leftOut {
			out.leftOut = append(out.leftOut, table.Prefix(p.results.Key.String(), text))
		}
		out.verdicts = append(out.verdicts, verdicts...)
	}
	return out
}

// parts compares two models on each of the results, on all processors.
func (o Options) parts(rs []results.Results, places [][2]int) []part {
	out := make([]part, len(rs))
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(rs)) {
		wait.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(rs)); i = next.Add(1) - 1 {
				if places[i][0] >= 0 {
					out[i] = o.part(&rs[i], places[i], min(o.pairs, o.present[i])*max(1, o.below[i]))
				}
				for k := range out[i].verdicts {
					if out[i].verdicts[k].Basis.Beside = o.below[i]; o.below[i] > 0 {
						out[i].verdicts[k].Family = verdict.TasksBeside
					}
				}
				o.work.add(1)
			}
		})
	}
	wait.Wait()
	return out
}

// pair adds the verdicts on two models, whose places in each of the results are given.
func (c *comparison) pair(rs []results.Results, places [][2]int, opt Options) error {
	var verdicts, alone []draft
	var missing error
	for _, p := range opt.parts(rs, places) {
		if p.err != nil {
			return p.err
		}
		missing = cmp.Or(p.missing, missing)
		c.note(p.notes...)
		for _, text := range p.leftOut {
			if !slices.Contains(c.leftOut, text) {
				c.leftOut = append(c.leftOut, text)
			}
		}
		verdicts, alone = append(verdicts, p.verdicts...), append(alone, p.alone...)
	}
	if c.alone = append(c.alone, alone...); len(verdicts)+len(alone) == 0 {
		return missing
	}
	var told []Verdict // in notes
	for _, v := range verdicts {
		if v.Basis.Beside <= verdict.MostTasks {
			told = append(told, v.Verdict)
		}
	}
	c.note(warnings(told)...)
	c.drafts = append(c.drafts, verdicts...)
	if !opt.pooled {
		return nil
	}
	return c.pool(append(verdicts, alone...), opt)
}

// undefined is the error of a metric that has no value on a fold.
func (p *pair) undefined(problem string) error {
	remedy := "take larger folds, or leave the metric out"
	if p.results.OnTestSet() {
		remedy = "a class that it needs is the truth, or the label, of no item; leave the metric out"
	}
	if p.effective() {
		remedy = "use the method posterior, which pools the counts of all folds, or larger folds"
	}
	return fmt.Errorf("compare: %s; %s", table.Prefix(p.results.Key.String(), problem), remedy)
}

// What Run returns, and its rows.
type (
	Report = verdict.Report
	Row    = verdict.Row
)

// note adds notes that are new.
func (c *comparison) note(notes ...string) {
	for _, n := range notes {
		if n != "" && !slices.Contains(c.notes, n) {
			c.notes = append(c.notes, n)
		}
	}
}

// warnings gathers the notes of verdicts, each with the methods that it is about.
func warnings(verdicts []Verdict) []string {
	var order []string
	methods := map[string][]string{}
	for _, v := range verdicts {
		if v.Note == "" {
			continue
		}
		note := v.Warning()
		if methods[note] == nil {
			order = append(order, note)
		}
		if !slices.Contains(methods[note], v.Method) {
			methods[note] = append(methods[note], v.Method)
		}
	}
	for i, note := range order {
		order[i] = note + " (" + strings.Join(methods[note], ", ") + ")"
	}
	return order
}

// isKnown reports whether a number is known.
func isKnown(x float64) bool { return !math.IsNaN(x) }
