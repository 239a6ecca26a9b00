package study

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
)

// Study is a simulation under a name. It knows no published number.
type Study struct {
	Name    string
	Title   string  // one line
	Seconds float64 // processor time at the paper scale, about
	// Plan says what the study simulates at the scale and seed of a Config.
	Plan func(Config) (Plan, error)
}

// Plan is what a study simulates and the tables that come of it.
type Plan struct {
	Simulations []Simulation
	Tables      func() ([]Table, error) // once all simulations have results
}

// Shards returns the number of shards of all simulations.
func (p Plan) Shards() int {
	total := 0
	for _, s := range p.Simulations {
		total += s.Plan().Shards
	}
	return total
}

// Run runs a study: its simulations one after the other, with checkpoints and
// progress. It returns the tables, and saves them where cfg asks for it.
func Run(ctx context.Context, cfg Config, s Study) ([]Table, error) {
	if cfg.Command == "" {
		cfg.Command = s.Command(cfg)
	}
	p, err := s.Plan(cfg)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	if err := Simulate(ctx, cfg, p.Simulations...); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	return p.save(cfg)
}

// Command returns the command that runs the study again.
func (s Study) Command(cfg Config) string {
	return fmt.Sprintf("bcv study run %s --scale %s --seed %d", s.Name, cfg.Scale, cfg.Seed)
}

// Save writes the tables of a plan whose simulations have run, where cfg asks for it.
func (p Plan) Save(cfg Config) error {
	if !cfg.Saves() {
		return nil
	}
	_, err := p.save(cfg)
	return err
}

func (p Plan) save(cfg Config) ([]Table, error) {
	tables, err := p.Tables()
	if err != nil || !cfg.Saves() {
		return tables, err
	}
	cost := 0.0
	for _, s := range p.Simulations {
		cost += s.Effort().CPUSeconds
	}
	for _, t := range tables {
		if err := t.save(cfg, cost); err != nil {
			return nil, err
		}
	}
	return tables, nil
}

// Simulate runs simulations one after the other. Each has its checkpoint file; what
// they cost is added to that of cfg.
func Simulate(ctx context.Context, cfg Config, simulations ...Simulation) error {
	total, before := Plan{Simulations: simulations}.Shards(), 0
	for _, s := range simulations {
		if cfg.Shared.take(s) {
			before += s.Plan().Shards
			cfg.Report(before, total)
			continue
		}
		opt := cfg.options(s.Name())
		opt.Progress = func(done, _ int) { cfg.Report(before+done, total) }
		if err := s.run(ctx, opt); err != nil {
			return err
		}
		before += s.Plan().Shards
		if cfg.Cost != nil {
			*cfg.Cost += s.Effort().CPUSeconds
		}
		cfg.Shared.keep(s)
	}
	return nil
}

// All returns experiments as simulations.
func All[R any](experiments []*Experiment[R]) []Simulation {
	out := make([]Simulation, len(experiments))
	for i, e := range experiments {
		out[i] = e
	}
	return out
}

// Results returns the results of experiments that have run.
func Results[R any](experiments []*Experiment[R]) []R {
	out := make([]R, len(experiments))
	for i, e := range experiments {
		out[i] = e.Result()
	}
	return out
}

// RunPart runs part k of several, from 0, of a plan: about that share of the shards of
// each simulation, into files of the directory of checkpoints. When all parts have
// run, on one machine or on several of one kind, and their files are together in one
// directory, Collect has the results. A part that is run again goes on where it ended.
func RunPart(ctx context.Context, cfg Config, p Plan, k, parts int) error {
	if cfg.Checkpoints == "" {
		return errors.New("study: a part without a directory of checkpoints would be lost; name one")
	}
	if k < 0 || k >= parts {
		return fmt.Errorf("study: part %d of %d; give one from 0 to %d", k, parts, parts-1)
	}
	share := func(shards, k int) int { return shards * k / parts }
	total, before := 0, 0
	for _, s := range p.Simulations {
		total += share(s.Plan().Shards, k+1) - share(s.Plan().Shards, k)
	}
	for _, s := range p.Simulations {
		from, to := share(s.Plan().Shards, k), share(s.Plan().Shards, k+1)
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

// Collect takes the results of a plan from the files of its parts in the directory of
// checkpoints, to the last bit those of Simulate, and saves its tables where cfg asks
// for it.
func Collect(cfg Config, p Plan) ([]Table, error) {
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
