package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/internal/progress"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/catalogue"
)

// runStudy lists the simulations, shows one or runs one.
func runStudy(ctx context.Context, env *environment, fs *flag.FlagSet, args []string) error {
	scaleName := fs.String("scale", "quick", "quick or paper")
	seed := fs.Uint64("seed", 1, "seed of all simulations")
	results := fs.String("results", "", "`directory` to write the tables to at the paper scale, as CSV")
	checkpoints := fs.String("checkpoints", "", "`directory` where simulations keep what is done, to go on after an interruption")
	words, err := parseWords(fs, args)
	if err != nil {
		return err
	}
	scale, err := study.ParseScale(*scaleName)
	if err != nil {
		return usageError{err}
	}
	switch {
	case len(words) == 1 && words[0] == "list":
		return listStudies(env.text())
	case len(words) != 2 || words[0] != "show" && words[0] != "run":
		return usagef("say what to do: bcv study list, bcv study show NAME or bcv study run NAME")
	}
	s, err := catalogue.Find(words[1])
	if err != nil {
		return usageError{err}
	}
	if err := checkPlaces(*results, *checkpoints, ""); err != nil {
		return usageError{err}
	}
	cfg := study.Config{Data: data.FS, Scale: scale, Seed: *seed, Results: *results, Checkpoints: *checkpoints}
	if words[0] == "show" {
		return showStudy(env.text(), s, cfg)
	}
	if *results != "" {
		cfg.Commit = revision(ctx)
	}
	cfg.Progress = progress.New(env.stderr, s.Name)
	tables, err := study.Run(ctx, cfg, s)
	if err != nil {
		return err
	}
	return writeStudyTables(env.stdout, tables)
}

// listStudies prints a line a study, the cheapest first.
func listStudies(w io.Writer) error {
	all := catalogue.All()
	slices.SortStableFunc(all, func(a, b study.Study) int { return cmp.Compare(a.Seconds, b.Seconds) })
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "name\tCPU seconds, --scale paper\tabout")
	for _, s := range all {
		fmt.Fprintf(tw, "%s\t%g\t%s\n", s.Name, s.Seconds, s.Title)
	}
	return tw.Flush()
}

// showStudy prints what a study simulates at a scale.
func showStudy(w io.Writer, s study.Study, cfg study.Config) error {
	plan, err := s.Plan(cfg)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %s\n%s scale: %d simulations in %d parts\n%s\n", s.Name, s.Title, cfg.Scale, len(plan.Simulations), plan.Shards(), s.Command(cfg))
	return nil
}

// writeStudyTables prints the tables as CSV, with an empty line between two, and without
// dates and costs, so that equal runs print the same.
func writeStudyTables(w io.Writer, tables []study.Table) error {
	for i, t := range tables {
		var b bytes.Buffer
		if err := t.Write(&b); err != nil {
			return err
		}
		lines, err := csv.NewReader(&b).ReadAll()
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(w)
		}
		out := csv.NewWriter(w)
		for _, line := range lines {
			var kept []string
			for j, cell := range line {
				if name := lines[0][j]; name != "date" && name != "cpu_seconds" {
					kept = append(kept, cell)
				}
			}
			if err := out.Write(kept); err != nil {
				return err
			}
		}
		out.Flush()
		if err := out.Error(); err != nil {
			return err
		}
	}
	return nil
}
