package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/command"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// ttestFlags are the flags of bcv ttest.
type ttestFlags struct {
	losses, halves, tests, alternative, adjust string
	json, list, verbose, randomHoldOuts        bool
	models                                     modelsFlag
	measureFlags
	of  metric.Metric
	opt infer.Options
}

func runTTest(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f ttestFlags
	f.define(fs)
	if err := command.Parse(fs, args); err != nil {
		return err
	}
	if f.list {
		return listFoldTests(env.Stdout)
	}
	if err := f.check(fs); err != nil {
		return command.Usage(err)
	}
	pairs, err := f.read()
	if err != nil {
		return command.Usage(err)
	}
	out, text := []testJSON{}, new(pages)
	for _, p := range pairs {
		if err := f.pair(env, text, p, len(pairs) > 1, &out); err != nil {
			return err
		}
	}
	if f.json {
		return writeTestsJSON(env.JSON(), out)
	}
	return text.print(env)
}

// pair tests two models, which are named in JSON if there are other pairs.
func (f *ttestFlags) pair(env *command.Environment, text *pages, l lossPair, named bool, out *[]testJSON) error {
	tests, notes, err := f.run(l)
	if err != nil {
		return command.Usage(fmt.Errorf("%s: %w", f.losses, err))
	}
	if !f.verbose {
		notes = nil
	}
	for _, note := range append(slices.Clone(l.Notes), notes...) {
		env.Note("ttest", note)
	}
	if !f.json {
		return writeFoldTests(text.next(), l, tests, f.adjust)
	}
	for _, r := range tests {
		row := newTestJSON(r.Result)
		if named {
			row.A, row.B = l.nameA(), l.nameB()
		}
		if f.adjust != "" {
			row.Adjusted = &r.adjusted
		}
		*out = append(*out, row)
	}
	return nil
}

func (f *ttestFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.losses, "predictions", "", "CSV `file` of predictions of classes, whose losses are 0 and 1, in "+
		"place of --losses: replication, fold, record, truth and a column per model")
	fs.StringVar(&f.losses, "losses", "", "CSV `file` of fold losses of two models: model, replication, fold, loss "+
		"and, optionally, n_train, n_valid; A is the model that appears first")
	f.models.define(fs)
	f.measureFlags.define(fs)
	defineHoldOuts(fs, &f.randomHoldOuts)
	fs.StringVar(&f.halves, "halves", "", "CSV `file` for conservative-z: the same models and columns; replication "+
		"i is the i-th division of the data into halves, folds 1 and 2 are the losses within them")
	fs.StringVar(&f.tests, "method", "all", "tests, separated by commas, or all that fit the file, the recommended "+
		"one first and none twice under two names: "+strings.Join(commandTests(), ", "))
	command.Also(fs, "method", "test")
	fs.StringVar(&f.alternative, "alternative", "two-sided", command.Alternatives)
	fs.Float64Var(&f.opt.Alpha, "alpha", 0.05, "level of the tests; intervals have level 1 - alpha")
	fs.Float64Var(&f.opt.Delta, "delta", 0, "difference loss of B - loss of A under H0")
	fs.StringVar(&f.adjust, "adjust", "", "adjust the p-values of several tests: holm or bonferroni")
	fs.BoolVar(&f.list, "list", false, "list the tests: partition set, what else they need, source")
	fs.BoolVar(&f.verbose, "verbose", false, "say which tests were left out and why")
	fs.BoolVar(&f.json, "json", false, "print JSON with full precision instead of a table; an infinite statistic "+
		"is the largest double with its sign, an infinite end of an interval null")
}

// check completes the options from the flags.
func (f *ttestFlags) check(fs *flag.FlagSet) (err error) {
	if f.losses == "" {
		return errors.New("no losses given; name a CSV file with --losses FILE or --predictions FILE")
	}
	if command.Given(fs, "losses") && command.Given(fs, "predictions") {
		return errors.New("--losses and --predictions; give one file")
	}
	if f.of, err = f.metric(); err != nil {
		return err
	}
	if !(f.opt.Alpha > 0 && f.opt.Alpha < 1) {
		return fmt.Errorf("--alpha %v; give a level between 0 and 1", f.opt.Alpha)
	}
	if f.opt.Delta-f.opt.Delta != 0 {
		return fmt.Errorf("--delta %v; give a finite difference", f.opt.Delta)
	}
	if f.opt.Alternative, err = infer.ParseAlternative(f.alternative); err != nil {
		return fmt.Errorf("--alternative: %w", err)
	}
	if !slices.Contains([]string{"", "holm", "bonferroni"}, f.adjust) {
		return fmt.Errorf("--adjust %q; use holm or bonferroni, or leave it out", f.adjust)
	}
	names := f.names()
	for i, name := range names {
		if !slices.Contains(commandTests(), name) {
			return fmt.Errorf("--method: unknown test %q; use %s or all", name, strings.Join(commandTests(), ", "))
		}
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("--method: %s stands twice; name it once", name)
		}
	}
	return nil
}

