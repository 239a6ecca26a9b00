package reproduce

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

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
// {1} stands for the first part of the key, {2} for the second, and so on, with spaces in
// the place of underscores.
func Layout(line, column string) func(key string) (string, string) {
	return func(key string) (string, string) {
		var parts []string
		for i, part := range strings.Split(key, "/") {
			parts = append(parts, fmt.Sprintf("{%d}", i+1), strings.ReplaceAll(part, "_", " "))
		}
		r := strings.NewReplacer(parts...)
		return r.Replace(line), r.Replace(column)
	}
}

// Tally counts the verdicts in words.
func Tally(rows []BestRow) string {
	var s Summary
	for _, r := range rows {
		s.count(r.Row)
	}
	return fmt.Sprintf("%d numbers: %d match (%d of them with an inferred setting, %d weakly), %d explained, "+
		"%d near, %d inconclusive, %d differ, %d not run",
		s.Published, s.Matched(), s.Inferred, s.Weak, s.Explained, s.Near, s.Inconclusive, s.Differing, s.NotRun)
}

// Rows returns the rows of a stored account without how to compute them again.
func Rows(best []BestRow) []Row {
	out := make([]Row, len(best))
	for i, r := range best {
		out[i] = r.Row
	}
	return out
}
