package study

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
)

// RunPart runs part k of several, from 0, of a study: about that share of the shards of
// each simulation, into files of the directory of checkpoints. When all parts have
// run, on one machine or on several of one kind, and their files are together in one
// directory, Collect has the results. A part that is run again goes on where it ended.
func RunPart(ctx context.Context, cfg Config, s Study, k, parts int) error {
	if cfg.Checkpoints == "" {
		return errors.New("study: a part without a directory of checkpoints would be lost; name one")
	}
	if k < 0 || k >= parts {
		return fmt.Errorf("study: part %d of %d; give one from 0 to %d", k, parts, parts-1)
	}
	p, err := s.plan(&cfg)
	if err != nil {
		return err
	}
	total, before := 0, 0
	for _, s := range p.Simulations {
		from, to := share(s, k, parts)
		total += to - from
	}
	for _, s := range p.Simulations {
		from, to := share(s, k, parts)
		if from == to {
			continue
		}
		opt := cfg.options(fmt.Sprintf("%s.part-%d-of-%d", s.Name(), k+1, parts))
		opt.Progress = func(done, _ int) { cfg.Report(before+done, total) }
		if err := s.part(ctx, from, to, opt); err != nil {
			return err
		}
		before += to - from
	}
	return nil
}

// share returns the shards of part k.
func share(s Simulation, k, parts int) (from, to int) {
	shards := s.Plan().Shards
	return shards * k / parts, shards * (k + 1) / parts
}

// Collect takes the results of a study from the files of its parts in the directory of
// checkpoints, to the last bit those of Run, and returns its tables, which it saves
// where cfg asks for it. The error is fs.ErrNotExist if a simulation has no file.
func Collect(cfg Config, s Study) ([]Table, error) {
	p, err := s.plan(&cfg)
	if err != nil {
		return nil, err
	}
	for _, s := range p.Simulations {
		files, err := filepath.Glob(filepath.Join(cfg.Checkpoints, s.Name()+".part-*.ckpt"))
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("study: no part of %s in %q: %w; run all parts and put their files there", s.Name(), cfg.Checkpoints, fs.ErrNotExist)
		}
		slices.Sort(files)
		if err := s.collect(files); err != nil {
			return nil, err
		}
	}
	return p.save(cfg)
}
