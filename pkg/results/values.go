package results

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// lossRow is a row of a file of losses, but for the column that holds them.
type lossRow struct {
	row
	NTrain int `dataframe:"n_train" table:"optional,nonneg"` // training records; 0 if unknown
	NValid int `dataframe:"n_valid" table:"optional,nonneg"` // validation records; 0 if unknown
}

// valueRow is the value of one metric of one model on one fold.
type valueRow struct {
	lossRow
	Metric string  `dataframe:"metric" table:"line"`
	Value  float64 `dataframe:"value" table:"blank"` // NaN if undefined
}

// readLosses reads a file whose values stand in the column of a metric.
func (r *reader) readLosses(in *table.Records, header []string, at spot) error {
	metrics, err := metricsOf(at.file, header, r.opt)
	if err != nil {
		return err
	}
	places := make([]int, len(metrics))
	begin := func(info table.Info, at spot) error {
		for k, m := range metrics {
			if places[k] = slices.Index(info.Others, m.Name); places[k] < 0 {
				return at.Errorf(m.Name, "does not exist; the file has %s",
					table.Quoted(append(slices.Clone(info.Columns), info.Others...)))
			}
		}
		return r.beginValues(info, at)
	}
	visit := func(x *lossRow, others []string, at spot) error {
		for k, m := range metrics {
			value, problem := table.Float(others[places[k]])
			if problem != "" {
				return at.Errorf(m.Name, "%s", problem)
			}
			err := r.value(x.row, m, value, m.Name, [2]int{x.NTrain, x.NValid}, at)
			if err != nil {
				return err
			}
		}
		return nil
	}
	return eachRow(in, header, at, begin, visit, table.Others())
}

// metricsOf returns the metrics whose columns are read from a file of losses.
func metricsOf(path string, header []string, opt ReadOptions) (out []metric.Metric, err error) {
	absent := slices.ContainsFunc(opt.Metrics, func(name string) bool { return !slices.Contains(header, name) })
	if opt.Metric.Name != "" || len(opt.Metrics) == 0 || absent && len(metricColumns(header)) < 2 {
		m, err := metricOf(path, header, opt.Metric)
		return []metric.Metric{m}, err
	}
	for _, name := range opt.Metrics {
		if defs, err := metric.Parse(name); err == nil && len(defs) == 1 && !slices.Contains(header, name) {
			name = defs[0].Name
		}
		m, _ := metric.Named(name)
		out = append(out, m)
	}
	return out, nil
}

// metricOf returns the metric whose column is read from a file of losses. It refuses a file whose columns leave open
// what is compared.
func metricOf(path string, header []string, wanted metric.Metric) (metric.Metric, error) {
	if tuned := slices.Contains(header, "setting") && slices.Contains(header, "value"); tuned &&
		(wanted.Name == "" || wanted.Name == "value") {
		return wanted, &table.Error{File: path, Row: 1, Column: "value", Err: ErrMetric, Problem: "chose the settings, and " +
			"is too good for a verdict; compare losses (setting `losses`, not `tuning`)"}
	}
	if wanted.Name != "" {
		return wanted, nil
	}
	switch found := metricColumns(header); len(found) {
	case 0: // the reader of the rows says what is missing
		return metric.Loss, nil
	case 1:
		m, _ := metric.Named(found[0])
		return m, nil
	default:
		return wanted, whichOf(path, found)
	}
}

// whichOf asks which of several columns is compared, and of those without a direction for it, too.
func whichOf(path string, found []string) error {
	e := &table.Error{File: path, Row: 1, Err: ErrMetric}
	known := slices.DeleteFunc(slices.Clone(found), func(name string) bool { _, ok := metric.Named(name); return !ok })
	if len(known) > 0 {
		e.Problem = fmt.Sprintf("the columns %s: which are to be compared? Name them (setting `metric` %s, for "+
			"instance), or "+
			"one as a score or as a loss (setting `score` or `loss`)", table.Quoted(found), strings.Join(known, ","))
		return e
	}
	e.Problem = fmt.Sprintf("the columns %s: which one is to be compared, and is more of it better, or less? "+
		"Name it as a score or as a loss (setting `score` %s or `loss` %[2]s, for instance)", table.Quoted(found), found[0])
	return e
}

// beginValues takes the columns of a file of losses or values.
func (r *reader) beginValues(info table.Info, _ spot) error {
	r.columns.train, r.columns.valid = r.columns.train && info.Has("n_train"), r.columns.valid && info.Has("n_valid")
	return nil
}

