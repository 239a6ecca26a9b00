package results

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
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
	itemKind       kind = "items" // of one test set
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
	case has("item"):
		k = itemKind
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
	case opt.Metric.Name != "" && k != lossKind && k != valueKind && k != itemKind:
		return k, &table.Error{File: name,
			Problem: fmt.Sprintf("holds %s; a score or a loss is a column of losses (bcv: --score, --loss)", k)}
	case (opt.Wide || opt.Common) && k != itemKind:
		return k, &table.Error{File: name, Problem: fmt.Sprintf("holds %s; only files of items have a column for each "+
			"model, or items that not all models have (bcv: --wide, --common)", k)}
	case opt.Positive != "" && k != predictionKind && k != itemKind:
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

// checkLabels refuses a model that never predicts a class of a record, such as a column that holds
// something else, and probabilities. The labels of all models stand in one column, or have none in common.
func (x *Items) checkLabels(models []string, labels string, file spot) error {
	if err := x.measured(file); err != nil {
		return err
	}
	for m, name := range models {
		strange := x.strange(m)
		sensible := false
		for c, said := range x.said[m] {
			sensible = sensible || said && x.isTruth[c]
		}
		column := cmp.Or(labels, name)
		of := table.Pick(labels != "", "model "+table.Quoted(models[m:m+1])+": ", "")
		if p := probability(strange); p != "" {
			return file.Errorf(column,
				"%sholds probabilities, such as %.20s, not classes; write the predicted class of each record", of, p)
		}
		if !sensible {
			return file.Errorf(column, "%snone of its values, such as %s, is a class that column truth has (%s); "+
				"write classes alike, or if it is not a model leave it out or name the models (bcv: --models A,B)",
				of, table.Quoted(strange[:1]), table.Quoted(x.trueClasses(3)))
		}
	}
	return nil
}

// trueClasses returns the first classes that records have, all if most is negative.
func (x *Items) trueClasses(most int) []string {
	var out []string
	for c, class := range x.Classes {
		if x.isTruth[c] && len(out) != most {
			out = append(out, class)
		}
	}
	return out
}

// probability returns the first of sorted labels that is between 0 and 1 if all are numbers from 0 to 1;
// else it is empty.
func probability(labels []string) string {
	found := ""
	for _, label := range labels {
		p, err := strconv.ParseFloat(label, 64)
		if err != nil || !(p >= 0 && p <= 1) {
			return ""
		}
		if p > 0 && p < 1 && found == "" {
			found = label
		}
	}
	return found
}

// Numbers are not classes where more than maxRealClasses of them have fractions, or where there are
// more than maxWholeClasses that make up a tenth of the records.
const (
	maxRealClasses  = 10
	maxWholeClasses = 100
)

// Measurements reports whether the classes of some records are numbers that were measured,
// and returns one of them: more than ten with a fraction among them, or more than a hundred
// whole ones that make up a tenth of the records.
func Measurements(classes []string, records int) (example string, measured bool) {
	if len(classes) <= maxRealClasses {
		return "", false
	}
	example = classes[0]
	fraction := false
	for _, c := range classes {
		v, err := strconv.ParseFloat(c, 64)
		if err != nil {
			return "", false
		}
		if v != math.Trunc(v) {
			example, fraction = c, true
		}
	}
	return example, fraction || len(classes) > maxWholeClasses && 10*len(classes) > records
}

// measured refuses truths that are measurements: predictions of a regression are hardly ever equal
// to them, and the error rates would say nothing.
func (x *Items) measured(file spot) error {
	classes := x.trueClasses(-1)
	example, measured := Measurements(classes, x.records)
	if !measured {
		return nil
	}
	return file.Errorf("truth", "%d different numbers, such as %.40s, are not classes; of a regression compare the "+
		"losses (bcv holdout --losses)",
		len(classes), example)
}
