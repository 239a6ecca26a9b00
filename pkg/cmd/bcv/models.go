package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/cmd/bcv/inputs"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
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

// set divides the list.
func (m *modelsFlag) set(s string) error {
	m.names = inputs.Divide(s)
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

// defineTold defines the flags that say what names of a table do not.
func defineTold(fs *flag.FlagSet, told *sheet.Told) {
	unit := func(to *sheet.Unit) func(string) error {
		return func(text string) error {
			if !slices.Contains(sheet.Units, sheet.Unit(text)) {
				return errors.New("use folds, items, datasets, runs or time")
			}
			*to = sheet.Unit(text)
			return nil
		}
	}
	role := func(column string, r sheet.Role) error {
		if column == "" {
			return errors.New("name a column")
		}
		if told.Roles == nil {
			told.Roles = map[string]sheet.Role{}
		}
		told.Roles[column] = r
		return nil
	}
	fs.Func("rows", "what a row of values is, where no column says it: one of folds, items, datasets, runs and time: `KIND`", unit(&told.Rows))
	fs.Func("columns", "what a column of values is, in a table with a row for each model: one of folds, items, datasets, runs and time: `KIND`",
		unit(&told.Columns))
	for _, f := range []struct {
		name, what string
		role       sheet.Role
	}{{"model", "that names the models", sheet.Model}, {"truth", "of the truth", sheet.Truth},
		{"cluster", "that says which items belong together", sheet.Cluster}} {
		fs.Func(f.name, "`column` "+f.what, func(column string) error { return role(column, f.role) })
	}
	fs.Func("as", "what a column is, as `COLUMN=ROLE`: dataset, task, model, replication, fold, record, item, run, draw, cluster, "+
		"metric, value, truth, predicted, n_train, n_valid, or passed for none; once for each", func(text string) error {
		i := strings.LastIndex(text, "=")
		if i < 0 || !sheet.IsRole(text[i+1:]) {
			return errors.New("write it as COLUMN=ROLE, such as seed=run or notes=passed")
		}
		return role(text[:i], sheet.Role(text[i+1:]))
	})
}

// defineJudge defines the flags about a judge's scores beside those of people.
func defineJudge(fs *flag.FlagSet, column *string, random *bool) {
	fs.StringVar(column, "judge", "", "`column` of items with what a judge scored, beside the score of people, which is "+
		"empty where no person scored (default: judge, if it is there)")
	fs.BoolVar(random, "labels-random", false, "the items that people scored are a random sample of those that the judge "+
		"scored, although its scores speak against it")
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
	m, err := metric.Told(cmp.Or(f.score, f.loss), f.score != "")
	if err != nil {
		flag, other := "score", "loss"
		if f.loss != "" {
			flag, other = other, flag
		}
		return m, fmt.Errorf("--%s %s: %w; take --%s, or give a column of other numbers another name", flag, m.Name, err,
			other)
	}
	return m, nil
}

// defineMetrics defines the flags that name metrics of predictions.
func defineMetrics(fs *flag.FlagSet, m *inputs.Metrics) {
	fs.Func("metric", "`metrics` to compare, separated by commas: those of the file, such as P,R,F1, or of predictions "+
		"and labels any, such as roc_auc,log_loss,f1_macro or rmse,r2 (default: all of the file)", m.Set)
	fs.StringVar(&m.Positive, "positive", "", "`class` that precision, recall, F1 and average_precision are about")
	m.DefineCosts(fs)
}

// readMetrics sets how results are read for the metrics that the flags name, and returns their names.
func readMetrics(m *inputs.Metrics, read *results.ReadOptions) []string {
	names := m.Names()
	for _, name := range names {
		name, _, _ = strings.Cut(name, "(") // settings are read where the metric is computed
		defs, err := metric.Parse(name)
		read.Numbers = read.Numbers || err == nil && defs[0].Needs == metric.Numbers
	}
	read.Positive, read.Metrics = m.Positive, names
	return names
}
