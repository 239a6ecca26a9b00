package fold

import (
	"maps"
	"slices"
	"strconv"
)

// checkLabels refuses a model of whose predictions none is a class, as of a column that
// holds something else, and probabilities. What is left in strange are no classes.
func (t *tally) checkLabels() error {
	for m, labels := range t.strange {
		before := len(labels)
		maps.DeleteFunc(labels, func(label string, _ bool) bool { return t.classOf[label] != 0 })
		if len(labels) < before {
			t.sensible[m] = true
		}
		column := pick(t.long, "predicted", t.models[m])
		of := pick(t.long, "model "+quoted(t.models[m:m+1])+": ", "")
		if p := probability(labels); p != "" {
			return t.file.Errorf(column, "%sholds probabilities, such as %.20s, not classes; write the predicted class of each record", of, p)
		}
		if !t.sensible[m] {
			return t.file.Errorf(column, "%snone of its values, such as %s, is a class that column truth has (%s); write classes alike, or if it is not a model leave it out or name the models (bcv: --models A,B)",
				of, quoted(slices.Sorted(maps.Keys(labels))[:1]), quoted(t.classes[:min(3, len(t.classes))]))
		}
	}
	return nil
}

// probability returns one of labels that are numbers from 0 to 1, some of them between;
// empty if they are not.
func probability(labels map[string]bool) string {
	found := ""
	for label := range labels {
		p, err := strconv.ParseFloat(label, 64)
		if err != nil || !(p >= 0 && p <= 1) {
			return ""
		}
		if p > 0 && p < 1 && (found == "" || label < found) {
			found = label
		}
	}
	return found
}
