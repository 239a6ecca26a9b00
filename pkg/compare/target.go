package compare

import (
	"fmt"
	"math"
	"slices"
)

// Target is what a statement is about.
type Target string

// The targets.
const (
	Algorithms   Target = "algorithms"    // models trained on other samples of the size of the training sets
	FittedModels Target = "fitted models" // the models behind these folds
)

// pairedCoverage is the coverage of the studies calibration (notebook 13).
const pairedCoverage = "An interval of 90% held the expected difference in 94% of data sets on average by paired (76% in the worst case), in 99% by bcv-t (90%) (notebook 13)."

// About says in a line for each target of the best verdicts what their numbers are about,
// and how far the intervals of these procedures can be trusted, where that was measured.
func (r Result) About() []string {
	var out []string
	best := r.Best()
	if algorithms := with(best, Algorithms); len(algorithms) > 0 {
		line := fmt.Sprintf("These numbers are about the algorithms: models trained on other samples %s.", trainedOn(algorithms))
		if slices.ContainsFunc(algorithms, func(v Verdict) bool { return v.Method == "paired" || v.Described.Method == "paired" }) {
			line += " " + pairedCoverage
		}
		out = append(out, line)
	}
	if fitted := with(best, FittedModels); len(fitted) > 0 {
		line := "These numbers are about the fitted models: the models behind these folds, on further records."
		if slices.ContainsFunc(fitted, func(v Verdict) bool { return v.Method == "posterior" && v.Design.Replications > 1 }) {
			line += " An interval of 95% holds the F1 of the algorithm in 82% to 83% of data sets (erratum E30); bcv compare --method paired is about the algorithms."
		}
		out = append(out, line)
	}
	return out
}

// with returns the verdicts with a target.
func with(verdicts []Verdict, t Target) []Verdict {
	return slices.DeleteFunc(slices.Clone(verdicts), func(v Verdict) bool { return v.Target != t })
}

// trainedOn names the size of the training sets, if it is known and the same everywhere.
func trainedOn(verdicts []Verdict) string {
	size := verdicts[0].trained()
	if size == 0 || slices.ContainsFunc(verdicts, func(v Verdict) bool { return v.trained() != size }) {
		return "of the size of the training sets"
	}
	return fmt.Sprintf("of %d records, the size of the training sets", size)
}

// trained is the mean number of training records of a fold, rounded; 0 if it is unknown.
func (v Verdict) trained() int {
	d, records := v.Design, float64(v.Design.Records)
	if v.data != nil {
		if train, _ := v.data.differences.Sizes(); train > 0 {
			return int(math.Round(float64(train) / float64(d.Replications*d.Folds)))
		}
	}
	if d.Folds < 2 || v.Datasets > 0 {
		return 0
	}
	return int(math.Round(records * float64(d.Folds-1) / float64(d.Folds)))
}
