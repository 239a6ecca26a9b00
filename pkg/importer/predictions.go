package importer

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/table"
)

// outcome is a prediction of one record.
type outcome struct {
	record           int32
	row              int32
	truth, predicted uint32  // labels, or
	actual, estimate float64 // numbers
}

// collectedFold are the predictions of one model on one fold.
type collectedFold struct {
	replication, fold int // 0 where the format only counts splits
	outcomes          []outcome
	train             []int32
}

// collected are the predictions of one model.
type collected struct {
	model, file string
	folds       []*collectedFold
	at          map[[2]int]*collectedFold
}

// collector gathers the predictions of models.
type collector struct {
	opt    Options
	models []*collected
	labels map[string]uint32
	names  []string
}

func newCollector(opt Options) *collector { return &collector{opt: opt, labels: map[string]uint32{}} }

// of returns where the predictions of a model in a file are gathered.
func (c *collector) of(model, file string) (*collected, error) {
	for _, m := range c.models {
		if m.model != model {
			continue
		}
		if m.file != file {
			return nil, &table.Error{File: file, Problem: fmt.Sprintf("is of model %.40q, as %s is; name the models with --model NAME=FILE", model, m.file)}
		}
		return m, nil
	}
	m := &collected{model: model, file: file, at: map[[2]int]*collectedFold{}}
	c.models = append(c.models, m)
	return m, nil
}

