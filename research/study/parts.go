package study

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/research/internal/arithmetic"
	"github.com/block-regularized/bcv/research/sim"
)

// RunPart runs part k of several, from 0, of a study: of its shards, counted over all
// simulations, k, k+parts, k+2 parts and so on, except for shards that are in the directory
// of checkpoints already. Each attempt at a part writes a log of its own there,
// NAME.part-K-of-N.ATTEMPT.log, to which each finished shard is added at once, and nobody
// changes what another wrote: no locks are needed, and a part may be killed and run again,
// or run twice at a time, at the cost of time alone. When all parts have run, on one
// machine or on several of one kind, and their logs are together in one directory, Collect
// has the results.
func RunPart(ctx context.Context, cfg Config, s Study, k, parts int) (err error) {
	if cfg.Checkpoints == "" {
		return errors.New("study: a part without a directory of checkpoints would be lost; name one")
	}
	if k < 0 || k >= parts {
		return fmt.Errorf("study: part %d of %d; give one from 0 to %d", k, parts, parts-1)
	}
	g, err := gatherAll(&cfg, s)
	if err != nil {
		return err
	}
	if err := g.checkParts(parts); err != nil {
		return err
	}
	log := sim.NewLog(filepath.Join(cfg.Checkpoints, fmt.Sprintf("%s%d-of-%d", s.logs(), k, parts)))
	defer func() { err = errors.Join(err, log.Close()) }()
	share := g.part(k, parts)
	total, before := 0, 0
	for _, shards := range share {
		total += len(shards)
	}
	for i, shards := range share {
		if len(shards) == 0 {
			continue
		}
		opt := sim.Options{Workers: cfg.Workers, Progress: func(done, _ int) { cfg.Report(before+done, total) }}
		if err := g.of[i].fill(ctx, shards, log, opt); err != nil {
			return err
		}
		before += len(shards)
	}
	return nil
}

// logs is how the names of the logs of a study begin.
func (s Study) logs() string { return s.Name + ".part-" }

// part returns the shards of part k of several, by simulation.
func (p Plan) part(k, parts int) [][]int {
	out := make([][]int, len(p.Simulations))
	next := k
	for i, s := range p.Simulations {
		shards := s.Plan().Shards
		for ; next < shards; next += parts {
			out[i] = append(out[i], next)
		}
		next -= shards
	}
	return out
}

// checkParts returns an error if there are more parts than shards.
func (p Plan) checkParts(parts int) error {
	if n := p.Shards(); parts > n {
		return fmt.Errorf("study: %d parts of %d shards; give at most as many parts as shards", parts, n)
	}
	return nil
}

// gathering is a plan with what logs hold of each of its simulations.
type gathering struct {
	Plan
	of      []*gathered
	files   int
	damaged []string // logs of which a piece cannot be read
}

// gatherAll reads the logs of a study, whatever the number of parts that they are of.
func gatherAll(cfg *Config, s Study) (g gathering, err error) {
	if g.Plan, err = s.plan(cfg); err != nil {
		return g, err
	}
	var sections []sim.Section
	for _, x := range g.Simulations {
		one, err := x.gather()
		if err != nil {
			return g, err
		}
		g.of, sections = append(g.of, one), append(sections, one.Section)
	}
	there, err := os.ReadDir(cfg.Checkpoints)
	if err != nil {
		return g, fmt.Errorf("study: %w", err)
	}
	var paths []string
	for _, f := range there {
		if strings.HasPrefix(f.Name(), s.logs()) && strings.HasSuffix(f.Name(), ".log") {
			paths = append(paths, filepath.Join(cfg.Checkpoints, f.Name()))
		}
	}
	g.files = len(paths)
	var others []string
	if g.damaged, others, err = sim.ReadLogs(paths, cfg.Mixed, sections...); err == nil && len(others) > 0 {
		cfg.mix(others)
	}
	return g, err
}

// mix reports what is lost by results of several kinds of machines, and keeps their names
// for runs.csv.
func (c *Config) mix(others []string) {
	c.kinds = strings.Join(slices.Concat(others, []string{arithmetic.Kind()}), " and ")
	if c.Note != nil {
		c.Note(fmt.Sprintf("shards of %s are mixed: the result belongs to no single kind of machine, and cannot be "+
			"repeated bit by bit without the same shards on the same kinds; "+
			"last digits can differ, and where a decision hangs on one (a test next to its level, a tie of "+
			"neighbours, a split of a tree), a count can differ by one", c.kinds))
	}
}

// Collect takes the results of a study from the logs of its parts in the directory of
// checkpoints, equal to the last bit to the results of Run, and returns its tables, which it saves
// where cfg asks for it. The error is fs.ErrNotExist if there is no log.
func Collect(cfg Config, s Study) ([]Table, error) {
	g, err := gatherAll(&cfg, s)
	if err != nil {
		return nil, err
	}
	if g.files == 0 {
		return nil, fmt.Errorf("study: no part of %s in %q: %w; run all parts and put their files there", s.Name,
			cfg.Checkpoints, fs.ErrNotExist)
	}
	for _, x := range g.of {
		if err := x.take(); err != nil {
			if len(g.damaged) > 0 {
				err = fmt.Errorf("%w; damaged, and no longer needed when it has run: %s", err, strings.Join(g.damaged,
					", "))
			}
			return nil, err
		}
	}
	return g.save(cfg)
}

// Status describes how far the parts of a study are.
type Status struct {
	Done, Failed, Missing []int    // parts, from 0; Missing are neither done nor failed
	Shards, Total         int      // shards that are there, of how many
	Spent                 float64  // processor seconds of the shards that are there
	Remaining             float64  // processor seconds of the others, about, from the cost of the same simulation
	Unknown               int      // simulations of which no shard is there: Remaining is without them
	Failures              []string // why shards failed
	Damaged               []string // logs of which a piece cannot be read, and counts as absent
}

// Look returns how far the parts of a study are, from their logs in the directory of
// checkpoints. A part is done when its shards are there, whichever process computed them.
func Look(cfg Config, s Study, parts int) (Status, error) {
	g, err := gatherAll(&cfg, s)
	if err != nil {
		return Status{}, err
	}
	if err := g.checkParts(parts); err != nil {
		return Status{}, err
	}
	out := Status{Damaged: g.damaged}
	failed := make([]map[int]string, len(g.of))
	for i, x := range g.of {
		failed[i] = x.failed()
		out.count(g.Simulations[i], x)
	}
	for k := range parts {
		done, fails := true, false
		for i, shards := range g.part(k, parts) {
			for _, shard := range shards {
				done = done && g.of[i].holds(shard)
				if why, ok := failed[i][shard]; ok {
					fails = true
					out.Failures = append(out.Failures, fmt.Sprintf("part %d: %s, shard %d: %s", k,
						g.Simulations[i].Name(), shard, why))
				}
			}
		}
		switch {
		case done:
			out.Done = append(out.Done, k)
		case fails:
			out.Failed = append(out.Failed, k)
		default:
			out.Missing = append(out.Missing, k)
		}
	}
	return out, nil
}

// count adds the shards of a simulation.
func (st *Status) count(s Simulation, x *gathered) {
	n, there := s.Plan().Shards, 0
	for k := range n {
		if x.holds(k) {
			there++
		}
	}
	st.Shards += there
	st.Total += n
	if there == 0 {
		st.Unknown++
		return
	}
	spent := x.seconds()
	st.Spent += spent
	st.Remaining += spent / float64(there) * float64(n-there)
}
