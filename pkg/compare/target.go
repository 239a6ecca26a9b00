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

// about names the target, for training sets of a size that may be 0 for unknown.
func (t Target) about(trained int) string {
	switch {
	case t == FittedModels:
		return "fitted models, on other records"
	case trained > 0:
		return fmt.Sprintf("algorithms, trained on other samples of %d records", trained)
	}
	return "algorithms, trained on other samples of this size"
}

// The coverage of intervals by the studies calibration (notebook 13) and nested, and of erratum E30.
const (
	pairedCoverage = "An interval of 90% held the expected difference in 94% of data sets on average by paired " +
		"(76% in the worst case), in 99% by bcv-t (90%) (notebook 13)."
	nestedCoverage = "With inner results an interval of 95% held the difference in 95% of data sets on average by " +
		"nested-t (89% in the worst case), in 96% by paired (92%) (study nested)."
	innerBuys = "With inner results of bcv split --inner 2, 80 more trainings on quarters of the records, nested-t " +
		"finds more: of differences of two standard deviations 39% at m = 10, where bcv-t found 29% (study nested)."
	fittedLimit = "An interval of 95% holds the F1 of the algorithm in 82% to 83% of data sets (erratum E30); " +
		"bcv compare --method paired is about the algorithms."
)

// scopes says what the best verdicts are about, one line for each target.
func (r Report) scopes() []string {
	var out []string
	for _, t := range []Target{Algorithms, FittedModels} {
		of := slices.DeleteFunc(r.Best(), func(v Verdict) bool { return v.Target != t })
		if len(of) == 0 {
			continue
		}
		trained, on := of[0].trained(), of[0].on()
		for _, v := range of {
			if v.trained() != trained {
				trained = 0
			}
			if v.on() != on && v.Datasets == 0 {
				on = ""
			}
		}
		line := "About the " + t.about(trained)
		if on != "" {
			line += "; measured on " + on
		}
		out = append(out, line+".")
	}
	return out
}

// Trust says how far the intervals of the procedures of the best verdicts can be trusted, where that
// was measured, and beside bcv-t what inner results would find more.
func (r Report) Trust() []string {
	var out []string
	best := r.Best()
	paired := func(v Verdict) bool {
		return v.nested == "" && (v.Method == pairedMethod || v.Described.Method == pairedMethod)
	}
	if slices.ContainsFunc(best, paired) {
		out = append(out, pairedCoverage)
	}
	if slices.ContainsFunc(best, func(v Verdict) bool { return v.nested != "" }) {
		out = append(out, nestedCoverage)
	}
	plain := func(v Verdict) bool { return v.Method == "bcv-t" && v.of != nil && v.of.of.Inner == nil }
	if slices.ContainsFunc(best, plain) {
		out = append(out, innerBuys)
	}
	fitted := func(v Verdict) bool { return v.Method == posteriorMethod && v.Design.Replications > 1 }
	if slices.ContainsFunc(best, fitted) {
		out = append(out, fittedLimit)
	}
	return out
}

// trained is the mean number of training records of a fold, rounded; 0 if it is unknown.
func (v Verdict) trained() int {
	d, records := v.Design, float64(v.Design.Records)
	if v.of != nil {
		if train, _ := v.of.differences.Sizes(); train > 0 {
			return int(math.Round(float64(train) / float64(d.Replications*d.Folds)))
		}
	}
	if d.Folds < 2 || v.Datasets > 0 {
		return 0
	}
	return int(math.Round(records * float64(d.Folds-1) / float64(d.Folds)))
}
