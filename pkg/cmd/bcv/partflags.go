package main

import (
	"context"
	"flag"
	"fmt"

	"github.com/block-regularized/bcv/pkg/internal/progress"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// partFlags are the flags of commands that can be computed in parts.
type partFlags struct {
	dir       string
	index, of int
	status    bool
	mixed     bool
}

func (f *partFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.dir, "dir", "", "`directory` of what parts compute, the same for all; without --of the parts there are collected")
	fs.IntVar(&f.of, "of", 0, "compute one part of `N`, and print nothing")
	fs.IntVar(&f.index, "index", 0, "with --of: which `part`, from 0 to N-1 (default: SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, or PARALLEL_SEQ - 1)")
	fs.BoolVar(&f.status, "status", false, "with --of: compute nothing, say which parts are done, missing and failed")
	fs.BoolVar(&f.mixed, "mixed", false, "with --dir: take parts of other kinds of machines too; last digits can then differ from a run on one kind")
}

// check checks the flags, and takes the index and the number of workers that a scheduler
// gives.
func (f *partFlags) check(fs *flag.FlagSet, command string, workers *int) error {
	for _, name := range []string{"of", "mixed"} {
		if given(fs, name) && f.dir == "" {
			return fmt.Errorf("--%s belongs to --dir DIR, the directory of what the parts compute", name)
		}
	}
	for _, name := range []string{"index", "status"} {
		if given(fs, name) && !given(fs, "of") {
			return fmt.Errorf("--%s belongs to --of N, the number of parts", name)
		}
	}
	switch {
	case f.dir == "":
		return nil
	case given(fs, "of") && f.of < 1:
		return fmt.Errorf("--of %d; give the number of parts, 1 or more, the same for all parts", f.of)
	}
	as := studyFlags{dir: f.dir, index: f.index, of: f.of, workers: *workers}
	verb := "collect"
	switch {
	case f.status:
		verb = "status"
	case f.of > 0:
		verb = "part"
	}
	if err := as.check(fs, verb); err != nil {
		return err
	}
	f.index, *workers = as.index, as.workers
	return nil
}

// do does what --dir asks for: it computes a part of a study, says how the parts stand, or
// collects them, so that the simulations of the study have their results.
func (f *partFlags) do(ctx context.Context, env *environment, command string, s study.Study, scale study.Scale, workers int) error {
	cfg := study.Config{Checkpoints: f.dir, Workers: workers, Mixed: f.mixed, Scale: scale, Note: func(text string) { env.note(command, text) }}
	var err error
	switch {
	case f.status:
		err = statusOfStudy(env.text(), cfg, s, f.of)
	case f.of > 0:
		cfg.Progress = progress.New(env.stderr, fmt.Sprintf("%s, part %d of %d", command, f.index, f.of))
		err = study.RunPart(ctx, cfg, s, f.index, f.of)
	default:
		if _, err = study.Collect(cfg, s); err != nil && !unfit(err) {
			err = fmt.Errorf("%w (--of N --status lists the parts)", err)
		}
	}
	if unfit(err) {
		err = usageError{err}
	}
	return err
}
