package main

import (
	"cmp"
	"errors"
	"flag"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/metric"
)

// modelsFlag is the flag that picks two models among more, or several.
type modelsFlag struct {
	names []string
	many  bool // more than two may be named
}

func (m *modelsFlag) define(fs *flag.FlagSet) {
	if m.many {
		fs.Func("models", "the `models` A,B,... to compare, separated by commas (default: all)", m.set)
		return
	}
	fs.Func("models", "the two `models` A,B to compare, separated by a comma (default: every pair of the "+
		"file's models)", m.set)
}

// set splits at the comma outside of parentheses: names such as svm(cost=1,gamma=2)
// have commas of their own.
func (m *modelsFlag) set(s string) error {
	m.names = []string{""}
	depth := 0
	for _, r := range s {
		switch {
		case r == ',' && depth == 0:
			m.names = append(m.names, "")
			continue
		case r == '(':
			depth++
		case r == ')':
			depth--
		}
		m.names[len(m.names)-1] += string(r)
	}
	for i := range m.names {
		m.names[i] = strings.TrimSpace(m.names[i])
	}
	for i, name := range m.names {
		if name == "" || slices.Contains(m.names[:i], name) {
			return errors.New("name different models A,B")
		}
	}
	if len(m.names) < 2 || len(m.names) > 2 && !m.many {
		return errors.New("name two different models A,B")
	}
	return nil
}

// measureFlags name the column that is compared.
type measureFlags struct{ score, loss string }

func (f *measureFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.score, "score", "",
		"`column` of the losses file to compare, of which more is better, such as accuracy")
	fs.StringVar(&f.loss, "loss", "", "`column` of the losses file to compare, of which less is better (default: loss)")
}

// defineHoldOuts defines the flag that says what replications of one fold are.
func defineHoldOuts(fs *flag.FlagSet, random *bool) {
	fs.BoolVar(random, "random-holdouts", false, "replications with one fold are random hold-outs, each with test "+
		"records drawn anew, although no column set shows it")
}

// metric returns the metric that the flags name; the zero value if they name none.
func (f *measureFlags) metric() (metric.Metric, error) {
	if f.score != "" && f.loss != "" {
		return metric.Metric{}, errors.New("--score and --loss; name one column")
	}
	if f.score == "" && f.loss == "" {
		return metric.Metric{}, nil
	}
	m, _ := metric.Named(cmp.Or(f.score, f.loss))
	m.HigherIsBetter = f.score != ""
	return m, nil
}
