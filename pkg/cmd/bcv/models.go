package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/internal/command"
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
	fs.Func("models", "the two `models` A,B to compare, separated by a comma (default: the two of the file; of more, every pair)", m.set)
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

// pages are reports that are printed when all are complete, with a blank line between.
type pages struct{ b bytes.Buffer }

// next returns where the next report is written.
func (p *pages) next() io.Writer {
	if p.b.Len() > 0 {
		p.b.WriteByte('\n')
	}
	return &p.b
}

func (p *pages) print(env *command.Environment) error {
	_, err := env.Text().Write(p.b.Bytes())
	return err
}

// eachPair calls do with the two models that were named, with none if the file has two,
// and else with every pair. do reads the file before it does anything else.
func (m *modelsFlag) eachPair(path string, do func(models []string) error) error {
	err := do(m.names)
	if !errors.Is(err, fold.ErrThirdModel) {
		return err
	}
	pairs, listErr := filePairs(path)
	if listErr != nil {
		return err
	}
	for _, p := range pairs {
		if err := do(p); err != nil {
			return err
		}
	}
	return nil
}

// filePairs returns the pairs of models of a file in the order of appearance; none if no
// task has more than two.
func filePairs(path string) ([][]string, error) {
	tasks, err := fold.FileModels(path)
	if err != nil {
		return nil, err
	}
	var names []string
	most := 0
	for _, t := range tasks {
		most = max(most, len(t.Models))
		for _, name := range t.Models {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	var out [][]string
	for i, a := range names {
		for _, b := range names[i+1:] {
			out = append(out, []string{a, b})
		}
	}
	if most <= 2 {
		return nil, nil
	}
	return out, nil
}

// measureFlags name the column that is compared.
type measureFlags struct{ score, loss string }

func (f *measureFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.score, "score", "", "`column` of the losses file to compare, of which more is better, such as accuracy")
	fs.StringVar(&f.loss, "loss", "", "`column` of the losses file to compare, of which less is better (default: loss)")
}

// defineHoldOuts defines the flag that says what replications of one fold are.
func defineHoldOuts(fs *flag.FlagSet, random *bool) {
	fs.BoolVar(random, "random-holdouts", false, "replications with one fold are random hold-outs, each with test records drawn anew, although no column set shows it")
}

// measure returns the column; the zero value without a flag.
func (f *measureFlags) measure() (fold.Measure, error) {
	if f.score != "" && f.loss != "" {
		return fold.Measure{}, errors.New("--score and --loss; name one column")
	}
	if f.score != "" {
		return fold.Measure{Column: f.score, Score: true}, nil
	}
	return fold.Measure{Column: f.loss}, nil
}

// metric is measure for package results.
func (f *measureFlags) metric() (metric.Metric, error) {
	column, err := f.measure()
	if column.Column == "" || err != nil {
		return metric.Metric{}, err
	}
	m, _ := metric.Named(column.Column)
	m.HigherIsBetter = column.Score
	return m, nil
}
