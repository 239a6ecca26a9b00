package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/internal/command"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results"
)

// bayesFlags are the flags of bcv bayes.
type bayesFlags struct {
	counts, metrics, interval string
	positive, target          string
	weight, rho1, rho2, alpha float64
	holdOut, json             bool
	models                    modelsFlag
	opt                       posterior.Options
}

func runBayes(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f bayesFlags
	f.define(fs)
	if err := command.Parse(fs, args); err != nil {
		return err
	}
	if err := f.check(fs); err != nil {
		return command.Usage(err)
	}
	rs, err := f.read()
	if err != nil {
		return command.Usage(err)
	}
	if f.target == targetAlgorithm {
		return f.algorithms(env, rs)
	}
	lists, err := f.tasks(rs)
	if err != nil {
		return command.Usage(err)
	}
	if len(lists) == 1 {
		write, end := f.writer(env)
		if err := f.compare(env, results.Notes(rs), lists[0], write); err != nil {
			return err
		}
		return end()
	}
	return f.all(env, results.Notes(rs), lists)
}

// read reads the counts of all models, or counts their predictions.
func (f *bayesFlags) read() ([]results.Results, error) {
	rs, err := results.Read([]string{f.counts}, results.ReadOptions{Models: f.models.names, Positive: f.positive})
	if err != nil {
		return nil, err
	}
	if rs[0].Items != nil {
		rs, err = byClass(rs)
	}
	if err == nil && rs[0].Counts == nil {
		err = fmt.Errorf("%s holds losses, not counts or predictions; bcv compare and bcv ttest read it", f.counts)
	}
	return rs, err
}

// byClass counts the predictions of each class.
func byClass(rs []results.Results) ([]results.Results, error) {
	var out []results.Results
	for _, r := range rs {
		classes, err := r.ByClass()
		if err != nil {
			return nil, err
		}
		for i := range classes {
			classes[i].Notes = append(slices.Clone(r.Notes), classes[i].Notes...)
		}
		out = append(out, classes...)
	}
	return out, nil
}

