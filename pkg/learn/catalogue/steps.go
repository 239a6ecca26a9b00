package catalogue

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/pipeline"
)

var steps = []entry[pipeline.Step]{
	{"downsample", "", "step: equally many training records of each class, drawn at random",
		func(s *settings) pipeline.Step { return pipeline.Downsample{Seed: s.seed("seed")} }},
	{"scale", "", "step: features minus their mean, divided by their standard deviation",
		func(*settings) pipeline.Step { return pipeline.Scale{} }},
	{"onehot", "", "step: a column of 0 and 1 for each level that the training records have",
		func(*settings) pipeline.Step { return pipeline.OneHot{} }},
	{"yeojohnson", "", "step: power transform of each feature towards a normal one",
		func(*settings) pipeline.Step { return pipeline.YeoJohnson{} }},
	{"boxcox", "", "step: the same by Box and Cox, for positive features",
		func(*settings) pipeline.Step { return pipeline.BoxCox{} }},
	{"mic", "", "step: the features with the largest maximal information coefficient, as mic(10)",
		func(s *settings) pipeline.Step {
			return pipeline.MIC{Features: s.bare("number of features")}
		}},
	{"pca", "", "step: scores on the first principal components, as pca(4)", func(s *settings) pipeline.Step {
		return pipeline.PCA{Components: s.bare("number of components")}
	}},
}

// Steps lists all steps that may precede a learner.
func Steps() []Entry { return listed(steps) }

// parsePipeline reads "step | step | learner".
func parsePipeline(text string) (learn.Learner, error) {
	parts := table.Divide(text, '|')
	last := len(parts) - 1
	var l pipeline.Pipeline
	var err error
	if l.Steps, err = parseSteps(parts[:last], text); err != nil {
		return nil, err
	}
	if strings.TrimSpace(parts[last]) == "" {
		return nil, fmt.Errorf("catalogue: %q ends without a learner; write as %s", text, `"pca(4) | logistic"`)
	}
	learner, err := parseLearner(parts[last])
	l.Learner = learner
	return l, err
}

// ParseSteps reads "step | step", the steps before a learner that has no name here.
func ParseSteps(text string) ([]pipeline.Step, error) {
	return parseSteps(table.Divide(text, '|'), text)
}

func parseSteps(parts []string, text string) (out []pipeline.Step, err error) {
	for _, part := range parts {
		s, err := parseStep(part, text)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

func parseStep(part, text string) (pipeline.Step, error) {
	name, s, err := split(part)
	if err != nil {
		return nil, err
	}
	k := slices.Index(namesOf(steps), name)
	switch {
	case k >= 0:
	case name == "":
		return nil, fmt.Errorf("catalogue: %q has an empty step; write as %s", text, `"pca(4) | logistic"`)
	case slices.Contains(namesOf(entries), name):
		return nil, fmt.Errorf("catalogue: %s is a learner and belongs once, at the end of %q", name, text)
	default:
		return nil, fmt.Errorf("catalogue: no step %q; use one of %s", name, strings.Join(namesOf(steps), ", "))
	}
	made := steps[k].make(s)
	return made, s.finish()
}

// bare reads the one setting that is a whole number without a key, as in pca(4).
func (s *settings) bare(what string) int {
	s.known = append(s.known, what)
	if len(s.values) != 1 {
		if s.err == nil {
			s.err = fmt.Errorf("catalogue: %s needs the %s; write as %s(4)", s.learner, what, s.learner)
		}
		return 0
	}
	n := 0
	for key, value := range s.values {
		var err error
		if n, err = strconv.Atoi(key); err != nil || value != "" || n < 1 {
			s.fail(what, strings.TrimSuffix(key+"="+value, "="), "a whole number from 1")
		}
	}
	clear(s.values)
	return n
}
