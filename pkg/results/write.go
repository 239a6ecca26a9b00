package results

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Form is how results stand in a file; docs/reference/formats.md has the columns.
type Form int

// The forms of files.
const (
	Long        Form = iota // values, one row for each model, fold and metric; counts are the metrics tp, fp and fn
	Losses                  // values, one row for each model and fold, one column for each metric, loss for error rates
	Confusion               // counts as tp, fp, fn and, where it is known, tn
	Chunks                  // counts as gold, predicted and correct
	Predictions             // one row for each record and fold, one column for each model; with probabilities in long form
	ItemRows                // one row for each item of a test set, model and run, with a score, a label or counts
	Choices                 // what tuned learners chose, one row for each of them and fold; Read does not read it
)

// Write writes results as CSV, which Read reads. Columns that are empty in all results are left out.
func Write(w io.Writer, form Form, all ...Results) error {
	if len(all) == 0 {
		return errors.New("results: nothing to write")
	}
	for _, r := range all {
		if r.Summarized() {
			return errSummarized
		}
		if err := r.fits(form, all[0]); err != nil {
			return fmt.Errorf("results: %w", err)
		}
		for _, name := range r.Models {
			if err := CheckModel(name); err != nil {
				return fmt.Errorf("results: %w", err)
			}
		}
	}
	var sections []section
	for _, r := range all {
		sections = append(sections, r.sections(form)...)
	}
	c := newColumnWriter(w, sections)
	for _, c.section = range sections {
		c.rows(form)
	}
	c.out.Flush()
	return c.out.Error()
}

// section are the rows of one run, on the folds of a set or on inner folds.
type section struct {
	r       Results
	run     string
	within  places
	models  []string // all of the file, in whose order predictions have columns
	columns []int    // in models, of those of the run
}

// sections divides results into runs, and these into folds of the set and inner ones that a form can hold.
func (r Results) sections(form Form) (out []section) {
	for s, one := range r.each() {
		at := section{r: one, models: r.Models}
		if r.Runs != nil {
			at.run = r.Runs.Names[s]
		}
		at.r.Key, at.r.Models = r.Key, nil
		for m := range one.Models {
			place := m
			if r.Runs != nil {
				place = r.Runs.places[s][m]
			}
			at.columns, at.r.Models = append(at.columns, place), append(at.r.Models, r.Models[place])
		}
		out = append(out, at)
		if x := one.Inner; x != nil && (form != Predictions || x.folds.predictions() != nil) {
			models := at.r.Models
			at.r, at.within = x.folds, places(x.Replications)
			at.r.Key, at.r.Models = r.Key, models
			out = append(out, at)
		}
	}
	return out
}

// rows writes results in a form.
func (c *columnWriter) rows(form Form) {
	switch form {
	case Long:
		c.long()
	case Losses:
		c.losses()
	case Confusion:
		c.counts("tp", "fp", "fn")
	case Chunks:
		c.counts("gold", "predicted", "correct")
	case Predictions:
		c.predictions()
	case ItemRows:
		c.items()
	case Choices:
		c.choices()
	}
}

// fits returns an error unless results can be written in a form, beside others.
func (r Results) fits(form Form, first Results) error {
	one := r.each()[0]
	switch {
	case form == Predictions && one.predictions() == nil:
		return errors.New("these results have no predictions")
	case form == Predictions && !slices.Equal(one.predictions().probable, first.each()[0].predictions().probable):
		return errors.New("the data sets have probabilities of different classes; write a file for each")
	case form == Predictions && !slices.Equal(r.Models, first.Models):
		return errors.New("the data sets have predictions of different models; write a file for each")
	case form == Predictions && one.predictions().halfProbable():
		return errors.New("some models have probabilities, and others have none; give those of all models")
	case (form == Confusion || form == Chunks) && one.Counts == nil:
		return errors.New("these results have no counts")
	case form == Losses && !slices.EqualFunc(r.Metrics, first.Metrics, func(a,
		b metric.Metric) bool {
		return a.Name == b.Name
	}):
		return errors.New("the data sets have different metrics; write them in the long form")
	case form == ItemRows && (!r.OnTestSet() || !first.OnTestSet() || r.Units.form != first.Units.form ||
		r.Units.wanted.Name != first.Units.wanted.Name || r.Judged() != first.Judged() ||
		r.Preferred() != first.Preferred()):
		return errors.New("these results have no scores of items, or other ones than the first")
	case form == Losses && one.Counts != nil, form < Long, form > Choices:
		return errors.New("these results have another form")
	}
	return nil
}

// columnWriter writes rows with the columns that all results need.
type columnWriter struct {
	out *csv.Writer
	section
	named, dataset, task, train, tn bool // columns set, dataset, task, n_train and n_valid, and tn
	inner, runs, draws, clusters    bool // columns half and inner, run, draw, and cluster
	begun                           bool
	header, fields                  []string
}

