package importer

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
)

// labelTally counts the predicted classes of a model.
type labelTally struct {
	all, wrong, labels     int     // predictions, wrong ones, different ones
	strange, strangeLabels int     // predictions and labels that are the truth of no record
	first                  outcome // of them
}

// maxDigits is up to how many different numbers are certainly names of classes.
const maxDigits = 10

// checkLabels notes predicted classes that are the truth of no record. It returns an error for a
// model that predicts no other, and for numbers that look predicted as such.
func (c *collector) checkLabels(out *results.Results) error {
	if c.opt.Regression {
		return nil
	}
	truths, classes := c.truths()
	probable, note, err := c.probable(classes)
	if err != nil {
		return err
	}
	if c.classes = probable; note != "" {
		out.Notes = append(out.Notes, note)
	}
	records, _ := c.models[0].count()
	const say = "say setting `regression` if numbers were predicted, and write classes with a letter"
	at := place{file: c.models[0].file}
	if example, measured := results.Measurements(classes, records); measured {
		return at.errorf("", "%d different numbers in %d records, such as %.40s, are not classes; %s",
			len(classes), records, example, say)
	}
	numeric := !slices.ContainsFunc(c.names, func(name string) bool {
		_, err := strconv.ParseFloat(name, 64)
		return err != nil
	})
	poor := numeric && len(classes) > maxDigits // all models are hardly ever right
	for _, m := range c.models {
		t := m.tally(truths)
		poor = poor && 4*t.wrong > 3*t.all && t.labels > maxDigits
		if t.strange == 0 {
			continue
		}
		label := c.names[t.first.predicted]
		at := place{file: m.file, row: int(t.first.row)}
		switch {
		case t.strange == t.all:
			return at.errorf("", "model %.40q predicts %.40q, and none of its predictions is any record's truth, "+
				"such as %.40q; write classes alike in all columns and files%s", m.model, label, classes[0],
				table.Pick(numeric, ", or "+say, ""))
		case numeric && len(classes) > maxDigits && 10*t.strange > t.all:
			return at.errorf("", "model %.40q predicts %.40s, which is the truth of no record, of %d different numbers; %s",
				m.model, label, len(classes), say)
		}
		out.Notes = append(out.Notes, fmt.Sprintf("%s: row %d: model %.40q predicts %.40q, which is the truth of no record "+
			"(%d such labels in %d of %d predictions, counted as errors); are classes written alike?",
			m.file, t.first.row, m.model, label, t.strangeLabels, t.strange, t.all))
	}
	if poor {
		return at.errorf("", "%d different numbers are the truth, and all models are wrong in more than 3 of 4 "+
			"predictions; %s", len(classes), say)
	}
	return nil
}

// truths returns which labels are the truth of a record, and their names.
func (c *collector) truths() (is []bool, names []string) {
	is = make([]bool, len(c.names))
	for _, m := range c.models {
		for _, f := range m.folds {
			for _, o := range f.outcomes {
				is[o.truth] = true
			}
		}
	}
	for k, name := range c.names {
		if is[k] {
			names = append(names, name)
		}
	}
	return is, names
}

func (m *collected) tally(truths []bool) (t labelTally) {
	seen := make([]bool, len(truths))
	for _, f := range m.folds {
		t.all += len(f.outcomes)
		for _, o := range f.outcomes {
			fresh := !seen[o.predicted]
			seen[o.predicted] = true
			if fresh {
				t.labels++
			}
			if o.truth != o.predicted {
				t.wrong++
			}
			if truths[o.predicted] {
				continue
			}
			if fresh {
				t.strangeLabels++
			}
			if t.strange == 0 || o.row < t.first.row {
				t.first = o
			}
			t.strange++
		}
	}
	return t
}
