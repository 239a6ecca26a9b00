package calibration

import "slices"

// Chosen is the name of the prior that was chosen on the half of the learners that choice
// marks, in tables: of a difference by choose, of one model by chooseModel.
const Chosen = "chosen"

// choose returns the prior of a method with the most power on the choice half of those
// that come up to a bound in all cells of it: 10% of false claims for the paired
// posterior, and those of the paired posterior with the uniform prior for the posterior
// from records. It returns "" where there is none.
func choose(rows []PriorRow, method string) string {
	bound := largestFalse
	if method == Records {
		k := slices.IndexFunc(rows, func(r PriorRow) bool { return r.Half == halfName(true) && r.Prior == uniformName })
		bound = rows[k].Largest
	}
	var best PriorRow
	for _, r := range rows {
		if r.Half == halfName(true) && r.Method == method && r.Largest <= bound && r.Power > best.Power {
			best = r
		}
	}
	return best.Prior
}

// chooseModel returns the prior of one model with the shortest intervals on the choice
// half of those that cover 95% on average over its cells; "" where there is none.
func chooseModel(rows []ModelPriorRow) string {
	var best ModelPriorRow
	for _, r := range rows {
		if r.Half == halfName(true) && r.Covers >= 1-2*modelAlpha && (best.Prior == "" || r.Length < best.Length) {
			best = r
		}
	}
	return best.Prior
}

// uniformName is the rectangle that paired.Uniform{} is.
const uniformName = "rho1 to 0.5, rho2 from 0 to 0.5"

// withChosen adds the rectangle of that name, if there is one.
func withChosen(priors []namedPrior, name string) []namedPrior {
	for _, r := range rectangles() {
		if r.name == name {
			priors = append(priors, namedPrior{Chosen, r.prior})
		}
	}
	return priors
}
