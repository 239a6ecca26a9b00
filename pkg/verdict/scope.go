package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/known"
)

// Target is what a statement is about.
type Target string

// The targets.
const (
	Algorithms     Target = "algorithms"      // models trained on other samples of the size of the training sets
	FittedModels   Target = "fitted models"   // the models behind these folds
	TheseModels    Target = "these models"    // as they were scored on the items of a test set
	ModelsAgain    Target = "models again"    // the models run again, as with other seeds, on the items of a test set
	OtherRuns      Target = "other runs"      // the models run again, as with other seeds, on this very test set
	OtherItems     Target = "other data sets" // these models, on the items of data sets that were not seen
	OtherStretches Target = "other stretches" // these forecasts, at other points in time of such a series
	OtherTasks     Target = "other tasks"     // these models, on tasks that were not seen, of which those seen are a sample
)

// about names the target with its article, for training sets of a size that may be 0 for unknown.
func (t Target) about(trained int) string {
	switch {
	case t == FittedModels:
		return "the fitted models, on other records"
	case t == TheseModels:
		return "these two models, on new items"
	case t == OtherStretches:
		return "these two forecasts, on other stretches of the series like these"
	case t == OtherTasks:
		return "these two models, on other tasks like these"
	case t == OtherItems:
		return "these two models, on other data sets"
	case t == OtherRuns:
		return "the two models run again (other seeds), on this very test set"
	case t == ModelsAgain:
		return "the two models run again (other seeds), on new items"
	case trained > 0:
		return fmt.Sprintf("the algorithms, trained on other samples of %d records", trained)
	}
	return "the algorithms, trained on other samples of this size"
}

// AboutIntervals says in a line what intervals of one model with this target are about,
// and how often they held that.
func (t Target) AboutIntervals() string {
	a, f, c := known.OfAlgorithms, known.OfFittedModels, known.Across
	if t == FittedModels {
		return fmt.Sprintf("Intervals about the fitted models: of intervals of 95%%, %.0f%% held the metric of the fitted "+
			"models on average, and %.0f%% the metric of the algorithm (at worst %.0f%%, %s; study calibration).",
			100*f.Mean, 100*c.Mean, 100*c.Least, c.At)
	}
	return fmt.Sprintf("Intervals about the algorithms: of intervals of 95%%, %.0f%% held the expected metric of the "+
		"algorithm on average (at worst %.0f%%, %s; study calibration).",
		100*a.Mean, 100*a.Least, a.At)
}

// about names the target of the verdict; models that were trained in several runs vary with their seeds, too.
func (v Verdict) about(trained int) string {
	about := v.Target.about(trained)
	if v.Design.Compared {
		about = strings.Replace(about, "new items", "new comparisons like these", 1)
	}
	switch {
	case v.Target == Algorithms && v.Datasets > 0:
		about = "the algorithms, on other data sets"
	case v.Target == OtherItems && v.Design.InTime:
		about = "these two forecasts, on other series"
	case v.Target == Algorithms && v.runs() > 1:
		about += ", with other seeds"
	case v.Target == ModelsAgain && v.Basis.TasksVary:
		about = strings.TrimSuffix(about, "new items") + "other tasks like these"
	case v.Design.Summary != "":
		about = "the two models run again (other seeds), each on the test set that it had"
	case v.Tasks > 0 && !v.Basis.TasksVary:
		about += " of these tasks"
	}
	return about
}

// MeasuredOn names the partition set of a verdict, or the data sets.
func (v Verdict) MeasuredOn() string {
	part := v.Basis.Part
	if v.Datasets > 0 {
		return fmt.Sprintf("%d data sets", v.Datasets)
	}
	if v.Basis.Nested != "" {
		return fmt.Sprintf("%s%s, and by %d inner CVs in both halves of %d half-splits", part, v.Design,
			v.Basis.Values.InnerReplications, v.Basis.Values.Splits)
	}
	if v.Tasks > 0 {
		return fmt.Sprintf("%s, by the mean over %s", v.Design, v.average())
	}
	if runs := v.runs(); runs > 1 {
		return fmt.Sprintf("%s%s in %d runs", part, v.Design, runs)
	}
	return part + v.Design.String()
}

// average says over what the mean of a verdict on all tasks is; empty for others.
func (v Verdict) average() string {
	switch {
	case v.Tasks == 0:
		return ""
	case v.Macro:
		return "tasks"
	}
	return "items"
}

