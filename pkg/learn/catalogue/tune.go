package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/tune"
)

// makeTune reads the options of tune.
func makeTune(s *settings) tune.Tune {
	var t tune.Tune
	t.Metric, _ = s.take("metric")
	t.Positive, _ = s.take("positive")
	t.Folds, t.Draws, t.Seed = s.integer("folds"), s.integer("draws"), s.seed("seed")
	return t
}

const tuneBegins = "tune("

// parseTune reads a tuned learner.
func parseTune(text string) (learn.Learner, error) {
	return ParseTune(text, func(grid string) (t tune.Tune, err error) {
		if strings.Contains(grid, tuneBegins) {
			return t, fmt.Errorf("catalogue: %q tunes within tune; list all alternatives in one", text)
		}
		all, err := Alternatives(grid, false)
		for _, one := range all {
			l, err := Parse(one)
			if err != nil {
				return t, err
			}
			t.Learners = append(t.Learners, l)
		}
		t.Text = grid
		return t, err
	})
}

// ParseTune reads "tune(GRID, options)". The function returns Tune with the Learners and the Text of the grid.
func ParseTune(text string, read func(grid string) (tune.Tune, error)) (learn.Learner, error) {
	inside, begins := strings.CutPrefix(strings.TrimSpace(text), tuneBegins)
	inside, ends := strings.CutSuffix(inside, ")")
	if !begins || !ends {
		return nil, fmt.Errorf("catalogue: %q lacks its closing bracket; write as %s", text, `"tune(knn(k=1|3))"`)
	}
	parts := divide(inside)
	s := &settings{learner: "tune", values: map[string]string{}}
	if len(parts) > 1 {
		if err := s.read(text, parts[1:]); err != nil {
			return nil, err
		}
	}
	t := makeTune(s)
	if err := s.finish(); err != nil {
		return nil, err
	}
	grid, err := read(strings.TrimSpace(parts[0]))
	if err != nil {
		return nil, err
	}
	if t.Draws > len(grid.Learners) {
		return nil, fmt.Errorf("catalogue: %d draws of the %d settings of %q; give at most %[2]d, or leave draws out",
			t.Draws, len(grid.Learners), text)
	}
	t.Learners, t.Text = grid.Learners, grid.Text
	return t, nil
}

// divide divides at commas outside of parentheses, and of quotation marks as they may stand in a command.
func divide(text string) []string {
	bare := table.Bare(text)
	masked := []byte(text)
	for i := range masked {
		if !bare[i] {
			masked[i] = '.'
		}
	}
	var out []string
	for _, part := range table.Divide(string(masked), ',') {
		out, text = append(out, text[:len(part)]), strings.TrimPrefix(text[len(part):], ",")
	}
	return out
}

// mostSettings is how many settings tune may list.
const mostSettings = 10_000

// Alternatives returns all combinations of the values that have bars between them: values in the brackets of learners
// and steps, or whole words of a command and what follows = in them, where neither stands between quotation marks. The
// last varies fastest.
func Alternatives(text string, command bool) ([]string, error) {
	out, separators, depth, from := []string{""}, "(),=", 0, 0
	bare := slices.Repeat([]bool{true}, len(text))
	if command {
		separators, depth, bare = " =", 1, table.Bare(text)
	}
	var values []string // before the present one
	for i := 0; i <= len(text); i++ {
		if i < len(text) && depth > 0 && bare[i] && text[i] == '|' {
			values, from = append(values, text[from:i]), i+1
			continue
		}
		if i < len(text) && (!bare[i] || !strings.ContainsRune(separators, rune(text[i])) && (text[i] != '|' || depth > 0)) {
			continue
		}
		values = append(values, text[from:i])
		end := text[i:min(i+1, len(text))]
		if len(out)*len(values) > mostSettings {
			return nil, fmt.Errorf("catalogue: %q has more than %d settings; list fewer values", text, mostSettings)
		}
		var next []string
		for _, before := range out {
			for _, v := range values {
				if len(values) > 1 && strings.TrimSpace(v) == "" {
					return nil, fmt.Errorf("catalogue: %q has an empty alternative; write as %s", text, `"knn(k=1|3)"`)
				}
				next = append(next, before+v+end)
			}
		}
		values = nil
		switch out, from = next, i+1; end {
		case "(":
			depth++
		case ")":
			depth--
		}
	}
	return out, nil
}