// tasks returns the tasks of every pair of models: one list if no task has more than two models. A and B
// are the same on all data sets of a task.
func (f *bayesFlags) tasks(rs []results.Results) ([][]posterior.Task, error) {
	var names []string
	most := 0
	for _, r := range rs {
		if d := r.Design; d.Folds != 2 {
			return nil, fmt.Errorf("%s: the results come from %s, and the posteriors of counts need folds 1 and 2 "+
				"of each replication; bcv compare reads them", f.counts, d)
		}
		if len(r.Models) < 2 {
			return nil, fmt.Errorf("%s: column model: only model %.40q%s; a comparison needs two", f.counts,
				r.Models[0],
				pick(r.Key.String() != "", " of task "+r.Key.String(), ""))
		}
		most = max(most, len(r.Models))
		for _, name := range r.Models {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	at := func(r results.Results, name string) int { return slices.Index(r.Models, name) }
	var out [][]posterior.Task
	for i, a := range names {
		for _, b := range names[i+1:] {
			var tasks []posterior.Task
			for _, r := range rs {
				if at(r, a) >= 0 && at(r, b) >= 0 {
					tasks = append(tasks, r.Task(at(r, a), at(r, b)))
				}
			}
			if tasks != nil {
				out = append(out, tasks)
			}
		}
	}
	if most > 2 {
		return out, nil
	}
	var tasks []posterior.Task
	for _, r := range rs {
		first := 0 // the model that was named first
		if slices.Index(names, r.Models[0]) > slices.Index(names, r.Models[1]) {
			first = 1
		}
		tasks = append(tasks, r.Task(first, 1-first))
	}
	return [][]posterior.Task{tasks}, nil
}

// all compares every pair of several models, and prints when all are compared.
func (f *bayesFlags) all(env *command.Environment, notes []string, lists [][]posterior.Task) error {
	var text bytes.Buffer
	held := &command.Environment{Stdout: &text, Stderr: env.Stderr}
	write, end := f.writer(held)
	for k, tasks := range lists {
		if k > 0 && !f.json {
			if err := end(); err != nil {
				return err
			}
			text.WriteByte('\n')
			write, end = f.writer(held)
			notes = nil
		}
		if err := f.compare(env, notes, tasks, write); err != nil {
			return err
		}
	}
	if err := end(); err != nil {
		return err
	}
	_, err := env.Stdout.Write(text.Bytes())
	return err
}

// compare compares two models on all their tasks. Notes come before the first answer.
func (f *bayesFlags) compare(env *command.Environment, notes []string, tasks []posterior.Task,
	write func([]posterior.Comparison) error) error {
	first := true
	err := posterior.CompareEach(tasks, f.opt, func(comparisons []posterior.Comparison) error {
		if first {
			for _, note := range notes {
				env.Note("bayes", note)
			}
		}
		first = false
		return write(comparisons)
	})
	if err != nil && first {
		return command.Usage(err)
	}
	return err
}

// writer returns what writes comparisons piece by piece, and what ends it.
func (f *bayesFlags) writer(env *command.Environment) (write func([]posterior.Comparison) error, end func() error) {
	out := bufio.NewWriter(env.Stdout) // below what escapes, which takes whole characters
	if f.json {
		list := comparisonList{w: command.JSONWriter(out), usual: f.opt.Weighting == nil && f.opt.Prior == 1 &&
			!f.opt.HDI}
		return list.write, func() error { return errors.Join(list.end(), out.Flush()) }
	}
	p := posterior.NewPrinter(command.VisibleWriter(out))
	return p.Print, func() error {
		err := p.Close()
		fmt.Fprintln(out, compare.FittedModels.AboutIntervals()+" --target algorithm is about the algorithms.")
		return errors.Join(err, out.Flush())
	}
}

func (f *bayesFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.counts, "predictions", "", "CSV `file` of predictions to count, in place of --counts: "+
		"replication, fold, record, truth and a column per model")
	fs.StringVar(&f.positive, "positive", "",
		"`class` of the predictions whose precision, recall and F1 are compared (default: each class, as a task)")
	fs.StringVar(&f.counts, "counts", "", "CSV `file` of fold counts: task (optional), model, replication, fold "+
		"and gold, predicted, correct or tp, fp, fn")
	f.models.define(fs)
	fs.StringVar(&f.target, "target", targetFitted,
		"what numbers are about: fitted (the models behind these folds) or algorithm (trained on other samples, too)")
	fs.StringVar(&f.metrics, "metric", "P,R,F1", "metrics, separated by commas: "+command.MetricNames)
	fs.Float64Var(&f.weight, "weight", 0,
		"factor from summed to effective counts (default w(m), the mean over likely correlations)")
	fs.Float64Var(&f.rho1, "rho1", 0, "correlation within a replication, instead of a weight; goes with --rho2")
	fs.Float64Var(&f.rho2, "rho2", 0, "correlation between replications, instead of a weight; goes with --rho1")
	fs.BoolVar(&f.holdOut, "hold-out", false, "use the hold-out average, weight 1/(2m), of Wang et al. (2015)")
	fs.Float64Var(&f.opt.Prior, "lambda", 1, "of the Beta(lambda, lambda) prior of precision and recall")
	command.Also(fs, "lambda", "prior")
	fs.Float64Var(&f.opt.Delta, "delta", 0, "threshold of H0: nu_B - nu_A <= delta")
	fs.Float64Var(&f.opt.Rope, "rope", 0, "half width of the region of practical equivalence")
	fs.Float64Var(&f.alpha, "alpha", 0.05, "credible intervals have 1 - alpha, which --level gives")
	command.Former(fs, "alpha", "level", credibility{&f.alpha})
	fs.StringVar(&f.interval, "interval", "equal-tailed",
		"kind of credible interval: equal-tailed or hdi (highest density)")
	fs.IntVar(&f.opt.Draws, "draws", 0, "Monte-Carlo draws besides the exact test")
	fs.Uint64Var(&f.opt.Seed, "seed", 1, "seed of the Monte-Carlo draws")
	fs.BoolVar(&f.json, "json", false, "print JSON with full precision instead of a table")
}

// check completes the options from the flags.
func (f *bayesFlags) check(fs *flag.FlagSet) (err error) {
	if f.counts == "" {
		return errors.New("no counts given; name a CSV file with --counts FILE or --predictions FILE")
	}
	if command.Given(fs, "counts") && command.Given(fs, "predictions") {
		return errors.New("--counts and --predictions; give one file")
	}
	if f.opt.Metrics, err = posterior.ParseMetrics(f.metrics); err != nil {
		return fmt.Errorf("--metric: %w", err)
	}
	if err := f.checkTarget(fs); err != nil {
		return err
	}
	if f.opt.Prior == 0 {
		return errors.New("--lambda 0; use a value above 0 (1 is uniform, 0.5 is Jeffreys')")
	}
	if !(f.alpha > 0 && f.alpha < 1) {
		return fmt.Errorf("--alpha %v; give a level between 0 and 1", f.alpha)
	}
	f.opt.Level = 1 - f.alpha
	if f.opt.Weighting, err = f.weighting(fs); err != nil {
		return err
	}
	switch f.interval {
	case "equal-tailed":
	case "hdi":
		f.opt.HDI = true
	default:
		return fmt.Errorf("--interval %q; use equal-tailed or hdi", f.interval)
	}
	if command.Given(fs, "draws") && f.opt.Draws < 1 {
		return fmt.Errorf("--draws %d; use at least 1 (the papers use 1000000)", f.opt.Draws)
	}
	return nil
}

// weighting returns the weighting that the flags name, nil for none.
func (f *bayesFlags) weighting(fs *flag.FlagSet) (posterior.Weighting, error) {
	var out []posterior.Weighting
	if command.Given(fs, "weight") {
		if f.weight == 0 {
			return nil, errors.New("--weight 0 would discard the data; give a weight in (0, 1] or leave it out")
		}
		out = append(out, posterior.FixedWeight(f.weight))
	}
	if f.holdOut {
		out = append(out, posterior.HoldOutWeight{})
	}
	switch rho1, rho2 := command.Given(fs, "rho1"), command.Given(fs, "rho2"); {
	case rho1 && rho2:
		out = append(out, posterior.RhoWeight{Rho1: f.rho1, Rho2: f.rho2})
	case rho1 || rho2:
		return nil, errors.New("only one of rho1 and rho2 is given; give both")
	}
	switch len(out) {
	case 0:
		return nil, nil
	case 1:
		return out[0], nil
	}
	return nil, errors.New("more than one weighting; give a weight, or rho1 and rho2, or the hold-out average")
}

// comparisonJSON is the documented shape of bcv bayes --json.
type comparisonJSON struct {
	Task     string         `json:"task"`
	ModelA   string         `json:"model_a"`
	ModelB   string         `json:"model_b"`
	Metric   string         `json:"metric"`
	A        float64        `json:"a"`
	B        float64        `json:"b"`
	CIA      [2]float64     `json:"ci_a"`
	CIB      [2]float64     `json:"ci_b"`
	PH0      float64        `json:"p_h0"`
	PH1      float64        `json:"p_h1"`
	PRope    float64        `json:"p_rope"`
	Decision string         `json:"decision"`
	Target   compare.Target `json:"target"`
	// measured share of data sets whose intervals of 95% hold what they are about
	Covers *float64 `json:"covers,omitempty"`
	Least  *float64 `json:"covers_least,omitempty"` // in the worst cell of the study
	Draws  int      `json:"draws,omitempty"`
	MCPH0  *float64 `json:"mc_p_h0,omitempty"`
	MCSE   *float64 `json:"mc_se,omitempty"`
}

// comparisonList writes an indented JSON array piece by piece.
type comparisonList struct {
	w     io.Writer
	some  bool
	usual bool // the intervals are those whose coverage is measured
}

func (l *comparisonList) write(comparisons []posterior.Comparison) error {
	for _, c := range comparisons {
		row := comparisonJSON{Task: c.Task, ModelA: c.ModelA, ModelB: c.ModelB, Metric: c.Metric, A: c.A, B: c.B,
			CIA: [2]float64{c.ALow, c.AHigh}, CIB: [2]float64{c.BLow, c.BHigh},
			PH0: c.PH0, PH1: c.PH1, PRope: c.PRope, Decision: c.Decision, Target: compare.FittedModels, Draws: c.Draws}
		if l.usual {
			row.covers(compare.MeasuredCoverage(compare.FittedModels, c.Level))
		}
		if c.Draws > 0 {
			row.MCPH0, row.MCSE = &c.MCPH0, &c.MCSE
		}
		text, err := json.MarshalIndent(row, "  ", "  ")
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(l.w, "%s\n  %s", pick(l.some, ",", "["), text); err != nil {
			return err
		}
		l.some = true
	}
	return nil
}

func (l *comparisonList) end() error {
	_, err := fmt.Fprintf(l.w, "\n]\n")
	return err
}

// credibility reads the level of credible intervals as 1 - alpha.
type credibility struct{ alpha *float64 }

func (c credibility) String() string { return "" }

// Set sets alpha. The error says that the text is not a number between 0 and 1.
func (c credibility) Set(text string) error {
	level, err := strconv.ParseFloat(text, 64)
	if err != nil || !(level > 0 && level < 1) {
		return errors.New("give a credibility between 0 and 1, such as 0.95")
	}
	*c.alpha = 1 - level
	return nil
}
