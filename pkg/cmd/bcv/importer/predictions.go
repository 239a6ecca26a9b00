package importer

import (
	"errors"
	"fmt"
	"math"
	"slices"
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
	truth, predicted uint32   // places in collector.texts
	p                []string // of the classes likely
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
	records     int                 // of the truth that the file has, 0 if it says none
	likely      []string            // classes that have probabilities; nil for none
	own         func(string) string // see place
	folds       []*collectedFold
	at          map[foldName]*collectedFold
}

// collector gathers the predictions of models.
type collector struct {
	opt    Options
	wanted Options // as given; opt.Regression is what the tables hold
	models []*collected
	scores *metric.Metric // of files of scores, nil for predictions
	texts  []string       // true and predicted classes or numbers
	textAt map[string]uint32
}

func newCollector(opt Options) *collector {
	return &collector{opt: opt, wanted: opt, textAt: map[string]uint32{}}
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

// add adds a prediction: classes or numbers, as the file has them. The probabilities may be nil.
func (c *collector) add(f *collectedFold, at place, record int, truth, predicted string, p []string) error {
	if record < 0 || record > math.MaxInt32-1 {
		return at.errorf("", "has the record number %d; number records as the tool does", record)
	}
	o := outcome{record: int32(record), row: int32(min(at.row, math.MaxInt32)), p: p}
	for _, v := range []struct {
		to           *uint32
		column, text string
	}{{&o.truth, "truth", truth}, {&o.predicted, "predicted", predicted}} {
		if v.text == "" || v.text == "NA" {
			return at.errorf(at.column(v.column), "is missing; compare models that predict all records")
		}
		k, known := c.textAt[v.text]
		if !known {
			k = uint32(len(c.texts))
			c.texts = append(c.texts, strings.Clone(v.text))
			c.textAt[c.texts[k]] = k
		}
		*v.to = k
	}
	f.outcomes = append(f.outcomes, o)
	return nil
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
	computed := c.predicted
	if c.scores != nil {
		computed = c.scored
	}
	out, err := computed(design)
	if err != nil {
		return nil, err
	}
	out.Design = design
	out.Train, out.Valid = c.models[0].sizes(design, c.opt.Set)
	return []results.Results{out}, nil
}

// scored makes results of scores.
func (c *collector) scored(design results.Design) (results.Results, error) {
	out := newResults(design, *c.scores)
	for _, m := range c.models {
		for _, f := range m.folds {
			if err := out.Add(cv.Fold{Replication: f.replication, Fold: f.fold}, m.model, f.score); err != nil {
				return *out, place{file: m.file}.refused(err)
			}
		}
	}
	return *out, nil
}

// predicted makes results of predictions.
func (c *collector) predicted(design results.Design) (out results.Results, err error) {
	if err := c.checkClasses(); err != nil {
		return out, err
	}
	classes, note := c.probable()
	header := []string{"model", "replication", "fold", "set", "record", "truth", "predicted"}
	for _, class := range classes {
		header = append(header, "p_"+class)
	}
	in := newRows(header...)
	set := design.ID.String()
	for _, m := range c.models {
		for _, f := range m.folds {
			replication, fold := strconv.Itoa(f.replication), strconv.Itoa(f.fold)
			for _, o := range f.outcomes {
				fields := []string{m.model, replication, fold, set, strconv.Itoa(int(o.record)), c.texts[o.truth], c.texts[o.predicted]}
				for _, class := range classes {
					fields = append(fields, o.p[slices.Index(m.likely, class)])
				}
				in.add(place{m.file, int(o.row), m.own}, fields...)
			}
		}
	}
	all, err := in.read(results.ReadOptions{Numbers: c.opt.Regression})
	if err != nil {
		return out, err
	}
	if out = all[0]; c.opt.Absolute {
		out, err = out.Computed("mae")
	}
	if note != "" {
		out.Notes = append(out.Notes, note)
	}
	return out, err
}

// checkClasses refuses numbers that were measured, unless numbers were predicted.
func (c *collector) checkClasses() error {
	if c.opt.Regression {
		return nil
	}
	records, _ := c.models[0].count()
	if example, measured := results.Measurements(c.texts, records); measured {
		return place{file: c.models[0].file}.errorf("", "%d different numbers in %d records, such as %.40s, are not classes; say "+
			"setting `regression` if numbers were predicted, and write classes with a letter", len(c.texts), records, example)
	}
	return nil
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

// sameAs returns an error unless two models have the same folds, and were tested on the same records, and trained on the
// same where their files say on which.
func (c *collector) sameAs(m, a *collected) error {
	at := place{file: m.file}
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
		}
		switch {
		case (f.train == nil) != (g.train == nil):
			return at.errorf("", "one of model %.40q and model %.40q (%s) has training sets; save the same of all models",
				m.model, a.model, a.file)
		case !slices.Equal(sorted(f.train), sorted(g.train)):
			return at.errorf("", "model %.40q was trained on other records than model %.40q (%s) in replication %d fold %d, "+
				"%d and %d of them; run all models on the same folds", m.model, a.model, a.file, f.replication, f.fold,
				len(f.train), len(g.train))
		}
	}
	return nil
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
