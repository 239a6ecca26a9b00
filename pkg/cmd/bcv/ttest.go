package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// ttestFlags are the flags of bcv ttest.
type ttestFlags struct {
	testFlags
	measureFlags
	halves string
	list   bool
	read   results.ReadOptions
}

func runTTest(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f ttestFlags
	f.define(fs)
	if err := command.Parse(fs, args); err != nil {
		return err
	}
	if f.list {
		return listProcedures(env.Text(), foldTests())
	}
	if err := f.check(fs); err != nil {
		return command.Usage(err)
	}
	r, err := readLosses(f.path, f.read)
	if err != nil {
		return command.Usage(err)
	}
	if err := f.readHalves(r); err != nil {
		return command.Usage(err)
	}
	return f.run(env, "ttest", r)
}

func (f *ttestFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.path, "predictions", "", "CSV `file` of predictions of classes, whose losses are 0 and 1, in "+
		"place of --losses: replication, fold, record, truth and a column per model")
	fs.StringVar(&f.path, "losses", "", "`file` of fold losses of two models, in any form that bcv compare reads: model, "+
		"replication, fold, loss and, optionally, n_train, n_valid, or a column for each model; A is the model that "+
		"appears first")
	fs.StringVar(&f.methods, "method", "all", "tests, separated by commas, or all that fit the file, the recommended "+
		"one first and none twice under two names: "+strings.Join(foldTests(), ", "))
	f.testFlags.define(fs)
	f.measureFlags.define(fs)
	defineHoldOuts(fs, &f.read.RandomHoldOuts)
	fs.StringVar(&f.halves, "halves", "", "CSV `file` for conservative-z: the same models and columns; replication "+
		"i is the i-th division of the data into halves, folds 1 and 2 are the losses within them")
	fs.Float64Var(&f.opt.Delta, "delta", 0, "difference loss of B - loss of A under H0")
	fs.StringVar(&f.opt.Adjust, "adjust", "", "adjust the p-values of several tests: holm or bonferroni")
	fs.BoolVar(&f.list, "list", false, "list the tests: what they are for, about and need, source")
}

// check completes the options from the flags.
func (f *ttestFlags) check(fs *flag.FlagSet) (err error) {
	if f.path == "" {
		return errors.New("no losses given; name a CSV file with --losses FILE or --predictions FILE")
	}
	if command.Given(fs, "losses") && command.Given(fs, "predictions") {
		return errors.New("--losses and --predictions; give one file")
	}
	f.read.Models, f.read.Told = f.models.names, f.told
	if f.read.Metric, err = f.metric(); err != nil {
		return err
	}
	return f.testFlags.check(foldTests())
}

// foldTests are the tests that a file of fold losses can feed: one needs losses of single records.
func foldTests() []string {
	return slices.DeleteFunc(infer.TestNames(), func(name string) bool { return name == "kfold-ci-z-in" })
}

// readHalves reads the losses of the same models within the halves, if a file with them is given.
func (f *ttestFlags) readHalves(r results.Results) error {
	if f.halves == "" {
		return nil
	}
	halves, err := readLosses(f.halves, results.ReadOptions{Models: r.Models, Metric: f.read.Metric})
	if err != nil {
		return err
	}
	if d := halves.Design; d.Folds != 2 {
		return fmt.Errorf("%s: halves are folds 1 and 2 of each replication, and these are %s", f.halves, d)
	}
	halves.Key = r.Key
	f.opt.Halves = []results.Results{halves}
	return nil
}

// readLosses reads losses, or predictions as losses.
func readLosses(path string, opt results.ReadOptions) (results.Results, error) {
	r, err := readOne(path, opt, func(r results.Results) error {
		if r.Counts != nil {
			return fmt.Errorf("%s holds counts, not losses or predictions; bcv compare and bcv bayes read it", path)
		}
		return onItems(path, r)
	})
	if err != nil || !r.Classified() {
		return r, err
	}
	return asLosses(r), nil
}

// asLosses takes the error rates of predictions as losses. The numbers of training records are those of a
// cross-validation, in which all records but those of a fold train; a file of hold-outs has them itself.
func asLosses(r results.Results) results.Results {
	r.Units, r.Metrics = nil, []metric.Metric{metric.Loss}
	if r.Design.Records > 0 && r.Design.Folds > 1 {
		r.Train = nil
		for _, n := range r.Valid {
			r.Train = append(r.Train, r.Design.Records-n)
		}
	}
	return r
}
