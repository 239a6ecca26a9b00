package reproduce

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// pair is a published number and what was computed for it.
type pair struct {
	published Published
	result    Result
}

// judge compares computed numbers with the published ones; the numbers of a table together
// decide which of its readings holds, see jointly.
func judge(numbers []pair) (verdicts, notes []string) {
	fits := jointly(numbers)
	for _, n := range numbers {
		verdict, note := n.judge(fits)
		verdicts, notes = append(verdicts, verdict), append(notes, note)
	}
	return verdicts, notes
}

func (n pair) judge(fits map[scope]*fits) (verdict, note string) {
	r := n.result
	if r.OtherData != "" {
		return OtherData, Join(r.OtherData, r.Note)
	}
	verdict, said := n.beside(fits)
	if note = Join(said, r.Note); r.Stored {
		return FromStore, Join("stored run: "+verdict, note)
	}
	return verdict, note
}

// beside judges the number by the computation that the text describes, unless its table
// refutes that one and not another.
func (n pair) beside(fits map[scope]*fits) (verdict, note string) {
	r := n.result
	replaced := false
	for _, e := range r.Explanations {
		if !fits[n.scope(e)].replaced() || e.Value == r.Value {
			continue
		}
		replaced = true
		switch got, said := n.with(e).meets(); {
		case got >= sampled:
			return Explained, e.String()
		case got == weak:
			return Inconclusive, Join(e.String(), said)
		}
	}
	got, said := n.meets()
	switch {
	case got == apart || replaced:
		return n.explain(fits, said)
	case r.Input:
		return Input, said
	case got == weak:
		return Inconclusive, said
	case r.Setting != "":
		return InferredMatch, Join("setting inferred: "+r.Setting, said)
	case got == sampled:
		return MonteCarloMatch, said
	}
	return ExactMatch, said
}

// explain looks for an explanation that meets the published number by the rule of a
// match, then for one that nearly does.
func (n pair) explain(fits map[scope]*fits, said string) (verdict, note string) {
	near := ""
	if n.withinUnit() {
		near = "less than one unit of the last digit off"
	}
	var failed []string
	for _, e := range n.result.Explanations {
		x, f := n.with(e), fits[n.scope(e)]
		got, _ := x.meets()
		switch {
		case got >= sampled && !f.reading.refuted():
			return Explained, Join(e.String(), said)
		case near == "" && got >= sampled:
			near = e.String() + ", " + f.reading.String()
		case near == "" && !f.reading.refuted() && x.withinUnit():
			near = e.String() + ", less than one unit of the last digit off"
		}
		failed = append(failed, e.String())
	}
	if near != "" {
		return Near, Join(near, said)
	}
	if len(failed) > 0 {
		said = Join("not met by "+strings.Join(failed, ", nor by "), said)
	}
	if setting := n.result.Setting; setting != "" {
		said = Join("setting inferred: "+setting, said)
	}
	return Differs, said
}

// with returns the number with an explanation in place of what was computed.
func (n pair) with(e Explanation) pair {
	n.result.Value, n.result.Text, n.result.SE, n.result.Below = e.Value, "", e.SE, false
	if e.PublishedSE > 0 {
		n.result.PublishedSE = e.PublishedSE
	}
	return n
}

// agreement compares a computed value with a published one.
type agreement int

const (
	apart agreement = iota
	weak            // agrees, but would with much else
	sampled
	equal
)

// meets compares one value with the published one.
func (n pair) meets() (agreement, string) {
	r := n.result
	if r.Text != "" {
		if r.Text == n.published.Text {
			return equal, ""
		}
		return apart, ""
	}
	g, err := n.gap()
	if err != nil {
		return apart, err.Error()
	}
	if r.Below {
		if g.computed+maxErrors*r.SE < g.published {
			return equal, "the published number is an upper bound"
		}
		return apart, ""
	}
	if g.size > g.unit/2+maxErrors*g.se {
		return apart, ""
	}
	var note string
	if scale := math.Max(math.Abs(g.published), r.Resolution); maxErrors*r.SE > maxTolerance*scale {
		return weak, fmt.Sprintf("3 standard errors of the computation are %.2g, more than %.0f%% of %.3g",
			maxErrors*r.SE, 100*maxTolerance, scale)
	}
	if r.PublishedSE > 0 {
		note = fmt.Sprintf("the published number has a standard error of %.2g", r.PublishedSE)
	}
	if g.se == 0 || r.SE == 0 && g.size <= g.unit/2 {
		return equal, note
	}
	return sampled, note
}

// gap is how far a computed value is from the published one.
type gap struct {
	published, computed float64
	size                float64 // absolute
	unit                float64 // of the last published digit, with a little for rounding
	se                  float64 // of both
}

