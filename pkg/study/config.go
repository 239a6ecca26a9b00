package study

import (
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/block-regularized/bcv/pkg/sim"
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

// Config is what every experiment needs.
type Config struct {
	Data  fs.FS // holds published/ and counts/
	Scale Scale
	Seed  uint64
	// Checkpoints is a directory where long experiments keep what is done, so that
	// they can be interrupted; empty for none.
	Checkpoints string
	// Results is a directory for the detailed tables of the experiments, as CSV;
	// empty for none.
	Results string
	// Commit is that of the code, recorded beside results; empty if unknown.
	Commit string
	// Progress is told the share of the experiment that is done; nil for silence.
	Progress func(done, total int)
	// Spent collects the processor seconds of studies, those of earlier runs that
	// checkpoints hold included.
	Spent *float64
	Item  string // the running experiment's first one, for the command that repeats it
}

// Spend adds the processor seconds of a study to the cost of the experiment.
func (c Config) Spend(seconds float64) {
	if c.Spent != nil {
		*c.Spent += seconds
	}
}

// Report tells the progress, if anyone listens.
func (c Config) Report(done, total int) {
	if c.Progress != nil {
		c.Progress(done, total)
	}
}

// Checkpointed returns the options of a study whose checkpoints have a name.
func (c Config) Checkpointed(name string) sim.Options {
	if c.Checkpoints == "" {
		return sim.Options{}
	}
	return sim.Options{Checkpoint: filepath.Join(c.Checkpoints, name+".ckpt")}
}
