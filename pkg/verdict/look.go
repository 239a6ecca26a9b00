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
func (v Verdict) looked() (word, rest string) {
	l := v.Look
	if l == nil {
		return "", ""
	}
	of := fmt.Sprintf("%s of %s %s", table.Count(l.Items), table.Count(l.Planned), v.units())
	switch {
	case v.Within():
		return fmt.Sprintf("Decided at %s: ", of), v.ruledOut()
	case v.Winner != "":
		return fmt.Sprintf("Decided at %s: ", of), ""
	case l.Items == l.Planned:
		return fmt.Sprintf("Undecided at the end (%s): ", of), ""
	}
	return fmt.Sprintf("Undecided so far (%s): ", of), ""
}

// unchanged says what becomes of an undecided look if mean and spread stay as they are, in the direction of the
// headline; empty for other verdicts.
func (v Verdict) unchanged() string {
	l := v.Look
	if l == nil || v.decided() || l.Items == l.Planned || v.NoSpread || !isKnown(l.Ends.Low) {
		return ""
	}
	then := "not decided"
	if l.Needed > 0 {
		then = fmt.Sprintf("decided at about %s %s", table.Count(max(l.Needed, l.Items+1)), v.units())
	}
	text := strings.Trim(v.interval(l.Ends.Low, l.Ends.High), " ()")
	if math.IsInf(l.Ends.Low, -1) && math.IsInf(l.Ends.High, 1) {
		return ""
	}
	return fmt.Sprintf(" If nothing changes, it is %s, and at %s %s the %s.", then, table.Count(l.Planned), v.units(),
		strings.Replace(text, "interval ", "interval is ", 1))
}
