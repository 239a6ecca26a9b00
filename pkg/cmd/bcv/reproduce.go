package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
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
	return writeAccount(env.stdout, rows, run.Experiments)
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

// writeAccount prints the rows that were run, the items not run, and the summary.
func writeAccount(w io.Writer, rows []experiment.Row, costs []experiment.Cost) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "source\titem\tkey\tpublished\tcomputed\ts.e.\tunit\tverdict\tnote")
	for _, r := range rows {
		if r.Verdict == experiment.NotRun {
			continue
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Source, r.Item, r.Key, r.Published, experiment.Short(r.Computed), experiment.Short(r.SE), r.Unit, r.Verdict, r.Note)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, s := range []struct {
		title string
		lines []experiment.Summary
	}{{"item", experiment.SummarizeItems(rows)}, {"document", experiment.Summarize(rows)}} {
		fmt.Fprintf(tw, "%s\tpublished\tmatched\texplained\tdiffering\tnot run\n", s.title)
		for _, l := range s.lines {
			fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%d\n", l.Source, l.Published, l.Matched, l.Explained, l.Differing, l.NotRun)
		}
		if err := tw.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	for _, c := range costs {
		fmt.Fprintf(w, "%s: %.2f CPU seconds\n", c.Name, c.CPUSeconds)
	}
	return nil
}
