package main

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/internal/progress"
	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/study"
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

// inParts does what --dir asks for. The result is nil unless the parts were collected.
func (f *holdoutFlags) inParts(ctx context.Context, env *environment, plan holdout.Plan) (*holdout.Result, error) {
	pieces, err := holdout.NewPieces(plan)
	if err != nil {
		return nil, usageError{err}
	}
	var e []*study.Experiment[[][]float64]
	for a := range plan.Learners {
		e = append(e, f.learnerInParts(plan, pieces, a))
	}
	s := study.Study{Name: "holdout", Plan: func(study.Config) (study.Plan, error) {
		return study.Plan{Simulations: study.All(e), Tables: func() ([]study.Table, error) { return nil, nil }}, nil
	}}
	if err := f.parts.do(ctx, env, "holdout", s, "", f.workers); err != nil || f.parts.of > 0 {
		return nil, err
	}
	return pieces.Result(study.Results(e))
}

// learnerInParts is a learner on all splits, a shard each.
func (f *holdoutFlags) learnerInParts(plan holdout.Plan, pieces *holdout.Pieces, a int) *study.Experiment[[][]float64] {
	name := fmt.Sprintf("holdout, learner %d", a+1)
	return study.New(name, sim.Experiment[[][]float64, struct{}]{
		Plan: sim.Plan{Name: name, Version: 1, Shards: pieces.Splits(),
			Config: map[string]any{"data": sumOf(plan.Data), "set": pieces.Fingerprint(), "learner": f.items[a].text, "name": plan.Learners[a].String(), "impute": f.impute, "one-hot": f.oneHot}},
		Shard: func(ctx context.Context, _ struct{}, split int, _ *rand.Rand) ([][]float64, error) {
			return pieces.Compute(ctx, a, split)
		},
		Merge: func(into *[][]float64, from [][]float64) { *into = append(*into, from...) },
	}, func(folds [][]float64, _ study.Effort) ([][]float64, error) { return folds, nil })
}

// sumOf returns a sum of all that a learner sees of data.
func sumOf(d *dataset.Data) string {
	h := sha256.New()
	fmt.Fprintf(h, "%d %d %+v %q %v", d.N(), d.P(), d.Features, d.Classes, d.Class)
	number := func(v float64) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(v))
		h.Write(b[:])
	}
	for i := range d.N() {
		for _, v := range d.X.RawRowView(i) {
			number(v)
		}
	}
	for _, v := range d.Response {
		number(v)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
