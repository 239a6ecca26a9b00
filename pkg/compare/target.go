package compare

// Target is what a statement is about.
type Target string

// The targets.
const (
	Algorithms   Target = "algorithms"    // models trained on other samples of this size
	FittedModels Target = "fitted models" // the models behind these folds
)

// About says in a line what numbers with this target are about, and how far their
// intervals can be trusted: the measured coverage of the studies calibration (notebook 13)
// and of erratum E30.
func (t Target) About() string {
	if t == FittedModels {
		return "These numbers are about the fitted models. An interval of 95% holds the F1 of the algorithm in 82% to 83% of data sets (erratum E30); bcv compare --method paired is about the algorithms."
	}
	return "These numbers are about the algorithms: models trained on other samples of this size. An interval of 90% held the expected difference in 94% of data sets on average by paired (76% in the worst case), in 99% by bcv-t (90%) (notebook 13)."
}

// Targets returns the targets of the best verdicts, each once.
func (r Result) Targets() []Target {
	var out []Target
	for _, t := range []Target{Algorithms, FittedModels} {
		for _, v := range r.Best() {
			if v.Target == t {
				out = append(out, t)
				break
			}
		}
	}
	return out
}
