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
	// have made instead, named with the number, meets it.
	Explained = "explained"
	// Inconclusive agrees, but with so large a standard error that this says little.
	Inconclusive = "inconclusive"
	// Differs is not equal, and nothing that was computed is.
	Differs = "differs"
	// InKind is a number from other data than the publication's: the note says which of
	// its claims was tested and whether it holds. It is no match, nor the lack of one.
	InKind = "in kind"
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
	InKind  string // the claim that was tested on other data, and whether it holds; the values themselves are not compared
	Input   bool   // the number is a setting that was taken over from the publication
	Stored  bool   // read from data/results
	Note    string // said whatever the verdict
}

// Explanation is another computation for a published number, with a result of its
// own.
type Explanation struct {
	Erratum string // number in data/published/errata.md, or empty
	Reading string // what was computed, in words
	Value   float64
	Text    string // instead of Value, for cells that are not numbers
	SE      float64
	// PublishedSE replaces that of the result, if it is not 0.
	PublishedSE float64
}

// String returns the erratum, the reading and its number.
func (e Explanation) String() string {
	value := e.Text
	if value == "" {
		value = strconv.FormatFloat(e.Value, 'g', 6, 64)
	}
	if e.SE > 0 {
		value += fmt.Sprintf(" ± %.2g", e.SE)
	}
	if e.Erratum == "" {
		return e.Reading + ": " + value
	}
	return e.Erratum + ": " + e.Reading + ": " + value
}

// agreement says how a computed value stands to a published one.
type agreement int

const (
	apart agreement = iota
	weak            // agrees, but would with much else
	sampled
	equal
)

// Judge compares a result with the published number.
func Judge(p Published, r Result) (verdict, note string) {
	if r.InKind != "" {
		return InKind, Join(r.InKind, r.Note)
	}
	verdict, note = r.judge(p)
	if r.Stored {
		return FromStore, Join("stored run: "+verdict, note)
	}
	return verdict, note
}

func (r Result) judge(p Published) (verdict, note string) {
	got, said := r.meets(p)
	note = Join(said, r.Note)
	switch {
	case got == apart:
		return r.explain(p, note)
	case r.Input:
		return Input, note
	case got == weak:
		return Inconclusive, note
	case r.Setting != "":
		return InferredMatch, Join("setting inferred: "+r.Setting, note)
	case got == sampled:
		return MonteCarloMatch, note
	}
	return ExactMatch, note
}

// explain looks for an explanation that meets the published number by the rule of a
// match.
func (r Result) explain(p Published, note string) (verdict, why string) {
	var failed []string
	for _, e := range r.Explanations {
		x := r
		x.Value, x.Text, x.SE, x.Below = e.Value, e.Text, e.SE, false
		if e.PublishedSE > 0 {
			x.PublishedSE = e.PublishedSE
		}
		if got, _ := x.meets(p); got >= sampled {
			return Explained, Join(e.String(), note)
		}
		failed = append(failed, e.String())
	}
	if len(failed) > 0 {
		note = Join("not met by "+strings.Join(failed, ", nor by "), note)
	}
	if r.Setting != "" {
		note = Join("setting inferred: "+r.Setting, note)
	}
	return Differs, note
}

// meets compares one value with the published one.
func (r Result) meets(p Published) (agreement, string) {
	if r.Text != "" {
		if r.Text == p.Text {
			return equal, ""
		}
		return apart, ""
	}
	published, digits, err := parsePublished(p.Text)
	if err != nil {
		return apart, err.Error()
	}
	if !finite(r.Value) || !finite(r.SE) || r.SE < 0 {
		return apart, "the computed value or its standard error is not a finite number"
	}
	if r.Below {
		if r.Value+maxErrors*r.SE < published {
			return equal, "the published number is an upper bound"
		}
		return apart, ""
	}
	half := math.Pow(10, -float64(digits)) / 2 * (1 + 1e-9)
	gap := math.Abs(r.Value - published)
	se := math.Hypot(r.SE, r.PublishedSE)
	if gap > half+maxErrors*se {
		return apart, ""
	}
	var note string
	if scale := math.Max(math.Abs(published), r.Resolution); maxErrors*r.SE > maxTolerance*scale {
		return weak, fmt.Sprintf("3 standard errors of the computation are %.2g, more than %.0f%% of %.3g", maxErrors*r.SE, 100*maxTolerance, scale)
	}
	if r.PublishedSE > 0 {
		note = fmt.Sprintf("the published number has a standard error of %.2g", r.PublishedSE)
	}
	if se == 0 || r.SE == 0 && gap <= half {
		return equal, note
	}
	return sampled, note
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