// names returns the wanted tests, by their present names.
func (f *ttestFlags) names() []string {
	if f.tests == "all" {
		return commandTests()
	}
	var out []string
	for name := range strings.SplitSeq(f.tests, ",") {
		name = strings.TrimSpace(name)
		if t, err := infer.Lookup(name); err == nil {
			name = t.Name
		}
		out = append(out, name)
	}
	return out
}

// commandTests are the tests that a file of fold losses can feed: one needs losses of
// single records.
func commandTests() []string {
	return slices.DeleteFunc(infer.TestNames(), func(name string) bool { return name == "kfold-ci-z-in" })
}

// lossPair are the losses, or the values of another metric, of two models.
type lossPair struct {
	twoModels
	metric      metric.Metric
	differences infer.Differences
}

// read returns the losses of every pair of models.
func (f *ttestFlags) read() ([]lossPair, error) {
	out, err := readLosses(f.losses, results.ReadOptions{Models: f.models.names, Metric: f.of})
	if err != nil {
		return nil, err
	}
	if err := out[0].Design.CheckHoldOuts(f.randomHoldOuts); err != nil {
		return nil, err
	}
	for i := range out {
		if err := f.addHalves(&out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// addHalves adds the losses within the halves, if a file with them is given.
func (f *ttestFlags) addHalves(l *lossPair) error {
	if f.halves == "" {
		return nil
	}
	halves, err := readLosses(f.halves, results.ReadOptions{Models: []string{l.nameA(), l.nameB()}, Metric: f.of})
	if err != nil {
		return err
	}
	pairs, err := halves[0].differences.Pairs()
	if err == nil {
		l.differences, err = l.differences.WithHalves(pairs)
	}
	if err != nil {
		return fmt.Errorf("%s: halves are folds 1 and 2 of each replication: %w", f.halves, err)
	}
	return nil
}

// readLosses reads the losses of every pair of models, or their predictions.
func readLosses(path string, opt results.ReadOptions) ([]lossPair, error) {
	pairs, err := readPairs(path, opt, func(r results.Results) error {
		if r.Counts != nil {
			return fmt.Errorf("%s holds counts, not losses or predictions; bcv compare and bcv bayes read it", path)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out []lossPair
	for _, p := range pairs {
		l := lossPair{twoModels: p, metric: p.Metrics[0]}
		if p.Items != nil {
			l.metric, l.Results = metric.Loss, asLosses(p.Results)
		}
		if l.differences, err = l.Pair(l.a, l.b, 0); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, l)
	}
	return out, nil
}

// asLosses takes the error rates of predictions as losses. The numbers of training records are those of a
// cross-validation, in which all records but those of a fold train.
func asLosses(r results.Results) results.Results {
	r.Items = nil
	if r.Design.Records > 0 && r.Design.Folds > 1 {
		for _, n := range r.Valid {
			r.Train = append(r.Train, r.Design.Records-n)
		}
	}
	return r
}

// foldTest is a result with its p-value among those of the other tests.
type foldTest struct {
	infer.Result
	adjusted float64
}

// ordered returns the names of the wanted tests; of all tests the recommended one comes
// first.
func (f *ttestFlags) ordered(d infer.Differences) []string {
	names := f.names()
	if f.tests == "all" {
		first, _ := compare.Recommend(d)
		names = append([]string{first}, slices.DeleteFunc(names, func(n string) bool { return n == first })...)
	}
	return names
}

// run runs the wanted tests. Of all tests those that the file does not fit are left
// out, with a note, and those that are another name of one statistic.
func (f *ttestFlags) run(l lossPair) (results []foldTest, notes []string, err error) {
	for _, name := range f.ordered(l.differences) {
		r, err := infer.Run(name, l.differences, f.opt)
		var misfit *infer.MisfitError
		switch {
		case err == nil && f.tests == "all" && slices.ContainsFunc(results,
			func(o foldTest) bool { return o.Result.Same(r) }):
			notes = append(notes, name+" left out: it is the same statistic as a test above")
		case err == nil:
			results = append(results, foldTest{r, r.PValue})
		case f.tests == "all" && errors.As(err, &misfit):
			problem, _, _ := strings.Cut(misfit.Problem, "; these fit:")
			notes = append(notes, name+" left out: it "+problem)
		default:
			return nil, nil, err
		}
	}
	if len(results) == 0 {
		return nil, nil, fmt.Errorf("no test fits %s; give more folds, or n_train and n_valid", l.differences.Design())
	}
	return results, notes, f.adjustAll(results)
}

// adjustAll sets the adjusted p-values, and decides by them.
func (f *ttestFlags) adjustAll(results []foldTest) error {
	if f.adjust == "" {
		return nil
	}
	p := make([]float64, len(results))
	for i, r := range results {
		p[i] = r.PValue
	}
	method := infer.Holm
	if f.adjust == "bonferroni" {
		method = infer.Bonferroni
	}
	adjusted, err := method(p)
	for i, v := range adjusted {
		results[i].adjusted = v
		results[i].Reject = v <= f.opt.Alpha
	}
	return err
}
