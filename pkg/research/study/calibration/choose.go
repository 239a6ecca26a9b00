package calibration

// Chosen is the name of the prior that was chosen on the half of the learners that choice
// marks, in tables: of a difference by choose, of one model by chooseModel.
const Chosen = "chosen"

// choose returns the prior of the paired posterior with the most power on the choice half
// among the priors with at most 10% of false claims in all its cells; "" if there is none.
func choose(rows []PriorRow) string {
	var best PriorRow
	for _, r := range rows {
		if r.Half == halfName(true) && r.Method == Paired && r.Largest <= largestFalse && r.Power > best.Power {
			best = r
		}
	}
	return best.Prior
}

// chooseModel returns the prior of one model with the shortest intervals on the choice half
// among the priors that cover 95% on average over its cells; "" if there is none.
func chooseModel(rows []ModelPriorRow) string {
	var best ModelPriorRow
	for _, r := range rows {
		if r.Half == halfName(true) && r.Covers >= 1-2*modelAlpha && (best.Prior == "" || r.Length < best.Length) {
			best = r
		}
	}
	return best.Prior
}

// withChosen adds the rectangle of that name, if there is one.
func withChosen(priors []namedPrior, name string) []namedPrior {
	for _, r := range rectangles() {
		if r.name == name {
			priors = append(priors, namedPrior{Chosen, r.prior})
		}
	}
	return priors
}
