package split

import (
	"errors"
	"flag"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/results"
)

// readGrowth reads the file to grow, and takes n and the seed from it.
func (f *splitFlags) readGrowth(fs *flag.FlagSet) (results.Splits, error) {
	want := cv.BCV
	if f.groups != "" {
		want = cv.Grouped
	}
	old, err := results.ReadSplitsAs(f.grow, want)
	if err != nil {
		return old, fmt.Errorf("--grow: %w", err)
	}
	switch {
	case f.Column != "":
		return old, errors.New("--grow and --time: more replications need more blocks of records in time; make a set anew")
	case f.n != 0 && f.n != old.Set.N:
		return old, fmt.Errorf("--grow %s has %d records, and not %d; give the data it was made for", f.grow, old.Set.N, f.n)
	case !old.Named:
	case old.Set.Method == cv.Grouped && want == cv.BCV:
		return old, fmt.Errorf("--grow %s keeps groups together; give the groups with --labels and --groups", f.grow)
	case old.Set.Method != want:
		return old, fmt.Errorf("--grow %s holds a set of method %s; only block-regularized m x 2 CV grows (bcv, and gbcv "+
			"with --groups)", f.grow, old.Set.Method)
	case command.Given(fs, "seed") && f.Seed != old.Set.Seed:
		return old, fmt.Errorf("--grow %s has the seed %d, and not %d; leave --seed out", f.grow, old.Set.Seed, f.Seed)
	default:
		f.Seed = old.Set.Seed
	}
	f.n = old.Set.N
	if old.Nested != nil && !command.Given(fs, "inner") {
		f.Inner = old.Nested.Replications
	}
	if old.Nested != nil && !command.Given(fs, "halves") {
		f.Halves = old.Nested.Halves
	}
	return old, nil
}

// checkGrowth makes sure that the set begins with the old one, and the nested set with the old one.
func (f *splitFlags) checkGrowth(old results.Splits, set cv.Set, nested *cv.Nested) error {
	have := old.Set.Splits
	if len(have) > len(set.Splits) {
		return fmt.Errorf("--grow %s has %d replications already; give a larger --m", f.grow, len(have))
	}
	for j, p := range have {
		if slices.Equal(p.Train, set.Splits[j].Train) {
			continue
		}
		if !old.Named {
			return fmt.Errorf("--grow %s is not the beginning of the set with %d records and seed %d; give the --seed, "+
				"labels and limit that it was written with", f.grow, f.n, f.Seed)
		}
		return fmt.Errorf("--grow %s: replication %d is not what seed %d makes; give the labels and limit that it was "+
			"written with", f.grow, j+1, f.Seed)
	}
	if old.Nested != nil {
		return f.checkInner(*old.Nested, *nested)
	}
	return nil
}

// checkInner makes sure that the nested set begins with the old one.
func (f *splitFlags) checkInner(old, grown cv.Nested) error {
	if grown.Halves < old.Halves || grown.Replications < old.Replications {
		return fmt.Errorf("--grow %s has %d half-splits with %d inner replications already; give no smaller --halves and "+
			"--inner", f.grow, old.Halves, old.Replications)
	}
	for i, p := range old.Inner.Splits {
		at := i/old.Replications*grown.Replications + i%old.Replications
		if q := grown.Inner.Splits[at]; !slices.Equal(p.Train, q.Train) || !slices.Equal(p.Valid, q.Valid) {
			return fmt.Errorf("--grow %s: the inner folds are not what seed %d makes; give the labels and limit that it was "+
				"written with", f.grow, f.Seed)
		}
	}
	return nil
}
