package importer

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// outcome is a prediction of one record.
type outcome struct {
	record           int32
	row              int32
	truth, predicted uint32    // labels, or
	actual, estimate float64   // numbers
	p                []float64 // of the columns likely, and how far they may be rounded; nil for none
}

// collectedFold are the predictions of one model on one fold.
type collectedFold struct {
	foldName
	outcomes []outcome
	train    []int32
	score    float64 // of a file of scores
}

// foldName are the numbers of a fold, from 1. Of inner folds the replication is their half-split.
type foldName struct {
	replication, fold int // replication 0 where the format only counts splits
	results.Within
}

// collected are the predictions of one model.
type collected struct {
	model, file string
	records     int // of the truth that the file has, 0 if it says none
	likely      likely
	folds       []*collectedFold
	at          map[foldName]*collectedFold
}

// collector gathers the predictions of models.
type collector struct {
	opt     Options
	wanted  Options // as given; opt.Regression is what the tables hold
	models  []*collected
	scores  *metric.Metric // of files of scores, nil for predictions
	labels  map[string]uint32
	names   []string
	classes []string // whose probabilities all models have
}

func newCollector(opt Options) *collector {
	return &collector{opt: opt, wanted: opt, labels: map[string]uint32{}}
}

// of returns the place where the predictions of a model in a file are gathered.
func (c *collector) of(model, file string) (*collected, error) {
	for _, m := range c.models {
		if m.model != model {
			continue
		}
		if m.file != file {
			return nil, &table.Error{File: file, Problem: fmt.Sprintf("is of model %.40q, as %s is; name the models "+
				"with setting `model` NAME=FILE", model, m.file)}
		}
		return m, nil
	}
	m := &collected{model: model, file: file, at: map[foldName]*collectedFold{}}
	c.models = append(c.models, m)
	return m, nil
}

// fold returns the predictions of a fold; replication and fold are 0 and the number of the
// split where only splits are counted.
func (m *collected) fold(name foldName) *collectedFold {
	f := m.at[name]
	if f == nil {
		f = &collectedFold{foldName: name}
		m.at[name] = f
		m.folds = append(m.folds, f)
	}
	return f
}

// place is where a prediction stands.
type place struct {
	file                    string
	row                     int
	truthColumn, predColumn string
}

// add adds a prediction: a label as text, a number as number. Its probabilities may be nil.
func (c *collector) add(f *collectedFold, at place, record int, truth, predicted string, p []float64) error {
	if record < 0 || record > math.MaxInt32-1 {
		return at.errorf("", "has the record number %d; number records as the tool does", record)
	}
	o := outcome{record: int32(record), row: int32(min(at.row, math.MaxInt32)), p: p}
	var err error
	if o.truth, o.actual, err = c.value(at, at.truthColumn, truth); err != nil {
		return err
	}
	if o.predicted, o.estimate, err = c.value(at, at.predColumn, predicted); err != nil {
		return err
	}
	f.outcomes = append(f.outcomes, o)
	return nil
}

// maxNumber keeps sums of squared errors finite.
const maxNumber = 1e140

func (c *collector) value(at place, column, text string) (label uint32, number float64, err error) {
	if text == "" || text == "NA" {
		return 0, 0, at.errorf(column, "is missing; compare models that predict all records")
	}
	if c.opt.Regression {
		number, problem := table.Float(text)
		if problem != "" || math.Abs(number) > maxNumber {
			return 0, 0, at.errorf(column, "%.40q is not a decimal number below 1e140, as setting `regression` asks for", text)
		}
		return 0, number, nil
	}
	label, ok := c.labels[text]
	if !ok {
		label = uint32(len(c.names))
		text = strings.Clone(text)
		c.labels[text] = label
		c.names = append(c.names, text)
	}
	return label, 0, nil
}

func (p place) errorf(column, format string, args ...any) error {
	return &table.Error{File: p.file, Row: p.row, Column: column, Problem: fmt.Sprintf(format, args...)}
}

// refused returns the error of a model that results refuse.
func (p place) refused(err error) error {
	return p.errorf("", "%s with setting `model` NAME=FILE", strings.TrimPrefix(err.Error(), "results: "))
}

// align arranges the folds of all models, checks that they have the same records, and finds
// the partition set.
func (c *collector) align() (results.Design, error) {
	a := c.models[0]
	for _, m := range c.models {
		if err := m.arrange(c.opt.Set); err != nil {
			return results.Design{}, err
		}
		if err := c.sameAs(m, a); err != nil {
			return results.Design{}, err
		}
		if err := m.sameTraining(a); err != nil {
			return results.Design{}, err
		}
	}
	design, err := a.set(c.opt.Set)
	if err != nil {
		return design, err
	}
	return design, a.checkDesign(design, c.opt.Set != nil)
}

// result checks that all models have the same records with the same truth, finds the partition
// set, and makes the results: the mean losses on the folds, or scores.
func (c *collector) result() ([]results.Results, error) {
	if len(c.models) == 0 {
		return nil, errors.New("importer: no predictions")
	}
	inner, err := c.takeInner()
	if err != nil {
		return nil, err
	}
	out, err := c.outer()
	if err != nil || c.opt.Set == nil || c.opt.Set.Nested == nil {
		return out, err
	}
	if inner == nil {
		out[0].Notes = append(out[0].Notes, c.opt.Set.File+" has inner folds, of which there are no results")
		return out, nil
	}
	nested := c.opt.Set.Nested
	within, err := inner.outer()
	if err != nil {
		return nil, inWords(err, nested.Replications)
	}
	out[0], err = out[0].WithInner(within[0], *nested)
	return out, err
}

