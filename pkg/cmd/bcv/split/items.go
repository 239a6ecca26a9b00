package split

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/command"
)

// mostOrdered is how many items may be put in order.
const mostOrdered = 100_000_000

// order writes a random order of the items of a test set.
func (f *splitFlags) order(env *command.Environment, fs *flag.FlagSet) error {
	var err error
	fs.Visit(func(g *flag.Flag) {
		if !slices.Contains([]string{"items", "seed", "out"}, g.Name) {
			err = fmt.Errorf("--%s does not fit an order of items; leave it, or --items, out", g.Name)
		}
	})
	if err == nil && (f.items < 2 || f.items > mostOrdered) {
		err = fmt.Errorf("--items %d; give the number of items of the test set, 2 to %d", f.items, mostOrdered)
	}
	if err != nil {
		return command.Usage(err)
	}
	if f.out == "" {
		return writeOrder(env.Stdout, f.items, f.Seed)
	}
	var out atomicfile.Batch
	defer out.Discard()
	if err := out.Create("--out", f.out); err != nil {
		return err
	}
	if err := out.Write(f.out, func(w io.Writer) error { return writeOrder(w, f.items, f.Seed) }); err != nil {
		return err
	}
	return out.Commit()
}

// writeOrder writes items, numbered from 1, in random order.
func writeOrder(w io.Writer, n int, seed uint64) error {
	b := bufio.NewWriterSize(w, 1<<16)
	b.WriteString("item,position\n")
	for place, item := range rand.New(rand.NewPCG(seed, 0)).Perm(n) {
		fmt.Fprintf(b, "%d,%d\n", item+1, place+1)
	}
	return b.Flush()
}
