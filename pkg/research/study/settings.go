package study

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

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