// outer makes the results of all folds.
func (c *collector) outer() ([]results.Results, error) {
	design, err := c.align()
	if err != nil {
		return nil, err
	}
	out := newResults(design, c.opt.metric())
	if c.scores != nil {
		out = newResults(design, *c.scores)
	} else if err := c.checkLabels(out); err != nil {
		return nil, err
	}
	out.Train, out.Valid = c.models[0].sizes(design, c.opt.Set)
	for _, m := range c.models {
		for _, f := range m.folds {
			if err := c.addFold(out, m, f); err != nil {
				return nil, place{file: m.file}.refused(err)
			}
		}
	}
	return []results.Results{*out}, nil
}

// addFold adds the value of a model on a fold, and its predicted classes.
func (c *collector) addFold(out *results.Results, m *collected, f *collectedFold) error {
	at := cv.Fold{Replication: f.replication, Fold: f.fold}
	if c.scores != nil {
		return out.Add(at, m.model, f.score)
	}
	sum := 0.0
	truth, predicted := make([]string, len(f.outcomes)), make([]string, len(f.outcomes))
	for k, o := range f.outcomes {
		switch d := o.estimate - o.actual; {
		case c.opt.Absolute:
			sum += math.Abs(d)
		case c.opt.Regression:
			sum += d * d
		default:
			if o.truth != o.predicted {
				sum++
			}
			at.Valid = append(at.Valid, o.record)
			truth[k], predicted[k] = c.names[o.truth], c.names[o.predicted]
		}
	}
	err := out.Add(at, m.model, sum/float64(len(f.outcomes)))
	if err != nil || c.opt.Regression {
		return err
	}
	if err := out.AddItems(at, m.model, truth, predicted); err != nil || c.classes == nil {
		return err
	}
	p, err := m.probabilities(f, c.classes)
	if err != nil {
		return err
	}
	return out.AddProbabilities(at, m.model, c.classes, p)
}

// sizes returns the numbers of training and validation records of all folds, nil if the
// training records are not known.
func (m *collected) sizes(design results.Design, known *results.Splits) (train, valid []int) {
	var folds []cv.Fold
	if known != nil {
		folds = known.Set.Folds()
	}
	for i, f := range m.folds {
		n := len(f.train)
		switch {
		case known != nil:
			n = len(folds[i].Train)
		case n == 0:
			n = design.Records - len(f.outcomes)
		}
		if n <= 0 {
			return nil, nil
		}
		train, valid = append(train, n), append(valid, len(f.outcomes))
	}
	return train, valid
}

// sameAs returns an error unless two models have the same records with the same truth.
func (c *collector) sameAs(m, a *collected) error {
	if m == a {
		return nil
	}
	for i := range max(len(m.folds), len(a.folds)) {
		switch {
		case i >= len(m.folds) || i < len(a.folds) && a.folds[i].before(m.folds[i]):
			return c.lacksFold(m, a, a.folds[i])
		case i >= len(a.folds) || m.folds[i].before(a.folds[i]):
			return c.lacksFold(a, m, m.folds[i])
		}
		f, g := m.folds[i], a.folds[i]
		for k := range max(len(f.outcomes), len(g.outcomes)) {
			switch {
			case k >= len(f.outcomes) || k < len(g.outcomes) && g.outcomes[k].record < f.outcomes[k].record:
				return c.lacksRecord(m, a, g, g.outcomes[k])
			case k >= len(g.outcomes) || f.outcomes[k].record < g.outcomes[k].record:
				return c.lacksRecord(a, m, f, f.outcomes[k])
			}
			o, p := f.outcomes[k], g.outcomes[k]
			if o.truth != p.truth || o.actual != p.actual {
				return place{file: m.file, row: int(o.row)}.errorf("", "record %d has the truth %.40q, but %s has "+
					"%.40q in row %d; compare models on the same data", o.record, c.truth(o), a.file, c.truth(p), p.row)
			}
		}
	}
	return nil
}

func (c *collector) truth(o outcome) string {
	if c.opt.Regression {
		return strconv.FormatFloat(o.actual, 'g', -1, 64)
	}
	return c.names[o.truth]
}

func (c *collector) lacksFold(m, a *collected, f *collectedFold) error {
	return place{file: m.file}.errorf("", "model %.40q has no replication %d fold %d, model %.40q has (%s); run all "+
		"models on the same folds%s",
		m.model, f.replication, f.fold, a.model, a.file, c.twin(m, a))
}

func (c *collector) lacksRecord(m, a *collected, f *collectedFold, o outcome) error {
	return place{file: m.file}.errorf("", "model %.40q does not predict record %d in replication %d fold %d, model "+
		"%.40q does (%s, row %d); run all models on the same folds%s",
		m.model, o.record, f.replication, f.fold, a.model, a.file, o.row, c.twin(m, a))
}

// twin says whether one of two models has a name that differs from another by case alone.
func (c *collector) twin(models ...*collected) string {
	var names []string
	for _, m := range c.models {
		names = append(names, m.model)
	}
	for _, m := range models {
		if hint := results.Twin(m.model, names); hint != "" {
			return hint
		}
	}
	return ""
}

func (f *collectedFold) before(g *collectedFold) bool {
	return f.replication < g.replication || f.replication == g.replication && f.fold < g.fold
}