func newColumnWriter(w io.Writer, all []section) *columnWriter {
	c := &columnWriter{out: csv.NewWriter(w), train: true, tn: true}
	for _, s := range all {
		c.named = c.named || s.r.Design.Named()
		c.dataset, c.task = c.dataset || s.r.Dataset != "", c.task || s.r.Key.Task != ""
		c.train, c.tn = c.train && s.r.Train != nil && s.r.Valid != nil, c.tn && s.r.Valid != nil
		c.inner, c.runs = c.inner || s.within > 0, c.runs || s.run != ""
		if x := s.r.Units; x != nil {
			c.clusters, c.draws = c.clusters || x.Clusters != nil, c.draws || s.r.Design.Draws[1] > 0
			c.runs = c.runs || slices.ContainsFunc(x.Runs, func(runs []string) bool { return !slices.Equal(runs, []string{""}) })
		}
	}
	return c
}

// put adds a field to the row, if its column is wanted.
func (c *columnWriter) put(wanted bool, column, value string) {
	if !wanted {
		return
	}
	if !c.begun {
		c.header = append(c.header, column)
	}
	c.fields = append(c.fields, value)
}

// putNumber adds a field with a whole number.
func (c *columnWriter) putNumber(wanted bool, column string, value int) {
	c.put(wanted, column, strconv.Itoa(value))
}

// end writes the row, and the header before the first one.
func (c *columnWriter) end() {
	if !c.begun {
		_ = c.out.Write(c.header) // Flush keeps the error
		c.begun = true
	}
	_ = c.out.Write(c.fields)
	c.fields = c.fields[:0]
}

// set names the partition set of the results; empty if it is unknown.
func (c *columnWriter) set() string {
	if !c.r.Design.Named() {
		return ""
	}
	return c.r.Design.ID.String()
}

// begin adds the fields that say where a number belongs. Folds are counted from 0.
func (c *columnWriter) begin(model, fold int) {
	c.put(c.dataset, "dataset", c.r.Dataset)
	c.put(c.task, "task", c.r.Key.Task)
	c.put(true, "model", c.r.Models[model])
	c.place(fold/c.r.Design.Folds+1, fold%c.r.Design.Folds+1)
}

// place adds the numbers of a fold, from 1.
func (c *columnWriter) place(replication, fold int) {
	j, within := c.within.split(replication)
	c.putNumber(true, "replication", j)
	if within.outer() {
		c.put(c.inner, "half", "")
		c.put(c.inner, "inner", "")
	} else {
		c.putNumber(true, "half", within.Half)
		c.putNumber(true, "inner", within.Inner)
	}
	c.putNumber(true, "fold", fold)
	c.put(c.runs, "run", c.run)
}

// each calls visit for each model and fold.
func (c *columnWriter) each(visit func(model, fold int)) {
	for m := range c.r.Models {
		for k := range c.r.Design.Replications * c.r.Design.Folds {
			visit(m, k)
		}
	}
}

func (c *columnWriter) sizes(fold int) {
	if c.train {
		c.putNumber(true, "n_train", c.r.Train[fold])
		c.putNumber(true, "n_valid", c.r.Valid[fold])
	}
}

