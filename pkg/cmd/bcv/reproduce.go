package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/experiment"
	"github.com/block-regularized/bcv/pkg/internal/progress"
)

func runReproduce(ctx context.Context, env *environment, fs *flag.FlagSet, args []string) error {
	var only, scaleName, update string
	var seed uint64
	var asJSON bool
	fs.StringVar(&only, "only", "", "reproduce one `SOURCE or SOURCE:ITEM`, such as acl2019:table-3; several are separated by commas")
	fs.StringVar(&scaleName, "scale", "quick", "quick or paper")
	fs.Uint64Var(&seed, "seed", 1, "seed of all simulations")
	fs.BoolVar(&asJSON, "json", false, "print the account as a JSON array")
	fs.StringVar(&update, "update", "", "CSV `file` of the best run so far: take over the rows that this run improves")
	results := fs.String("results", "", "`directory` to write the detailed tables of the experiments to, as CSV")
	checkpoints := fs.String("checkpoints", "", "`directory` where long experiments keep what is done, to go on after an interruption")
	if err := parse(fs, args); err != nil {
		return err
	}
	scale, err := experiment.ParseScale(scaleName)
	if err != nil {
		return usageError{err}
	}
	published, err := experiment.ReadPublished(data.FS)
	if err != nil {
		return err
	}
	var items []string
	if only != "" {
		items = strings.Split(only, ",")
	}
	chosen, err := experiment.Select(published, items)
	if err != nil {
		return usageError{err}
	}
	cfg := experiment.Config{Data: data.FS, Scale: scale, Seed: seed, Checkpoints: *checkpoints, Results: *results}
	show := func(name string) func(done, total int) { return progress.New(env.stderr, name) }
	run, err := experiment.Run(ctx, cfg, chosen, published, show)
	if err != nil {
		return err
	}
	rows := experiment.Filter(run.Rows, items)
	if update != "" {
		if err := experiment.UpdateBest(update, run, cfg); err != nil {
			return usageError{err}
		}
	}
	if asJSON {
		enc := json.NewEncoder(env.stdout)
		enc.SetIndent("", " ")
		return enc.Encode(rows)
	}
	if err := experiment.Print(env.stdout, rows); err != nil {
		return err
	}
	for _, c := range run.Experiments {
		fmt.Fprintf(env.stdout, "%s: %.2f CPU seconds\n", c.Name, c.CPUSeconds)
	}
	return nil
}
