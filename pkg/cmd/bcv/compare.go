package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/progress"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/inputs"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/report"
	"github.com/block-regularized/bcv/pkg/results"
)

// compareFlags are the flags of bcv compare.
type compareFlags struct {
	models modelsFlag
	measureFlags
	metrics     inputs.Metrics
	methods     string
	alternative string
	prior       string
	out         compareOutputs
	show        reportFlags
	read        results.ReadOptions
	filter      string // of logs
	opt         compare.Options
	list        bool
}

func (f *compareFlags) define(fs *flag.FlagSet) {
	f.models.many = true
	f.defineInput(fs)
	f.defineMethods(fs)
	defineJudge(fs, &f.read.Judge, &f.opt.LabelsRandom)
	fs.StringVar(&f.opt.Control, "control", "", "`model` to compare with each of the others, as A (default: all pairs)")
	fs.BoolVar(&f.opt.All, "all", false, "all procedures that fit, the recommended one first, each with its false alarms")
	fs.StringVar(&f.opt.Adjust, "adjust", "", "adjust the p-values of all metrics and procedures of a pair together: "+
		"holm or bonferroni (default: each metric by itself)")
	fs.StringVar(&f.alternative, "alternative", "two-sided", command.Alternatives)
	fs.Float64Var(&f.opt.Delta, "delta", 0, "difference B minus A that is tested: shown or not to be above, or below")
	fs.Float64Var(&f.opt.Margin, "margin", 0, "smallest `difference` that matters, in the metric: models whose interval "+
		"lies within it are called equivalent (two one-sided tests)")
	fs.Float64Var(&f.opt.Quantile, "quantile", 0, "compare by this `quantile` of the paired differences of items in place of "+
		"their mean: 0.5 is the median")
	fs.BoolVar(&f.opt.Ratio, "ratio", false, "compare geometric means of positive numbers, such as seconds or costs of items "+
		"or runs, by their ratio; --margin is then a factor above 1")
	fs.Float64Var(&f.opt.Rope, "rope", 0, "half width of the region of practical equivalence of posteriors, and margin")
	fs.StringVar(&f.prior, "prior", "", "of the correlations, for paired: uniform, empirical, or two numbers "+
		"RHO1,RHO2 (default uniform, and wider with inner results)")
	fs.Float64Var(&f.opt.Posterior.Prior, "lambda", 1,
		"of the Beta(lambda, lambda) prior of precision and recall, for posterior")
	fs.Float64Var(&f.opt.HalfWidth, "half-width", 0, "of the interval, in the metric, for which to say how many more "+
		"runs, items or clusters it takes (default half of the present one)")
	fs.Func("summary", "a `summary` from elsewhere, to compare with runs in the files or with another summary: "+
		"\"name=paper mean=0.82 sd=0.03 n=5\" (or se=), or alone the numbers of items that two models have right, "+
		"\"both=70 first=12 second=5 neither=13\"", func(text string) error {
		f.read.Summaries = append(f.read.Summaries, text)
		return nil
	})
	fs.BoolVar(&f.list, "list", false, "list all procedures instead: what they are for, about and need, source")
	f.out.define(fs)
	f.show.define(fs)
}

// defineInput defines the flags that say what is read and compared.
func (f *compareFlags) defineInput(fs *flag.FlagSet) {
	f.models.define(fs)
	f.measureFlags.define(fs)
	defineMetrics(fs, &f.metrics)
	fs.BoolVar(&f.read.Wide, "wide", false, "a file of items has a column for each model, which holds its scores")
	defineTold(fs, &f.read.Told)
	fs.StringVar(&f.filter, "filter", "", "`name` of the filter to take, of folders of logs that have several")
	fs.BoolVar(&f.read.Common, "common", false, "compare the items that all models have, where some lack others")
	fs.BoolVar(&f.opt.Suite.Macro, "macro", false, "of several tasks of items: decide by the mean over tasks, each as "+
		"heavy as any other (default: by the mean over all items)")
	fs.BoolVar(&f.opt.Suite.Sample, "tasks-like-these", false, "of several tasks of items: take them for a sample, and "+
		"say what holds on other tasks like these (default: on new items of these tasks)")
	fs.Float64Var(&f.opt.Alpha, "alpha", 0.05, "level; intervals have 1 - alpha")
	fs.IntVar(&f.opt.Planned, "planned", 0, "`number` of items that the test set is to have, of which the file has the first, "+
		"in random order (bcv split --items): the answer is one look, and all looks together hold the level")
	defineHoldOuts(fs, &f.read.RandomHoldOuts)
}

