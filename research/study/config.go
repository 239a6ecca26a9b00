package study

import (
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/research/sim"
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

// Setting is a setting that a researcher can give a study in place of its configurations.
type Setting struct {
	Name    string
	Older   string // an older name, which is read too; empty for none
	Default string // empty if it must be given
	About   string // one line, with an example
}

// SettingError reports what is wrong with a researcher's own settings.
type SettingError struct{ Err error }

// Error describes what to give instead.
func (e *SettingError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *SettingError) Unwrap() error { return e.Err }

// checkOwn returns an error if a study does not have the settings of cfg. Settings with an
// older name get their new one, in cfg.Own itself.
func (s Study) checkOwn(cfg Config) error {
	if cfg.Own == nil {
		return nil
	}
	for _, k := range s.Settings {
		if v, ok := cfg.Own[k.Older]; ok && k.Older != "" {
			if _, both := cfg.Own[k.Name]; both {
				return fmt.Errorf("study: %s is the older name of %s; leave it out", k.Older, k.Name)
			}
			delete(cfg.Own, k.Older)
			cfg.Own[k.Name] = v
		}
	}
	if len(s.Settings) == 0 {
		return fmt.Errorf("study: %s takes no settings of one's own (bcv study show NAME says which a study takes)",
			s.Name)
	}
	var known []string
	for _, k := range s.Settings {
		known = append(known, k.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(cfg.Own)) {
		if !slices.Contains(known, name) {
			return fmt.Errorf("study: %s has no setting %q; use some of %s", s.Name, name, strings.Join(known, ", "))
		}
	}
	for _, k := range s.Settings {
		if k.Default == "" && strings.TrimSpace(cfg.Own[k.Name]) == "" {
			return fmt.Errorf("study: %s lacks its setting %s: %s", s.Name, k.Name, k.About)
		}
	}
	return nil
}

// ParseSettings reads settings from lines such as "n = 200"; empty lines and lines that
// begin with # are skipped. name is the name of the file, for errors.
func ParseSettings(name, text string) (map[string]string, error) {
	out := map[string]string{}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
		if line == "" || line[0] == '#' {
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !ok || key == "" || value == "" {
			return nil, fmt.Errorf("study: %s, line %d: %q is not a setting; write as n = 200", name, i+1, line)
		}
		if _, twice := out[key]; twice {
			return nil, fmt.Errorf("study: %s, line %d: %s is given twice; leave one out", name, i+1, key)
		}
		out[key] = value
	}
	return out, nil
}