// addValue takes a row of a file of values.
func (r *reader) addValue(x *valueRow, _ []string, at spot) error {
	m := r.opt.Metric
	switch {
	case m.Name == "":
		m = r.metric(x.Metric)
	case m.Name != x.Metric:
		return nil
	}
	return r.value(x.row, m, x.Value, "value", [2]int{x.NTrain, x.NValid}, at)
}

// metric returns the metric of a name.
func (r *reader) metric(name string) metric.Metric {
	if k := r.here; k != nil {
		for _, m := range k.metrics {
			if m.Name == name {
				return m
			}
		}
	}
	m, _ := metric.Named(name)
	return m
}

// largestValue is the largest value that differences are computed of.
const largestValue = 1e150

// value takes a value of a metric, which stands in a column.
func (r *reader) value(x row, m metric.Metric, value float64, column string, sizes [2]int, at spot) error {
	k, model, err := r.see(&x, at)
	if k == nil || err != nil {
		return err
	}
	if math.Abs(value) > largestValue {
		return at.Errorf(column, "%v; give a value of a usual size", value)
	}
	for i, name := range [...]string{"n_train", "n_valid"} {
		has, what := r.columns.train, "training"
		if i == 1 {
			has, what = r.columns.valid, "validation"
		}
		if has && sizes[i] < 1 {
			return at.Errorf(name, "no %s records; give their number or leave the column out", what)
		}
		if sizes[i] > largestNumber {
			return at.Errorf(name, "%d records; at most %d can be divided", sizes[i], largestNumber)
		}
	}
	i := slices.IndexFunc(k.metrics, func(o metric.Metric) bool { return o.Name == m.Name })
	if i < 0 {
		i = len(k.metrics)
		k.metrics, k.cells = append(k.metrics, m), append(k.cells, new(cells))
	}
	c := k.cells[i]
	c.add(model, x.Replication, x.Fold, at)
	c.value.add(value)
	c.addSizes(sizes[0], sizes[1])
	return nil
}

// ofCells completes the results of a key whose rows are values or counts.
func (r *reader) ofCells(out *Results, k *keyed, place []int) error {
	for i, c := range k.cells {
		g, err := c.arrange(out.Models, place)
		if err != nil {
			return err
		}
		if i == 0 {
			out.Train, out.Valid = c.sizesOf(g, r.columns.train && c.train.n > 0, r.columns.valid && c.valid.n > 0)
			records := alike(out.Train, out.Valid)
			if r.kind == countKind && r.columns.tn {
				if out.Valid, records, err = c.counted(g, out.Models); err != nil {
					return err
				}
			}
			if out.Design, err = k.set.design(r.begun, g.Replications, g.Folds, records); err != nil {
				return err
			}
			out.Design.MayBeRuns = mayBeRuns(out.Design, out.Valid)
			if note := sizesNote(out.Design, out.Train, out.Valid); note != "" {
				out.Notes = append(out.Notes, note)
			}
		}
		if d := out.Design; g.Replications != d.Replications || g.Folds != d.Folds {
			return r.begun.Errorf("metric", "%s has values on %d folds, %s on %d; give every metric all folds",
				k.metrics[0].Name, d.Replications*d.Folds, k.metrics[i].Name, g.Replications*g.Folds)
		}
		if r.kind == countKind {
			out.setCounts(c.countsIn(g))
			return nil
		}
		values := NewGrid[float64](len(out.Models), g.Replications, g.Folds)
		for n, row := range g.Cells {
			values.Cells[n] = *c.value.at(int(row))
		}
		out.Metrics = append(out.Metrics, k.metrics[i])
		out.Values = append(out.Values, values)
		k.cells[i] = nil
	}
	return r.countsOfValues(out)
}

// Fit gives each metric the range that fits its values, and refuses values that it cannot have, see metric.Metric.Fit.
func (r *Results) Fit() error {
	for i := range r.Metrics {
		if err := r.fit(i); err != nil {
			return fmt.Errorf("results: %w", err)
		}
	}
	return nil
}

func (r *Results) fit(i int) (err error) {
	r.Metrics[i], err = r.Metrics[i].Fit(func(yield func(string, float64) bool) {
		for m, model := range r.Models {
			for _, v := range r.Values[i].Of(m) {
				if !yield(model, v) {
					return
				}
			}
		}
	})
	return err
}

