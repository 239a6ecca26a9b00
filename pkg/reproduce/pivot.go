package reproduce

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// verdictMarks stand behind the computed number in PrintPivot.
var verdictMarks = map[string]string{ExactMatch: "=", MonteCarloMatch: "=", InferredMatch: "=", Explained: "~", Inconclusive: "-", Differs: "x", Input: "i", FromStore: "s", NotRun: "?"}

// PrintPivot prints rows of the account as a table: split tells the line and the
// column of a key. Each cell holds the published number, the computed one, and =
// for a match, ~ for a difference that is explained, x for one that is not, - for
// one that the simulation is too short to tell.
func PrintPivot(w io.Writer, rows []BestRow, split func(key string) (line, column string)) error {
	var lines, columns []string
	cells := map[[2]string]string{}
	for _, r := range rows {
		line, column := split(r.Key)
		lines, columns = appendNew(lines, line), appendNew(columns, column)
		cells[[2]string{line, column}] = r.Published + "  " + brief(r.Computed) + " " + verdictMarks[r.Verdict]
	}
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	fmt.Fprintln(t, "\t"+strings.Join(columns, "\t"))
	for _, l := range lines {
		fmt.Fprint(t, l)
		for _, c := range columns {
			fmt.Fprint(t, "\t"+cells[[2]string{l, c}])
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, s := range summarize(bare(rows), func(Row) string { return "all" }) {
		fmt.Fprintf(w, "%d numbers: %d match (%d of them with an inferred setting), %d explained, %d inconclusive, %d differ, %d not run\n",
			s.Published, s.Matched(), s.Inferred, s.Explained, s.Inconclusive, s.Differing, s.NotRun)
	}
	return nil
}

func appendNew(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

func bare(rows []BestRow) []Row {
	out := make([]Row, len(rows))
	for i, r := range rows {
		out[i] = r.Row
	}
	return out
}

// brief shortens a number to four digits.
func brief(text string) string {
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return fmt.Sprintf("%.4g", v)
	}
	return text
}
