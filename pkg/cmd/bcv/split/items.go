package split

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/command"
)

// mostItems is how many items an order may have.
const mostItems = 1 << 27

// orderItems writes the numbers of the items of a test set, from 1, in random order: all of them, or with --label the
// first ones, which are a random sample; a larger one with the same seed has them, too.
func (f *splitFlags) orderItems(env *command.Environment, fs *flag.FlagSet) error {
	if err := f.checkItems(fs); err != nil {
		return command.Usage(err)
	}
	order := rand.New(rand.NewPCG(f.Seed, 0)).Perm(f.items)
	if f.label > 0 {
		order = order[:f.label]
	}
	write := func(w io.Writer) error {
		b := bufio.NewWriter(w)
		fmt.Fprintln(b, "item,position")
		for place, item := range order {
			fmt.Fprintf(b, "%d,%d\n", item+1, place+1)
		}
		return b.Flush()
	}
	if f.out == "" {
		return write(env.Stdout)
	}
	var out atomicfile.Batch
	defer out.Discard()
	if err := out.Create("--out", f.out); err != nil {
		return err
	}
	if err := out.Write(f.out, write); err != nil {
		return err
	}
	return out.Commit()
}

// checkItems refuses numbers that there are not, and flags of folds.
func (f *splitFlags) checkItems(fs *flag.FlagSet) (err error) {
	fs.Visit(func(given *flag.Flag) {
		if err == nil && !slices.Contains([]string{"items", "label", "seed", "out"}, given.Name) {
			err = fmt.Errorf("--%s is about folds of records; leave it out beside --items", given.Name)
		}
	})
	switch {
	case err != nil:
		return err
	case !command.Given(fs, "items"):
		return errors.New("--label draws of the items of a test set; give their number with --items N")
	case f.items < 2 || f.items > mostItems:
		return fmt.Errorf("--items %d; give the number of items, from 2 to %d", f.items, mostItems)
	case command.Given(fs, "label") && (f.label < 1 || f.label > f.items):
		return fmt.Errorf("--label %d; give a number from 1 to the %d items", f.label, f.items)
	}
	return nil
}