// fit gives each metric the range that fits its values in all keys, runs and inner folds.
func (r *reader) fit(names []string) error {
	if r.kind == countKind {
		return nil
	}
	keys := slices.Clone(r.keys)
	var order []string
	metrics := map[string]metric.Metric{}
	for _, k := range r.keys {
		if k.inner != nil {
			keys = append(keys, &k.inner.keyed)
		}
		for _, m := range k.metrics {
			if _, seen := metrics[m.Name]; !seen {
				order, metrics[m.Name] = append(order, m.Name), m
			}
		}
	}
	wanted := func(model string) bool { return len(r.opt.Models) == 0 || slices.Contains(r.opt.Models, model) }
	for _, name := range order {
		m, err := metrics[name].Fit(func(yield func(string, float64) bool) {
			for _, k := range keys {
				i := slices.IndexFunc(k.metrics, func(o metric.Metric) bool { return o.Name == name })
				if i < 0 {
					continue
				}
				c := k.cells[i]
				for row := range c.line.n {
					model := names[k.models[*c.model.at(row)]]
					if wanted(model) && !yield(model, *c.value.at(row)) {
						return
					}
				}
			}
		})
		if err != nil {
			return r.begun.Errorf(table.Pick(r.kind == lossKind, name, "value"), "%v", err)
		}
		for _, k := range keys {
			if i := slices.IndexFunc(k.metrics, func(o metric.Metric) bool { return o.Name == name }); i >= 0 {
				k.metrics[i] = m
			}
		}
	}
	if r.items.form != scoreItems || r.items.metric.Name == "" {
		return nil
	}
	m, err := r.items.metric.Fit(func(yield func(string, float64) bool) {
		for _, k := range r.keys {
			if k.items == nil {
				continue
			}
			for m, runs := range k.items.outcomes {
				model := names[k.models[m]]
				for _, run := range runs {
					for i := range k.items.names.Len() {
						if wanted(model) && !yield(model, run.columns[0].At(i)) {
							return
						}
					}
				}
			}
		}
	})
	if err != nil {
		return r.begun.Errorf(table.Pick(r.opt.Wide, "", m.Name), "%v", err)
	}
	r.items.metric = m
	return nil
}

// sizesNote says if the folds of a replication cannot be a K-fold CV.
func sizesNote(d Design, train, valid []int) string {
	if d.Folds < 2 || !d.ID.Method.Exchangeable() || train == nil || valid == nil {
		return ""
	}
	for j := range d.Replications {
		sum, most := 0, 0
		for i := j * d.Folds; i < (j+1)*d.Folds; i++ {
			sum, most = sum+valid[i], max(most, train[i]+valid[i])
		}
		if sum != most {
			return fmt.Sprintf("the %d folds of replication %d validate %d records in all, but a fold has %d "+
				"training and validation records; if they are random hold-outs and not a cross-validation, number "+
				"them as replications with one fold each", d.Folds, j+1, sum, most)
		}
	}
	return ""
}

// countNames are the metrics that make up counts, in values.
var countNames = []string{"tp", "fp", "fn"}

// countsOfValues turns the metrics tp, fp and fn into counts.
func (r *reader) countsOfValues(out *Results) error {
	var at [3]int
	found := 0
	for i, name := range countNames {
		at[i] = slices.IndexFunc(out.Metrics, func(m metric.Metric) bool { return m.Name == name })
		found += min(at[i], 0) + 1
	}
	if found == 0 || r.opt.Metric.Name != "" {
		return nil
	}
	if found < 3 || len(out.Metrics) > 3 {
		return r.begun.Errorf("metric", "some of tp, fp and fn; give all three of a task, and no other metric")
	}
	g := NewGrid[posterior.Counts](len(out.Models), out.Design.Replications, out.Design.Folds)
	for i := range g.Cells {
		g.Cells[i] = posterior.Counts{TP: out.Values[at[0]].Cells[i], FP: out.Values[at[1]].Cells[i],
			FN: out.Values[at[2]].Cells[i]}
		if err := g.Cells[i].Check(); err != nil {
			return r.begun.Errorf("value", "%v", err)
		}
	}
	out.Metrics, out.Values = nil, nil
	out.setCounts(g)
	if note := out.unevenGold(); note != "" && out.Valid != nil { // the records are as many, so that they are others
		return r.begun.Errorf("value", "%s", note)
	}
	return nil
}
