package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/progress"
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/rank"
	"github.com/block-regularized/bcv/pkg/report"
)

// rankFlags are the flags of bcv rank.
type rankFlags struct {
	compareFlags
	seed uint64
	each bool // task has a table, too
	best bool
}

func (f *rankFlags) define(fs *flag.FlagSet) {
	f.alternative, f.opt.Posterior.Prior, f.models.many, f.show.verbose = "two-sided", 1, true, true
	f.defineInput(fs)
	fs.Uint64Var(&f.seed, "seed", 1, "of the draws behind critical values and P(best)")
	fs.BoolVar(&f.each, "each-task", false, "of several tasks of items: a table for each of them, too, which all hold "+
		"together (default: all tasks together alone)")
	fs.BoolVar(&f.best, "best", false, "say by how much the score of the leader is too good for having been picked as the best "+
		"of these models, or settings, on these folds")
	fs.StringVar(&f.out.html, "html", "", "`file` for a page with tables and figures that needs no network")
	fs.StringVar(&f.out.csv, "csv", "", "`file` for a row of each model as CSV, with all digits")
	fs.StringVar(&f.out.markdown, "markdown", "", "`file` for sentences and tables in Markdown")
	fs.StringVar(&f.out.latex, "latex", "", "`file` for tables in LaTeX, with booktabs")
	fs.StringVar(&f.out.plot, "plot", "", "`file` to draw the models in order to, with intervals and bars of groups: "+
		".png, .svg or .pdf")
	fs.BoolVar(&f.show.json, "json", false, "print JSON with full precision instead of text")
}

func runRank(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f rankFlags
	f.define(fs)
	f.read.Preferences = true
	var out atomicfile.Batch
	defer out.Discard()
	rs, _, err := f.open(&out, fs, args, f.check, "one or more files of scores of items, losses, counts or predictions")
	if err != nil {
		return err
	}
	tables, err := rank.Run(rs, rank.Options{Models: f.opt.Models, Metrics: f.opt.Metrics, Alpha: f.opt.Alpha,
		Seed: f.seed, Planned: f.opt.Planned, Suite: f.opt.Suite, EachTask: f.each, Best: f.best,
		Progress: progress.NewLong(env.Stderr, "rank")})
	if err != nil {
		return command.Usage(err)
	}
	err = cmp.Or(
		out.Write(f.out.html, func(w io.Writer) error { return report.OrderHTML(w, tables) }),
		out.Write(f.out.csv, func(w io.Writer) error { return report.OrderCSV(w, tables) }),
		out.Write(f.out.markdown, func(w io.Writer) error { return report.OrderMarkdown(w, tables) }),
		out.Write(f.out.latex, func(w io.Writer) error { return report.OrderLaTeX(w, tables) }),
		out.Write(f.out.plot, func(w io.Writer) error { return f.draw(w, tables) }),
		out.Commit())
	if err != nil {
		return err
	}
	return f.print(env, tables)
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
	return figure.Write(w, figure.Stack(parts...), f.out.plot)
}

// print prints the notes and the tables.
func (f *rankFlags) print(env *command.Environment, tables []rank.Table) error {
	var notes []string
	for _, t := range tables {
		for _, n := range t.Notes {
			if !slices.Contains(notes, n) {
				notes = append(notes, n)
			}
		}
	}
	f.show.notes(env, "rank", notes)
	f.show.readings(env, tables[0].Sheets)
	if f.show.json {
		return env.Encode(tables)
	}
	w := env.Text()
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := t.Text(w); err != nil {
			return err
		}
	}
	return nil
}
