package train

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/progress"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/inputs"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/split"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/research/jobs"
)

// holdoutFlags are the flags of bcv holdout.
type holdoutFlags struct {
	inputs.Set
	trainFlags
	pairs, predictions, folds string
	own                       bool // nothing says how --folds were drawn
	probabilities             bool
	workers                   int
	classes                   []string // of the data
	parts                     jobs.Flags
}

func (f *holdoutFlags) define(fs *flag.FlagSet) {
	f.Set.Define(fs)
	f.trainFlags.define(fs)
	fs.StringVar(&f.folds, "folds", "", "CSV `file` of a partition set, as bcv split writes it, in place of one that "+
		"is made; --method says how the folds of another tool were drawn")
	fs.StringVar(&f.losses, "losses", "", "CSV `file` to write: model, replication, fold, loss, n_train, n_valid "+
		"(default: standard output)")
	fs.StringVar(&f.counts, "counts", "", "CSV `file` to write: tp, fp, fn of each class, which bcv bayes and bcv "+
		"compare read")
	fs.StringVar(&f.pairs, "pairs", "", "CSV `file` to write: what two models predicted for each record")
	fs.StringVar(&f.predictions, "predictions", "", "CSV `file` to write: replication, fold, record, truth and a "+
		"column per model, which compare, mcnemar, bayes and ttest read")
	fs.BoolVar(&f.probabilities, "probabilities", false, "write the probability of each class to --predictions too, as a "+
		"metric that needs them does")
	f.metricFlags.define(fs, "`names` of metrics, separated by commas, each one more column of the losses",
		"`class` that metrics of one class are about, such as precision and average_precision")
	fs.IntVar(&f.workers, "workers", 0, "folds at a time (default: one per processor; for parts SLURM_CPUS_PER_TASK)")
	f.parts.Define(fs)
}

func runHoldout(ctx context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f holdoutFlags
	f.define(fs)
	if err := f.parseArgs(env, fs, args, f.check); err != nil || f.List {
		return err
	}
	var out atomicfile.Batch
	defer out.Discard()
	if err := f.open(&out); err != nil {
		return err
	}
	plan, err := f.plan(ctx, fs)
	if err != nil {
		return command.Usage(err)
	}
	if err := f.Describe(env, "holdout", plan.Data); err != nil {
		return err
	}
	if f.own {
		env.Note("holdout", f.folds+" does not say how its folds were drawn (column set): they are named own, and bcv "+
			"compare gives no verdict on them; say it with --method where it is known")
	}
	if d := plan.Data; d.Groups != nil && plan.Set.Method == cv.Grouped {
		if note := split.UnequalHalves(plan.Set); note != "" {
			env.Note("holdout", note)
		}
	}
	plan.Progress = progress.New(env.Stderr, "holdout")
	f.classes = plan.Data.Classes
	if f.parts.Dir != "" {
		result, err := f.inParts(ctx, env, plan)
		if err != nil || result == nil {
			return err
		}
		return f.write(env, &out, *result)
	}
	result, err := holdout.Run(ctx, plan)
	if err != nil {
		return refused(ctx, err)
	}
	return f.write(env, &out, result)
}

func (f *holdoutFlags) check(fs *flag.FlagSet) error {
	f.Method = f.Timed(fs, f.Method)
	if err := cmp.Or(f.Set.Check(fs, f.Nested.Methods()...),
		f.trainFlags.check(fs, "metric", "counts", "pairs", "predictions", "probabilities"),
		f.CheckMethod(fs, cv.Method(f.Method)), f.checkFolds(fs), f.parse(), f.parts.Check(fs, &f.workers)); err != nil {
		return err
	}
	if f.parts.Of > 0 && f.losses+f.counts+f.pairs+f.predictions+f.tuning != "" {
		return errors.New("a part writes to --dir alone; name other outputs where the parts are collected, without " +
			"--of")
	}
	if f.probabilities && f.predictions == "" && f.parts.Of == 0 {
		return errors.New("--probabilities are written with predictions; name a file with --predictions")
	}
	if models := f.Count(); f.pairs != "" && models != 2 {
		return fmt.Errorf("--pairs puts two models side by side, not %d", models)
	}
	return nil
}

