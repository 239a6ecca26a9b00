package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/internal/atomicfile"
	"github.com/block-regularized/bcv/pkg/internal/command"
	"github.com/block-regularized/bcv/pkg/rank"
	"github.com/block-regularized/bcv/pkg/report"
	"github.com/block-regularized/bcv/pkg/results"
)

// rankFlags are the flags of bcv rank.
type rankFlags struct {
	models modelsFlag
	measureFlags
	metrics              string
	html, markdown, plot string
	json                 bool
	read                 results.ReadOptions
	opt                  rank.Options
}

func (f *rankFlags) define(fs *flag.FlagSet) {
	f.models.many = true
	f.models.define(fs)
	f.measureFlags.define(fs)
	fs.BoolVar(&f.read.Wide, "wide", false, "a file of items has a column for each model, which holds its scores")
	fs.BoolVar(&f.read.Common, "common", false, "take the items that all models have, where some lack others")
	fs.StringVar(&f.metrics, "metric", "", "`metrics` of the files to rank by, separated by commas (default: all)")
	fs.Float64Var(&f.opt.Alpha, "alpha", 0.05, "probability of any false statement about the order; intervals have 1 - "+
		"alpha")
	fs.Uint64Var(&f.opt.Seed, "seed", 1, "of the draws behind critical values and P(best)")
	fs.StringVar(&f.html, "html", "", "`file` for a page with tables and figures that needs no network")
	fs.StringVar(&f.markdown, "markdown", "", "`file` for sentences and tables in Markdown")
	fs.StringVar(&f.plot, "figure", "", "`file` to draw the models in order to, with intervals and bars of groups: .png, "+
		".svg or .pdf")
	fs.BoolVar(&f.json, "json", false, "print JSON with full precision instead of text")
}

func runRank(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f rankFlags
	f.define(fs)
	paths, err := command.ParseWords(fs, args)
	if err != nil {
		return err
	}
	if err := f.check(paths); err != nil {
		return command.Usage(err)
	}
	var out atomicfile.Batch
	defer out.Discard()
	for _, path := range paths {
		out.Reads("", path)
	}
	for flag, path := range map[string]string{"--html": f.html, "--markdown": f.markdown, "--figure": f.plot} {
		if err := out.Create(flag, path); err != nil {
			return command.Usage(err)
		}
	}
	rs, err := results.Read(paths, f.read)
	if err != nil {
		return command.Usage(err)
	}
	tables, err := rank.Run(rs, f.opt)
	if err != nil {
		return command.Usage(err)
	}
	err = errors.Join(
		out.Write(f.html, func(w io.Writer) error { return report.OrderHTML(w, tables) }),
		out.Write(f.markdown, func(w io.Writer) error { return report.OrderMarkdown(w, tables) }),
		out.Write(f.plot, func(w io.Writer) error { return f.draw(w, tables) }))
	if err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	return f.print(env, tables)
}

// check completes the options from the flags.
func (f *rankFlags) check(paths []string) (err error) {
	if len(paths) == 0 {
		return errors.New("no file given; name one or more files of scores of items, losses, counts or predictions")
	}
	if !(f.opt.Alpha > 0 && f.opt.Alpha < 1) {
		return fmt.Errorf("--alpha %v; give a level between 0 and 1", f.opt.Alpha)
	}
	if f.plot != "" {
		if err := figure.CheckName(f.plot); err != nil {
			return fmt.Errorf("--figure: %w", err)
		}
	}
	if f.metrics != "" {
		f.opt.Metrics = metricNames(f.metrics)
	}
	f.opt.Models, f.read.Models = f.models.names, f.models.names
	f.read.Metric, err = f.metric()
	return err
}

// draw writes one figure below the other.
func (f *rankFlags) draw(w io.Writer, tables []rank.Table) error {
	var parts []*figure.Figure
	for _, t := range tables {
		part, err := figure.Order(t)
		if err != nil {
			return err
		}
		parts = append(parts, part)
	}
	return figure.Write(w, figure.Stack(parts...), f.plot)
}

// print prints the notes and the tables.
func (f *rankFlags) print(env *command.Environment, tables []rank.Table) error {
	seen := map[string]bool{}
	for _, t := range tables {
		for _, n := range t.Notes {
			if !seen[n] {
				env.Note("rank", n)
			}
			seen[n] = true
		}
	}
	if f.json {
		enc := json.NewEncoder(env.JSON())
		enc.SetIndent("", "  ")
		return enc.Encode(tables)
	}
	buffer := bufio.NewWriter(env.Stdout)
	w := command.VisibleWriter(buffer)
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := t.Text(w); err != nil {
			return err
		}
	}
	return buffer.Flush()
}
