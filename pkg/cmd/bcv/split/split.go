// Package split holds bcv split, which writes partition sets.
package split

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/inputs"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/results"
)

// splitFlags are the flags of bcv split.
type splitFlags struct {
	inputs.Set
	inputs.Nested
	inputs.Time
	labels, strata, multiset, response, groups string
	grow, out                                  string
	n, merge, items, label                     int
	limit                                      float64
	report, json                               bool
}

func (f *splitFlags) define(fs *flag.FlagSet) {
	f.Set.Define(fs)
	f.Nested.Define(fs)
	f.Time.Define(fs)
	fs.IntVar(&f.n, "n", 0, "number of records (default: the lines of --labels)")
	fs.IntVar(&f.items, "items", 0, "in place of folds, a random order of the `number` of items of one test set: item and "+
		"position, to be asked from the top (see compare --planned)")
	fs.StringVar(&f.labels, "labels", "", "CSV `file` with one line per record: columns for --strata, --multiset, "+
		"--response, --groups, --time")
	fs.StringVar(&f.strata, "strata", "", "columns of labels, separated by commas, to be spread alike over train and "+
		"valid (bcv, kfold, rkfold; also with --groups)")
	fs.StringVar(&f.multiset, "multiset", "", "columns of several labels per record, separated by blanks, to be spread "+
		"alike (as --strata)")
	fs.StringVar(&f.response, "response", "", "column of a count or a measurement to be spread alike (as --strata)")
	fs.StringVar(&f.groups, "groups", "", "column that names groups of records that stay together; halves and folds are "+
		"then only nearly equal, see --report (bcv, kfold, rkfold)")
	fs.IntVar(&f.merge, "merge", 0, "make one label of those that occur less often than this")
	fs.Float64Var(&f.limit, "limit", cv.DefaultLimit, "bound on X²/J of every condition in every split")
	fs.StringVar(&f.grow, "grow", "", "split `file` to continue to --m replications, which keeps its folds; n and seed "+
		"are read from it (bcv)")
	fs.IntVar(&f.label, "label", 0, "with --items: print a random sample of this `number`, for people to score")
	fs.StringVar(&f.out, "out", "", "CSV `file` to write (default: standard output)")
	fs.BoolVar(&f.report, "report", false, "print sizes, overlaps and distances; the CSV goes to --out alone")
	fs.BoolVar(&f.json, "json", false, "print the report as JSON")
}

func runSplit(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f splitFlags
	f.define(fs)
	if err := command.Parse(fs, args); err != nil {
		return err
	}
	if command.Given(fs, "items") || command.Given(fs, "label") {
		return f.orderItems(env, fs)
	}
	f.Method = f.Timed(fs, f.Method)
	labels, err := f.readLabels(fs)
	if err != nil {
		return command.Usage(err)
	}
	var old results.Splits
	if f.grow != "" {
		if old, err = f.readGrowth(fs); err != nil {
			return command.Usage(err)
		}
	}
	if err := f.check(fs); err != nil {
		return command.Usage(err)
	}
	var out atomicfile.Batch
	defer out.Discard()
	out.Reads("--labels", f.labels) // a grown set may replace the old one
	if err := out.Create("--out", f.out); err != nil {
		return err
	}
	set, nested, err := f.makeSet(labels)
	if err != nil {
		return command.Usage(err)
	}
	if f.grow != "" {
		if err := f.checkGrowth(old, set, nested); err != nil {
			return command.Usage(err)
		}
	}
	if note := f.Note(); note != "" {
		env.Note("split", note)
	}
	if set.Method == cv.Grouped {
		if note := halvesOf(set).note(); note != "" {
			env.Note("split", note+", see --report")
		}
	}
	if err := out.Write(f.out, func(w io.Writer) error { return writeSplit(w, set, nested) }); err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	switch {
	case f.report || f.json:
		return f.printReport(env, set, nested, labels.Conditions)
	case f.out == "":
		return writeSplit(env.Stdout, set, nested)
	}
	return nil
}

