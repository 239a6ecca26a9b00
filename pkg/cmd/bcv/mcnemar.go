package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/command"
	"github.com/block-regularized/bcv/pkg/variance"
)

// mcnemarFlags are the flags of bcv mcnemar.
type mcnemarFlags struct {
	predictions, tests, alternative string
	rho1, rho2                      float64
	json, verbose                   bool
	models                          modelsFlag
	opt                             infer.Options
}

// mcnemarTests are the tests of bcv mcnemar, the recommended one first. Each takes the part of the file that
// its theory is about: one hold-out, one K-fold CV, or a whole m x 2 CV.
var mcnemarTests = []struct {
	name string
	run  func(p fold.Pairs, f *mcnemarFlags) (infer.Result, error)
}{
	{"bcv-mcnemar", func(p fold.Pairs, f *mcnemarFlags) (infer.Result, error) {
		if err := p.BCV(); err != nil {
			return infer.Result{}, err
		}
		return infer.BCVMcNemarRho(p.Tables(), f.rho1, f.rho2, f.opt)
	}},
	{"mcnemar", func(p fold.Pairs, f *mcnemarFlags) (infer.Result, error) {
		return infer.McNemar(p.Folds[0].Table, f.opt)
	}},
	{"mcnemar-exact", func(p fold.Pairs, f *mcnemarFlags) (infer.Result, error) {
		return infer.McNemarExact(p.Folds[0].Table, f.opt)
	}},
	{"mcnemar-midp", func(p fold.Pairs, f *mcnemarFlags) (infer.Result, error) {
		return infer.McNemarMidP(p.Folds[0].Table, f.opt)
	}},
	{"kfold-mcnemar", func(p fold.Pairs, f *mcnemarFlags) (infer.Result, error) {
		return infer.KFoldMcNemar(fold.Pairs{Folds: p.First()}.Tables(), f.opt)
	}},
}

func runMcNemar(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f mcnemarFlags
	f.define(fs)
	if err := command.Parse(fs, args); err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return command.Usage(err)
	}
	if kind, err := fold.FileKind(f.predictions); err == nil && kind != "predictions" {
		return command.Usagef("%s holds %s, not predictions; bcv compare reads it", f.predictions, kind)
	}
	out, text := []testJSON{}, new(pages)
	err := f.models.eachPair(f.predictions, func(models []string) error {
		p, err := fold.ReadPredictions(f.predictions, models...)
		if err != nil {
			return command.Usage(err)
		}
		return f.pair(env, text, p, models, &out)
	})
	switch {
	case err != nil:
		return err
	case f.json:
		return writeTestsJSON(env.JSON(), out)
	}
	return text.print(env)
}

// pair tests the two models of p; models is nil if they are those of the file.
func (f *mcnemarFlags) pair(env *command.Environment, text *pages, p fold.Pairs, models []string, out *[]testJSON) error {
	results, notes, err := f.run(p)
	if err != nil {
		return command.Usage(fmt.Errorf("%s: %w", f.predictions, err))
	}
	if !f.verbose {
		notes = nil
	}
	for _, note := range append(append(labelNotes(p), notes...), p.Design.Note()) {
		if note == "" {
			continue
		}
		env.Note("mcnemar", note)
	}
	if !f.json {
		return f.write(text.next(), p, results)
	}
	for _, r := range results {
		row := newTestJSON(r)
		if f.models.names == nil && models != nil {
			row.A, row.B = p.A, p.B
		}
		if row.Effect, err = f.effect(p, r.Test); err != nil {
			return err
		}
		*out = append(*out, row)
	}
	return nil
}

// effect returns the size of the difference beside a test of one fold; nil for others.
func (f *mcnemarFlags) effect(p fold.Pairs, test string) (*effectJSON, error) {
	if !strings.HasPrefix(test, "mcnemar") {
		return nil, nil
	}
	e, err := infer.PairedEffect(p.Folds[0].Table, infer.Options{Alpha: f.opt.Alpha, Alternative: f.opt.Alternative})
	return newEffectJSON(e), err
}

func (f *mcnemarFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.predictions, "predictions", "", "CSV `file` of predictions: replication, fold, record, truth and a column a model, or model, predicted")
	f.models.define(fs)
	fs.BoolVar(&f.verbose, "verbose", false, "say which tests were left out and why")
	fs.StringVar(&f.tests, "method", "all", "tests, separated by commas: mcnemar, mcnemar-exact and mcnemar-midp (first fold alone), kfold-mcnemar (folds of the first replication), bcv-mcnemar (all folds of an m x 2 BCV), or all")
	command.Also(fs, "method", "test")
	fs.StringVar(&f.alternative, "alternative", "two-sided", command.Alternatives)
	fs.Float64Var(&f.opt.Alpha, "alpha", 0.05, "level of the tests")
	fs.Float64Var(&f.rho1, "rho1", 0.5, "bcv-mcnemar: correlation within a replication")
	fs.Float64Var(&f.rho2, "rho2", 0.5, "bcv-mcnemar: correlation between replications")
	fs.BoolVar(&f.opt.Literal, "literal", false, "two-sided: compute (|n01 - n10| - c)²/(n01 + n10) as printed also where |n01 - n10| is below the continuity correction c, which is 1, in bcv-mcnemar on mean counts (1 + rho1 + 2(m-1) rho2)/(2m); without this flag the statistic is 0 there, as the printed one would rise again for ever more equal counts (mcnemar-exact and mcnemar-midp have no correction)")
	fs.BoolVar(&f.json, "json", false, "print JSON with full precision instead of a table")
}