// plan reads the data and makes learners and partition set.
func (f *holdoutFlags) plan(ctx context.Context, fs *flag.FlagSet) (holdout.Plan, error) {
	var p holdout.Plan
	var err error
	if p.Data, err = f.Read(); err != nil {
		return p, err
	}
	if p.Data.Class == nil && f.counts+f.pairs != "" {
		return p, errors.New("--counts and --pairs are about classes, and the target is a number; ask for --losses or " +
			"--predictions")
	}
	p.Workers, p.Runs, p.Metrics = f.workers, f.runs, f.metrics
	p.Positive, p.Probabilities = f.Positive, f.probabilities
	if p.Set, p.Inner, err = f.sets(fs, p.Data); err != nil {
		return p, err
	}
	p.Learners, err = f.made(ctx, p.Set.ID(), p.Data)
	return p, err
}

// open opens all outputs before the first learner trains: none is lost for the sake
// of another.
func (f *holdoutFlags) open(out *atomicfile.Batch) error {
	out.Reads("--data", f.File)
	out.Reads("--costs", f.Costs)
	out.Reads("--folds", f.folds)
	return cmp.Or(out.Create("--counts", f.counts), out.Create("--pairs", f.pairs),
		out.Create("--predictions", f.predictions), out.Create("--losses", f.losses), out.Create("--tuning", f.tuning))
}

// write writes the tables that were asked for, and a summary if the losses went to a file.
func (f *holdoutFlags) write(env *command.Environment, out *atomicfile.Batch, r results.Results) error {
	counts := func(w io.Writer) error {
		classes, err := r.ByClass(f.classes...)
		if err != nil {
			return err
		}
		return results.Write(w, results.Confusion, classes...)
	}
	pair := r
	pair.Models = []string{"a", "b"}
	if err := cmp.Or(out.Write(f.counts, counts), out.Write(f.pairs, as(results.Predictions, pair)),
		out.Write(f.predictions, as(results.Predictions, r)), out.Write(f.losses, as(results.Losses, r)),
		out.Write(f.tuning, as(results.Choices, r)), out.Commit()); err != nil {
		return err
	}
	for _, note := range r.Notes {
		env.Note("holdout", note)
	}
	if f.losses == "" {
		return results.Write(env.Stdout, results.Losses, r)
	}
	if err := summarize(env.Text(), r); err != nil {
		return err
	}
	return next(env.Stderr, f.losses, r)
}

// next names, beside the results, the command that says which model is better.
func next(w io.Writer, file string, r results.Results) error {
	verb := "compare"
	if len(r.Models) > 2 {
		verb = "rank"
	}
	if len(r.Models) < 2 || file == "-" {
		return nil
	}
	_, err := fmt.Fprintf(w, "Next: bcv %s %s\n", verb, file)
	return err
}

// as returns what writes results in a form.
func as(form results.Form, all ...results.Results) func(io.Writer) error {
	return func(w io.Writer) error { return results.Write(w, form, all...) }
}

// summarize prints mean and standard deviation of the values of each model on the folds.
// The deviation is not a standard error: folds share training records.
func summarize(w io.Writer, r results.Results) error {
	rows := [][]string{{"model"}}
	for k, m := range r.Metrics {
		name := m.Label()
		if k == 0 {
			name = "loss"
		}
		rows[0] = append(rows[0], "mean "+name, "sd over folds")
	}
	rows[0] = append(rows[0], "folds")
	places := make([]int, len(r.Values)) // of all models, by the largest deviation
	for k, values := range r.Values {
		spread := 0.0
		for a := range r.Models {
			if x := values.Of(a); len(x) > 1 {
				spread = max(spread, stat.StdDev(x, nil))
			}
		}
		places[k] = max(3, table.Places(spread))
	}
	for a, model := range r.Models {
		row := []string{model}
		for k, values := range r.Values {
			x := values.Of(a)
			sd := "-" // of one fold
			if len(x) > 1 {
				sd = fmt.Sprintf("%.*f", places[k], stat.StdDev(x, nil))
			}
			row = append(row, fmt.Sprintf("%.*f", places[k], stat.Mean(x, nil)), sd)
		}
		rows = append(rows, append(row, strconv.Itoa(len(r.Values[0].Of(a)))))
	}
	if err := command.Columns(w, rows); err != nil {
		return err
	}
	id := r.Design.ID
	_, err := fmt.Fprintf(w, "\nPartition set %s (%s, %d records).\n", id.Fingerprint, id.Method, r.Design.Records)
	if in := r.Inner; in != nil {
		_, err = fmt.Fprintf(w, "Inner folds %s: %d half-splits, %d inner replications in each half.\n", in.Fingerprint,
			in.Splits, in.Replications)
	}
	return err
}
