// Votingresults runs the studies of votes and of the sequential Bayes test and
// writes their tables:
//
//	go run ./pkg/experiment/votingresults -scale paper -out data/results
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/block-regularized/bcv/pkg/experiment"
	"github.com/block-regularized/bcv/pkg/internal/atomicfile"
)

func main() {
	scale := flag.String("scale", "quick", "quick or paper")
	seed := flag.Uint64("seed", 1, "seed of all simulations")
	out := flag.String("out", "data/results", "directory of the tables")
	flag.Parse()
	if err := run(*scale, *seed, *out); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(scale string, seed uint64, out string) error {
	s, err := experiment.ParseScale(scale)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	w := experiment.VotingWriter{Scale: s, Seed: seed,
		Command: strings.Join(append([]string{"go run ./pkg/experiment/votingresults"}, os.Args[1:]...), " "),
		Write: func(name string, write func(io.Writer) error) error {
			return atomicfile.Replace(filepath.Join(out, name), write)
		},
		Log: func(line string) { fmt.Fprintln(os.Stderr, line) },
	}
	return w.Run(ctx)
}
