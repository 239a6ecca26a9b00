package inputs

import (
	"errors"
	"flag"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/pkg/cv"
)

// Time holds the flags of records in time.
type Time struct {
	Column string // of the times; empty for none
	gap    int
	note   string // what folds do with the times, after Options
}

// Define defines the flags.
func (f *Time) Define(fs *flag.FlagSet) {
	fs.StringVar(&f.Column, "time", "", "column of times, numbers or dates such as 2006-01-02: folds train on records "+
		"before those they validate (--method rolling, the default then), or hold blocks of consecutive records together "+
		"(--method bcv); it is no feature")
	fs.IntVar(&f.gap, "gap", 0, "with --time, records left out before the validation records of each fold (rolling)")
}

// Timed returns the method that flags ask for: rolling where --time is given and --method is not.
func (f *Time) Timed(fs *flag.FlagSet, method string) string {
	if f.Column != "" && !command.Given(fs, "method") {
		return string(cv.Rolling)
	}
	return method
}

// Check refuses flags that do not go together with the method; the column of groups is empty for none.
func (f *Time) Check(fs *flag.FlagSet, method, groups string) error {
	rolling := method == string(cv.Rolling)
	switch {
	case f.Column == "" && rolling:
		return errors.New("--method rolling needs the order of the records; give the column of their times with --time")
	case f.Column == "" && command.Given(fs, "gap"):
		return errors.New("--gap leaves records out before validation records in time; give the column of times with --time")
	case f.Column == "":
		return nil
	case groups != "":
		return errors.New("--groups and --time: records of one group are made at different times, and folds that keep " +
			"groups whole look ahead; leave out one of them")
	case !rolling && method != string(cv.BCV):
		return fmt.Errorf("--time: folds of --method %s do not keep to an order; use --method rolling or bcv", method)
	case f.gap != 0 && !rolling:
		return errors.New("--gap: the halves of bcv exchange training and validation records, and none can be left out; " +
			"bcv split and holdout leave records out with --method rolling")
	}
	return nil
}

// Options adds times to the options of a method. The method that keeps blocks of consecutive records whole by bcv is
// cv.Grouped, and the blocks are its groups.
func (f *Time) Options(method cv.Method, opt cv.Options, times []float64) (cv.Method, cv.Options, error) {
	if times == nil {
		return method, opt, nil
	}
	f.note = fmt.Sprintf("column %s is the time of the records, and no feature: ", command.OneLine(f.Column))
	if method == cv.Rolling {
		f.note += "each fold trains on records before those it validates"
		opt.Times, opt.Gap = times, f.gap
		return method, opt, nil
	}
	blocks := 8
	for blocks <= opt.M {
		blocks *= 2
	}
	f.note += fmt.Sprintf("%d blocks of consecutive ones stay whole. Halves are blocked, and no forecasts: they train on "+
		"later records, too, and tests err more often than they say if records are alike across blocks", blocks)
	var err error
	opt.Groups, err = cv.TimeBlocks(times, blocks)
	return cv.Grouped, opt, err
}

// Note says what folds do with the times, after Options; it is empty without times.
func (f *Time) Note() string { return f.note }

// Known adds what is not known of the error of tests on blocks in time, if there are any.
func (f *Time) Known(known string) string {
	if f.Column == "" {
		return known
	}
	if known != "" {
		known += "; "
	}
	return known + "measured for records that are not alike across blocks of time; more frequent where they are"
}

// NeverAhead returns an error if a fold of the file trains on a record that is not before all records it validates.
func (f *Time) NeverAhead(file string, set cv.Set, times []float64) error {
	for _, fold := range set.Folds() {
		first := math.Inf(1)
		for _, i := range fold.Valid {
			first = min(first, times[i])
		}
		for _, i := range fold.Train {
			if times[i] >= first {
				return fmt.Errorf("--folds %s: fold %d trains on record %d, and validates one no later; make folds with bcv split "+
					"--time, or leave --time out", file, fold.Fold, i)
			}
		}
	}
	f.note = fmt.Sprintf("column %s is the time of the records, and no feature: no fold looks ahead",
		command.OneLine(f.Column))
	return nil
}
