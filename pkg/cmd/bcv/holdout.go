package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/internal/atomicfile"
	"github.com/block-regularized/bcv/pkg/internal/progress"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/catalogue"
	"github.com/block-regularized/bcv/pkg/learn/outside"
	"github.com/block-regularized/bcv/pkg/table"
)

// holdoutFlags are the flags of bcv holdout.
type holdoutFlags struct {
	setFlags
	data, name, target, drop, missing  string
	nominal                            string
	regression, oneHot, noHeader       bool
	learners, commands                 []string
	serve, list                        bool
	timeout                            time.Duration
	losses, counts, pairs, predictions string
	workers                            int
}

func (f *holdoutFlags) define(fs *flag.FlagSet) {
	f.setFlags.define(fs)
	fs.StringVar(&f.data, "data", "", "CSV or ARFF `file` with a header, a row a record")
	fs.StringVar(&f.name, "dataset", "", "`name` of a data set of bcv data list, instead of --data")
	fs.StringVar(&f.target, "target", "last", "column to predict: its name, or its number from 1")
	fs.StringVar(&f.drop, "drop", "", "columns to leave out, separated by commas")
	fs.StringVar(&f.missing, "missing", "", "leave incomplete records out: drop, or one more `text` of missing values beside nothing, ?, NA, NaN and null (default: missing values are refused)")
	fs.StringVar(&f.nominal, "nominal", "", "columns to read as levels although their values are numbers, separated by commas")
	fs.BoolVar(&f.noHeader, "no-header", false, "the first line of the CSV file is a record; columns are called x1, x2, ...")
	fs.BoolVar(&f.regression, "regression", false, "the target is a number to predict, not a class")
	fs.BoolVar(&f.oneHot, "one-hot", false, "turn levels into columns of 0 and 1, for learners that need numbers")
	fs.Func("learner", "`learner` such as \"ridge(lambda=10)\"; give the flag once for each", func(s string) error {
		f.learners = append(f.learners, s)
		return nil
	})
	fs.Func("command", "`command` that learns, such as \"python3 forest.py\" (docs/outside-learners.md); once for each", func(s string) error {
		f.commands = append(f.commands, s)
		return nil
	})
	fs.BoolVar(&f.serve, "serve", false, "start each command once, not for every fold; it must know how to serve")
	fs.DurationVar(&f.timeout, "timeout", 0, "the longest that a command may take for one fold (default: no limit)")
	fs.BoolVar(&f.list, "learners", false, "list the learners and their settings")
	fs.StringVar(&f.losses, "losses", "", "CSV `file` to write: model, replication, fold, loss, n_train, n_valid (default: standard output)")
	fs.StringVar(&f.counts, "counts", "", "CSV `file` to write: tp, fp, fn of each class, which bcv bayes reads for two models")
	fs.StringVar(&f.pairs, "pairs", "", "CSV `file` to write: what two models predicted for each record")
	fs.StringVar(&f.predictions, "predictions", "", "CSV `file` to write: what each model predicted for each record")
	fs.IntVar(&f.workers, "workers", 0, "folds at a time (default: one a processor)")
}

func runHoldout(ctx context.Context, env *environment, fs *flag.FlagSet, args []string) error {
	var f holdoutFlags
	f.define(fs)
	if err := parse(fs, args); err != nil {
		return err
	}
	if f.list {
		return listLearners(env.stdout)
	}
	if err := f.check(fs); err != nil {
		return usageError{err}
	}
	var out atomicfile.Batch
	defer out.Discard()
	if err := f.open(&out); err != nil {
		return err
	}
	plan, err := f.plan(ctx, fs)
	if err != nil {
		return usageError{err}
	}
	if dropped := plan.Data.Dropped; dropped > 0 && f.data != "" {
		fmt.Fprintf(env.stderr, "bcv holdout: note: %d of %d records are incomplete and left out; tables number the others as the file does, from 0\n", dropped, dropped+plan.Data.N())
	}
	plan.Progress = progress.New(env.stderr, "holdout")
	result, err := holdout.Run(ctx, plan)
	var failed *holdout.FoldError
	if err != nil && !errors.As(err, &failed) && ctx.Err() == nil {
		return usageError{err} // a learner cannot use the data
	}
	if err != nil {
		return err
	}
	return f.write(env, &out, result)
}

func (f *holdoutFlags) check(fs *flag.FlagSet) error {
	if err := f.setFlags.check(fs, ""); err != nil {
		return err
	}
	switch models := len(f.learners) + len(f.commands); {
	case (f.data == "") == (f.name == ""):
		return errors.New("name a file with --data FILE or a data set with --dataset NAME")
	case f.name != "" && (given(fs, "target") || f.drop != "" || given(fs, "missing") || f.nominal != "" || f.noHeader || f.regression):
		return errors.New("--target, --drop, --missing, --nominal, --no-header and --regression describe a file; a data set of the list has its own")
	case models == 0:
		return errors.New("name what to train with --learner or --command; bcv holdout --learners lists the learners")
	case f.pairs != "" && models != 2:
		return fmt.Errorf("--pairs puts two models side by side, not %d", models)
	case f.timeout < 0:
		return fmt.Errorf("--timeout %v; give a positive time, or 0 for no limit", f.timeout)
	case len(f.commands) == 0 && (f.serve || given(fs, "timeout")):
		return errors.New("--serve and --timeout are about a --command")
	}
	return nil
}