func (n pair) gap() (gap, error) {
	r := n.result
	published, digits, err := parsePublished(n.published.Text)
	if err != nil {
		return gap{}, err
	}
	if !finite(r.Value) || !finite(r.SE) || r.SE < 0 {
		return gap{}, fmt.Errorf("the computed value or its standard error is not a finite number")
	}
	return gap{published: published, computed: r.Value, size: math.Abs(r.Value - published),
		unit: math.Pow(10, -float64(digits)) * (1 + 1e-9), se: math.Hypot(r.SE, r.PublishedSE)}, nil
}

// withinUnit reports whether an exact computation is less than one unit of the last
// published digit off, as digits that are cut off instead of rounded are.
func (n pair) withinUnit() bool {
	g, err := n.gap()
	return err == nil && n.result.Text == "" && !n.result.Below && g.se == 0 && g.size < g.unit*(1-1e-6)
}

// weakMatch reports whether a match says little about the number: 3 standard errors, ours
// and the publication's together, are more than maxTolerance of it.
func (n pair) weakMatch() bool {
	g, err := n.gap()
	return err == nil && maxErrors*g.se > maxTolerance*math.Abs(g.published)
}

// Sampling describes how many draws the publication names behind the numbers of a
// table. The standard errors of published numbers come from it and from the
// variances of our simulation, never from the published numbers themselves.
type Sampling struct {
	Draws int // independent ones: data sets, normal vectors or posterior draws
	// Sets is the number of partition sets that each method takes on each data set, of
	// its own; 0 if the table is not about them.
	Sets int
	// Repeats is the number of times that the experiment was done anew; 0 for once.
	Repeats int
}

// Scaled returns the standard error that a statistic has in the published design,
// given ours and the number of our data sets: both are of order one over
// the root of the number of data sets.
func (s Sampling) Scaled(se float64, sets int) float64 {
	return se * math.Sqrt(float64(sets)/float64(s.Draws))
}

// Share returns the standard error of a share of the draws whose expectation is p.
func (s Sampling) Share(p float64) float64 { return math.Sqrt(p * (1 - p) / float64(s.Draws)) }

// Mean returns the standard error of a mean of the draws, sd being the standard deviation of one.
func (s Sampling) Mean(sd float64) float64 { return sd / math.Sqrt(float64(s.Draws)) }

// Repeated returns the standard error of the mean over all repeats of a statistic
// that has the standard error se in one, and the standard error of the estimate of
// this number from the spread of the repeats, if they are normal.
func (s Sampling) Repeated(se float64) (mean, ofError float64) {
	mean = se / math.Sqrt(float64(s.Repeats))
	return mean, mean * RelativeErrorOfSpread(s.Repeats)
}

// RelativeErrorOfSpread is the relative standard error of a standard deviation of n normal numbers.
func RelativeErrorOfSpread(n int) float64 { return 1 / math.Sqrt(2*float64(n-1)) }

// Comparison is a line of the account for readers: a published number beside the
// computed one.
type Comparison struct {
	Key       string  `dataframe:"number"`
	Published string  `dataframe:"published"`
	Computed  float64 `dataframe:"computed"` // NaN if it is not a number
	SE        float64 `dataframe:"standard error"`
	// computed less published in standard errors, of both together; NaN for exact ones
	Z       float64 `dataframe:"z"`
	Verdict string  `dataframe:"verdict"`
	Note    string  `dataframe:"note"`
}

// Compare returns a line for each row of the account that was computed; settings
// that were taken over are left out. Of a stored run the verdict is the verdict of the run.
func Compare(rows []Row) []Comparison {
	number := func(text string) float64 {
		if v, err := strconv.ParseFloat(text, 64); err == nil {
			return v
		}
		return math.NaN()
	}
	var out []Comparison
	for _, r := range rows {
		if r.Verdict == NotRun || r.Verdict == Input {
			continue
		}
		c := Comparison{Key: r.Key, Published: r.Published, Computed: number(r.Computed), SE: number(r.SE),
			Z: math.NaN(), Verdict: r.Verdict, Note: r.Note}
		if printed, _, err := parsePublished(r.Published); err == nil && c.SE > 0 {
			c.Z = (c.Computed - printed) / math.Hypot(c.SE, number(r.PublishedSE))
		}
		if verdict, rest, _ := strings.Cut(r.Note, "; "); r.Verdict == FromStore {
			c.Verdict, c.Note = strings.TrimPrefix(verdict, "stored run: "), rest
		}
		out = append(out, c)
	}
	return out
}

// LargestZ returns the largest absolute Z among rows, 0 if none has one.
func LargestZ(rows []Comparison) float64 {
	largest := 0.0
	for _, r := range rows {
		if z := math.Abs(r.Z); z > largest {
			largest = z
		}
	}
	return largest
}
