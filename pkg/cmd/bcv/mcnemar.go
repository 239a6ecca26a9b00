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

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/command"
	"github.com/block-regularized/bcv/pkg/results"
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
	run  func(p tablePair, f *mcnemarFlags) (infer.Result, error)
}{
	{"bcv-mcnemar", func(p tablePair, f *mcnemarFlags) (infer.Result, error) {
		if err := p.Design.CheckRegularized(p.tables); err != nil {
			return infer.Result{}, err
		}
		return infer.BCVMcNemarRho(p.all(), f.rho1, f.rho2, f.opt)
	}},
	{"mcnemar", func(p tablePair, f *mcnemarFlags) (infer.Result, error) {
		return infer.McNemar(p.tables[0][0], f.opt)
	}},
	{"mcnemar-exact", func(p tablePair, f *mcnemarFlags) (infer.Result, error) {
		return infer.McNemarExact(p.tables[0][0], f.opt)
	}},
	{"mcnemar-midp", func(p tablePair, f *mcnemarFlags) (infer.Result, error) {
		return infer.McNemarMidP(p.tables[0][0], f.opt)
	}},
	{"kfold-mcnemar", func(p tablePair, f *mcnemarFlags) (infer.Result, error) {
		return infer.KFoldMcNemar(p.tables[0], f.opt)
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
	pairs, err := readPairs(f.predictions, results.ReadOptions{Models: f.models.names}, func(r results.Results) error {
		if r.Items != nil {
			return nil
		}
		kind := pick(r.Counts != nil, "counts", "losses")
		return fmt.Errorf("%s holds %s, not predictions; bcv compare reads it", f.predictions, kind)
	})
	if err != nil {
		return command.Usage(err)
	}
	out, text := []testJSON{}, new(pages)
	for _, p := range pairs {
		if err := f.pair(env, text, tablePair{p, p.Tables(p.a, p.b)}, len(pairs) > 1, &out); err != nil {
			return err
		}
	}
	if f.json {
		return writeTestsJSON(env.JSON(), out)
	}
	return text.print(env)
}

// tablePair are the contingency tables of two models, indexed [replication][fold].
type tablePair struct {
	twoModels
	tables [][]infer.Contingency
}

// all returns the tables of all folds.
func (p tablePair) all() []infer.Contingency { return slices.Concat(p.tables...) }

// pair tests two models, which are named in JSON if there are other pairs.
func (f *mcnemarFlags) pair(env *command.Environment, text *pages, p tablePair, named bool, out *[]testJSON) error {
	tests, notes, err := f.run(p)
	if err != nil {
		return command.Usage(fmt.Errorf("%s: %w", f.predictions, err))
	}
	if !f.verbose {
		notes = nil
	}
	for _, note := range append(notes, p.Notes...) {
		env.Note("mcnemar", note)
	}
	if !f.json {
		return f.write(text.next(), p, tests)
	}
	for _, r := range tests {
		row := newTestJSON(r)
		if named {
			row.A, row.B = p.nameA(), p.nameB()
		}
		if row.Effect, err = f.effect(p, r.Test); err != nil {
			return err
		}
		*out = append(*out, row)
	}
	return nil
}

// effect returns the size of the difference beside a test of one fold; nil for others.
func (f *mcnemarFlags) effect(p tablePair, test string) (*effectJSON, error) {
	if !strings.HasPrefix(test, "mcnemar") {
		return nil, nil
	}
	e, err := infer.PairedEffect(p.tables[0][0], infer.Options{Alpha: f.opt.Alpha, Alternative: f.opt.Alternative})
	return newEffectJSON(e), err
}

func (f *mcnemarFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.predictions, "predictions", "",
		"CSV `file` of predictions: replication, fold, record, truth and a column per model, or model, predicted")
	f.models.define(fs)
	fs.BoolVar(&f.verbose, "verbose", false, "say which tests were left out and why")
	fs.StringVar(&f.tests, "method", "all", "tests, separated by commas: mcnemar, mcnemar-exact and mcnemar-midp "+
		"(first fold alone), kfold-mcnemar (folds of the first replication), bcv-mcnemar (all folds of an m x 2 "+
		"BCV), or all")
	command.Also(fs, "method", "test")
	fs.StringVar(&f.alternative, "alternative", "two-sided", command.Alternatives)
	fs.Float64Var(&f.opt.Alpha, "alpha", 0.05, "level of the tests")
	fs.Float64Var(&f.rho1, "rho1", 0.5, "bcv-mcnemar: correlation within a replication")
	fs.Float64Var(&f.rho2, "rho2", 0.5, "bcv-mcnemar: correlation between replications")
	fs.BoolVar(&f.opt.Literal, "literal", false, "two-sided: compute (|n01 - n10| - c)²/(n01 + n10) as printed "+
		"also where |n01 - n10| is below the continuity correction c, which is 1, in bcv-mcnemar on mean counts (1 "+
		"+ rho1 + 2(m-1) rho2)/(2m); without this flag the statistic is 0 there, as the printed one would rise "+
		"again for ever more equal counts (mcnemar-exact and mcnemar-midp have no correction)")
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
		return fmt.Errorf("--literal with --alternative %s; the literal statistic has no sign below the continuity "+
			"correction, use it two-sided", f.opt.Alternative)
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
func (f *mcnemarFlags) run(p tablePair) (results []infer.Result, notes []string, err error) {
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

// write prints a table for people, and below it what the tests saw and, for a single
// hold-out, how large the difference is.
func (f *mcnemarFlags) write(w io.Writer, p tablePair, results []infer.Result) error {
	if err := writeTests(w, results); err != nil {
		return err
	}
	mean, err := infer.MeanContingency(p.all())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "\nH0: A and B have the same error rate%s. Estimates are of the difference in error rate, "+
		"B minus A.\n%d folds; mean counts: both wrong %.4g, only A wrong %.4g, only B wrong %.4g, both right %.4g.\n",
		ofModels(p), len(p.all()), mean.N00, mean.N01, mean.N10, mean.N11)
	if err != nil || len(p.all()) != 1 {
		return err
	}
	e, err := infer.PairedEffect(p.tables[0][0], infer.Options{Alpha: f.opt.Alpha, Alternative: f.opt.Alternative})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "At confidence %.6g%%: %v.\n", 100*(1-f.opt.Alpha), e)
	return err
}

// ofModels says which models A and B are, if their names say more.
func ofModels(p tablePair) string {
	if p.nameA() == "a" && p.nameB() == "b" {
		return ""
	}
	return fmt.Sprintf(" (A is %s, B is %s)", p.nameA(), p.nameB())
}

// writeTests prints one line per test.
func writeTests(w io.Writer, results []infer.Result) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "test\testimate\tstatistic\tdf\tp-value\tdecision")
	for _, r := range results {
		fmt.Fprintf(tw, "%s\t%+.5f\t%.5g\t%s\t%.4g\t%s\n", r.Test, r.Estimate, r.Statistic, degrees(r.DF), r.PValue,
			decision(r))
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
