package catalogue

import (
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
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

// parseTune reads what follows "tune(".
func parseTune(text, inside string) (learn.Learner, error) {
	inside, ok := strings.CutSuffix(strings.TrimSpace(inside), ")")
	if !ok {
		return nil, fmt.Errorf("catalogue: %q lacks its closing bracket; write as %s", text, `"tune(knn(k=1|3))"`)
	}
	parts := table.Divide(inside, ',')
	grid := strings.TrimSpace(parts[0])
	if strings.Contains(grid, "tune(") {
		return nil, fmt.Errorf("catalogue: %q tunes within tune; list all alternatives in one", text)
	}
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
	all, err := alternatives(grid)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		l, err := Parse(one)
		if err != nil {
			return nil, err
		}
		t.Learners = append(t.Learners, l)
	}
	if t.Draws > len(all) {
		return nil, fmt.Errorf("catalogue: %d draws of the %d settings of %q; give at most %[2]d, or leave draws out",
			t.Draws, len(all), grid)
	}
	t.Text = grid
	return t, nil
}

// mostSettings is how many settings tune may list.
const mostSettings = 10_000

// alternatives returns all combinations of the values with bars between them in brackets; the last varies fastest.
func alternatives(text string) ([]string, error) {
	out := []string{""}
	depth, from := 0, 0
	for i := 0; i <= len(text); i++ {
		if i < len(text) && !strings.ContainsRune("(),=", rune(text[i])) && (text[i] != '|' || depth > 0) {
			continue
		}
		values := []string{text[from:i]}
		if depth > 0 {
			values = strings.Split(text[from:i], "|")
		}
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
		switch out, from = next, i+1; end {
		case "(":
			depth++
		case ")":
			depth--
		}
	}
	return out, nil
}
