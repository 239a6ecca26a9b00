package reproduce

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// PrintSummary writes the verdicts with the numbers and the tables that have them, those
// of the stored account beside them, per document, and how many agree in a sentence.
func PrintSummary(w io.Writer, rows []Row, stored []BestRow) error {
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "verdict\tnumbers\taccount\ttables\tof them")
	before := Rows(stored)
	for _, v := range verdicts {
		of := func(rows []Row) []Row { return withVerdict(rows, v.name) }
		if now, then := of(rows), of(before); len(now)+len(then) > 0 {
			fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%s\n", v.name, len(now), len(then), tables(now), remark(now))
		}
	}
	fmt.Fprintf(tw, "all\t%d\t%d\t%d\t\n", len(rows), len(before), tables(rows))
	tw.Flush()
	for line := range strings.Lines(b.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
	if bySource := Summarize(rows); len(bySource) > 2 {
		fmt.Fprintln(w)
		if err := printLines(w, "source", bySource); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\nColumn account: the longest runs so far, data/results/account.csv, "+
		"which has the command of every row.\n%s\n", conclusion(rows))
	return err
}

// conclusion says in one sentence how many of the numbers agree.
func conclusion(rows []Row) string {
	var s Summary
	for _, r := range rows {
		s.count(r)
	}
	compared := s.Matched() + s.Explained + s.Near + s.Inconclusive + s.Differing
	return fmt.Sprintf("Of %d published numbers %d were compared: %d agree, %d agree with another computation that the "+
		"source may have made, %d are near, %d inconclusive, %d differ; %d were not: of other data, settings, stored or not run.",
		s.Published, compared, s.Matched(), s.Explained, s.Near, s.Inconclusive, s.Differing, s.Published-compared)
}

func withVerdict(rows []Row, verdict string) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Verdict != verdict })
}

// tables returns the number of tables that rows are of.
func tables(rows []Row) int {
	names, _ := tally(rows, Row.table)
	return len(names)
}

// remark describes what the number of rows with one verdict hides: how many matches are weak,
// that two tables make up most of them, how claims on other data came out, why rows were
// not run.
func remark(rows []Row) string {
	if len(rows) == 0 {
		return ""
	}
	var out []string
	list := func(form string, of func(Row) string) {
		values, counts := tally(rows, of)
		for _, v := range values {
			out = append(out, fmt.Sprintf(form, counts[v], v))
		}
	}
	switch rows[0].Verdict {
	case ExactMatch:
		if names, n := tally(rows, Row.table); len(names) > 2 && 2*(n[names[0]]+n[names[1]]) > len(rows) {
			out = append(out, fmt.Sprintf("%d in %s and %s", n[names[0]]+n[names[1]], names[0], names[1]))
		}
	case MonteCarloMatch, InferredMatch:
		if weak := countWeak(rows); weak > 0 {
			out = append(out, fmt.Sprintf("%d weak: 3 standard errors are more than 20%% of the number", weak))
		}
	case OtherData:
		list("%d %s", Row.Outcome)
	case NotRun:
		list("%d: %s", func(r Row) string { return r.Note })
	}
	return strings.Join(out, "; ")
}

func countWeak(rows []Row) int {
	n := 0
	for _, r := range rows {
		if r.WeakMatch() {
			n++
		}
	}
	return n
}

// Print writes the rows that were run, then the verdicts per table.
func Print(w io.Writer, rows []Row) error {
	if err := printRows(w, rows); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return printLines(w, "item", SummarizeItems(rows))
}

// printLines writes summaries as a table, a line each; head names their first column.
func printLines(w io.Writer, head string, summaries []Summary) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, head+"\tnumbers\ttables\tverdicts")
	for _, l := range Lines(summaries) {
		fmt.Fprintf(tw, "%s\t%d\t%d\t%s\n", l.Source, l.Numbers, l.Tables, l.Verdicts)
	}
	return tw.Flush()
}

// printRows writes the rows that were run as a table, published beside
// computed, with the verdict. Notes are numbered and stand below the table,
// each once.
func printRows(w io.Writer, rows []Row) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "source\titem\tkey\tpublished\tcomputed\ts.e.\tunit\tverdict")
	var notes []string
	for _, r := range rows {
		if r.Verdict == NotRun {
			continue
		}
		mark := ""
		if r.Note != "" {
			k := slices.Index(notes, r.Note)
			if k < 0 {
				notes, k = append(notes, r.Note), len(notes)
			}
			mark = fmt.Sprintf(" [%d]", k+1)
		}
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s%s\n", r.Source, r.Item, r.Key, r.Published, short(r.Computed),
			short(r.SE), r.Unit, r.Verdict, mark)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for k, note := range notes {
		if _, err := fmt.Fprintf(w, "[%d] %s\n", k+1, note); err != nil {
			return err
		}
	}
	return nil
}

// short cuts a number in full precision to 7 significant digits, for people.
func short(text string) string {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	return strconv.FormatFloat(v, 'g', min(7, len(text)), 64)
}