// check completes the options from the flags.
func (f *mcnemarFlags) check() (err error) {
	if f.predictions == "" {
		return errors.New("no predictions given; name a CSV file with --predictions FILE")
	}
	if !(f.opt.Alpha > 0 && f.opt.Alpha < 1) {
		return fmt.Errorf("--alpha %v; give a level between 0 and 1", f.opt.Alpha)
	}
	if f.opt.Alternative, err = infer.ParseAlternative(f.alternative); err != nil {
		return fmt.Errorf("--alternative: %w", err)
	}
	if f.opt.Literal && f.opt.Alternative != infer.TwoSided {
		return fmt.Errorf("--literal with --alternative %s; the literal statistic has no sign below the continuity correction, use it two-sided", f.opt.Alternative)
	}
	if err := variance.CheckCorrelations(2, f.rho1, f.rho2); err != nil {
		return fmt.Errorf("--rho1, --rho2: %w", err)
	}
	for _, name := range f.names() {
		if !slices.Contains(mcnemarNames(), name) {
			return fmt.Errorf("--method: unknown test %q; use %s or all", name, strings.Join(mcnemarNames(), ", "))
		}
	}
	return nil
}

// names returns the wanted tests.
func (f *mcnemarFlags) names() []string {
	if f.tests == "all" {
		return mcnemarNames()
	}
	var out []string
	for name := range strings.SplitSeq(f.tests, ",") {
		out = append(out, strings.TrimSpace(name))
	}
	return out
}

func mcnemarNames() []string {
	var out []string
	for _, t := range mcnemarTests {
		out = append(out, t.name)
	}
	return out
}

// run runs the wanted tests. Of all tests those that the file does not fit are
// left out, with a note.
func (f *mcnemarFlags) run(p fold.Pairs) (results []infer.Result, notes []string, err error) {
	for _, t := range mcnemarTests {
		if !slices.Contains(f.names(), t.name) {
			continue
		}
		r, err := t.run(p, f)
		switch {
		case err != nil && f.tests != "all":
			return nil, nil, err
		case err != nil:
			notes = append(notes, fmt.Sprintf("%s left out: %s", t.name, command.Plain(err)))
		default:
			results = append(results, r)
		}
	}
	return results, notes, nil
}

// labelNotes warns of labels that are no record's truth.
func labelNotes(p fold.Pairs) []string {
	var out []string
	for _, model := range []string{p.A, p.B} {
		if labels := p.Labels[model]; len(labels) > 0 {
			out = append(out, fmt.Sprintf("%s predicts %q, which is no record's truth (%d such labels); are classes written alike in all columns?", model, labels[0], len(labels)))
		}
	}
	return out
}

// write prints a table for people, and below it what the tests saw and, for a single
// hold-out, how large the difference is.
func (f *mcnemarFlags) write(w io.Writer, p fold.Pairs, results []infer.Result) error {
	if err := writeTests(w, results); err != nil {
		return err
	}
	mean, err := infer.MeanContingency(p.Tables())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\nH0: A and B have the same error rate%s. Estimates are error rate of B less that of A.\n%d folds; mean counts: both wrong %.4g, only A wrong %.4g, only B wrong %.4g, both right %.4g.\n",
		ofModels(p), len(p.Folds), mean.N00, mean.N01, mean.N10, mean.N11)
	if err != nil || len(p.Folds) != 1 {
		return err
	}
	e, err := infer.PairedEffect(p.Folds[0].Table, infer.Options{Alpha: f.opt.Alpha, Alternative: f.opt.Alternative})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "At confidence %.6g%%: %v.\n", 100*(1-f.opt.Alpha), e)
	return err
}

// ofModels says which models A and B are, if their names say more.
func ofModels(p fold.Pairs) string {
	if p.A == "a" && p.B == "b" {
		return ""
	}
	return fmt.Sprintf(" (A is %s, B is %s)", p.A, p.B)
}

// writeTests prints one line a test.
func writeTests(w io.Writer, results []infer.Result) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "test\testimate\tstatistic\tdf\tp-value\tdecision")
	for _, r := range results {
		fmt.Fprintf(tw, "%s\t%+.5f\t%.5g\t%s\t%.4g\t%s\n", r.Test, r.Estimate, r.Statistic, degrees(r.DF), r.PValue, decision(r))
	}
	return tw.Flush()
}

func degrees(df []float64) string {
	if len(df) == 0 {
		return "-"
	}
	var out []string
	for _, d := range df {
		out = append(out, fmt.Sprintf("%.4g", d))
	}
	return strings.Join(out, ", ")
}

func decision(r infer.Result) string {
	if r.Reject {
		return "reject H0"
	}
	return "do not reject H0"
}
