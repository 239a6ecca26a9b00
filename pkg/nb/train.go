package nb

import (
	"context"
	"sync/atomic"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/impute"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// results trains the learners on the folds, as far as nothing of them is kept.
func (d Data) results(ctx context.Context, a *asked) ([]results.Results, error) {
	if d.Data == nil {
		return nil, errorf("there are no data; read them with CSV or Frame")
	}
	learners, coded := impute.Suit{Fill: d.fill}.Learners(a.learners, d.Data)
	if coded != "" {
		display.Note("Note: %s", coded)
	}
	plan := holdout.Plan{Data: d.Data, Learners: learners, Positive: a.read.Positive, Runs: a.runs}
	var err error
	if plan.Set, plan.Inner, err = a.folds(d); err != nil {
		return nil, err
	}
	if plan.Metrics, err = a.metrics(); err != nil {
		return nil, err
	}
	r, err := run(ctx, plan)
	return []results.Results{r}, err
}

// folds makes the partition set of the data, and the nested one around it.
func (a *asked) folds(d Data) (cv.Set, *cv.Nested, error) {
	if a.set != nil {
		return *a.set, nil, nil
	}
	method, opt := a.method, a.cv
	opt.Groups = d.Groups
	if method == cv.Rolling {
		opt.Times = d.Times
	} else if d.Times != nil {
		return cv.Set{}, nil, errorf("records in time (InTime) need the folds of Rolling, which train on the past")
	}
	if method == cv.BCV && d.Groups != nil {
		method = cv.Grouped
	}
	set, err := cv.New(method, d.N(), opt)
	if err != nil || a.halves == 0 {
		return set, nil, err
	}
	opt.M, opt.Seed = 0, 0
	nested, err := cv.Nest(set, a.halves, a.inner, opt)
	return set, &nested, err
}

// metrics are those of predictions: the results have the loss by themselves.
func (a *asked) metrics() (out []metric.Definition, err error) {
	for _, name := range a.compare.Metrics {
		if name == metric.ErrorRate.Name || name == metric.Loss.Name {
			continue
		}
		defs, err := metric.Parse(name)
		if err != nil {
			return nil, err
		}
		out = append(out, defs...)
	}
	return out, nil
}

// run is holdout.Run with what is kept.
func run(ctx context.Context, plan holdout.Plan) (results.Results, error) {
	pieces, err := holdout.NewPieces(plan)
	if err != nil {
		return results.Results{}, err
	}
	kept, splits := shelves(plan, pieces), pieces.Splits()
	found := make([][]holdout.Piece, len(kept))
	for k := range found {
		found[k] = make([]holdout.Piece, splits)
	}
	var done atomic.Int64
	total := len(kept) * splits
	show := display.Progress("training " + names(plan.Learners))
	show(0, total)
	err = learn.NewPool(0).Run(ctx, total, func(_, item int) (err error) {
		k, split := item%len(kept), item/len(kept)
		found[k][split], err = kept[k].piece(split, func() (holdout.Piece, error) { return pieces.Compute(ctx, k, split) })
		if err == nil {
			show(int(done.Add(1)), total)
		}
		return err
	})
	if err != nil {
		return results.Results{}, err
	}
	all := make([]holdout.Piece, len(kept))
	for k := range all {
		for _, piece := range found[k] {
			all[k].Append(piece)
		}
	}
	return pieces.Results(all)
}
