package train

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cmd/bcv/inputs"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/internal/atomicfile"
	"github.com/block-regularized/bcv/pkg/internal/command"
	"github.com/block-regularized/bcv/pkg/internal/progress"
	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/research/jobs"
)

// holdoutFlags are the flags of bcv holdout.
type holdoutFlags struct {
	inputs.Set
	inputs.Data
	inputs.Learners
	losses, counts, pairs, predictions string
	metric                             string
	workers                            int
	parts                              jobs.Flags
}

func (f *holdoutFlags) define(fs *flag.FlagSet) {
	f.Set.Define(fs)
	f.Data.Define(fs)
	f.Learners.Define(fs)
	fs.StringVar(&f.losses, "losses", "", "CSV `file` to write: model, replication, fold, loss, n_train, n_valid "+
		"(default: standard output)")
	fs.StringVar(&f.counts, "counts", "", "CSV `file` to write: tp, fp, fn of each class, which bcv bayes and bcv "+
		"compare read")
	fs.StringVar(&f.pairs, "pairs", "", "CSV `file` to write: what two models predicted for each record")
	fs.StringVar(&f.predictions, "predictions", "", "CSV `file` to write: replication, fold, record, truth and a "+
		"column a model, which compare, mcnemar, bayes and ttest read")
	fs.StringVar(&f.metric, "metric", "", "`name` of a score of whole validation sets, one more column of the losses: "+
		"fpa, the fault-percentile average of counts of defects")
	fs.IntVar(&f.workers, "workers", 0, "folds at a time (default: one per processor; for parts SLURM_CPUS_PER_TASK)")
	f.parts.Define(fs)
}

func runHoldout(ctx context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f holdoutFlags
	f.define(fs)
	if err := command.Parse(fs, args); err != nil {
		return err
	}
	if f.List {
		return inputs.ListLearners(env.Stdout)
	}
	if err := f.check(fs); err != nil {
		return command.Usage(err)
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
	plan.Progress = progress.New(env.Stderr, "holdout")
	if f.parts.Dir != "" {
		result, err := f.inParts(ctx, env, plan)
		if err != nil || result == nil {
			return err
		}
		return f.write(env, &out, result)
	}
	result, err := holdout.Run(ctx, plan)
	var failed *holdout.FoldError
	if err != nil && !errors.As(err, &failed) && ctx.Err() == nil {
		return command.Usage(inputs.NameOthers(err)) // a learner cannot use the data
	}
	if err != nil {
		return err
	}
	return f.write(env, &out, result)
}

func (f *holdoutFlags) check(fs *flag.FlagSet) error {
	if err := f.Set.Check(fs); err != nil {
		return err
	}
	if err := f.Data.Check(fs); err != nil {
		return err
	}
	if err := f.Learners.Check(fs); err != nil {
		return err
	}
	if _, err := f.metrics(); err != nil {
		return err
	}
	if err := f.parts.Check(fs, &f.workers); err != nil {
		return err
	}
	if f.parts.Of > 0 && f.losses+f.counts+f.pairs+f.predictions != "" {
		return errors.New("a part writes to --dir alone; name other outputs where the parts are collected, without --of")
	}
	if models := f.Count(); f.pairs != "" && models != 2 {
		return fmt.Errorf("--pairs puts two models side by side, not %d", models)
	}
	return nil
}

// metrics returns the metric that was asked for, or none.
func (f *holdoutFlags) metrics() ([]holdout.Metric, error) {
	if f.metric == "" {
		return nil, nil
	}
	var names []string
	for _, m := range holdout.Metrics() {
		if m.Name == f.metric {
			return []holdout.Metric{m}, nil
		}
		names = append(names, m.Name)
	}
	return nil, fmt.Errorf("--metric: no metric %q; use %s", f.metric, strings.Join(names, " or "))
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
	if p.Data.Class != nil && f.metric == holdout.FPA.Name {
		return p, errors.New("--metric fpa is about numbers of defects, and the target has classes; give a target of " +
			"counts, with --regression")
	}
	if err := f.NeedsTraining(fs, p.Data.N()); err != nil {
		return p, err
	}
	p.Workers = f.workers
	if p.Set, err = f.NewSet(p.Data.N()); err != nil {
		return p, err
	}
	if p.Learners, err = f.Make(ctx, p.Set.ID()); err != nil {
		return p, err
	}
	p.Learners = f.Pipelines(p.Learners)
	return p, nil
}

// open opens all outputs before the first learner trains: none is lost for the sake
// of another.
func (f *holdoutFlags) open(out *atomicfile.Batch) error {
	out.Reads("--data", f.File)
	for _, o := range []struct{ flag, path string }{
		{"--counts", f.counts}, {"--pairs", f.pairs}, {"--predictions", f.predictions}, {"--losses", f.losses},
	} {
		if err := out.Create(o.flag, o.path); err != nil {
			return err
		}
	}
	return nil
}

// write writes the tables that were asked for, and a summary if the losses went
// to a file.
func (f *holdoutFlags) write(env *command.Environment, out *atomicfile.Batch, r *holdout.Result) error {
	metrics, err := f.metrics()
	if err != nil {
		return err
	}
	losses := func(w io.Writer) error { return r.WriteLosses(w, metrics...) }
	for _, o := range []struct {
		path  string
		write func(io.Writer) error
	}{
		{f.counts, rowsOf(r.Confusion)},
		{f.pairs, rowsOf(func() ([]fold.PairRow, error) { return r.Pairs(r.Models[0], r.Models[1]) })},
		{f.predictions, r.WritePredictions},
		{f.losses, losses},
	} {
		if err := out.Write(o.path, o.write); err != nil {
			return err
		}
	}
	if err := out.Commit(); err != nil {
		return err
	}
	for _, note := range r.Notes() {
		env.Note("holdout", note)
	}
	if f.losses == "" {
		return losses(env.Stdout)
	}
	return summarize(env.Text(), r, metrics)
}

// rowsOf returns what writes the rows of a table.
func rowsOf[T any](rows func() ([]T, error)) func(io.Writer) error {
	return func(w io.Writer) error {
		list, err := rows()
		if err != nil {
			return err
		}
		return table.Write(w, list)
	}
}

// summarize prints mean and standard deviation of the fold losses and scores of each model.
// The deviation is not a standard error: folds share training records.
func summarize(w io.Writer, r *holdout.Result, metrics []holdout.Metric) error {
	losses := r.Losses()
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := "model\tmean loss\tsd over folds"
	scores := make([][][]float64, len(metrics))
	for k, m := range metrics {
		head += "\tmean " + m.Name + "\tsd over folds"
		var err error
		if scores[k], err = r.Scores(m); err != nil {
			return err
		}
	}
	fmt.Fprintln(out, head+"\tfolds")
	folds := r.Set.FoldCount()
	for a, model := range r.Models {
		var x []float64
		for _, row := range losses[a*folds : (a+1)*folds] {
			x = append(x, row.Loss)
		}
		fmt.Fprintf(out, "%s\t%.5g\t%.3g", model, stat.Mean(x, nil), stat.StdDev(x, nil))
		for k := range metrics {
			fmt.Fprintf(out, "\t%.5g\t%.3g", stat.Mean(scores[k][a], nil), stat.StdDev(scores[k][a], nil))
		}
		fmt.Fprintf(out, "\t%d\n", folds)
	}
	fmt.Fprintf(out, "\nPartition set %s (%s, %d records).\n", r.Fingerprint, r.Set.Method, r.Set.N)
	return out.Flush()
}
