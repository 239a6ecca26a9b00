package results

import (
	"fmt"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// CountRow is what one model did on one fold: gold, predicted and correct chunks, or true and
// false positives and negatives.
type CountRow struct {
	Dataset     string `dataframe:"dataset" table:"optional,line"`
	Task        string `dataframe:"task" table:"optional,line"` // such as the class or the type of chunks
	Model       string `dataframe:"model" table:"line"`
	Replication int    `dataframe:"replication" table:"nonneg"` // from 1
	Within
	Fold      int    `dataframe:"fold" table:"nonneg"` // from 1
	Run       string `dataframe:"run" table:"optional,line"`
	Gold      int    `dataframe:"gold" table:"optional,nonneg"`
	Predicted int    `dataframe:"predicted" table:"optional,nonneg"`
	Correct   int    `dataframe:"correct" table:"optional,nonneg"`
	TP        int    `dataframe:"tp" table:"optional,nonneg"`
	FP        int    `dataframe:"fp" table:"optional,nonneg"`
	FN        int    `dataframe:"fn" table:"optional,nonneg"`
	TN        int    `dataframe:"tn" table:"optional,nonneg"` // which no metric here needs
	Set       string `dataframe:"set" table:"optional"`       // the partition set, see cv.ID; empty if unknown
}

// The two ways to give counts.
var (
	chunkColumns     = []string{"gold", "predicted", "correct"}
	confusionColumns = []string{"tp", "fp", "fn"}
)

// beginCounts takes the columns of a file, which count the same in all.
func (r *reader) beginCounts(info table.Info, at spot) error {
	chunks, err := countColumns(info, at)
	if err != nil {
		return err
	}
	if at.file == r.begun.file {
		r.columns.chunks = chunks
	}
	if chunks != r.columns.chunks {
		return at.Errorf("", "counts %s, %s does not; give all files the same columns",
			table.Pick(chunks, "chunks", "tp, fp, fn"), r.begun.file)
	}
	r.columns.tn = r.columns.tn && info.Has("tn")
	return nil
}

// largestCount is the largest count that posteriors are computed of.
const largestCount = 1e15

// countColumns says whether a file counts chunks, and refuses files with neither or both kinds
// of columns.
func countColumns(in table.Info, at spot) (chunks bool, err error) {
	hasChunks, missingChunks := present(in, chunkColumns)
	hasConfusion, missingConfusion := present(in, confusionColumns)
	switch {
	case len(hasChunks) > 0 && len(hasConfusion) > 0:
		return false, at.Errorf(hasConfusion[0],
			"stands beside column %s; give either gold, predicted, correct or tp, fp, fn", hasChunks[0])
	case len(hasChunks) > 0 && len(missingChunks) > 0:
		return false, at.Errorf(missingChunks[0], "is missing; give gold, predicted and correct")
	case len(hasConfusion) > 0 && len(missingConfusion) > 0:
		return false, at.Errorf(missingConfusion[0], "is missing; give tp, fp and fn")
	case len(hasChunks) == 0 && len(hasConfusion) == 0:
		return false, at.Errorf("", "has no counts, only the columns %s; add gold, predicted, correct or tp, fp, fn",
			strings.Join(in.Columns, ", "))
	}
	return len(hasChunks) > 0, nil
}

func present(in table.Info, columns []string) (has, missing []string) {
	for _, c := range columns {
		if in.Has(c) {
			has = append(has, c)
		} else {
			missing = append(missing, c)
		}
	}
	return has, missing
}

// addCount takes a row of counts.
func (r *reader) addCount(x *CountRow, _ []string, at spot) error {
	place := row{dataset: x.Dataset, task: x.Task, model: x.Model, set: x.Set, run: x.Run, replication: x.Replication,
		Within: x.Within, fold: x.Fold}
	k, model, err := r.see(&place, at)
	if k == nil || err != nil {
		return err
	}
	for _, c := range [...]struct {
		column string
		v      int
	}{{"gold", x.Gold}, {"predicted", x.Predicted}, {"tp", x.TP}, {"fp", x.FP}, {"fn", x.FN}} {
		if float64(c.v) > largestCount {
			return at.Errorf(c.column, "%d; a count lies between 0 and %.0e", c.v, largestCount)
		}
	}
	counts := posterior.Counts{TP: float64(x.TP), FP: float64(x.FP), FN: float64(x.FN)}
	if r.columns.chunks {
		if x.Correct > x.Gold || x.Correct > x.Predicted {
			what, n := "gold", x.Gold
			if x.Correct <= x.Gold {
				what, n = "predicted", x.Predicted
			}
			return at.Errorf("correct", "%d correct chunks but only %d %s ones; correct cannot exceed %[3]s",
				x.Correct, n, what)
		}
		counts = posterior.Chunks(float64(x.Gold), float64(x.Predicted), float64(x.Correct))
	}
	if k.cells == nil {
		k.cells = []*cells{new(cells)}
		k.metrics = []metric.Metric{metric.F1}
	}
	c := k.cells[0]
	c.add(model, place.replication, place.fold, at)
	c.counts.add(counts)
	c.value.add(float64(x.TN))
	return nil
}

// countsIn returns the counts of a grid of rows.
func (c *cells) countsIn(rows Grid[int32]) Grid[posterior.Counts] {
	g := Grid[posterior.Counts]{Replications: rows.Replications, Folds: rows.Folds}
	for _, row := range rows.Cells {
		g.Cells = append(g.Cells, *c.counts.at(int(row)))
	}
	return g
}

// counted returns the number of records that every model has on each fold, and in each replication, which
// are known if true negatives are counted too: nil and 0 where the models or replications differ.
func (c *cells) counted(rows Grid[int32]) (valid []int, records int) {
	at := func(row int32) int {
		n := c.counts.at(int(row))
		return int(n.TP + n.FP + n.FN + *c.value.at(int(row)))
	}
	first := rows.Of(0)
	for _, row := range first {
		valid = append(valid, at(row))
	}
	for i := 0; i < len(rows.Cells); i += rows.Folds {
		n := 0
		for k, row := range rows.Cells[i : i+rows.Folds] {
			n += at(row)
			if valid != nil && at(row) != valid[i%len(first)+k] {
				valid = nil
			}
		}
		if i > 0 && n != records {
			return nil, 0
		}
		records = n
	}
	return valid, records
}

// setCounts takes counts, and computes precision, recall and F1.
func (r *Results) setCounts(g Grid[posterior.Counts]) {
	r.Counts = &g
	for i, m := range []metric.Metric{metric.Precision, metric.Recall, metric.F1} {
		values := Grid[float64]{g.Replications, g.Folds, make([]float64, len(g.Cells))}
		for n, c := range g.Cells {
			values.Cells[n] = c.Value(posterior.Metrics()[i])
		}
		r.Metrics, r.Values = append(r.Metrics, m), append(r.Values, values)
	}
	if note := r.unevenGold(); note != "" {
		r.Notes = append(r.Notes, note)
	}
}

// unevenGold says on which fold two models have different numbers of positives. On the same partition set
// the numbers agree, unless the models see different units.
func (r *Results) unevenGold() string {
	first, odd := "", 0
	for k, a := range r.Counts.Of(0) {
		for m, name := range r.Models {
			b := r.Counts.Of(m)[k]
			if a.TP+a.FN == b.TP+b.FN {
				continue
			}
			if odd++; first == "" {
				first = fmt.Sprintf("replication %d fold %d holds %v positives for %s but %v for %s",
					k/r.Counts.Folds+1, k%r.Counts.Folds+1, a.TP+a.FN, r.Models[0], b.TP+b.FN, name)
			}
			break
		}
	}
	if odd == 0 {
		return ""
	}
	of := ""
	if name := r.Key.String(); name != "" {
		of = "task " + name + ": "
	}
	return fmt.Sprintf("%s%s (%d folds in all); were both models run on the same partition set?", of, first, odd)
}
