package catalogue

import (
	"bytes"
	"context"
	"encoding/gob"
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
)

// Parts are experiments as a study, an experiment a shard, so that they can be computed
// as an array of jobs.
type Parts struct {
	cfg         study.Config
	experiments []reproduce.Experiment
	shards      []*study.Experiment[[][]byte]
}

// NewParts returns the parts of experiments, which run with cfg.
func NewParts(cfg study.Config, experiments []reproduce.Experiment) *Parts {
	p := &Parts{cfg: cfg, experiments: experiments}
	for _, e := range experiments {
		p.shards = append(p.shards, p.shard(e))
	}
	return p
}

// Study is what package study computes in parts.
func (p *Parts) Study() study.Study {
	return study.Study{Name: "reproduce", Plan: func(study.Config) (study.Plan, error) {
		return study.Plan{Simulations: study.All(p.shards), Tables: func() ([]study.Table, error) { return nil, nil }},
			nil
	}}
}

// shard is an experiment. Its results are kept in gob, since JSON has no NaN.
func (p *Parts) shard(e reproduce.Experiment) *study.Experiment[[][]byte] {
	settings := map[string]any{"items": strings.Join(e.Items, " "), "scale": p.cfg.Scale}
	return study.Steps("account, "+e.Name, p.cfg.Seed, settings, 1, func(ctx context.Context, _ int) ([][]byte, error) {
		cfg := p.cfg
		cfg.Shared = new(study.Shared)
		c, err := reproduce.Compute(ctx, cfg, e, nil)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		err = gob.NewEncoder(&b).Encode(c)
		return [][]byte{b.Bytes()}, err
	})
}

// Outcome is what RunChosen would return, from parts that were collected.
func (p *Parts) Outcome(published []reproduce.Published) (reproduce.Outcome, error) {
	var all []reproduce.Computed
	for i, texts := range study.Results(p.shards) {
		var c reproduce.Computed
		if err := gob.NewDecoder(bytes.NewReader(texts[0])).Decode(&c); err != nil {
			return reproduce.Outcome{}, fmt.Errorf("the part of %s cannot be read; compute it again: %w",
				p.experiments[i].Name, err)
		}
		all = append(all, c)
	}
	out, err := reproduce.Assemble(p.cfg, p.experiments, all, published)
	return explained(out), err
}