// Scope says what the verdict is about, and on which partition set it was measured.
func (v Verdict) Scope() string {
	return fmt.Sprintf("About %s; measured on %s.", v.about(v.trained()), v.MeasuredOn())
}

// scopes says what the best verdicts are about, one line for each target.
func (r Report) scopes() []string {
	var out []string
	best := r.Deciding()
	for _, t := range []Target{Algorithms, FittedModels, OtherItems, OtherTasks, ModelsAgain, OtherRuns, OtherStretches,
		TheseModels} {
		same := slices.DeleteFunc(slices.Clone(best), func(v Verdict) bool { return v.Target != t })
		if len(same) == 0 {
			continue
		}
		trained, on := same[0].trained(), same[0].MeasuredOn()
		for _, v := range same {
			if v.trained() != trained {
				trained = 0
			}
			if v.MeasuredOn() != on && v.Datasets == 0 {
				on = ""
			}
		}
		about := same[0].about(trained)
		if slices.ContainsFunc(same, func(v Verdict) bool {
			return v.ModelA != same[0].ModelA || v.ModelB != same[0].ModelB
		}) {
			about = strings.Replace(about, "two models", "models", 1)
		}
		line := "About " + about
		if same[0].OnItems() && slices.ContainsFunc(best, func(v Verdict) bool {
			return v.Target != t && v.Datasets == 0
		}) {
			line += " (by " + same[0].Method + ")"
		}
		if on != "" {
			line += "; measured on " + on
		}
		out = append(out, line+".")
	}
	return out
}

// The coverage of intervals and what inner results find, by the studies calibration (notebook 13) and nested and by
// erratum E30.
const (
	pairedCoverage = "In simulations, 90% intervals contained the true difference in 94% of data sets by paired (76% at " +
		"worst) and in 99% by bcv-t (90% at worst) (study calibration)."
	innerBuys = "With inner results of 2 replications, 80 more trainings on quarters of the records, nested-t " +
		"finds more: of differences of two standard deviations 39% at m = 10, where bcv-t found 29% (study nested)."
	fittedLimit = "An interval of 95% holds the F1 of the algorithm in 82% to 83% of data sets; " +
		"the procedure paired is about the algorithms."
)

// Trust says how far the intervals of the procedures of the best verdicts can be trusted, where that
// was measured, and beside bcv-t what inner results would find more.
func (r Report) Trust() []string {
	var out []string
	best := r.Best()
	paired := func(v Verdict) bool {
		return v.Basis.Nested == "" && (v.Method == known.Paired || v.Described.Method == known.Paired)
	}
	if slices.ContainsFunc(best, paired) {
		out = append(out, pairedCoverage)
	}
	for _, v := range best {
		if text := v.nestedCoverage(); text != "" && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	plain := func(v Verdict) bool {
		return v.Method == known.BCV && v.Basis.Values != nil && v.Basis.Values.InnerReplications == 0
	}
	if slices.ContainsFunc(best, plain) {
		out = append(out, innerBuys)
	}
	fitted := func(v Verdict) bool { return v.Method == known.Posterior && v.Design.Replications > 1 }
	if slices.ContainsFunc(best, fitted) {
		out = append(out, fittedLimit)
	}
	return out
}

// nestedCoverage says how often intervals of the rule that took inner results into account held the difference, and
// those of the posterior; empty for other verdicts.
func (v Verdict) nestedCoverage() string {
	if v.Basis.Nested == "" {
		return ""
	}
	held := func(rule string) string {
		sum, cells, least := 0.0, 0, 1.0
		for _, m := range known.By(known.NestedStudy, rule) {
			sum, cells, least = sum+m.Coverage*float64(m.Cells), cells+m.Cells, min(least, m.Least)
		}
		return fmt.Sprintf("%.0f%% of data sets on average (%.0f%% in the worst case)", 100*sum/float64(cells), 100*least)
	}
	test := v.Basis.Nested
	if test == known.NestedPosterior {
		test = known.Nested
	}
	name := map[string]string{known.Nested: "nested-t", known.NestedRare: "nested-t by counts of a rare class",
		known.NestedUncounted: "nested-t by F1 without counts", known.NestedRecords: known.NestedRecords}[test]
	return fmt.Sprintf("With inner results, 95%% intervals contained the true difference by %s in %s, by paired in %s (study "+
		"nested).", name, held(test), held(known.NestedPosterior))
}
