package train

import (
	"flag"
	"fmt"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/results"
)

// checkFolds refuses flags of a partition set beside --folds.
func (f *holdoutFlags) checkFolds(fs *flag.FlagSet) error {
	if f.folds == "" {
		return nil
	}
	for _, name := range []string{"m", "k", "j", "n1", "seed", "inner", "halves", "strata", "gap"} {
		if command.Given(fs, name) {
			return fmt.Errorf("--%s makes a partition set, and --folds reads one; leave out one of them", name)
		}
	}
	return nil
}

// sets makes or reads the partition set of the data, and the nested set around it if there is one.
func (f *holdoutFlags) sets(fs *flag.FlagSet, d *dataset.Data) (cv.Set, *cv.Nested, error) {
	if f.folds != "" {
		return f.readFolds(fs, d)
	}
	if err := f.NeedsTraining(fs, d.N()); err != nil {
		return cv.Set{}, nil, err
	}
	method, opt, err := f.Data.Options(cv.Method(f.Method), f.Set.Options(), d)
	if err != nil {
		return cv.Set{}, nil, err
	}
	set, err := cv.New(method, d.N(), opt)
	if err != nil {
		return set, nil, err
	}
	nested, err := f.Nest(set, opt)
	return set, nested, err
}

// readFolds reads the set of --folds, which is one of the records of the data and divides none of their groups.
func (f *holdoutFlags) readFolds(fs *flag.FlagSet, d *dataset.Data) (cv.Set, *cv.Nested, error) {
	drawn := cv.Own
	if command.Given(fs, "method") {
		drawn = cv.Method(f.Method)
	}
	if drawn == cv.BCV && d.Groups != nil {
		drawn = cv.Grouped
	}
	read, err := results.ReadSplitsAs(f.folds, drawn)
	switch {
	case err != nil:
		return cv.Set{}, nil, err
	case drawn != cv.Own && drawn != read.Set.Method:
		return cv.Set{}, nil, fmt.Errorf("--folds %s holds a set of method %s; leave --method out", f.folds, read.Set.Method)
	}
	f.own = read.Set.Method == cv.Own
	if read.Set.N != d.N() {
		dropped := ""
		if d.Dropped > 0 {
			dropped = fmt.Sprintf(" (%d more are incomplete and left out)", d.Dropped)
		}
		return cv.Set{}, nil, fmt.Errorf("--folds %s divides %d records, and the data have %d%s; give folds of %d records",
			f.folds, read.Set.N, d.N(), dropped, d.N())
	}
	if d.Times != nil {
		return read.Set, read.Nested, f.NeverAhead(f.folds, read.Set, d.Times)
	}
	if d.Groups == nil {
		return read.Set, read.Nested, nil
	}
	for _, fold := range read.Set.Folds() {
		if err := f.whole(fold.Split, d.Groups, fmt.Sprintf("replication %d, fold %d", fold.Replication,
			fold.Fold)); err != nil {
			return cv.Set{}, nil, err
		}
	}
	if read.Nested != nil {
		for k := range read.Nested.FoldCount() {
			fold := read.Nested.Fold(k)
			if err := f.whole(fold.Split, d.Groups, fmt.Sprintf("half-split %d, half %d, inner replication %d, fold %d",
				fold.HalfSplit, fold.Half, fold.Replication, fold.Fold)); err != nil {
				return cv.Set{}, nil, err
			}
		}
	}
	return read.Set, read.Nested, nil
}

// whole returns an error if a group is on both sides of a fold.
func (f *holdoutFlags) whole(fold cv.Split, groups []string, name string) error {
	trains := map[string]bool{}
	for _, i := range fold.Train {
		trains[groups[i]] = true
	}
	for _, i := range fold.Valid {
		if trains[groups[i]] {
			return fmt.Errorf("--folds %s, %s: group %.40q trains and validates; make folds with bcv split --groups", f.folds,
				name, groups[i])
		}
	}
	return nil
}
