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
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/report"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// Exit statuses of bcv gate: for a candidate that does not pass, between which ExitUsage lies, and for a failure of the
// gate itself, which is no verdict.
const (
	exitWorse     = 1
	exitUndecided = 3
	exitFailed    = 4
)

// gateFlags are the flags of bcv gate.
type gateFlags struct {
	compareFlags
	gate     compare.GateOptions
	markdown bool // on standard output
}

func (f *gateFlags) define(fs *flag.FlagSet) {
	f.alternative, f.opt.Posterior.Prior = "two-sided", 1
	f.defineInput(fs)
	f.defineMethods(fs)
	defineJudge(fs, &f.read.Judge, &f.opt.LabelsRandom)
	fs.Float64Var(&f.gate.Margin, "margin", 0, "by how much the candidate may be worse, in the metric: 0.01 for one point of "+
		"accuracy (default 0: only a better one passes)")
	fs.BoolVar(&f.gate.EachTask, "each-task", false, "of several tasks of items: fail, too, where the candidate is worse on one "+
		"of them, adjusted for all (default: all tasks together decide)")
	fs.StringVar(&f.out.markdown, "markdown", "", "`file` for a summary in Markdown, such as for a pull request; - "+
		"prints it in place of the text")
	f.show.define(fs)
}

func runGate(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	var f gateFlags
	f.define(fs)
	var out atomicfile.Batch
	defer out.Discard()
	rs, paths, err := f.open(&out, fs, args, f.check, "the results of the base and of the candidate")
	if err != nil {
		return err
	}
	var g verdict.Gate
	if err = f.sides(rs, paths); err == nil {
		g, err = compare.Gate(rs, f.gate, f.opt)
	}
	if err != nil {
		return command.Usage(err)
	}
	err = cmp.Or(out.Write(f.out.markdown, func(w io.Writer) error { return report.WriteGate(w, g) }), out.Commit())
	if err == nil {
		err = f.print(env, g)
	}
	if err != nil {
		return err
	}
	return command.Status(map[verdict.Outcome]int{verdict.Worse: exitWorse, verdict.Undecided: exitUndecided}[g.Outcome])
}

// sides names the base and the candidate: as --models does, or the models of two files of one model each, in the order
// of the files. Nothing else says which is which.
func (f *gateFlags) sides(rs []results.Results, paths []string) error {
	models := slices.Clone(f.models.names)
	for _, r := range rs {
		for _, name := range r.Models {
			if len(f.models.names) == 0 && !slices.Contains(models, name) {
				models = append(models, name)
			}
		}
	}
	switch {
	case len(models) < 2:
		return fmt.Errorf("only %s; give the results of a base and of a candidate", table.Quoted(models))
	case len(f.models.names) == 0 && len(paths) != 2:
		return fmt.Errorf("%d files hold the models %s; say which is the base and which the candidate: --models "+
			"BASE,CANDIDATE", len(paths), table.Quoted(models))
	}
	f.gate.Base, f.gate.Candidate = models[0], models[1]
	return nil
}

// check completes the options from the flags.
func (f *gateFlags) check(fs *flag.FlagSet) error {
	if f.markdown = f.out.markdown == "-"; f.markdown {
		f.out.markdown = ""
	}
	if f.show.json && f.markdown {
		return fmt.Errorf("--json and --markdown -; print one of them, and the other to a file")
	}
	err := cmp.Or(f.gate.Check(), f.compareFlags.check(fs))
	f.read.OneEach = len(f.models.names) == 0
	return err
}

// print prints the notes of a gate, and the gate as text, JSON or Markdown.
func (f *gateFlags) print(env *command.Environment, g verdict.Gate) error {
	f.show.notes(env, "gate", unsaid(g.Report))
	if !f.markdown {
		f.show.readings(env, g.Report.Reading)
	}
	if w := g.Warning(); w != "" {
		env.Note("gate", w)
	}
	switch w := env.Text(); {
	case f.show.json:
		return env.Encode(g)
	case f.markdown:
		return report.WriteGate(w, g)
	case f.show.verbose:
		fmt.Fprintf(w, "%s\n\n%s\n", g.Text(), g.About())
	default:
		fmt.Fprintln(w, g.Text())
	}
	return nil
}
