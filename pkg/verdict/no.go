package verdict

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
)

// No is which no a verdict without a winner is.
type No string

// The kinds of no.
const (
	Equivalent  No = "equivalent"  // every difference in the interval is smaller than Margin
	Bounded     No = "bounded"     // differences beyond the far end of the interval are ruled out, see Beyond
	Undecidable No = "undecidable" // no results of this size and kind could have had a winner at this level
	// the interval reaches beyond Margin or as far as the metric does, has no two ends, or is known to be too short
	Open No = "open"
)

// No says why there is no winner; empty where there is one, and about a Delta other than 0. With a Margin a verdict is
// equivalent or open, without one bounded.
func (v Verdict) No() No {
	far := v.Beyond()
	switch {
	case v.Winner != "" || v.Delta != 0 || v.ofTail():
		return ""
	case v.Basis.Undecidable || v.NoSpread:
		return Undecidable
	case v.Within():
		return Equivalent
	case v.Margin > 0 || !(far < math.Inf(1)) || v.errsOften() || v.anySize():
		return Open
	}
	return Bounded
}

// anySize reports whether the interval leaves all differences that the metric has.
func (v Verdict) anySize() bool {
	width := v.Metric.Max - v.Metric.Min
	return width > 0 && v.Beyond() >= width
}

// errsOften reports whether a procedure that is not the recommended one is known to err more than twice as often as its
// level says, so that its interval rules nothing out.
func (v Verdict) errsOften() bool { return !v.Recommended && v.ErrorRate.Rate > 2*v.ErrorRate.Level }

// Within reports whether every difference in the interval is smaller than Margin: both one-sided tests of a difference
// as large as the margin reject, each at half of 1 - Level (Schuirmann 1987). A winner may be within the margin, too.
func (v Verdict) Within() bool {
	return v.Margin > 0 && v.Delta == 0 && !v.NoSpread && !v.errsOften() && v.Beyond() < v.Margin
}

// Beyond is the far end of the interval, from which on differences of either sign are ruled out at Level; infinite for
// an interval with one end, NaN for none.
func (v Verdict) Beyond() float64 { return max(math.Abs(v.Low), math.Abs(v.High)) }

// ItemsNeeded is about how many items of one test set, or clusters of them, narrow the interval of an open verdict so
// that it lies within the margin or on one side of 0, if the difference stays as it is; 0 where that is not known: on
// folds, where several things vary, and for verdicts that are not open.
func (v Verdict) ItemsNeeded() int {
	half := (v.High - v.Low) / 2
	if v.No() != Open || v.Look != nil || v.Target != TheseModels || v.Basis.Variance != nil || v.Margin == 0 || v.errsOften() || !(half < math.Inf(1)) {
		return 0
	}
	room := max(v.Margin-math.Abs(v.Estimate), math.Abs(v.Estimate))
	units := v.Design.Records
	if v.Design.Clusters > 0 {
		units = v.Design.Clusters
	}
	return int(math.Ceil(float64(units) * math.Pow(half/room, 2)))
}

// Headline says which model is better and by how much, in the unit of the metric, such as "svm is
// better than knn: error 34.2% against 45.7%, 11.5 points lower (95% interval 4.1 to 18.9)." Of a metric without a
// direction it says which one is higher. Without a winner it begins with the kind of no, and says what is left.
// About a Delta other than 0 it names the difference B minus A, and on which side of Delta it lies.
func (v Verdict) Headline() string { return v.headline(true) }

// told are the word in front of a headline, and what the interval does: of a no, and of a winner within the margin.
func (v Verdict) told() (word string, _ rest) {
	if v.Look != nil {
		return v.looked()
	}
	if v.Alternative != infer.TwoSided { // whose headline says what is not shown
		return "", rest{}
	}
	switch v.No() {
	case Equivalent:
		return "Equivalent: ", v.ruledOut()
	case Bounded:
		return "Bounded: ", rest{"rules out", v.differences() + " beyond " + v.end(v.Beyond()) + v.points()}
	case Undecidable:
		return "Undecidable: ", rest{}
	case Open:
		return "Open: ", v.open()
	}
	if v.Within() {
		return "Equivalent, though ", v.ruledOut()
	}
	return "", rest{}
}

// ruledOut says what a verdict within the margin rules out.
func (v Verdict) ruledOut() rest {
	return rest{"rules out", v.differences() + " of " + v.written(v.Margin) + " or more"}
}

// open says what an open verdict leaves open, and what it takes to know it.
func (v Verdict) open() rest {
	if v.errsOften() {
		return rest{"rules out", "nothing, as " + v.by() + " is known to raise false alarms too often"}
	}
	switch {
	case v.anySize():
		return rest{"leaves open", v.differences() + " of any size"}
	case v.Margin == 0 || !isKnown(v.Low):
		return rest{}
	}
	text := v.differences() + " of " + v.written(v.Margin) + " or more"
	if n := v.ItemsNeeded(); n > 0 {
		what := "items"
		if v.Design.Clusters > 0 {
			what = "clusters"
		}
		text += fmt.Sprintf(", and about %d %s would settle it if the difference stays as it is", n, what)
	}
	return rest{"leaves open", text}
}
