package main

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/command"
	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
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

// twoModels are two models of some results, which count from 0.
type twoModels struct {
	results.Results
	a, b int
}

func (m twoModels) nameA() string { return m.Models[m.a] }
func (m twoModels) nameB() string { return m.Models[m.b] }

// readPairs reads the results in a file, of one data set and task, and returns every pair of its models. Their
// kind must be one that fits.
func readPairs(path string, opt results.ReadOptions, fits func(r results.Results) error) ([]twoModels, error) {
	all, err := results.Read([]string{path}, opt)
	if err != nil {
		return nil, err
	}
	r := all[0]
	if err := fits(r); err != nil {
		return nil, err
	}
	if len(all) > 1 {
		column, a, b := "dataset", r.Dataset, all[1].Dataset
		if a == b {
			column, a, b = "task", r.Key.Task, all[1].Key.Task
		}
		return nil, &table.Error{File: path, Column: column, Problem: fmt.Sprintf(
			"%q and %q; keep the rows of one data set, or compare on all of them with bcv compare", a, b)}
	}
	if len(r.Models) < 2 {
		what := pick(r.Items != nil, "predictions", "losses")
		return nil, &table.Error{File: path,
			Problem: fmt.Sprintf("only the model %q; give the %s of two models", r.Models[0], what)}
	}
	if r.Counts == nil && len(r.Metrics) > 1 {
		return nil, &table.Error{File: path, Column: "metric",
			Problem: "more than one metric; name the one to compare (bcv: --score or --loss)"}
	}
	var out []twoModels
	for a := range r.Models {
		for b := a + 1; b < len(r.Models); b++ {
			out = append(out, twoModels{r, a, b})
		}
	}
	return out, nil
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
