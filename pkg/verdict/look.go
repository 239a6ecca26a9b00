package verdict

import (
	"fmt"
	"math"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// decided reports whether no more items are needed: there is a winner, or all differences left are within the margin.
func (v Verdict) decided() bool { return v.Winner != "" || v.Within() }

// units are what a test set has.
func (v Verdict) units() string { return table.Pick(v.Design.Compared, "comparisons", "items") }

// looked are the word in front of the headline of a look, which says how far the items are, and what follows the
// interval; empty for other verdicts.
func (v Verdict) looked() (word string, _ rest) {
	l := v.Look
	if l == nil {
		return "", rest{}
	}
	of := fmt.Sprintf("%s of %s %s", table.Count(l.Items), table.Count(l.Planned), v.units())
	switch {
	case v.Within():
		return fmt.Sprintf("Decided at %s: ", of), v.ruledOut()
	case v.Winner != "":
		return fmt.Sprintf("Decided at %s: ", of), rest{}
	case l.Items == l.Planned:
		return fmt.Sprintf("Undecided at the end (%s): ", of), rest{}
	}
	return fmt.Sprintf("Undecided so far (%s): ", of), rest{}
}

// unchanged says when an undecided look is decided if mean and spread stay as they are, in the direction of the headline;
// empty for other verdicts.
func (v Verdict) unchanged() string {
	l := v.Look
	if l == nil || v.decided() || l.Items == l.Planned || v.NoSpread || !isKnown(l.Ends.Low) ||
		math.IsInf(l.Ends.Low, -1) && math.IsInf(l.Ends.High, 1) {
		return ""
	}
	then := "not decided"
	if l.Needed > 0 {
		then = fmt.Sprintf("decided at about %s %s", table.Count(max(l.Needed, l.Items+1)), v.units())
	}
	return fmt.Sprintf("%s, and at %s %s the %s", then, table.Count(l.Planned), v.units(),
		strings.Replace(v.interval(l.Ends.Low, l.Ends.High), "interval ", "interval is ", 1))
}