// defineMethods defines the flags that say by which procedure a pair is compared.
func (f *compareFlags) defineMethods(fs *flag.FlagSet) {
	fs.StringVar(&f.methods, "method", "", "`procedures` in place of the recommended one, separated by commas; the first "+
		"decides: paired, correlated-t, posterior, tests of bcv ttest --list or of bcv mcnemar")
	fs.IntVar(&f.opt.Horizon, "horizon", 0, "`steps` that forecasts at points in time look ahead (default: not said)")
	fs.BoolVar(&f.opt.PairedRuns, "paired-runs", false, "runs of the same name belong together in both models, such as "+
		"seeds that both were trained with (default: the runs of one model are independent of the other's)")
}

func runCompare(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f compareFlags
	f.define(fs)
	var out atomicfile.Batch
	defer out.Discard()
	f.opt.Progress = progress.NewLong(env.Stderr, "compare")
	defer debug.SetGCPercent(debug.SetGCPercent(50)) // the scores of millions of items leave little room beside them
	rs, paths, err := f.open(&out, fs, args, f.check, "one or more files of losses, counts or predictions on the folds, "+
		"or of scores of items")
	if err != nil {
		return err
	}
	if f.list {
		return listProcedures(env.Text(), nil)
	}
	if len(f.read.Summaries) == 1 && len(rs[0].Models) > 2 && len(f.opt.Models) == 0 && f.opt.Control == "" {
		f.opt.Control = rs[0].Models[0] // the summary, with each of the others
	}
	r, err := compare.Run(rs, f.opt)
	if err != nil {
		return errors.Join(f.show.means(env, err), command.Usage(err))
	}
	if err := f.out.write(&out, report.Report{Result: r, Files: paths}, f.opt.All); err != nil {
		return err
	}
	f.show.readings(env, r.Reading)
	return f.show.print(env, "compare", r, f.opt)
}

// open reads the flags and the names of files, which are missing if there are none, opens the outputs and reads the
// results.
func (f *compareFlags) open(out *atomicfile.Batch, fs *flag.FlagSet, args []string, check func(*flag.FlagSet) error,
	missing string) (rs []results.Results, paths []string, err error) {
	if paths, err = command.ParseWords(fs, args); err != nil || f.list {
		return nil, nil, err
	}
	if err = check(fs); err == nil && len(paths)+len(f.read.Summaries) == 0 {
		err = fmt.Errorf("no file given; name %s", missing)
	}
	for _, path := range paths {
		out.Reads("", path)
	}
	if err == nil {
		err = f.out.create(out)
	}
	if err == nil {
		rs, err = f.results(paths)
	}
	if err != nil {
		err = command.Usage(err)
	}
	return rs, paths, err
}

