package main

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/variance"
)

// mcnemarFlags are the flags of bcv mcnemar. Each test takes the part of the file that its theory is about: one
// hold-out, one K-fold CV, or a whole m x 2 CV.
type mcnemarFlags struct {
	testFlags
	rho [2]float64
}

func runMcNemar(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f mcnemarFlags
	f.define(fs)
	if err := command.Parse(fs, args); err != nil {
		return err
	}
	if err := f.check(fs); err != nil {
		return command.Usage(err)
	}
	r, err := readOne(f.path, results.ReadOptions{Models: f.models.names, Told: f.told}, func(r results.Results) error {
		if r.Classified() || r.Labelled() {
			return nil
		}
		if err := r.Runs.Refuse("McNemar's test"); err != nil {
			return fmt.Errorf("%s: %w", f.path, err)
		}
		if err := onItems(f.path, r); err != nil {
			return err
		}
		kind := table.Pick(r.Counts != nil, "counts", "losses")
		return fmt.Errorf("%s holds %s, not predictions; bcv compare reads it", f.path, kind)
	})
	if err != nil {
		return command.Usage(err)
	}
	return f.run(env, "mcnemar", r)
}

func (f *mcnemarFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.path, "predictions", "",
		"CSV `file` of predictions: replication, fold, record, truth and a column per model, or model, predicted")
	fs.StringVar(&f.methods, "method", "all", "tests, separated by commas: mcnemar-midp, mcnemar-exact and mcnemar "+
		"(first fold alone), kfold-mcnemar (folds of the first replication), bcv-mcnemar (all folds of an m x 2 "+
		"BCV), or all")
	f.testFlags.define(fs)
	fs.Float64Var(&f.rho[0], "rho1", 0.5, "bcv-mcnemar: correlation within a replication")
	fs.Float64Var(&f.rho[1], "rho2", 0.5, "bcv-mcnemar: correlation between replications")
	fs.BoolVar(&f.opt.Literal, "literal", false, "two-sided: compute (|n01 - n10| - c)²/(n01 + n10) as printed "+
		"also where |n01 - n10| is below the continuity correction c, which is 1, in bcv-mcnemar on mean counts (1 "+
		"+ rho1 + 2(m-1) rho2)/(2m); without this flag the statistic is 0 there, as the printed one would rise "+
		"again for ever more equal counts (mcnemar-exact and mcnemar-midp have no correction)")
}

// check completes the options from the flags.
func (f *mcnemarFlags) check(fs *flag.FlagSet) error {
	if f.path == "" {
		return errors.New("no predictions given; name a CSV file with --predictions FILE")
	}
	if err := f.testFlags.check(compare.McNemarTests()); err != nil {
		return err
	}
	if f.opt.Literal && f.opt.Alternative != infer.TwoSided {
		return fmt.Errorf("--literal with --alternative %s; the literal statistic has no sign below the continuity "+
			"correction, use it two-sided", f.opt.Alternative)
	}
	if err := variance.CheckCorrelations(2, f.rho[0], f.rho[1]); err != nil {
		return fmt.Errorf("--rho1, --rho2: %w", err)
	}
	f.opt.FirstFolds = true
	if command.Given(fs, "rho1") || command.Given(fs, "rho2") {
		f.opt.Rho = &f.rho
	}
	return nil
}
