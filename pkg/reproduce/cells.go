package reproduce

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Cell is a number of the account with its place in a table of lines and columns,
// for frame.Pivot.
type Cell struct {
	Line   string `dataframe:"line"`
	Column string `dataframe:"column"`
	Text   string `dataframe:"published and computed"` // such as "0.0984 · 0.09835 ="
}

// marks stand behind the computed number of a Cell.
var marks = map[string]string{ExactMatch: "=", MonteCarloMatch: "=", InferredMatch: "=", Explained: "~", Inconclusive: "-", Differs: "x", Input: "i", InKind: "k", FromStore: "s", NotRun: "?"}

// Cells returns rows of the account as cells: split tells the line and the column of
// a key. The text is the published number, the computed one, and = for a match, ~ for
// a difference that is explained, x for one that is not, - for one that the
// simulation is too short to tell, k for one from other data.
func Cells(rows []BestRow, split func(key string) (line, column string)) []Cell {
	out := make([]Cell, len(rows))
	for i, r := range rows {
		line, column := split(r.Key)
		out[i] = Cell{line, column, r.Published + " · " + brief(r.Computed, r.Published) + " " + marks[r.Verdict]}
	}
	return out
}

// Layout returns a split for Cells: in the templates of the line and of the column
// {1} stands for the first part of the key, {2} for the second, and so on.
func Layout(line, column string) func(key string) (string, string) {
	return func(key string) (string, string) {
		var parts []string
		for i, part := range strings.Split(key, "/") {
			parts = append(parts, fmt.Sprintf("{%d}", i+1), part)
		}
		r := strings.NewReplacer(parts...)
		return r.Replace(line), r.Replace(column)
	}
}

// Tally counts the verdicts in words.
func Tally(rows []BestRow) string {
	var s Summary
	for _, r := range rows {
		s.count(r.Verdict)
	}
	return fmt.Sprintf("%d numbers: %d match (%d of them with an inferred setting), %d explained, %d inconclusive, %d differ, %d not run",
		s.Published, s.Matched(), s.Inferred, s.Explained, s.Inconclusive, s.Differing, s.NotRun)
}

// Rows returns the rows of a stored account without how to compute them again.
func Rows(best []BestRow) []Row {
	out := make([]Row, len(best))
	for i, r := range best {
		out[i] = r.Row
	}
	return out
}

// brief shortens a number to four digits, with the exponent of the printed one.
func brief(computed, published string) string {
	v, err := strconv.ParseFloat(computed, 64)
	if err != nil {
		return computed
	}
	if _, exponent, ok := strings.Cut(published, "e"); ok {
		if e, err := strconv.Atoi(exponent); err == nil {
			return fmt.Sprintf("%.4ge%d", v/math.Pow10(e), e)
		}
	}
	return fmt.Sprintf("%.4g", v)
}