// fold returns the predictions of a fold; replication and fold are 0 and the number of the
// split where only splits are counted.
func (m *collected) fold(replication, fold int) *collectedFold {
	key := [2]int{replication, fold}
	f := m.at[key]
	if f == nil {
		f = &collectedFold{replication: replication, fold: fold}
		m.at[key] = f
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

// add adds a prediction: a label as text, a number as number.
func (c *collector) add(f *collectedFold, at place, record int, truth, predicted string) error {
	if record < 0 || record > math.MaxInt32-1 {
		return at.errorf("", "has the record number %d; number records as the tool does", record)
	}
	o := outcome{record: int32(record), row: int32(min(at.row, math.MaxInt32))}
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

func (c *collector) value(at place, column, text string) (label uint32, number float64, err error) {
	if text == "" || text == "NA" {
		return 0, 0, at.errorf(column, "is missing; compare models that predict all records")
	}
	if c.opt.Regression {
		number, err = strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
			return 0, 0, at.errorf(column, "%.40q is not a finite number, as --regression asks for", text)
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

// align arranges the folds of all models, checks that they have the same records, and finds
// the partition set.
func (c *collector) align(out *Predictions) (err error) {
	for _, m := range c.models {
		if err := m.arrange(); err != nil {
			return err
		}
		if err := c.sameAs(m, c.models[0]); err != nil {
			return err
		}
		out.Models = append(out.Models, m.model)
	}
	out.Set, out.Notes, err = c.models[0].set(c.opt.Set)
	return err
}

// result checks that all models have the same records with the same truth, and finds the
// partition set.
func (c *collector) result() (Predictions, error) {
	var out Predictions
	if len(c.models) == 0 {
		return out, errors.New("importer: no predictions")
	}
	if err := c.checkClasses(); err != nil {
		return out, err
	}
	if err := c.align(&out); err != nil {
		return out, err
	}
	for _, m := range c.models {
		for _, f := range m.folds {
			out.Losses = append(out.Losses, fold.DatasetLossRow{LossRow: c.loss(m, f, out.Set)})
			if c.opt.Regression {
				continue
			}
			for _, o := range f.outcomes {
				out.Rows = append(out.Rows, fold.PredictionRow{Replication: f.replication, Fold: f.fold, Record: int(o.record), Model: m.model,
					Truth: c.names[o.truth], Predicted: c.names[o.predicted], Set: out.Set.Column()})
			}
		}
	}
	return out, nil
}

// checkClasses returns an error if labels look like predicted numbers.
func (c *collector) checkClasses() error {
	if c.opt.Regression {
		return nil
	}
	for _, text := range c.names {
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			return nil
		}
	}
	truths, odd, all := map[uint32]bool{}, 0, 0
	for _, m := range c.models {
		for _, f := range m.folds {
			for _, o := range f.outcomes {
				truths[o.truth] = true
			}
		}
	}
	for _, m := range c.models {
		for _, f := range m.folds {
			for _, o := range f.outcomes {
				all++
				if !truths[o.predicted] {
					odd++
				}
			}
		}
	}
	if 2*odd > all {
		return &table.Error{File: c.models[0].file, Problem: "has predictions that are numbers and mostly no record's truth; are they numbers to predict? Then say --regression"}
	}
	return nil
}

// sameAs returns an error unless two models have the same records with the same truth.
func (c *collector) sameAs(m, a *collected) error {
	if m == a {
		return nil
	}
	for i := range max(len(m.folds), len(a.folds)) {
		switch {
		case i >= len(m.folds) || i < len(a.folds) && a.folds[i].before(m.folds[i]):
			return lacksFold(m, a, a.folds[i])
		case i >= len(a.folds) || m.folds[i].before(a.folds[i]):
			return lacksFold(a, m, m.folds[i])
		}
		f, g := m.folds[i], a.folds[i]
		for k := range max(len(f.outcomes), len(g.outcomes)) {
			switch {
			case k >= len(f.outcomes) || k < len(g.outcomes) && g.outcomes[k].record < f.outcomes[k].record:
				return lacksRecord(m, a, g, g.outcomes[k])
			case k >= len(g.outcomes) || f.outcomes[k].record < g.outcomes[k].record:
				return lacksRecord(a, m, f, f.outcomes[k])
			}
			o, p := f.outcomes[k], g.outcomes[k]
			if o.truth != p.truth || o.actual != p.actual {
				return place{file: m.file, row: int(o.row)}.errorf("", "record %d has the truth %.40q, but %s has %.40q in row %d; compare models on the same data", o.record, c.truth(o), a.file, c.truth(p), p.row)
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

func lacksFold(m, a *collected, f *collectedFold) error {
	return place{file: m.file}.errorf("", "model %.40q has no replication %d fold %d, model %.40q has (%s); run all models on the same folds", m.model, f.replication, f.fold, a.model, a.file)
}

func lacksRecord(m, a *collected, f *collectedFold, o outcome) error {
	return place{file: m.file}.errorf("", "model %.40q does not predict record %d in replication %d fold %d, model %.40q does (%s, row %d); run all models on the same folds", m.model, o.record, f.replication, f.fold, a.model, a.file, o.row)
}

func (f *collectedFold) before(g *collectedFold) bool {
	return f.replication < g.replication || f.replication == g.replication && f.fold < g.fold
}

// loss is the mean loss on a fold.
func (c *collector) loss(m *collected, f *collectedFold, set Found) fold.LossRow {
	sum := 0.0
	for _, o := range f.outcomes {
		switch d := o.estimate - o.actual; {
		case c.opt.Absolute:
			sum += math.Abs(d)
		case c.opt.Regression:
			sum += d * d
		case o.truth != o.predicted:
			sum++
		}
	}
	row := fold.LossRow{Model: m.model, Replication: f.replication, Fold: f.fold, Loss: sum / float64(len(f.outcomes)), Set: set.Column()}
	row.NTrain, row.NValid = sizes(len(f.train), len(f.outcomes), set)
	return row
}

// sizes returns the numbers of training and validation records, 0 and 0 if they are not known.
func sizes(train, valid int, set Found) (nTrain, nValid int) {
	switch {
	case train > 0:
		return train, valid
	case set.Records > valid:
		return set.Records - valid, valid
	}
	return 0, 0
}

// arrange sorts folds and records and numbers splits as folds of replications.
func (m *collected) arrange() error {
	for _, f := range m.folds {
		slices.SortFunc(f.outcomes, func(a, b outcome) int { return cmp.Compare(a.record, b.record) })
		for k := 1; k < len(f.outcomes); k++ {
			if a, b := f.outcomes[k-1], f.outcomes[k]; a.record == b.record {
				return place{file: m.file, row: int(max(a.row, b.row))}.errorf("", "predicts a record for the second time in the same fold, as row %d does; save the predictions of one setting of the model", min(a.row, b.row))
			}
		}
	}
	if len(m.folds) > 0 && m.folds[0].replication == 0 {
		m.number()
	}
	slices.SortStableFunc(m.folds, func(a, b *collectedFold) int {
		return cmp.Or(cmp.Compare(a.replication, b.replication), cmp.Compare(a.fold, b.fold))
	})
	want := foldFile{replication: 1, fold: 1}
	for i, f := range m.folds {
		if i > 0 && f.replication > m.folds[i-1].replication {
			want.replication, want.fold = want.replication+1, 1
		}
		if f.replication != want.replication || f.fold != want.fold {
			return place{file: m.file}.errorf("", "has replication %d fold %d, but not replication %d fold %d; is the file whole?", f.replication, f.fold, want.replication, want.fold)
		}
		want.fold++
	}
	return nil
}

// number makes replications of splits in the order of their numbers: as soon as the
// validation sets hold each record once a replication is complete. Splits that do not come
// out like that are a replication each.
func (m *collected) number() {
	slices.SortStableFunc(m.folds, func(a, b *collectedFold) int { return cmp.Compare(a.fold, b.fold) })
	n := int32(0)
	for _, f := range m.folds {
		for _, o := range f.outcomes {
			n = max(n, o.record+1)
		}
	}
	last := make([]int, n) // the replication in which a record was seen last
	replication, fold, seen := 1, 1, int32(0)
	for _, f := range m.folds {
		f.replication, f.fold = replication, fold
		fold++
		for _, o := range f.outcomes {
			if last[o.record] == replication {
				m.single()
				return
			}
			last[o.record] = replication
			seen++
		}
		if seen == n {
			replication, fold, seen = replication+1, 1, 0
		}
	}
	if seen > 0 {
		m.single()
	}
}

func (m *collected) single() {
	for k, f := range m.folds {
		f.replication, f.fold = k+1, 1
	}
}

// set finds the partition set, or checks that it is the one that is known.
func (m *collected) set(known *fold.Splits) (Found, []string, error) {
	folds := make([]foldRecords, len(m.folds))
	files := make([][]foldFile, len(m.folds))
	for k, f := range m.folds {
		folds[k] = foldRecords{replication: f.replication, fold: f.fold, train: f.train}
		for _, o := range f.outcomes {
			folds[k].valid = append(folds[k].valid, o.record)
		}
		files[k] = []foldFile{{f.replication, f.fold, m.file}}
	}
	if known == nil {
		if problem := runsProblem(folds, func(i int) string { return fmt.Sprint(sorted(folds[i].valid)) }); problem != "" {
			return Found{}, nil, place{file: m.file}.errorf("", "%s", problem)
		}
		found, notes := detect(folds, repeats{})
		return found, notes, nil
	}
	if err := checkKnown(known, files); err != nil {
		return Found{}, nil, err
	}
	for k, f := range known.Set.Folds() {
		if !slices.Equal(f.Valid, folds[k].valid) {
			return Found{}, nil, place{file: m.file}.errorf("", "validates other records in replication %d fold %d than %s; give the partition set of the predictions", f.Replication, f.Fold, known.File)
		}
	}
	found := shapeOf(folds)
	found.ID, found.Records = known.Set.ID(), known.Set.N
	return found, nil, nil
}
