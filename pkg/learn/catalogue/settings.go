package catalogue

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// settings are the text in the brackets of a learner's name. Each reader removes its setting; a setting that
// remains at the end is an error.
type settings struct {
	learner string
	values  map[string]string // "" for a setting without a value
	known   []string
	err     error
}

// split takes "name(key=value, flag)" apart.
func split(text string) (name string, s *settings, err error) {
	name, rest, bracket := strings.Cut(strings.TrimSpace(text), "(")
	s = &settings{learner: strings.TrimSpace(name), values: map[string]string{}}
	if !bracket {
		return s.learner, s, nil
	}
	rest, ok := strings.CutSuffix(strings.TrimSpace(rest), ")")
	if !ok {
		return "", nil, fmt.Errorf("catalogue: %q lacks its closing bracket; write as %s", text, `"ridge(lambda=1)"`)
	}
	if strings.Contains(rest, "|") {
		return "", nil, fmt.Errorf("catalogue: %q lists alternatives; write as %s", text, `"tune(knn(k=1|3))"`)
	}
	if err := s.read(text, table.Divide(rest, ',')); err != nil {
		return "", nil, err
	}
	return s.learner, s, nil
}

// read takes the settings apart.
func (s *settings) read(text string, parts []string) error {
	for _, part := range parts {
		key, value, _ := strings.Cut(part, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if key == "" {
			if len(parts) == 1 {
				break
			}
			return fmt.Errorf("catalogue: %q has an empty setting; write as %s",
				text, `"lasso(lambda=0.1, standardize)"`)
		}
		if _, twice := s.values[key]; twice {
			return fmt.Errorf("catalogue: %q sets %s twice; leave one out", text, key)
		}
		s.values[key] = value
	}
	return nil
}

// take returns the text of a setting.
func (s *settings) take(key string) (string, bool) {
	s.known = append(s.known, key)
	v, ok := s.values[key]
	delete(s.values, key)
	return v, ok
}

func (s *settings) fail(key, value, want string) {
	if s.err == nil {
		s.err = fmt.Errorf("catalogue: %s of %s is %q; give %s", key, s.learner, value, want)
	}
}

// parsed reads a setting by a function such as strconv.Atoi, and reports whether it is set; want says what it is to be.
func parsed[T any](s *settings, key, want string, parse func(text string) (T, error)) (v T, set bool) {
	text, set := s.take(key)
	if !set {
		return v, false
	}
	v, err := parse(text)
	if err != nil {
		s.fail(key, text, want)
	}
	return v, true
}

func parseReal(text string) (float64, error) { return strconv.ParseFloat(text, 64) }

// number reads a number whose default is not 0, and returns 0 if it is not set.
func (s *settings) number(key string) float64 {
	text := s.values[key]
	v, set := parsed(s, key, "a number", parseReal)
	if set && v == 0 {
		s.fail(key, text, "a number above 0, or leave it out for the default")
	}
	return v
}

// real reads a number, 0 if it is not set.
func (s *settings) real(key string) float64 {
	v, _ := parsed(s, key, "a number", parseReal)
	return v
}

// numbers reads numbers with blanks between them, none if they are not set.
func (s *settings) numbers(key string) []float64 {
	all, _ := parsed(s, key, "numbers with blanks between them", func(text string) (out []float64, err error) {
		for _, word := range strings.Fields(text) {
			v, wrong := parseReal(word)
			out, err = append(out, v), cmp.Or(err, wrong)
		}
		return out, err
	})
	return all
}

// integer reads a whole number and returns 0 if it is not set. A learner takes 0 for its default, so an explicit 0
// is an error, unless the learner has another value for it, zero.
func (s *settings) integer(key string, zero ...int) int {
	text := s.values[key]
	v, set := parsed(s, key, "a whole number", strconv.Atoi)
	switch {
	case !set || v != 0:
	case zero != nil:
		return zero[0]
	default:
		s.fail(key, text, "1 or more, or leave it out for the default") // unless it is no number, which comes first
	}
	return v
}

// seed reads a seed, 0 if it is not set.
func (s *settings) seed(key string) uint64 {
	v, _ := parsed(s, key, "a whole number from 0", func(text string) (uint64, error) {
		return strconv.ParseUint(text, 10, 64)
	})
	return v
}

// flag reads a setting without a value.
func (s *settings) flag(key string) bool {
	text, ok := s.take(key)
	if ok && text != "" {
		s.fail(key, text, "no value: it is on when it is named")
	}
	return ok
}

// choice reads one of several words, "" if the setting is missing: the learner has a default.
func choice[T ~string](s *settings, key string, words ...T) T {
	text, ok := s.take(key)
	if ok && !slices.Contains(words, T(text)) {
		list := make([]string, len(words))
		for k, w := range words {
			list[k] = string(w)
		}
		s.fail(key, text, strings.Join(list, " or "))
	}
	return T(text)
}

// finish returns the first error, or one for settings that nobody took.
func (s *settings) finish() error {
	if s.err != nil {
		return s.err
	}
	for key := range s.values {
		if len(s.known) == 0 {
			return fmt.Errorf("catalogue: %s has no settings, not %q; leave the brackets out", s.learner, key)
		}
		return fmt.Errorf("catalogue: %s has no setting %q; its settings are %s", s.learner, key, strings.Join(s.known, ", "))
	}
	return nil
}
