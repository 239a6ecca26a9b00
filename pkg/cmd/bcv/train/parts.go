package train

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// inParts does what --dir asks for. The result is nil unless the parts were collected.
func (f *holdoutFlags) inParts(ctx context.Context, env *command.Environment, plan holdout.Plan) (*results.Results,
	error) {
	pieces, err := holdout.NewPieces(plan)
	if err != nil {
		return nil, command.Usage(err)
	}
	if f.parts.Of > 0 && plan.NeedsProbabilities() { // a learner that gives none stops all parts
		if err := pieces.Prepare(ctx); err != nil {
			return nil, command.Usage(err)
		}
	}
	var e []*study.Experiment[holdout.Piece]
	for a, r := range pieces.Trained() {
		e = append(e, f.learnerInParts(plan, pieces, a, r))
	}
	s := study.Study{Name: "holdout", Plan: func(study.Config) (study.Plan, error) {
		return study.Plan{Simulations: study.All(e), Tables: func() ([]study.Table, error) { return nil, nil }}, nil
	}}
	if err := f.parts.Do(ctx, env, "holdout", s, "", f.workers); err != nil || f.parts.Of > 0 {
		return nil, err
	}
	r, err := pieces.Results(study.Results(e))
	return &r, err
}

// learnerInParts is a learner on all splits, a shard each.
func (f *holdoutFlags) learnerInParts(plan holdout.Plan, pieces *holdout.Pieces, a int,
	r holdout.Trained) *study.Experiment[holdout.Piece] {
	name := fmt.Sprintf("holdout, learner %d%s", r.Learner+1, r)
	config := map[string]any{"data": plan.Data.Digest(), "set": pieces.Fingerprint(), "learner": f.Text(r.Learner),
		"name": plan.Learners[r.Learner].String(), "impute": f.Impute, "one-hot": f.OneHot}
	if plan.NeedsProbabilities() {
		config["probabilities"] = true
	}
	if f.Unweighted() {
		config["weigh"] = "losses"
	}
	return study.New(name, sim.Experiment[holdout.Piece, struct{}]{
		Plan: sim.Plan{Name: name, Version: 2, Shards: pieces.Splits(), Config: config},
		Shard: func(ctx context.Context, _ struct{}, split int, _ *rand.Rand) (holdout.Piece, error) {
			return pieces.Compute(ctx, a, split)
		},
		Merge: func(into *holdout.Piece, from holdout.Piece) { into.Append(from) },
	}, func(all holdout.Piece, _ study.Effort) (holdout.Piece, error) { return all, nil })
}
