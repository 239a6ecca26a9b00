package experiment

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
)

// Print writes the rows that were run, then the verdicts per table and per
// document, the ones not run among them.
func Print(w io.Writer, rows []Row) error {
	if err := PrintRows(w, rows); err != nil {
		return err
	}
	for _, s := range [...]struct {
		title string
		lines []Summary
	}{{"item", SummarizeItems(rows)}, {"document", Summarize(rows)}} {
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(tw, "\n%s\tpublished\tmatched\texplained\tdiffering\tnot run\n", s.title)
		for _, l := range s.lines {
			fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%d\t%d\n", l.Source, l.Published, l.Matched, l.Explained, l.Differing, l.NotRun)
		}
		if err := tw.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// PrintRows writes the rows that were run as a table: published beside
// computed, with the verdict.
func PrintRows(w io.Writer, rows []Row) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "source\titem\tkey\tpublished\tcomputed\ts.e.\tunit\tverdict\tnote")
	for _, r := range rows {
		if r.Verdict != NotRun {
			fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Source, r.Item, r.Key, r.Published, short(r.Computed), short(r.SE), r.Unit, r.Verdict, r.Note)
		}
	}
	return tw.Flush()
}

// short cuts a number in full precision to 7 significant digits, for people.
func short(text string) string {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text
	}
	return strconv.FormatFloat(v, 'g', min(7, len(text)), 64)
}