// check completes the options from the flags.
func (f *compareFlags) check(fs *flag.FlagSet) (err error) {
	f.opt.Models, f.read.Models = f.models.names, f.models.names
	if f.read.Metric, err = f.metric(); err != nil {
		return err
	}
	if f.opt.Alternative, err = infer.ParseAlternative(f.alternative); err != nil {
		return fmt.Errorf("--alternative: %w", err)
	}
	f.opt.Metrics = readMetrics(&f.metrics, &f.read)
	if f.opt.Prior, err = compare.ParsePrior(f.prior); err != nil {
		return fmt.Errorf("--prior: %w", err)
	}
	if err := checkQuestion(f.opt); err != nil {
		return err
	}
	if !(f.opt.Posterior.Prior > 0) {
		return fmt.Errorf("--lambda %v; use a value above 0 (1 is uniform, 0.5 is Jeffreys')", f.opt.Posterior.Prior)
	}
	if f.methods != "" {
		f.opt.Methods = inputs.Divide(f.methods)
	}
	if command.Given(fs, "planned") && f.opt.Planned < 2 {
		return fmt.Errorf("--planned %d; give the number of items that the test set is to have, 2 or more", f.opt.Planned)
	}
	if command.Given(fs, "quantile") && f.opt.Quantile == 0 {
		return errors.New("--quantile 0; give a number between 0 and 1, such as 0.5 for the median")
	}
	if command.Given(fs, "half-width") && !(f.opt.HalfWidth > 0) {
		return fmt.Errorf("--half-width %v; give a width above 0", f.opt.HalfWidth)
	}
	if f.methods != "" && f.opt.All {
		return fmt.Errorf("--method %s and --all; ask for one procedure or for all", f.methods)
	}
	return nil
}

// compareOutputs are the files that bcv compare writes beside what it prints.
type compareOutputs struct{ html, plot, csv, markdown, latex, methods, bibtex string }

func (o *compareOutputs) define(fs *flag.FlagSet) {
	fs.StringVar(&o.html, "html", "", "`file` for a report: one page that needs no network, with figures, tables, "+
		"assumptions and sources")
	fs.StringVar(&o.plot, "plot", "", "`file` to draw the differences to: .png, .svg or .pdf; on several data sets a "+
		"forest plot")
	fs.StringVar(&o.csv, "csv", "", "`file` for the verdicts as CSV, with all digits")
	fs.StringVar(&o.markdown, "markdown", "", "`file` for sentences and tables in Markdown")
	fs.StringVar(&o.latex, "latex", "", "`file` for tables in LaTeX, with booktabs")
	fs.StringVar(&o.methods, "methods-text", "", "`file` for two paragraphs of a paper, on methods and on results, with sources")
	fs.StringVar(&o.bibtex, "bibtex", "", "`file` for the sources as BibTeX")
}

// create opens the outputs.
func (o *compareOutputs) create(out *atomicfile.Batch) error {
	if o.plot != "" {
		if err := figure.CheckName(o.plot); err != nil {
			return fmt.Errorf("--plot: %w", err)
		}
	}
	for _, f := range [...]struct{ flag, path string }{{"--html", o.html}, {"--plot", o.plot}, {"--csv", o.csv},
		{"--markdown", o.markdown}, {"--latex", o.latex}, {"--methods-text", o.methods}, {"--bibtex", o.bibtex}} {
		if err := out.Create(f.flag, f.path); err != nil {
			return err
		}
	}
	return nil
}

// write writes all outputs, and puts them in their places. With all the figure shows all
// procedures.
func (o *compareOutputs) write(out *atomicfile.Batch, r report.Report, all bool) error {
	for _, f := range [...]struct {
		path  string
		write func(io.Writer) error
	}{{o.html, r.HTML}, {o.plot, func(w io.Writer) error { return o.drawTo(w, r, all) }}, {o.csv, r.CSV},
		{o.markdown, r.Markdown}, {o.latex, r.LaTeX}, {o.methods, r.MethodsText}, {o.bibtex, r.BibTeX}} {
		if err := out.Write(f.path, f.write); err != nil {
			return err
		}
	}
	return out.Commit()
}

func (o *compareOutputs) drawTo(w io.Writer, r report.Report, all bool) error {
	f, err := r.Plot(all)
	if err != nil {
		return err
	}
	return figure.Write(w, f, o.plot)
}
