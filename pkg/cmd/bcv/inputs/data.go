package inputs

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/impute"
	"github.com/block-regularized/bcv/research/public"
)

// Data holds the flags that say what data to train on.
type Data struct {
	Table
	Time
	File, Name string
	OneHot     bool
	strata     string
	weigh      string
	conditions []cv.Condition // of --strata, after Read
	coded      string         // which learners see levels as columns, after Pipelines; empty if none does
}

// Define defines the flags.
func (f *Data) Define(fs *flag.FlagSet) {
	fs.StringVar(&f.File, "data", "", "CSV or ARFF `file` with a header and one row per record")
	fs.StringVar(&f.Name, "dataset", "", "`name` of a data set of bcv data list, instead of --data")
	f.Table.Define(fs)
	f.Time.Define(fs)
	fs.StringVar(&f.groups, "groups", "", "column that names groups of records, such as patients, which folds keep "+
		"whole; it is no feature")
	fs.StringVar(&f.strata, "strata", "", "columns, separated by commas, to be spread alike over train and valid: the "+
		"target, or features with levels")
	fs.StringVar(&f.weights, "weights", "", "column of positive numbers: how much each record counts in training and in "+
		"the mean loss of a fold; it is no feature")
	fs.StringVar(&f.weigh, "weigh", both, "what --weights are for: both, training and losses, with learners that take "+
		"them, or losses alone, with any learner")
	fs.BoolVar(&f.OneHot, "one-hot", false, "turn levels into columns of 0 and 1 for all learners (default: for those that need numbers)")
}

// NotEmpty refuses empty names of columns, such as variables of a shell that are not set.
func NotEmpty(fs *flag.FlagSet, names ...string) error {
	for _, name := range names {
		if command.Given(fs, name) && fs.Lookup(name).Value.String() == "" {
			return fmt.Errorf("--%s is empty; name a column, or leave the flag out", name)
		}
	}
	return nil
}

// Check asks for a file or the name of a data set.
func (f *Data) Check(fs *flag.FlagSet) error {
	if err := NotEmpty(fs, "groups", "strata", "time", "weights"); err != nil {
		return err
	}
	switch {
	case (f.File == "") == (f.Name == ""):
		return errors.New("name a file with --data FILE or a data set with --dataset NAME")
	case f.Name != "" && f.Table.Any(fs) != "":
		return fmt.Errorf("--%s describes a file; a data set of the list has its own reading", f.Table.Any(fs))
	case f.weigh != both && f.weigh != "losses":
		return fmt.Errorf("--weigh %q; use both or losses", f.weigh)
	case command.Given(fs, "weigh") && f.weights == "":
		return errors.New("--weigh says what weights are for; name their column with --weights")
	}
	return nil
}

// both is the default of --weigh.
const both = "both"

// Unweighted reports whether learners train on records of equal weight although losses are weighted.
func (f *Data) Unweighted() bool { return f.weigh != both }

// CheckWeights refuses flags of results that count records equally beside --weights.
func (f *Data) CheckWeights(fs *flag.FlagSet, names ...string) error {
	for _, name := range names {
		if f.weights != "" && command.Given(fs, name) {
			return fmt.Errorf("--%s is of records that count equally; leave it out, or --weights", name)
		}
	}
	return nil
}

// Read reads the data, with indicators for levels if that was asked for. Where missing
// values are to be filled in, both are done by pipelines.
func (f *Data) Read() (*dataset.Data, error) {
	d, err := f.open()
	if err == nil {
		f.conditions, err = f.conditionsOf(d)
	}
	if err == nil && f.OneHot && !f.Impute {
		d = d.OneHot()
	}
	return d, err
}

func (f *Data) open() (*dataset.Data, error) {
	if f.Name != "" {
		return public.Open(f.Name)
	}
	opt, err := f.readOptions()
	if err != nil {
		return nil, err
	}
	opt.Time = f.Time.Column
	return dataset.Read(f.File, opt)
}

// Pipelines puts before the learners what --missing impute asks for, turns levels of the data into columns of 0 and 1
// for those that need numbers, and has them train without weights if --weigh says so. They keep their names.
func (f *Data) Pipelines(learners []learn.Learner, d *dataset.Data) []learn.Learner {
	out, coded := impute.Suit{Fill: f.Impute, OneHot: f.OneHot, Unweighted: f.Unweighted()}.Learners(learners, d)
	if coded != "" {
		f.coded = coded + " (--one-hot: for all learners)"
	}
	return out
}