// check refuses flags that do not go together or that the method ignores.
func (f *splitFlags) check(fs *flag.FlagSet) error {
	err := cmp.Or(inputs.NotEmpty(fs, "groups", "strata", "time"), f.Time.Check(fs, f.Method, f.groups))
	if err != nil {
		return err
	}
	bcv, strata := []cv.Method{cv.BCV}, []cv.Method{cv.BCV, cv.KFold, cv.RepeatedKFold}
	if err := f.Set.Check(fs, append(f.Nested.Methods(), inputs.Only("labels", append(strata, cv.Rolling)),
		inputs.Only("strata", strata),
		inputs.Only("multiset", strata), inputs.Only("response", strata),
		inputs.Only("groups", strata), inputs.Only("merge", strata), inputs.Only("limit", bcv),
		inputs.Only("grow", bcv))...); err != nil {
		return err
	}
	if err := f.Nested.Check(fs); err != nil {
		return err
	}
	switch {
	case f.n == 0 && !command.Given(fs, "n"):
		return errors.New("the number of records is missing; give --n N")
	case f.merge < 0 || f.merge == 0 && command.Given(fs, "merge"):
		return fmt.Errorf("--merge %d; use at least 1", f.merge)
	case !(f.limit > 0):
		return fmt.Errorf("--limit %v; use a value above 0 (1 is usual)", f.limit)
	case f.groups+f.Column != "" && command.Given(fs, "limit"):
		return errors.New("--limit has no meaning with --groups and --time: strata are evened as far as whole groups can")
	}
	return f.NeedsTraining(fs, f.n)
}

// makeSet makes the partition set that the flags and the labels describe, and the nested set around it if there is
// one.
func (f *splitFlags) makeSet(labels cv.Options) (cv.Set, *cv.Nested, error) {
	method, opt := cv.Method(f.Method), f.Set.Options()
	opt.Groups, opt.Conditions = labels.Groups, labels.Conditions
	if method == cv.BCV && opt.Groups != nil {
		method = cv.Grouped
	}
	method, opt, err := f.Time.Options(method, opt, labels.Times)
	if err != nil {
		return cv.Set{}, nil, err
	}
	if len(opt.Conditions) > 0 && method == cv.BCV {
		opt.Limit = f.limit
	}
	set, err := cv.New(method, f.n, opt)
	if err != nil {
		return set, nil, err
	}
	nested, err := f.Nest(set, opt)
	return set, nested, err
}

// readLabels reads conditions, groups, times and n from the labels file.
func (f *splitFlags) readLabels(fs *flag.FlagSet) (opt cv.Options, err error) {
	if f.labels == "" {
		if f.strata+f.multiset+f.response+f.groups+f.Column != "" {
			return opt, errors.New("--strata, --multiset, --response, --groups and --time name columns of a file; give it " +
				"with --labels FILE")
		}
		return opt, nil
	}
	labels, err := dataset.ReadLabels(f.labels)
	if err != nil {
		return opt, err
	}
	if command.Given(fs, "n") && f.n != labels.Records {
		return opt, fmt.Errorf("%s has %d records, --n says %d; leave --n out or correct it",
			f.labels, labels.Records, f.n)
	}
	f.n = labels.Records
	if f.groups != "" {
		if opt.Groups, err = labels.Column(f.groups); err != nil {
			return opt, err
		}
	}
	if f.Column != "" {
		if opt.Times, err = labels.Times(f.Column); err != nil {
			return opt, err
		}
	}
	columns := cv.Columns{Response: f.response, Merge: f.merge}
	if columns.Labels, err = inputs.Columns("--strata", f.strata); err != nil {
		return opt, err
	}
	if columns.Lists, err = inputs.Columns("--multiset", f.multiset); err != nil {
		return opt, err
	}
	if opt.Conditions, err = columns.Conditions(labels.Column, labels.Numbers); err != nil {
		return opt, err
	}
	if len(opt.Conditions) == 0 && opt.Groups == nil && opt.Times == nil {
		return opt, errors.New("--labels alone changes nothing; name its columns with --strata, --multiset, " +
			"--response, --groups or --time")
	}
	return opt, nil
}

// Command is bcv split.
var Command = command.Command{
	Name:    "split",
	Summary: "write a partition set as CSV: which record trains and validates in which fold",
	Run:     runSplit,
	Manual: command.Manual{
		Usage: []string{
			"bcv split --n N [flags]                            folds of N records",
			"bcv split --labels FILE --strata COLUMN [flags]    with labels alike in all folds",
			"bcv split --labels FILE --groups COLUMN [flags]    with whole groups",
			"bcv split --labels FILE --time COLUMN [flags]      training before validation",
			"bcv split --grow FILE --m M [flags]                more replications",
			"bcv split --items N [--seed S]                     a random order of the items of one test set",
			"bcv split --items N --label m [--seed S]           a random sample of them, for people to score beside a judge",
		},
		Main: "n m method k labels strata inner out",
		Groups: []command.FlagGroup{{"Partition set", "n items label method m k j n1 seed inner halves grow"},
			{"Labels and groups", "labels strata multiset response groups time gap merge limit"}, {"Output", "out report json"}},
		Examples: []string{
			`bcv split --n 300 --m 5 --out folds.csv`,
			`bcv split --n 300 --m 3 --inner 2 --out nested.csv`,
			`bcv split --labels data/samples/plants.csv --strata kind --method kfold --k 10 --report`,
		},
	},
}