// number writes all digits of a value, and nothing for one that is missing.
func number(v float64) string {
	if v != v {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func (c *columnWriter) long() {
	row := func(model, fold int, name string, value float64) {
		c.put(c.named, "set", c.set())
		c.begin(model, fold)
		c.put(true, "metric", name)
		c.put(true, "value", number(value))
		c.sizes(fold)
		c.end()
	}
	c.each(func(model, fold int) {
		if c.r.Counts != nil {
			counts := c.r.Counts.Of(model)[fold]
			row(model, fold, "tp", counts.TP)
			row(model, fold, "fp", counts.FP)
			row(model, fold, "fn", counts.FN)
			return
		}
		for i, m := range c.r.Metrics {
			row(model, fold, m.Name, c.r.Values[i].Of(model)[fold])
		}
	})
}

func (c *columnWriter) losses() {
	c.each(func(model, fold int) {
		c.begin(model, fold)
		for i, m := range c.r.Metrics {
			name := m.Name
			if m == metric.ErrorRate { // the mean of losses of 0 and 1
				name = metric.Loss.Name
			}
			c.put(true, name, number(c.r.Values[i].Of(model)[fold]))
		}
		c.sizes(fold)
		c.put(c.named, "set", c.set())
		c.end()
	})
}

func (c *columnWriter) choices() {
	c.each(func(model, fold int) {
		one := c.r.Choice(model, 0, fold)
		if one.Setting == "" {
			return
		}
		c.begin(model, fold)
		c.put(true, "setting", one.Setting)
		c.put(true, "value", table.Pick(one.Only, "", number(one.Value)))
		c.put(c.named, "set", c.set())
		c.end()
	})
}

// counts writes counts in three columns.
func (c *columnWriter) counts(columns ...string) {
	c.each(func(model, fold int) {
		n := c.r.Counts.Of(model)[fold]
		values := []float64{n.TP, n.FP, n.FN}
		if columns[0] == "gold" {
			values = []float64{n.TP + n.FN, n.TP + n.FP, n.TP}
		}
		c.begin(model, fold)
		for i, v := range values {
			c.put(true, columns[i], number(v))
		}
		if c.tn && columns[0] == "tp" {
			c.put(true, "tn", number(float64(c.r.Valid[fold])-n.TP-n.FP-n.FN))
		}
		c.put(c.named, "set", c.set())
		c.end()
	})
}

func (c *columnWriter) predictions() {
	labels := make([]string, len(c.models))
	x := c.r.predictions()
	var p []float64
	for item := range x.All() {
		labels[c.columns[item.Model]] = item.Predicted
		if item.Model < len(c.r.Models)-1 && x.probable == nil {
			continue
		}
		c.put(c.dataset, "dataset", c.r.Dataset)
		c.place(item.Replication, item.Fold)
		c.putNumber(true, "record", item.Record)
		c.put(true, "truth", item.Truth)
		if x.probable != nil {
			c.put(true, "model", c.r.Models[item.Model])
			c.put(true, "predicted", item.Predicted)
			p = x.Probabilities(item, p[:0])
			for k, class := range x.probable {
				c.put(true, "p_"+class, number(p[k]))
			}
		} else {
			for m, name := range c.models {
				c.put(true, name, labels[m])
			}
		}
		if c.r.Design.Folds == 1 && c.r.Design.Replications > 1 { // whose test depends on how many records train
			c.sizes(item.Replication - 1)
		}
		c.put(c.named, "set", c.set())
		c.end()
	}
}

func (c *columnWriter) items() {
	x := c.r.Units
	columns := itemForms[x.form]
	if x.form == scoreItems {
		columns = []string{cmp.Or(x.wanted.Name, "score")}
	}
	if x.form == ratioItems {
		columns = x.sums
	}
	for m, runs := range x.outcomes {
		for _, run := range runs {
			for k := range run.draws(len(x.Names)) {
				i := run.item(k)
				if x.prefer != nil && run.lacks(i) { // of other models
					continue
				}
				c.put(c.dataset, "dataset", c.r.Dataset)
				c.put(c.task, "task", c.r.Key.Task)
				c.put(true, table.Pick(x.inTime, pointColumn, "item"), x.Names[i])
				c.put(true, "model", c.r.Models[m])
				c.put(c.runs, "run", run.name)
				c.put(c.draws, "draw", x.drawName(run, k))
				cluster := i
				if x.Clusters != nil {
					cluster = x.Clusters[i]
				}
				c.putNumber(c.clusters, "cluster", cluster+1)
				for n, column := range columns {
					switch {
					case n == 0 && (x.form == labelItems || x.form == probableItems):
						c.put(true, column, x.classes.Names[x.classes.Of[i]-1])
					case x.form == numberItems && n == 0:
						c.put(true, column, number(x.target[0].At(i)))
					case x.form == numberItems:
						c.put(true, column, number(run.columns[0].At(k)))
					case x.form != labelItems:
						c.put(true, column, number(run.columns[n].At(k)))
					default:
						c.put(true, column, x.classes.Names[int(run.columns[0].At(k))-1])
					}
				}
				for n, class := range x.probable {
					c.put(true, "p_"+class, number(x.probabilities(run)[n].At(k)))
				}
				if x.judge != nil {
					c.put(true, x.judge.column, number(run.columns[1].At(k)))
				}
				if x.prefer != nil {
					c.put(true, firstColumn, x.prefer.text(i, m))
				}
				c.end()
			}
		}
		if x.judge != nil {
			c.judged(m)
		}
	}
}

// judged writes the items of a model that a judge alone scored.
func (c *columnWriter) judged(model int) {
	x := c.r.Units
	for i, name := range x.judge.names {
		c.put(c.dataset, "dataset", c.r.Dataset)
		c.put(c.task, "task", c.r.Key.Task)
		c.put(true, "item", name)
		c.put(true, "model", c.r.Models[model])
		c.put(c.runs, "run", x.outcomes[model][0].name)
		if c.clusters {
			c.putNumber(true, "cluster", x.judge.clusters[i]+1)
		}
		c.put(true, cmp.Or(x.wanted.Name, "score"), "")
		c.put(true, x.judge.column, number(x.judge.others[model].At(i)))
		c.end()
	}
}
