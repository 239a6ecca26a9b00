// Package jobs holds what commands share that can be computed in parts, as many jobs: their
// flags, what a scheduler says of a job, and how the parts stand.
package jobs

import (
	"context"
	"errors"
	"flag"
	"fmt"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/progress"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// Flags are the flags of commands that can be computed in parts.
type Flags struct {
	Dir       string
	Index, Of int
	Status    bool
	Mixed     bool
}

func (f *Flags) Define(fs *flag.FlagSet) {
	fs.StringVar(&f.Dir, "dir", "", "`directory` of what parts compute, the same for all; without --of the parts there "+
		"are collected")
	fs.IntVar(&f.Of, "of", 0, "compute one part of `N`, and print nothing")
	fs.IntVar(&f.Index, "index", 0, "with --of: which `part`, from 0 to N-1 (default: SLURM_ARRAY_TASK_ID, "+
		"JOB_COMPLETION_INDEX, or PARALLEL_SEQ - 1)")
	fs.BoolVar(&f.Status, "status", false, "with --of: compute nothing, say which parts are done, missing and failed")
	fs.BoolVar(&f.Mixed, "mixed", false, "with --dir: take parts of other kinds of machines too; last digits can then "+
		"differ from a run on one kind")
}

// Check checks the flags, and takes the index and the number of workers that a scheduler
// gives.
func (f *Flags) Check(fs *flag.FlagSet, workers *int) error {
	for _, name := range []string{"of", "mixed"} {
		if command.Given(fs, name) && f.Dir == "" {
			return fmt.Errorf("--%s belongs to --dir DIR, the directory of what the parts compute", name)
		}
	}
	for _, name := range []string{"index", "status"} {
		if command.Given(fs, name) && !command.Given(fs, "of") {
			return fmt.Errorf("--%s belongs to --of N, the number of parts", name)
		}
	}
	switch {
	case f.Dir == "":
		return nil
	case command.Given(fs, "of") && f.Of < 1:
		return fmt.Errorf("--of %d; give the number of parts, 1 or more, the same for all parts", f.Of)
	}
	part := Part{Dir: f.Dir, Index: f.Index, Of: f.Of, Workers: *workers}
	verb := "collect"
	switch {
	case f.Status:
		verb = "status"
	case f.Of > 0:
		verb = "part"
	}
	if err := part.Check(fs, verb); err != nil {
		return err
	}
	f.Index, *workers = part.Index, part.Workers
	return nil
}

// Do does what --dir asks for: it computes a part of a study, says how the parts stand, or
// collects them, so that the simulations of the study have their results.
func (f *Flags) Do(ctx context.Context, env *command.Environment, name string, s study.Study, scale study.Scale,
	workers int) error {
	cfg := study.Config{Checkpoints: f.Dir, Workers: workers, Mixed: f.Mixed, Scale: scale,
		Note: func(text string) { env.Note(name, text) }}
	var err error
	switch {
	case f.Status:
		err = PrintStatus(env.Text(), cfg, s, f.Of)
	case f.Of > 0:
		cfg.Progress = progress.New(env.Stderr, fmt.Sprintf("%s, part %d of %d", name, f.Index, f.Of))
		err = study.RunPart(ctx, cfg, s, f.Index, f.Of)
	default:
		if _, err = study.Collect(cfg, s); err != nil && !Unfit(err) {
			err = fmt.Errorf("%w (--of N --status lists the parts)", err)
		}
	}
	if Unfit(err) {
		err = command.Usage(err)
	}
	return err
}

// Unfit reports whether an error is of settings, or of a checkpoint file or log that does
// not fit the study.
func Unfit(err error) bool {
	var e *sim.LogError
	var own *study.SettingError
	return errors.As(err, &e) && e.Err == nil || errors.As(err, &own)
}