// plan reads the data and makes learners and partition set.
func (f *holdoutFlags) plan(ctx context.Context, fs *flag.FlagSet) (holdout.Plan, error) {
	var p holdout.Plan
	var err error
	if p.Data, err = f.read(fs); err != nil {
		return p, err
	}
	if p.Data.Class == nil && f.counts+f.pairs != "" {
		return p, errors.New("--counts and --pairs are about classes, and the target is a number; ask for --losses or --predictions")
	}
	if f.oneHot {
		p.Data = p.Data.OneHot()
	}
	for _, text := range f.learners {
		l, err := catalogue.Parse(text)
		if err != nil {
			return p, fmt.Errorf("--learner: %w", err)
		}
		p.Learners = append(p.Learners, l)
	}
	if err := f.needsTraining(fs, p.Data.N()); err != nil {
		return p, err
	}
	p.Workers = f.workers
	if p.Set, err = f.newSet(p.Data.N()); err != nil {
		return p, err
	}
	for _, text := range f.commands {
		l, err := f.command(ctx, text, p.Set.ID())
		if err != nil {
			return p, err
		}
		p.Learners = append(p.Learners, l)
	}
	return p, nil
}

func (f *holdoutFlags) read(fs *flag.FlagSet) (*dataset.Data, error) {
	if f.name != "" {
		return dataset.Open(f.name)
	}
	opt := dataset.Options{Target: f.target, Response: f.regression, NoHeader: f.noHeader, DropRows: given(fs, "missing")}
	if f.missing != "" && f.missing != "drop" {
		opt.Missing = append(dataset.MissingTexts(), f.missing)
	}
	var err error
	if opt.Drop, err = columnList("--drop", f.drop); err != nil {
		return nil, err
	}
	if opt.Nominal, err = columnList("--nominal", f.nominal); err != nil {
		return nil, err
	}
	return dataset.Read(f.data, opt)
}

// command returns an outside learner; arguments are separated by blanks. The program
// finds the name of the partition set in its environment.
func (f *holdoutFlags) command(ctx context.Context, text string, set cv.ID) (learn.Learner, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, errors.New("--command is empty; give a program and its arguments")
	}
	return outside.Command{Name: words[0], Args: words[1:], Serve: f.serve, Timeout: f.timeout, Context: ctx, Env: []string{"BCV_SET=" + set.String()}}, nil
}

func listLearners(w io.Writer) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "learner\twhat it is\tsettings")
	for _, e := range catalogue.Entries() {
		fmt.Fprintf(out, "%s\t%s\t%s\n", e.Name, e.What, strings.Join(e.Settings, ", "))
	}
	return out.Flush()
}

// open opens all outputs before the first learner trains: none is lost for the sake
// of another.
func (f *holdoutFlags) open(out *atomicfile.Batch) error {
	out.Reads("--data", f.data)
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
func (f *holdoutFlags) write(env *environment, out *atomicfile.Batch, r *holdout.Result) error {
	losses := r.Losses()
	for _, o := range []struct {
		path  string
		write func(io.Writer) error
	}{
		{f.counts, rowsOf(r.Confusion)},
		{f.pairs, rowsOf(func() ([]fold.PairRow, error) { return r.Pairs(r.Models[0], r.Models[1]) })},
		{f.predictions, predictionsOf(r)},
		{f.losses, func(w io.Writer) error { return table.Write(w, losses) }},
	} {
		if err := out.Write(o.path, o.write); err != nil {
			return err
		}
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if f.losses == "" {
		return table.Write(env.stdout, losses)
	}
	return summarize(env.text(), r, losses)
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

func predictionsOf(r *holdout.Result) func(io.Writer) error {
	if r.Data.Class == nil {
		return rowsOf(r.Responses)
	}
	return rowsOf(r.Classes)
}

// summarize prints mean and standard deviation of the fold losses of each model.
// The deviation is no standard error: folds share training records.
func summarize(w io.Writer, r *holdout.Result, losses []fold.LossRow) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "model\tmean loss\tsd over folds\tfolds")
	folds := r.Set.FoldCount()
	for a, model := range r.Models {
		var x []float64
		for _, row := range losses[a*folds : (a+1)*folds] {
			x = append(x, row.Loss)
		}
		fmt.Fprintf(out, "%s\t%.5g\t%.3g\t%d\n", model, stat.Mean(x, nil), stat.StdDev(x, nil), folds)
	}
	fmt.Fprintf(out, "\nPartition set %s (%s, %d records).\n", r.Fingerprint, r.Set.Method, r.Set.N)
	return out.Flush()
}
