package reproduce

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Verdicts of the account.
const (
	// ExactMatch is an exact computation equal to the published digits.
	ExactMatch = "exact match"
	// MonteCarloMatch is within 3 standard errors, its own and the published
	// number's together, of the published digits.
	MonteCarloMatch = "Monte Carlo match"
	// InferredMatch is a match with a setting that the publication does not name.
	InferredMatch = "match, setting inferred"
	// Explained is not equal, but another computation that the publication may
	// have made instead, named with the number, meets it, and no other numbers of its
	// table refute that computation.
	Explained = "explained"
	// Near is neither equal nor explained: an exact computation is less than one unit of
	// the last published digit off, or another computation meets the number that
	// others of its table refute.
	Near = "near"
	// Inconclusive agrees, but with so large a standard error that this says little.
	Inconclusive = "inconclusive"
	// Differs is not equal, and nothing that was computed is.
	Differs = "differs"
	// OtherData is a number from other data than the publication's: the note says which
	// of its claims was tested and whether it holds. The numbers are not compared.
	OtherData = "other data"
	// FromStore was read from data/results, not computed in this run.
	FromStore = "stored"
	// Input is a setting of the publication that the computation took over.
	Input = "input"
	// NotRun is covered by no experiment yet, or not in this run.
	NotRun = "not run"
)

const (
	// maxErrors is the number of standard errors within which Monte-Carlo results agree.
	maxErrors = 3
	// maxTolerance is the share of a published number that maxErrors of ours may make
	// up in a match.
	maxTolerance = 0.2
)

// Result is one computed value, to be set beside the published one of the
// same source, item and key.
type Result struct {
	Source, Item, Key string
	Value             float64
	Text              string  // instead of Value, for published cells that are not numbers
	Below             bool    // the published number is a bound: it claims that Value is smaller
	SE                float64 // standard error of Value, 0 for an exact computation
	// PublishedSE is the standard error of the published number that follows from
	// its published design, see Sampling; 0 if it is exact or the design is unknown.
	PublishedSE float64
	// Resolution is the size of the differences that the table is about, where that
	// is larger than the published number itself: a rate of 0.1% in a table of rates.
	Resolution float64
	// Explanations are other computations that the publication may have made.
	Explanations []Explanation
	// Setting names what was inferred rather than published; empty if nothing was.
	Setting string
	// OtherData is the claim that was tested on other data and, behind ": ", its outcome,
	// one of Outcomes; the values themselves are not compared.
	OtherData string
	Input     bool   // the number is a setting that was taken over from the publication
	Stored    bool   // read from data/results
	Note      string // said whatever the verdict
}

// Explanation is another computation for a published number, with a result of its
// own.
type Explanation struct {
	Erratum string `json:"erratum,omitempty"` // number in docs/research/errata.md, or empty
	// Reading is what was computed, in words, the same for all numbers that it would apply to.
	Reading string `json:"reading"`
	// Part is the part of the table, such as one line, whose numbers it would apply to;
	// empty for all of the table. They meet it together or not at all.
	Part  string  `json:"part,omitempty"`
	Value float64 `json:"value"`
	SE    float64 `json:"se,omitempty"`
	// PublishedSE replaces the PublishedSE of the result, if it is not 0.
	PublishedSE float64 `json:"published_se,omitempty"`
}

// String returns the erratum, the reading and its number.
func (e Explanation) String() string {
	value := strconv.FormatFloat(e.Value, 'g', 6, 64)
	if e.SE > 0 {
		value += fmt.Sprintf(" ± %.2g", e.SE)
	}
	if e.Erratum == "" {
		return e.Reading + ": " + value
	}
	return e.Erratum + ": " + e.Reading + ": " + value
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Join puts two remarks together; either may be empty.
func Join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// parsePublished reads a published number and the number of its decimals, counted
// after the power of ten: "2.778e-1" has the value 0.2778 and 4 decimals.
func parsePublished(text string) (value float64, decimals int, err error) {
	value, err = strconv.ParseFloat(text, 64)
	if err != nil || !finite(value) {
		return 0, 0, fmt.Errorf("the published %q is not a number", text)
	}
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if _, fraction, ok := strings.Cut(mantissa, "."); ok {
		decimals = len(fraction)
	}
	if exponent != "" {
		e, err := strconv.Atoi(exponent)
		if err != nil {
			return 0, 0, fmt.Errorf("the published %q is not a number", text)
		}
		decimals -= e
	}
	return value, decimals, nil
}
