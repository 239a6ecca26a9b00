package results

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// kind is what the rows of files hold.
type kind string

// The kinds of files.
const (
	lossKind       kind = "losses" // a number per row, in a column of its own
	valueKind      kind = "values" // a number per row, in the column value
	countKind      kind = "counts"
	predictionKind kind = "predictions"
)

// ErrMetric is the cause of the errors of files whose columns leave open what is compared.
var ErrMetric = errors.New("which metric is open")

// needed are the columns of losses and counts that say where a result belongs.
var needed = []string{"model", "replication", "fold"}

// notMetrics are the columns of results that hold no metric.
var notMetrics = []string{"dataset", "task", "model", "replication", "half", "inner", "fold", "run", "n_train",
	"n_valid", "set", "truth", "gold", "predicted", "correct", "tp", "fp", "fn", "tn"}

// kindOf says what a file holds by its columns.
func kindOf(name string, header []string, opt ReadOptions) (kind, error) {
	has := func(column string) bool { return slices.Contains(header, column) }
	k := kind("")
	switch {
	case has("truth"):
		k = predictionKind
	case has("metric") && has("value"):
		k = valueKind
	case has("gold") || has("tp"):
		k = countKind
	case has("loss") || len(metricColumns(header)) > 0:
		k = lossKind
	default:
		return "", unknownKind(name, header)
	}
	switch {
	case opt.Metric.Name != "" && k != lossKind && k != valueKind:
		return k, &table.Error{File: name,
			Problem: fmt.Sprintf("holds %s; a score or a loss is a column of losses (bcv: --score, --loss)", k)}
	case opt.Positive != "" && k != predictionKind:
		return k, &table.Error{File: name,
			Problem: fmt.Sprintf("holds %s; the positive class is one of predictions (bcv: --positive)", k)}
	}
	return k, nil
}

// metricColumns returns the columns of a file of losses that may hold what is to be compared; none if
// the file is of another kind.
func metricColumns(header []string) []string {
	for _, need := range needed {
		if !slices.Contains(header, need) {
			return nil
		}
	}
	var out []string
	for _, name := range header {
		if table.RowNames(name) { // which the reader of the rows refuses
			continue
		}
		switch at := slices.Index(notMetrics, name); {
		case at < 0:
			out = append(out, name)
		case at > slices.Index(notMetrics, "set"):
			return nil
		}
	}
	return out
}

// unknownKind says what keeps a header from being one of results.
func unknownKind(path string, header []string) error {
	e := &table.Error{File: path, Row: 1, Problem: fmt.Sprintf("has the columns %.200s; give losses (a column loss), "+
		"counts (gold, predicted, correct or tp, fp, fn) or predictions (truth)", strings.Join(header, ", "))}
	for _, name := range header {
		lower := strings.ToLower(name)
		if name != lower && (lower == "loss" || slices.Contains(notMetrics, lower)) {
			e.Column, e.Problem = name, "write its name in lower case, "+lower
			return e
		}
	}
	var missing []string
	for _, need := range needed {
		if !slices.Contains(header, need) {
			missing = append(missing, need)
		}
	}
	if len(missing) > 0 && len(missing) < len(needed) && !slices.Contains(header, "record") {
		e.Problem = table.Pick(len(missing) == 1, "column "+missing[0]+" is",
			"columns "+strings.Join(missing, " and ")+" are") +
			" missing; results have the columns model, replication and fold, which are numbered from 1: " +
			"of one cross-validation all rows have replication 1, of hold-outs fold 1"
	}
	return e
}
