package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/progress"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// bayesFlags are the flags of bcv bayes.
type bayesFlags struct {
	counts, metrics, interval string
	positive, target          string
	weight, rho1, rho2        float64
	holdOut                   bool
	models                    modelsFlag
	show                      reportFlags
	told                      sheet.Told
	opt                       compare.Options
}

// runBayes compares by the posterior of the counts, or of the metrics of the folds.
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
	f.opt.Progress = progress.NewLong(env.Stderr, "bayes")
	r, err := compare.Run(rs, f.opt)
	if err == nil && f.opt.Target == verdict.Algorithms {
		err = checkSpread(r)
	}
	if err != nil {
		return command.Usage(err)
	}
	f.show.readings(env, r.Reading)
	return f.show.print(env, "bayes", r, f.opt)
}

// read reads the counts of all models, or counts their predictions.
func (f *bayesFlags) read() ([]results.Results, error) {
	rs, err := results.Read([]string{f.counts}, results.ReadOptions{Models: f.models.names, Positive: f.positive,
		Told: f.told})
	if err != nil {
		return nil, err
	}
	if err = onItems(f.counts, rs[0]); err == nil && rs[0].Classified() {
		rs, err = byClass(rs)
	}
	if err == nil {
		err = rs[0].Runs.Refuse("the posterior of counts")
	}
	if err == nil && rs[0].Counts == nil {
		err = fmt.Errorf("%s holds losses, not counts or predictions; bcv compare and bcv ttest read it", f.counts)
	}
	for _, r := range rs {
		switch of := table.Pick(r.Key.String() != "", " of task "+r.Key.String(), ""); {
		case err != nil:
		case r.Design.Folds != 2:
			err = fmt.Errorf("%s: the results come from %s, and the posteriors of counts need folds 1 and 2 "+
				"of each replication; bcv compare reads them", f.counts, r.Design)
		case len(r.Models) < 2:
			err = fmt.Errorf("%s: column model: only model %.40q%s; a comparison needs two", f.counts, r.Models[0], of)
		}
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

// checkSpread refuses a metric of one model that does not vary, which then has no interval about the algorithm.
func checkSpread(r compare.Report) error {
	flat := func(values [][]float64) bool {
		all := slices.Concat(values...)
		return len(all) > 0 && slices.Min(all) == slices.Max(all)
	}
	for _, v := range r.Verdicts {
		if a, b := v.Folds(); flat(a) || flat(b) {
			return fmt.Errorf("%s of one model is the same on all folds of task %q, which says nothing of chance; "+
				"use --target %s", v.Metric.Label(), v.Key, targetFitted)
		}
	}
	return nil
}

func (f *bayesFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.counts, "predictions", "", "CSV `file` of predictions to count, in place of --counts: "+
		"replication, fold, record, truth and a column per model")
	fs.StringVar(&f.positive, "positive", "",
		"`class` of the predictions whose precision, recall and F1 are compared (default: each class, as a task)")
	fs.StringVar(&f.counts, "counts", "", "CSV `file` of fold counts: task (optional), model, replication, fold "+
		"and gold, predicted, correct or tp, fp, fn")
	f.models.define(fs)
	defineTold(fs, &f.told)
	fs.StringVar(&f.target, "target", targetFitted,
		"what numbers are about: fitted (the models behind these folds) or algorithm (trained on other samples, too)")
	fs.StringVar(&f.metrics, "metric", "P,R,F1", "metrics, separated by commas: "+command.MetricNames)
	fs.Float64Var(&f.weight, "weight", 0,
		"factor from summed to effective counts (default w(m), the mean over likely correlations)")
	fs.Float64Var(&f.rho1, "rho1", 0, "correlation within a replication, instead of a weight; goes with --rho2")
	fs.Float64Var(&f.rho2, "rho2", 0, "correlation between replications, instead of a weight; goes with --rho1")
	fs.BoolVar(&f.holdOut, "hold-out", false, "use the hold-out average, weight 1/(2m), of Wang et al. (2015)")
	fs.Float64Var(&f.opt.Posterior.Prior, "lambda", 1, "of the Beta(lambda, lambda) prior of precision and recall")
	command.Also(fs, "lambda", "prior")
	fs.Float64Var(&f.opt.Delta, "delta", 0, "threshold of H0: nu_B - nu_A <= delta")
	fs.Float64Var(&f.opt.Rope, "rope", 0, "half width of the region of practical equivalence")
	fs.Float64Var(&f.opt.Alpha, "alpha", 0.05, "credible intervals have 1 - alpha, which --level gives")
	command.Former(fs, "alpha", "level", credibility{&f.opt.Alpha})
	fs.StringVar(&f.interval, "interval", "equal-tailed",
		"kind of credible interval of each model: equal-tailed or hdi (highest density)")
	fs.IntVar(&f.opt.Posterior.Draws, "draws", 0, "Monte-Carlo draws besides the exact test")
	fs.Uint64Var(&f.opt.Posterior.Seed, "seed", 1, "seed of the Monte-Carlo draws")
	f.show.define(fs)
}

// The values of --target.
const (
	targetFitted    = "fitted"
	targetAlgorithm = "algorithm"
)

// check completes the options from the flags.
func (f *bayesFlags) check(fs *flag.FlagSet) (err error) {
	if f.counts == "" {
		return errors.New("no counts given; name a CSV file with --counts FILE or --predictions FILE")
	}
	if command.Given(fs, "counts") && command.Given(fs, "predictions") {
		return errors.New("--counts and --predictions; give one file")
	}
	metrics, err := posterior.ParseMetrics(f.metrics)
	if err != nil {
		return fmt.Errorf("--metric: %w", err)
	}
	for _, m := range metrics {
		f.opt.Metrics = append(f.opt.Metrics, m.String())
	}
	f.opt.Models, f.opt.Separate, f.show.models = f.models.names, true, true
	if err := f.checkTarget(fs); err != nil {
		return err
	}
	if f.opt.Posterior.Prior == 0 {
		return errors.New("--lambda 0; use a value above 0 (1 is uniform, 0.5 is Jeffreys')")
	}
	if err := checkQuestion(f.opt); err != nil {
		return err
	}
	if f.opt.Posterior.Weighting, err = f.weighting(fs); err != nil {
		return err
	}
	if f.opt.Posterior.HDI = f.interval == "hdi"; !f.opt.Posterior.HDI && f.interval != "equal-tailed" {
		return fmt.Errorf("--interval %q; use equal-tailed or hdi", f.interval)
	}
	if draws := f.opt.Posterior.Draws; command.Given(fs, "draws") && draws < 1 {
		return fmt.Errorf("--draws %d; use at least 1 (the papers use 1000000)", draws)
	} else if draws == 0 && command.Given(fs, "seed") {
		return errors.New("--seed without --draws; the exact test draws nothing, leave it out")
	} else if draws == 0 {
		f.opt.Posterior.Seed = 0
	}
	return nil
}

// checkTarget sets the procedure of the target, and refuses the flags that it has no use for.
func (f *bayesFlags) checkTarget(fs *flag.FlagSet) error {
	switch f.target {
	case targetFitted:
		f.opt.Target, f.opt.Methods = verdict.FittedModels, []string{"posterior"}
		return nil
	case targetAlgorithm:
		f.opt.Target, f.opt.Methods = verdict.Algorithms, []string{"paired"}
	default:
		return fmt.Errorf("--target %q; use %s or %s", f.target, targetFitted, targetAlgorithm)
	}
	for _, name := range []string{"weight", "rho1", "rho2", "hold-out", "lambda", "interval", "draws"} {
		if command.Given(fs, name) {
			return fmt.Errorf("--%s is about effective counts, and --target %s uses the metric of each fold; leave "+
				"one of them out", name, targetAlgorithm)
		}
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

// credibility reads the level of credible intervals as 1 - alpha.
type credibility struct{ alpha *float64 }

func (c credibility) String() string { return "" }

// Set sets alpha. The error says that the text is not a number between 0 and 1.
func (c credibility) Set(text string) error {
	level, problem := table.Float(text)
	if problem != "" || !(level > 0 && level < 1) {
		return errors.New("give a credibility between 0 and 1, such as 0.95")
	}
	*c.alpha = 1 - level
	return nil
}
