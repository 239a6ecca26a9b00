package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/experiment"
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
	cfg := experiment.Config{Data: data.FS, Scale: scale, Seed: seed}
	run, err := experiment.Run(ctx, cfg, chosen, published, progressReporter(env.stderr))
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

// progressReporter returns a function that announces each experiment and says
// how far it is, at most once a second.
func progressReporter(w io.Writer) func(name string) func(done, total int) {
	return func(name string) func(done, total int) {
		start, last := time.Now(), time.Now()
		return func(done, total int) {
			if done < total && time.Since(last) < time.Second {
				return
			}
			last = time.Now()
			fmt.Fprintf(w, "%s: %d of %d, %.1f s\n", name, done, total, time.Since(start).Seconds())
		}
	}
}
