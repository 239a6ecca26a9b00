package fold

import (
	"maps"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// confusion counts predictions by class.
type confusion struct {
	positive string // the class to count, "" for all
	numbers  map[string]int
	labels   []string
	cells    map[confusionKey]*confusionCell
	set      string
}

type confusionKey struct{ replication, fold, model int }

// confusionCell counts the predictions of a model on a fold, by class.
type confusionCell struct {
	records                  int
	gold, predicted, correct []int
}

// maxLabels is how many different labels are counted.
const maxLabels = 1 << 16

func (c *confusion) add(r *predictionRow, at spot) error {
	if c.set == "" && r.Set != "" {
		c.set = strings.Clone(r.Set)
	}
	truth, err := c.number(r.Truth, at)
	if err != nil {
		return err
	}
	for m, label := range r.labels {
		if r.has&(hasA<<m) == 0 {
			continue
		}
		said, err := c.number(label, at)
		if err != nil {
			return err
		}
		key := confusionKey{r.Replication, r.Fold, m}
		cell := c.cells[key]
		if cell == nil {
			cell = new(confusionCell)
			c.cells[key] = cell
		}
		cell.add(truth, said)
	}
	return nil
}

// number returns the number of a label, -1 for one that is not counted.
func (c *confusion) number(label string, at spot) (int, error) {
	k, ok := c.numbers[label]
	switch {
	case ok:
		return k, nil
	case c.positive != "" && label != c.positive:
		return -1, nil
	case len(c.labels) == maxLabels:
		return 0, at.Errorf("truth", "more than %d different labels; are they classes? Name the one to count (bcv: --positive)", maxLabels)
	}
	label = strings.Clone(label)
	c.numbers[label] = len(c.labels)
	c.labels = append(c.labels, label)
	return len(c.labels) - 1, nil
}

func (c *confusionCell) add(truth, said int) {
	c.records++
	if most := max(truth, said); most >= len(c.gold) {
		grow := make([]int, most+1-len(c.gold))
		c.gold, c.predicted, c.correct = append(c.gold, grow...), append(c.predicted, grow...), append(c.correct, grow...)
	}
	if truth >= 0 {
		c.gold[truth]++
	}
	if said >= 0 {
		c.predicted[said]++
	}
	if truth >= 0 && truth == said {
		c.correct[truth]++
	}
}

// rows returns a row a class, model and fold; classes are those that a record has.
func (c *confusion) rows(models []string) []CountRow {
	keys := slices.SortedFunc(maps.Keys(c.cells), func(a, b confusionKey) int {
		for _, d := range [...]int{a.model - b.model, a.replication - b.replication, a.fold - b.fold} {
			if d != 0 {
				return d
			}
		}
		return 0
	})
	var out []CountRow
	for _, class := range slices.Sorted(slices.Values(c.labels)) {
		k, some := c.numbers[class], false
		begin := len(out)
		for _, key := range keys {
			cell, row := c.cells[key], CountRow{Set: c.set}
			row.CountRow = posterior.CountRow{Task: class, Model: models[key.model], Replication: key.replication, Fold: key.fold}
			if k < len(cell.gold) {
				row.TP, row.FP, row.FN = cell.correct[k], cell.predicted[k]-cell.correct[k], cell.gold[k]-cell.correct[k]
				some = some || cell.gold[k] > 0
			}
			row.TN = cell.records - row.TP - row.FP - row.FN
			out = append(out, row)
		}
		if !some {
			out = out[:begin]
		}
	}
	return out
}

// ReadPredictionCounts reads files of predictions as ReadPredictionFiles does, and returns
// the true and false positives and negatives of the class positive on each fold, as a
// task of its name; of every class that a record has if positive is empty.
func ReadPredictionCounts(paths []string, positive string, models ...string) (Counts, error) {
	c := confusion{positive: positive, numbers: map[string]int{}, cells: map[confusionKey]*confusionCell{}}
	r := pairReader{models: models, byFile: byFile(paths), classes: &c}
	if err := eachRow(paths, r.begin, r.visit, table.Others()); err != nil {
		return Counts{}, err
	}
	sets, err := r.result()
	if err != nil {
		return Counts{}, err
	}
	p, err := onlyPairs(paths[0], sets)
	if err != nil {
		return Counts{}, err
	}
	rows := c.rows([]string{p.A, p.B})
	if len(rows) == 0 {
		classes := slices.Sorted(maps.Keys(r.tallies[r.names.names[0]].classOf))
		return Counts{}, &table.Error{File: paths[0], Column: "truth", Problem: "no record is of the class " + quoted([]string{positive}) + "; the classes are " + quoted(classes)}
	}
	return countsOf(rows, chunkColumns, []string{p.A, p.B})
}
