package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/inputs"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// testFlags are the flags of the commands that run tests by name on each pair of models of one file.
type testFlags struct {
	path, methods, alternative string
	models                     modelsFlag
	show                       reportFlags
	told                       sheet.Told
	opt                        compare.Options
}

func (f *testFlags) define(fs *flag.FlagSet) {
	f.models.define(fs)
	defineTold(fs, &f.told)
	command.Also(fs, "method", "test")
	fs.StringVar(&f.alternative, "alternative", "two-sided", command.Alternatives)
	fs.Float64Var(&f.opt.Alpha, "alpha", 0.05, "level of the tests; intervals have level 1 - alpha")
	f.show.define(fs)
}

// checkQuestion refuses what cannot be asked before files are read. A level of 0 is given, and not the usual one.
func checkQuestion(o compare.Options) error {
	return cmp.Or(infer.CheckLevel(o.Alpha), o.CheckQuestion())
}

// check completes the options from the flags. The tests are the ones that --method can name.
func (f *testFlags) check(tests []string) (err error) {
	if err := checkQuestion(f.opt); err != nil {
		return err
	}
	if f.opt.Alternative, err = infer.ParseAlternative(f.alternative); err != nil {
		return fmt.Errorf("--alternative: %w", err)
	}
	f.show.table, f.opt.Separate = true, true
	if f.methods == "all" {
		f.opt.Methods, f.opt.All = tests, true
		return nil
	}
	for _, name := range inputs.Divide(f.methods) {
		name = infer.CanonicalName(name)
		if !slices.Contains(tests, name) {
			return fmt.Errorf("--method: unknown test %q; use %s or all", name, strings.Join(tests, ", "))
		}
		if slices.Contains(f.opt.Methods, name) {
			return fmt.Errorf("--method: %s stands twice; name it once", name)
		}
		f.opt.Methods = append(f.opt.Methods, name)
	}
	return nil
}

// run compares each pair of models, and prints the report.
func (f *testFlags) run(env *command.Environment, name string, r results.Results) error {
	out, err := compare.Run([]results.Results{r}, f.opt)
	if err != nil {
		return command.Usage(fmt.Errorf("%s: %w", f.path, err))
	}
	f.show.readings(env, out.Reading)
	return f.show.print(env, name, out, f.opt)
}

// listProcedures lists rows of the table of procedures, all of them without names.
func listProcedures(w io.Writer, names []string) error {
	rows := [][]string{{"procedure", "for", "about", "needs", "source"}}
	for _, of := range compare.Procedures() {
		if names != nil && !slices.Contains(names, of.Name) {
			continue
		}
		rows = append(rows, []string{of.Name, of.For, string(of.Target), cmp.Or(of.Needs, "-"), cmp.Or(of.Source, "-")})
	}
	return command.Columns(w, rows)
}

// onItems refuses scores of items where results on folds are wanted.
func onItems(path string, r results.Results) error {
	if !r.OnTestSet() {
		return nil
	}
	return fmt.Errorf("%s holds what models did on the items of %s; compare it with bcv compare", path, r.Design)
}

// readOne reads results of one data set and task, of a kind that fits.
func readOne(path string, opt results.ReadOptions, fits func(r results.Results) error, metrics ...string,
) (results.Results, error) {
	all, err := results.Read([]string{path}, opt)
	if err != nil {
		return results.Results{}, err
	}
	r := all[0]
	if len(metrics) > 0 {
		if r, err = r.Computed(metrics...); err != nil {
			return r, fmt.Errorf("%s: %w", path, err)
		}
	}
	switch err := fits(r); {
	case err != nil:
		return r, err
	case len(all) > 1:
		column, a, b := "dataset", r.Dataset, all[1].Dataset
		if a == b {
			column, a, b = "task", r.Key.Task, all[1].Key.Task
		}
		return r, &table.Error{File: path, Column: column, Problem: fmt.Sprintf(
			"%q and %q; keep the rows of one data set, or compare on all of them with bcv compare", a, b)}
	case len(r.Models) < 2:
		what := table.Pick(r.Classified(), "predictions", "losses")
		return r, &table.Error{File: path,
			Problem: fmt.Sprintf("only the model %q; give the %s of two models", r.Models[0], what)}
	case len(r.Metrics) > 1:
		return r, &table.Error{File: path, Column: "metric",
			Problem: "more than one metric; name the one to compare (bcv: --score or --loss, or --metric)"}
	}
	return r, nil
}
