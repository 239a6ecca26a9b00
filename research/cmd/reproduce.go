package cmd

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/block-regularized/bcv/research/jobs"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/catalogue"
	"github.com/block-regularized/bcv/research/study"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/progress"
	"github.com/block-regularized/bcv/internal/table"
)

func runReproduce(ctx context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var only, scaleName, update string
	var seed uint64
	var asJSON, verbose bool
	fs.StringVar(&only, "only", "", "reproduce one `SOURCE or SOURCE:ITEM`, such as acl2019:table-3; several are "+
		"separated by commas")
	fs.StringVar(&scaleName, "scale", "quick", "quick or paper")
	fs.Uint64Var(&seed, "seed", 1, "seed of all simulations")
	fs.BoolVar(&asJSON, "json", false, "print the account as a JSON array")
	fs.BoolVar(&verbose, "verbose", false, "print every number with its verdict, and the verdicts of each table")
	fs.StringVar(&update, "update", "", "CSV `file` of the best run so far: take over the rows that this run improves")
	commit := fs.String("commit", "", "`revision` of the code, recorded with --update and --results; by default that "+
		"of the build or of the work tree")
	results := fs.String("results", "", "`directory` to write the detailed tables of studies at the paper scale "+
		"to, as CSV")
	checkpoints := fs.String("checkpoints", "", "`directory` where long experiments keep finished shards, to resume "+
		"after an interruption")
	var parts jobs.Flags
	parts.Define(fs)
	workers := fs.Int("workers", 0, "simulations at a time (default: one per processor; for parts SLURM_CPUS_PER_TASK)")
	if err := command.Parse(fs, args); err != nil {
		return err
	}
	if err := parts.Check(fs, workers); err != nil {
		return command.Usage(err)
	}
	if parts.Of > 0 && (update != "" || asJSON || verbose) {
		return command.Usagef("a part writes to --dir alone; give --update, --json and --verbose where parts are collected")
	}
	if parts.Dir != "" && *results != "" {
		return command.Usagef("--results belongs to a run in one piece; the tables of a study in parts come from bcv " +
			"study collect")
	}
	scale, err := study.ParseScale(scaleName)
	if err != nil {
		return command.Usage(err)
	}
	if err := checkPlaces(*results, *checkpoints, update); err != nil {
		return command.Usage(err)
	}
	published, err := reproduce.ReadPublished(data.FS)
	if err != nil {
		return err
	}
	var items []string
	if only != "" {
		items = strings.Split(only, ",")
	}
	chosen, err := reproduce.Select(catalogue.All(), published, items)
	if err != nil {
		return command.Usage(err)
	}
	cfg := study.Config{Data: data.FS, Scale: scale, Seed: seed, Checkpoints: *checkpoints, Results: *results,
		Commit: *commit, Workers: *workers}
	if cfg.Commit == "" && (update != "" || *results != "") {
		cfg.Commit = revision(ctx)
	}
	var run reproduce.Outcome
	if parts.Dir != "" {
		if run, err = accountInParts(ctx, env, &parts, cfg, chosen, published); err != nil || parts.Of > 0 {
			return err
		}
	} else {
		show := progress.NewReporter(env.Stderr)
		run, err = catalogue.RunChosen(ctx, cfg, chosen, published, show.Listener)
		show.Stop()
		if err != nil {
			return err
		}
	}
	rows := reproduce.Filter(run.Rows, items)
	if update != "" {
		if err := reproduce.UpdateBest(update, run, cfg); err != nil {
			return command.Usage(err)
		}
	}
	if asJSON {
		enc := json.NewEncoder(env.JSON())
		enc.SetIndent("", " ")
		return enc.Encode(rows)
	}
	if verbose {
		if err := printAll(env.Stdout, rows, run, cfg); err != nil {
			return err
		}
	}
	return reproduce.PrintSummary(env.Stdout, rows, reproduce.FilterBest(run.Stored, items))
}

// accountInParts does what --dir asks for: a part, or what the parts have together.
func accountInParts(ctx context.Context, env *command.Environment, f *jobs.Flags, cfg study.Config,
	chosen []reproduce.Experiment, published []reproduce.Published) (reproduce.Outcome, error) {
	parts := catalogue.NewParts(cfg, chosen)
	err := f.Do(ctx, env, "reproduce", parts.Study(), cfg.Scale, 1)
	if err != nil || f.Of > 0 {
		return reproduce.Outcome{}, err
	}
	return parts.Outcome(published)
}

// checkPlaces returns an error if what a long run makes could not be written at its end.
func checkPlaces(results, checkpoints, update string) error {
	for _, folder := range []struct{ flag, path string }{{"--results", results}, {"--checkpoints", checkpoints}} {
		if folder.path == "" {
			continue
		}
		if info, err := os.Stat(folder.path); err != nil || !info.IsDir() {
			return fmt.Errorf("%s: there is no directory %s; make it first", folder.flag, folder.path)
		}
	}
	var probe atomicfile.Batch
	defer probe.Discard()
	if results != "" { // checkpoints that are complete are only read
		if err := probe.Create("--results", filepath.Join(results, "runs.csv")); err != nil {
			return err
		}
	}
	if update == "" {
		return nil
	}
	if _, _, err := table.ReadFile[reproduce.BestRow](update); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--update: %w", err)
	}
	return probe.Create("--update", update)
}

// printAll writes every row, the verdicts of each table, the command that computes
// it again and what the experiments cost.
func printAll(w io.Writer, rows []reproduce.Row, run reproduce.Outcome, cfg study.Config) error {
	if err := reproduce.Print(w, rows); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, s := range reproduce.SummarizeItems(rows) {
		fmt.Fprintf(w, "%s: again by %s\n", s.Source, reproduce.Command(s.Source, cfg))
	}
	for _, c := range run.Experiments {
		fmt.Fprintf(w, "%s: %.2f CPU seconds\n", c.Name, c.CPUSeconds)
	}
	fmt.Fprintln(w)
	return nil
}

// revision returns the commit of the code: the one stamped into the build, or that
// of the work tree, with + behind it if that has changes; empty if there is none.
func revision(ctx context.Context) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		commit, changed := "", ""
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = "+"
			}
		}
		if commit != "" {
			return commit[:min(12, len(commit))] + changed
		}
	}
	out, err := exec.CommandContext(ctx, "git", "describe", "--always", "--abbrev=12", "--match=", "--dirty=+").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
