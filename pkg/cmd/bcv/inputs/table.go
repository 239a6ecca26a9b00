package inputs

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/pkg/dataset"
)

// Table holds the flags that say how to read a table of records.
type Table struct {
	target, columnsDropped, nominal string
	groups, weights, numeric        string
	noHeader, Regression            bool
	drop, Impute                    bool     // what to do with incomplete records
	missing                         []string // texts of missing values besides the usual ones
	missingGiven                    bool
}

// Define defines the flags.
func (f *Table) Define(fs *flag.FlagSet) {
	fs.StringVar(&f.target, "target", "last", "column to predict: its name, or its number from 1")
	fs.StringVar(&f.columnsDropped, "drop", "", "columns to leave out, separated by commas")
	fs.Func("missing", "what to do with incomplete records, which are refused without this flag: drop leaves them out, "+
		"impute fills in the median or the most frequent level of the training records of each fold; other `words`, "+
		"separated by commas, are texts of missing values beside nothing, ?, NA, NaN and null (alone: with drop)",
		f.setMissing)
	fs.StringVar(&f.nominal, "nominal", "", "columns to read as levels although their values are numbers, separated "+
		"by commas")
	fs.StringVar(&f.numeric, "numeric", "", "columns of numbers that are features although they number the records, "+
		"separated by commas")
	fs.BoolVar(&f.noHeader, "no-header", false, "the first line of the CSV file is a record; columns are called "+
		"x1, x2, ...")
	fs.BoolVar(&f.Regression, "regression", false, "the target is a number to predict, not a class")
}

// setMissing takes the words of --missing, which may be given more than once.
func (f *Table) setMissing(list string) error {
	f.missingGiven = true
	for word := range strings.SplitSeq(list, ",") {
		switch word = strings.TrimSpace(word); word {
		case "drop":
			f.drop = true
		case "impute":
			f.Impute = true
		default:
			f.missing = append(f.missing, word)
		}
	}
	if f.drop && f.Impute {
		return errors.New("choose drop or impute")
	}
	return nil
}

// Any names a flag that was given, "" for none.
func (f *Table) Any(fs *flag.FlagSet) string {
	for _, name := range []string{"target", "drop", "missing", "nominal", "numeric", "no-header", "regression",
		"groups", "time",
		"weights"} {
		if command.Given(fs, name) {
			return name
		}
	}
	return ""
}

// readOptions returns how to read a file.
func (f *Table) readOptions() (dataset.Options, error) {
	opt := dataset.Options{Target: f.target, Response: f.Regression, NoHeader: f.noHeader, DropRows: f.missingGiven,
		Keep: f.Impute, Groups: f.groups, Weights: f.weights,
		Missing: append(dataset.MissingTexts(), f.missing...)}
	var err error
	if opt.Drop, err = Columns("--drop", f.columnsDropped); err != nil {
		return opt, err
	}
	if opt.Nominal, err = Columns("--nominal", f.nominal); err != nil {
		return opt, err
	}
	opt.Numeric, err = Columns("--numeric", f.numeric)
	return opt, err
}

// notes says what a reader should know of data that were read by the flags.
func (f *Table) notes(d *dataset.Data) []string { return dataset.Options{Keep: f.Impute}.Notes(d) }

// shownColumns is how many columns of a file bcv holdout describes.
const shownColumns = 20

// writeColumns prints how columns were read: at most the given number, and always the
// target.
func writeColumns(w io.Writer, columns []dataset.Column, most int) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "column\trole\tkind\tlevels\tmissing\tvalues")
	left := 0
	for k, c := range columns {
		if k >= most && c.Role != "target" {
			left++
			continue
		}
		levels := "-"
		if c.Kind == "nominal" {
			levels = fmt.Sprint(c.Levels)
		}
		fmt.Fprintf(tw, "%.40s\t%s\t%s\t%s\t%d\t%s\n", command.OneLine(c.Name), c.Role, cmp.Or(c.Kind, "-"), levels,
			c.Missing, cmp.Or(command.OneLine(c.Values), "-"))
	}
	if left > 0 {
		fmt.Fprintf(tw, "and %d more; bcv data show prints all\n", left)
	}
	return tw.Flush()
}

// Show prints how a file is read; incomplete records are not an error.
func (f *Table) Show(env *command.Environment, path string) error {
	opt, err := f.readOptions()
	if err != nil {
		return command.Usage(err)
	}
	opt.Keep, opt.DropRows = !f.drop, true
	d, err := dataset.Read(path, opt)
	if err != nil {
		return command.Usage(err)
	}
	if err := writeColumns(env.Text(), d.Columns, len(d.Columns)); err != nil {
		return err
	}
	task := "response"
	if d.Class != nil {
		task = fmt.Sprintf("%d classes", d.K())
	}
	incomplete := slices.ContainsFunc(d.Columns, func(c dataset.Column) bool { return c.Missing > 0 && c.Role != "none" })
	fmt.Fprintf(env.Text(), "\n%d records, %d features, %s.\n", d.N(), d.P(), task)
	if incomplete && !f.missingGiven {
		fmt.Fprintln(env.Text(), "Some are incomplete: bcv holdout needs --missing drop or --missing impute.")
	}
	for _, note := range f.notes(d) {
		env.Note("data", note)
	}
	return nil
}

// Columns returns the names of columns that a flag lists.
func Columns(flag, list string) ([]string, error) {
	if list == "" {
		return nil, nil
	}
	names := strings.Split(list, ",")
	for i, name := range names {
		if names[i] = strings.TrimSpace(name); names[i] == "" {
			return nil, fmt.Errorf("%s %q has an empty name; separate columns by single commas", flag, list)
		}
	}
	return names, nil
}
