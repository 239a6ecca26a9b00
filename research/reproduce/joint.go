package reproduce

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"
)

// jointLevel is the level of the chi-squared test by which the numbers of a table refute
// a computation together. The numbers of a table often come from the same draws; the
// test takes them as independent.
const jointLevel = 0.001

// scope is what an explanation would apply to: the numbers of a table, or of a part of
// it, that have it.
type scope struct{ source, item, part, erratum, reading string }

func (n pair) scope(e Explanation) scope {
	return scope{n.published.Source, n.published.Item, e.Part, e.Erratum, e.Reading}
}

// fits describes how the numbers of a scope agree with what the text describes and with
// another reading.
type fits struct{ text, reading fit }

// replaced reports whether the numbers refute what the text describes, and not the
// reading: then it is the one of them all.
func (f *fits) replaced() bool { return f.text.refuted() && !f.reading.refuted() }

// fit is how a computation agrees with several published numbers: the sum of the squared
// distances in standard errors.
type fit struct {
	numbers    int
	chiSquared float64
}

func (f fit) refuted() bool {
	return f.chiSquared > distuv.ChiSquared{K: float64(f.numbers)}.Quantile(1-jointLevel)
}

// String describes what refutes the computation.
func (f fit) String() string {
	if math.IsInf(f.chiSquared, 1) {
		return fmt.Sprintf("which others of the %d numbers that it would apply to are not", f.numbers)
	}
	return fmt.Sprintf("but the %d numbers that it would apply to refute it together (chi-squared %.4g)",
		f.numbers, f.chiSquared)
}

func (f *fit) add(n pair) {
	f.numbers++
	f.chiSquared += n.squaredDistance()
}

// jointly returns the fits of all explanations.
func jointly(numbers []pair) map[scope]*fits {
	out := map[scope]*fits{}
	for _, n := range numbers {
		if n.result.OtherData != "" {
			continue
		}
		for _, e := range n.result.Explanations {
			f := out[n.scope(e)]
			if f == nil {
				f = new(fits)
				out[n.scope(e)] = f
			}
			f.text.add(n)
			f.reading.add(n.with(e))
		}
	}
	return out
}

// squaredDistance returns how many standard errors a computed number is beyond the
// rounding of the published one, squared. The last digit of an exact one may be cut off
// instead of rounded: that is not evidence against a computation.
func (n pair) squaredDistance() float64 {
	if got, _ := n.meets(); got == equal || n.withinUnit() {
		return 0
	}
	g, err := n.gap()
	if err != nil || n.result.Text != "" || n.result.Below || g.se == 0 {
		return math.Inf(1)
	}
	return math.Pow(math.Max(0, g.size-g.unit/2)/g.se, 2)
}

// Cell is a number of the account, published or computed, with its place in a table of
// lines and columns, for display.Wide by line and verdicts.
type Cell struct {
	Line string `dataframe:"line"`
	// on the numbers of the line that do not match, such as "J = 2, J = 5 explained"
	Verdicts string  `dataframe:"verdicts"`
	Column   string  `dataframe:"column"` // such as "J = 2, published"
	Value    float64 `dataframe:"value"`  // NaN if it was not computed
}

// Cells returns the published and the computed number of each row of the account as
// cells: split returns the line and the column of a key.
func Cells(rows []BestRow, split func(key string) (line, column string)) []Cell {
	verdicts := map[string]string{}
	for _, r := range rows {
		if r.Verdict == ExactMatch || r.Verdict == MonteCarloMatch || r.Verdict == InferredMatch {
			continue
		}
		line, column := split(r.Key)
		before, same := strings.CutSuffix(verdicts[line], " "+r.Verdict)
		switch {
		case same:
			before += ", "
		case before != "":
			before += "; "
		}
		verdicts[line] = before + column + " " + r.Verdict
	}
	var out []Cell
	for _, r := range rows {
		line, column := split(r.Key)
		out = append(out, Cell{line, verdicts[line], column + ", published", number(r.Published)},
			Cell{line, verdicts[line], column + ", computed", number(r.Computed)})
	}
	return out
}

// number reads a number of the account, NaN for none.
func number(text string) float64 {
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return v
	}
	return math.NaN()
}

// Layout returns a split for Cells: in the templates of the line and of the column
// {1} stands for the first part of the key, {2} for the second, and so on, with words in
// the place of abbreviations and underscores.
func Layout(line, column string) func(key string) (string, string) {
	return func(key string) (string, string) {
		var parts []string
		for i, part := range strings.Split(key, "/") {
			parts = append(parts, fmt.Sprintf("{%d}", i+1), inWords.Replace(part))
		}
		r := strings.NewReplacer(parts...)
		return r.Replace(line), r.Replace(column)
	}
}

// inWords writes the parts of keys as headings.
var inWords = strings.NewReplacer("p_h0", "P(H0)", "p_h1", "P(H1)", "_ci_", " interval ", "_pct", ", %", "_se", " s.e.",
	"_", " ")

// Tally counts the verdicts in words, those that no number has left out.
func Tally(rows []BestRow) string {
	var s Summary
	for _, r := range rows {
		s.count(r.Row)
	}
	var how, other string
	count := func(list *string, n int, words string) {
		if n > 0 {
			*list += fmt.Sprintf(", %d %s", n, words)
		}
	}
	count(&how, s.Inferred, "with an inferred setting")
	count(&how, s.Weak, "weakly")
	if how != "" {
		how = " (" + how[2:] + ")"
	}
	count(&other, s.Explained, "explained")
	count(&other, s.Near, "near")
	count(&other, s.Inconclusive, "inconclusive")
	count(&other, s.Differing, "differ")
	count(&other, s.NotRun, "not run")
	return fmt.Sprintf("%d numbers: %d match", s.Published, s.Matched()) + how + other
}

// Rows returns the rows of a stored account without how to compute them again.
func Rows(best []BestRow) []Row {
	out := make([]Row, len(best))
	for i, r := range best {
		out[i] = r.Row
	}
	return out
}
