package experiment

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Verdicts of the account.
const (
	Match     = "match"     // equal to the printed digits, or within 3 standard errors
	Explained = "explained" // not equal, for a known and named reason
	Differs   = "differs"   // not equal, reason unknown
	NotRun    = "not run"   // no experiment covers the number yet, or not in this run
)

// maxErrors is the number of standard errors within which Monte-Carlo results agree.
const maxErrors = 3

// Result is one computed value, to be set beside the published one of the
// same source, item and key.
type Result struct {
	Source, Item, Key string
	Value             float64
	Text              string  // instead of Value, for printed cells that are not numbers
	Below             bool    // the print is a bound: it claims that Value is smaller
	SE                float64 // standard error of Value, 0 for an exact computation
	PaperSE           float64 // standard error of the published number, when it is a Monte-Carlo estimate
	Reason            string  // known reason, with its erratum, why the print may differ
	Note              string  // said whatever the verdict
}

// judge compares a result with the print.
func judge(p Published, r Result) (verdict, note string) {
	if r.Text != "" {
		if r.Text == p.Text {
			return Match, r.Note
		}
		return orExplained(r)
	}
	printed, digits, err := parsePrinted(p.Text)
	if err != nil {
		return Differs, err.Error()
	}
	if r.Below && r.Value < printed {
		return Match, join("the print is an upper bound", r.Note)
	}
	half := math.Pow(10, -float64(digits)) / 2
	gap := math.Abs(r.Value - printed)
	if gap <= half*(1+1e-9) || (r.SE > 0 && gap <= maxErrors*r.SE+half) {
		return Match, r.Note
	}
	if r.PaperSE > 0 {
		se := math.Hypot(r.SE, r.PaperSE)
		if gap <= maxErrors*se+half {
			return Explained, join(fmt.Sprintf("the paper's own Monte-Carlo noise, standard error %.2g: off by %.1f of them", r.PaperSE, gap/se), r.Note)
		}
	}
	return orExplained(r)
}

func orExplained(r Result) (verdict, note string) {
	if r.Reason != "" {
		return Explained, join(r.Reason, r.Note)
	}
	return Differs, r.Note
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// parsePrinted reads a printed number and the number of its decimals, counted
// after the power of ten: "2.778e-1" has the value 0.2778 and 4 decimals.
func parsePrinted(text string) (value float64, decimals int, err error) {
	value, err = strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(value) || math.IsInf(value, 0) {
		return 0, 0, fmt.Errorf("the print %q is not a number", text)
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if _, fraction, ok := strings.Cut(mantissa, "."); ok {
		decimals = len(fraction)
	}
	if exponent != "" {
		e, err := strconv.Atoi(exponent)
		if err != nil {
			return 0, 0, fmt.Errorf("the print %q is not a number", text)
		}
		decimals -= e
	}
	return value, decimals, nil
}
