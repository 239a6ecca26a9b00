package study

import (
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/block-regularized/bcv/pkg/research/sim"
)

// Scale chooses between a run of seconds and one with the published effort.
type Scale string

// The two scales.
const (
	Quick Scale = "quick"
	Paper Scale = "paper"
)

// ParseScale reads "quick" or "paper"; empty means quick.
func ParseScale(s string) (Scale, error) {
	switch Scale(s) {
	case "", Quick:
		return Quick, nil
	case Paper:
		return Paper, nil
	}
	return "", fmt.Errorf("study: unknown scale %q; use quick or paper", s)
}

// Config is what every study and every reproduction needs.
type Config struct {
	Data  fs.FS // holds published/, counts/ and results/
	Scale Scale
	Seed  uint64
	// Checkpoints is a directory where simulations keep what is done, so that they can
	// be interrupted; empty for none.
	Checkpoints string
	// Workers is the number of shards that run at a time; 0 for one per processor.
	Workers int
	// Results is a directory for the tables of studies, as CSV; empty for none. Runs at
	// the quick scale write nothing there.
	Results string
	// Commit is the commit of the code, recorded beside results; empty if unknown.
	Commit string
	// Command repeats the run, recorded beside results; empty for the command of the study.
	Command string
	// Progress is called with the share of the run that is done; nil for silence.
	Progress func(done, total int)
	// Cost collects the processor seconds of simulations, including earlier runs that
	// logs hold included; nil if nobody asks.
	Cost *float64
	// Own are settings in place of the configurations of a study, by name (see
	// Study.Settings); nil for the study's own. Tables of them are not saved.
	Own map[string]string
	// Mixed takes logs of parts that ran on other kinds of machines as well, whose last
	// digits can differ.
	Mixed bool
	// Note is called with what a reader of the results should know; nil for silence.
	Note func(string)
	// Shared keeps simulations that several studies of one run need; nil for none.
	Shared *Shared

	kinds string // of machines whose shards are in the results, if there are several
}

// Saves reports whether the run writes the tables of studies.
func (c Config) Saves() bool { return c.Results != "" && c.Scale == Paper && c.Own == nil }

// Report reports the progress, if anyone listens.
func (c Config) Report(done, total int) {
	if c.Progress != nil {
		c.Progress(done, total)
	}
}

// options returns the options of a simulation whose logs have a name.
func (c Config) options(name string) sim.Options {
	if c.Checkpoints == "" {
		return sim.Options{Workers: c.Workers}
	}
	return sim.Options{Workers: c.Workers, Log: filepath.Join(c.Checkpoints, name)}
}
