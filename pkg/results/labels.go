package results

import (
	"math"
	"strconv"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// checkLabels refuses a model that never predicts a class of a record, such as a column that holds
// something else, and probabilities.
func (x *Items) checkLabels(models []string, long bool, file spot) error {
	for m, name := range models {
		strange := x.strange(m)
		sensible := false
		for c, said := range x.said[m] {
			sensible = sensible || said && x.isTruth[c]
		}
		column := table.Pick(long, "predicted", name)
		of := table.Pick(long, "model "+table.Quoted(models[m:m+1])+": ", "")
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
