package fold

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"
	"strconv"
)

// Prediction is what some models predicted for one validation record of one fold.
type Prediction struct {
	Replication, Fold int // from 1
	Record            int // from 0
	Truth             string
	Labels            []string // one a model
}

// WritePredictions writes predictions with a column a model, which ReadPredictions reads:
// replication, fold, record, truth, set and the models. set names the partition set.
func WritePredictions(w io.Writer, models []string, set string, rows iter.Seq[Prediction]) error {
	for i, name := range models {
		if err := CheckModel(name); err != nil {
			return fmt.Errorf("fold: %w", err)
		}
		for _, other := range models[:i] {
			if other == name {
				return fmt.Errorf("fold: two models are called %q; give them different names", name)
			}
		}
	}
	out := csv.NewWriter(w)
	fields := append([]string{"replication", "fold", "record", "truth"}, models...)
	if err := out.Write(append(fields, "set")); err != nil {
		return err
	}
	for r := range rows {
		if len(r.Labels) != len(models) {
			return fmt.Errorf("fold: record %d has %d predictions of %d models; give one each", r.Record, len(r.Labels), len(models))
		}
		fields = append(fields[:0], strconv.Itoa(r.Replication), strconv.Itoa(r.Fold), strconv.Itoa(r.Record), r.Truth)
		if err := out.Write(append(append(fields, r.Labels...), set)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