// Options adds the groups and times of the data and the conditions of --strata to the options of a method; the method
// that keeps groups whole by bcv is cv.Grouped. Blocks in time are groups of the data from then on, in place of times.
func (f *Data) Options(method cv.Method, opt cv.Options, d *dataset.Data) (cv.Method, cv.Options, error) {
	opt.Groups, opt.Conditions = d.Groups, f.conditions
	if method == cv.BCV && d.Groups != nil {
		method = cv.Grouped
	}
	method, opt, err := f.Time.Options(method, opt, d.Times)
	if method == cv.Grouped {
		d.Groups, d.Times = opt.Groups, nil
	}
	return method, opt, err
}

// CheckMethod refuses --time, --groups and --strata where the method does not use them.
func (f *Data) CheckMethod(fs *flag.FlagSet, method cv.Method) error {
	if err := f.Time.Check(fs, string(method), f.groups); err != nil {
		return err
	}
	for _, o := range []struct{ flag, value, option, what string }{
		{"groups", f.groups, "Groups", "keep groups whole"}, {"strata", f.strata, "Conditions", "spread strata alike"},
	} {
		var able []string
		for _, m := range []cv.Method{cv.BCV, cv.KFold, cv.RepeatedKFold} {
			if slices.Contains(m.Uses(), o.option) || m == cv.BCV { // bcv with groups is cv.Grouped
				able = append(able, string(m))
			}
		}
		if o.value != "" && !slices.Contains(able, string(method)) {
			return fmt.Errorf("--%s: folds of --method %s do not %s; use --method %s", o.flag, method, o.what,
				strings.Join(able, " or "))
		}
	}
	return nil
}

// conditionsOf returns the conditions of --strata.
func (f *Data) conditionsOf(d *dataset.Data) ([]cv.Condition, error) {
	names, err := Columns("--strata", f.strata)
	if err != nil {
		return nil, err
	}
	var out []cv.Condition
	for _, name := range names {
		one, err := conditionOf(d, name)
		if err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

func conditionOf(d *dataset.Data, name string) (cv.Condition, error) {
	labels := make([]string, d.N())
	k := slices.IndexFunc(d.Columns, func(c dataset.Column) bool { return c.Name == name })
	if k >= 0 && d.Columns[k].Role == "target" {
		if d.Class == nil {
			return cv.ResponseCondition(name, d.Response)
		}
		for i, c := range d.Class {
			labels[i] = d.Classes[c]
		}
		return cv.LabelCondition(name, labels), nil
	}
	for j := range d.P() {
		feature := d.Feature(j)
		switch {
		case feature.Name != name:
			continue
		case !feature.Nominal():
			return cv.Condition{}, fmt.Errorf("--strata %s: the column has numbers; if they are labels, read it as levels with "+
				"--nominal %s", command.OneLine(name), command.OneLine(name))
		}
		for i := range labels {
			if v := d.X.At(i, j); !math.IsNaN(v) { // records with a missing level are a stratum of their own
				labels[i] = feature.Levels[int(v)]
			}
		}
		return cv.LabelCondition(name, labels), nil
	}
	return cv.Condition{}, fmt.Errorf("--strata %s: no feature and not the target; name columns that are",
		command.OneLine(name))
}

// Describe says for a command how the file was read.
func (f *Data) Describe(env *command.Environment, name string, d *dataset.Data) error {
	if f.coded != "" {
		defer env.Note(name, f.coded)
	}
	if f.File == "" {
		return nil
	}
	if err := writeColumns(command.VisibleWriter(env.Stderr), d.Columns, shownColumns); err != nil {
		return err
	}
	counts := "training and mean losses"
	if f.Unweighted() {
		counts = "mean losses"
	}
	for _, c := range d.Columns {
		switch c.Role {
		case "group":
			env.Note(name, fmt.Sprintf("column %s names the groups, which folds keep whole; it is no feature",
				command.OneLine(c.Name)))
		case "weight":
			env.Note(name, fmt.Sprintf("column %s is how much each record counts in %s; it is no feature",
				command.OneLine(c.Name), counts))
		}
	}
	if f.note != "" {
		env.Note(name, f.note)
	}
	for _, note := range f.notes(d) {
		env.Note(name, note)
	}
	return nil
}
