package study

import (
	"context"
	"math/rand/v2"
	"reflect"
	"time"

	"github.com/block-regularized/bcv/research/sim"
)

// Effort is what a simulation took, for the rows of its tables.
type Effort struct {
	Seed       int     `dataframe:"seed"`
	CPUSeconds float64 `dataframe:"cpu_seconds"` // of the whole simulation, interrupted runs and parts included
	Date       string  `dataframe:"date"`        // of the end of the run, in UTC
}

// Simulation is a part of a Plan that can be run alone, or in parts on several
// machines. It is an *Experiment, whatever the type of its result.
type Simulation interface {
	// Name begins the names of its logs.
	Name() string
	// Plan has the number of shards, and the settings.
	Plan() sim.Plan
	// Effort is what the simulation took, once it has run.
	Effort() Effort

	run(ctx context.Context, opt sim.Options) error
	gather() (*gathered, error)
	adopt(other Simulation) bool
}

// Experiment is a simulation with a result of type R. Make it with New or Steps.
type Experiment[R any] struct {
	name   string
	plan   sim.Plan
	result R
	effort Effort

	whole  func(context.Context, sim.Options) error
	shards func() (*gathered, error)
}

// gathered is what the logs of parts hold of a simulation.
type gathered struct {
	sim.Section
	holds   func(shard int) bool
	failed  func() map[int]string
	seconds func() float64 // of processor time, that the shards took
	fill    func(ctx context.Context, shards []int, log *sim.Log, opt sim.Options) error
	take    func() error // gives the simulation its result
}

// costed is the state of shards with the processor seconds that they took.
type costed[S any] struct {
	Seconds float64
	State   S
}

// New returns an experiment under the name of its logs. Its result comes
// from the merged state of all shards by way of result. Shards that start goroutines
// of their own cost more than their Effort says.
func New[S, W, R any](name string, e sim.Experiment[S, W], result func(S, Effort) (R, error)) *Experiment[R] {
	return build(name, e, threadSeconds, 0, result)
}

// Steps returns an experiment of steps that run one after the other, because each
// uses all processors, or is timed. Step k returns rows, which must be such as JSON
// keeps: no NaN. settings are what the rows depend on besides the seed.
func Steps[Row any](name string, seed uint64, settings any, steps int,
	step func(ctx context.Context, k int) ([]Row, error)) *Experiment[[]Row] {
	return build(name, sim.Experiment[[]Row, struct{}]{
		Plan: sim.Plan{Name: name, Version: 1, Seed: seed, Shards: steps, Config: settings},
		Shard: func(ctx context.Context, _ struct{}, k int, _ *rand.Rand) ([]Row, error) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			return step(ctx, k)
		},
		Merge: func(into *[]Row, from []Row) { *into = append(*into, from...) },
	}, processSeconds, 1, func(rows []Row, _ Effort) ([]Row, error) { return rows, nil })
}

// processSeconds runs work and returns the processor seconds that the process took
// meanwhile.
func processSeconds(work func()) float64 {
	start := CPUSeconds()
	work()
	return CPUSeconds() - start
}

// build makes an experiment whose shards cost what seconds measures; workers is 0 for
// any number.
func build[S, W, R any](name string, e sim.Experiment[S, W], seconds func(func()) float64, workers int,
	result func(S, Effort) (R, error)) *Experiment[R] {
	c := sim.Experiment[costed[S], W]{
		Plan: e.Plan, Worker: e.Worker,
		Shard: func(ctx context.Context, w W, shard int, rng *rand.Rand) (out costed[S], err error) {
			out.Seconds = seconds(func() { out.State, err = e.Shard(ctx, w, shard, rng) })
			return out, err
		},
		Merge: func(into *costed[S], from costed[S]) {
			into.Seconds += from.Seconds
			e.Merge(&into.State, from.State)
		},
	}
	x := &Experiment[R]{name: name, plan: e.Plan}
	take := func(s costed[S], err error) error {
		if err != nil {
			return err
		}
		x.effort = Effort{Seed: int(e.Plan.Seed), CPUSeconds: s.Seconds, Date: time.Now().UTC().Format(time.DateOnly)}
		x.result, err = result(s.State, x.effort)
		return err
	}
	limit := func(opt sim.Options) sim.Options {
		if workers > 0 {
			opt.Workers = workers
		}
		return opt
	}
	x.whole = func(ctx context.Context, opt sim.Options) error { return take(c.Run(ctx, limit(opt))) }
	x.shards = func() (*gathered, error) {
		there, err := c.Gather()
		if err != nil {
			return nil, err
		}
		return &gathered{
			Section: there, holds: there.Holds, failed: there.Failed,
			seconds: func() (sum float64) {
				there.Each(func(s costed[S]) { sum += s.Seconds })
				return sum
			},
			fill: func(ctx context.Context, shards []int, log *sim.Log, opt sim.Options) error {
				return c.Fill(ctx, shards, there, log, limit(opt))
			},
			take: func() error { return take(there.Result()) },
		}, nil
	}
	return x
}

// Name returns how the names of its logs begin.
func (e *Experiment[R]) Name() string { return e.name }

// Plan returns the number of shards and the settings.
func (e *Experiment[R]) Plan() sim.Plan { return e.plan }

// Effort returns what the experiment took; zero before it has run.
func (e *Experiment[R]) Effort() Effort { return e.effort }

// Result returns the result; zero before the experiment has run.
func (e *Experiment[R]) Result() R { return e.result }

// Run runs the experiment alone, with options as in package sim.
func (e *Experiment[R]) Run(ctx context.Context, opt sim.Options) (R, error) {
	err := e.whole(ctx, opt)
	return e.result, err
}

func (e *Experiment[R]) run(ctx context.Context, opt sim.Options) error { return e.whole(ctx, opt) }

func (e *Experiment[R]) gather() (*gathered, error) { return e.shards() }

// adopt takes the result of another simulation if that has the same plan.
func (e *Experiment[R]) adopt(other Simulation) bool {
	o, ok := other.(*Experiment[R])
	if !ok || !reflect.DeepEqual(e.plan, o.plan) {
		return false
	}
	e.result, e.effort = o.result, o.effort
	return true
}

// Shared holds the simulations of a run that are done, so that each runs once though
// several studies need it. The zero value is empty.
type Shared struct{ done map[string]Simulation }

// take gives s the result of the simulation of its name and plan, if that is there.
func (h *Shared) take(s Simulation) bool {
	if h == nil {
		return false
	}
	before, ok := h.done[s.Name()]
	return ok && s.adopt(before)
}

func (h *Shared) keep(s Simulation) {
	if h == nil {
		return
	}
	if h.done == nil {
		h.done = map[string]Simulation{}
	}
	h.done[s.Name()] = s
}
