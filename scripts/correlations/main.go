// Correlations computes what takes minutes for notebook 05 and table 5.9 of the
// thesis: the correlations rho1 and rho2 on public data sets. It needs local copies
// of the data sets (see "bcv data") and writes no data, only results:
//
//	go run ./scripts/correlations -o data/results/rho_scatter.csv
//	go run ./scripts/correlations -letter -reps 10000 -o data/results/table_5_9.csv
//
// The file is written anew after each data set. Checkpoints, if there is a folder
// for them, let a run go on that was interrupted.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/experiment"
	"github.com/block-regularized/bcv/pkg/sim"
)

func main() {
	output := flag.String("o", "rho_scatter.csv", "`file` to write")
	only := flag.String("sets", "", "`names` of data sets in the McNemar paper, separated by commas; all if empty")
	reps := flag.Int("reps", 1000, "samples of each data set")
	seed := flag.Uint64("seed", 1, "of the simulation")
	checkpoints := flag.String("checkpoints", "", "`folder` for checkpoints; none if empty")
	isLetter := flag.Bool("letter", false, "table 5.9 of the thesis instead of figure 1 of the McNemar paper")
	flag.Parse()
	run := func() error { return scatter(*output, *only, *reps, *seed, *checkpoints) }
	if *isLetter {
		run = func() error { return letter(*output, *reps, *seed, *checkpoints) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "correlations:", err)
		os.Exit(1)
	}
}

// checkpoint names the file of a data set, if there is a folder.
func checkpoint(folder, name string) sim.Options {
	if folder == "" {
		return sim.Options{}
	}
	return sim.Options{Checkpoint: filepath.Join(folder, name+".ckpt")}
}

func letter(output string, reps int, seed uint64, checkpoints string) error {
	d, err := dataset.Open("letter")
	if err != nil {
		return err
	}
	rows, err := experiment.LetterCorrelations(context.Background(), d, reps, seed, checkpoint(checkpoints, "table_5_9"))
	if err != nil {
		return err
	}
	return experiment.WriteCorrelations(output, rows)
}

func scatter(output, only string, reps int, seed uint64, checkpoints string) error {
	var rows []experiment.StoredCorrelation
	var failed error
	for _, s := range experiment.McNemarSets() {
		if s.Name == "donors" || only != "" && !slices.Contains(strings.Split(only, ","), s.Name) {
			continue // donors is transfusion
		}
		d, err := s.Open()
		if errors.Is(err, dataset.ErrNotFound) {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		if err != nil {
			return err
		}
		more, err := experiment.McNemarCorrelations(context.Background(), s.Name, d, reps, seed, checkpoint(checkpoints, s.Name))
		if err != nil { // the other data sets are worth having
			failed = errors.Join(failed, err)
			continue
		}
		rows = append(rows, more...)
		if err := experiment.WriteCorrelations(output, rows); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s: %.0f CPU seconds\n", s.Name, more[0].CPUSeconds)
	}
	return failed
}
