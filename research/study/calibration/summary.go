package calibration

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/research/study"
)

// Summary is what a procedure does over several cells.
type Summary struct {
	Method  string  `dataframe:"method"`
	Prior   string  `dataframe:"prior"`
	Cells   int     `dataframe:"cells"`
	False   float64 `dataframe:"false_claims"`                  // mean over cells and sides
	Largest float64 `dataframe:"largest"`                       // of a cell and side
	SE      float64 `dataframe:"largest_se"`                    // 0 where it is computed
	At      string  `dataframe:"at"`                            // the cell of the largest
	Power   float64 `dataframe:"power"`                         // mean over cells
	Times   float64 `dataframe:"times_bcv-t"`                   // the mean power over bcv-t's on the same cells
	Covered float64 `dataframe:"covers" table:"blank"`          // mean share of 90% intervals; NaN where there is none
	Least   float64 `dataframe:"covers_at_least" table:"blank"` // in a cell
	// mean share that hold the difference of the fitted models, where it is known
	Fitted float64 `dataframe:"covers_fitted" table:"blank"`
	Wanted bool    `dataframe:"as_wanted"` // see Summarize
}

// PriorRow is what the paired posterior with one of the rectangles as its prior does on one
// half of the learners.
type PriorRow struct {
	Half string `dataframe:"half"` // choice or test
	Summary
	Seed int    `dataframe:"seed"`
	Date string `dataframe:"date"`
}

// What is wanted of a procedure: false claims on average, at most in a cell, and power
// over bcv-t's.
const (
	leastFalse, mostFalse = 0.04, 0.065
	largestFalse          = 0.10
	leastTimes            = 1.5
)

// Summarize returns a summary for each method and prior, in the order in which they come.
// Wanted are mean false claims of 4 to 6.5%, none above 10%, and 1.5 times the power of
// bcv-t, which must be among the rows.
func Summarize(rows []Row) []Summary {
	place := func(r Row) string {
		return fmt.Sprint(r.Data, r.N, r.A, r.B, r.Metric, r.M, r.Rho1, r.Rho2)
	}
	base := map[string]float64{}
	for _, r := range rows {
		if r.Method == "bcv-t" {
			base[place(r)] = r.Power
		}
	}
	var out []Summary
	for _, part := range study.Group(rows, func(r Row) [2]string { return [2]string{r.Method, r.Prior} }) {
		s := Summary{Method: part[0].Method, Prior: part[0].Prior, Cells: len(part), Least: math.NaN()}
		power := 0.0
		var covered, fitted mean
		for _, r := range part {
			s.False += (r.FalseAbove + r.FalseBelow) / float64(2*len(part))
			s.Power += r.Power / float64(len(part))
			power += base[place(r)] / float64(len(part))
			if w := max(r.FalseAbove, r.FalseBelow); w > s.Largest {
				s.Largest, s.SE, s.At = w, r.FalseSE, r.where()
			}
			if !(r.Coverage >= s.Least) {
				s.Least = r.Coverage
			}
			covered.add(r.Coverage)
			fitted.add(r.Fitted)
		}
		s.Times, s.Covered, s.Fitted = s.Power/power, covered.value(), fitted.value()
		s.Wanted = s.False >= leastFalse && s.False <= mostFalse && s.Largest <= largestFalse && s.Times >= leastTimes
		out = append(out, s)
	}
	return out
}

// where names the cell.
func (r Row) where() string {
	if r.Kind == "normal" {
		return fmt.Sprintf("m = %d, rho1 = %g, rho2 = %g", r.M, r.Rho1, r.Rho2)
	}
	return fmt.Sprintf("%s, %d records, m = %d, %s of %s and %s", r.Data, r.N, r.M, r.Metric, r.A, r.B)
}

// mean is the mean of the numbers that are known.
type mean struct{ sum, n float64 }

func (m *mean) add(x float64) {
	if !math.IsNaN(x) {
		m.sum += x
		m.n++
	}
}

// value is NaN if none is known.
func (m mean) value() float64 { return m.sum / m.n }

// rounded returns the summary with five digits after the point.
func (s Summary) rounded() Summary {
	for _, v := range []*float64{&s.False, &s.Largest, &s.SE, &s.Power, &s.Times, &s.Covered, &s.Least, &s.Fitted} {
		*v = round(*v)
	}
	return s
}

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
