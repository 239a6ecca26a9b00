package split

import (
	"flag"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/internal/command"
	"github.com/block-regularized/bcv/pkg/results"
)

// readGrowth reads the file to grow, and takes n and the seed from it.
func (f *splitFlags) readGrowth(fs *flag.FlagSet) (results.Splits, error) {
	old, err := results.ReadSplits(f.grow)
	if err != nil {
		return old, fmt.Errorf("--grow: %w", err)
	}
	want := cv.BCV
	if f.groups != "" {
		want = cv.Grouped
	}
	switch {
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
	return old, nil
}

// checkGrowth makes sure that the set begins with the old one.
func (f *splitFlags) checkGrowth(old results.Splits, set cv.Set) error {
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
	return nil
}
