package study

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Study is a simulation under a name. It knows no published number.
type Study struct {
	Name    string
	Title   string  // one line
	Seconds float64 // processor time at the paper scale, about
	// Settings are what Config.Own may hold; nil for none.
	Settings []Setting
	// Plan describes what the study simulates at the scale and seed of a Config.
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

// Run runs a study: its simulations one after the other, with logs and
// progress. It returns the tables, and saves them where cfg asks for it.
func Run(ctx context.Context, cfg Config, s Study) ([]Table, error) {
	p, err := s.plan(&cfg)
	if err != nil {
		return nil, err
	}
	if err := Simulate(ctx, cfg, p.Simulations...); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	return p.save(cfg)
}

// Make returns the plan of the study, for the settings of cfg if it has some. An error
// of these is a *SettingError.
func (s Study) Make(cfg Config) (Plan, error) {
	if err := s.checkOwn(cfg); err != nil {
		return Plan{}, &SettingError{err}
	}
	return s.Plan(cfg)
}

// plan returns the plan, and says in cfg which command repeats it.
func (s Study) plan(cfg *Config) (Plan, error) {
	p, err := s.Make(*cfg)
	if cfg.Command == "" {
		cfg.Command = s.Command(*cfg)
	}
	if err != nil {
		return p, fmt.Errorf("%s: %w", s.Name, err)
	}
	return p, nil
}

// Command returns the command that runs the study again.
func (s Study) Command(cfg Config) string {
	command := fmt.Sprintf("bcv study run %s", s.Name)
	if cfg.Own == nil {
		command += fmt.Sprintf(" --scale %s", cfg.Scale)
	}
	for _, name := range slices.Sorted(maps.Keys(cfg.Own)) {
		command += fmt.Sprintf(" --set '%s=%s'", name, strings.ReplaceAll(cfg.Own[name], "'", `'\''`))
	}
	return fmt.Sprintf("%s --seed %d", command, cfg.Seed)
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

// Simulate runs simulations one after the other. Each has its logs; what
// they cost is added to the cost of cfg.
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
