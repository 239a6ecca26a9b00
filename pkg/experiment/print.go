package experiment

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
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

// PrintRows writes the rows that were run as a table, published beside
// computed, with the verdict. Notes are numbered and stand below the table,
// each once.
func PrintRows(w io.Writer, rows []Row) error {
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
		fmt.Fprintf(tw, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s%s\n", r.Source, r.Item, r.Key, r.Published, short(r.Computed), short(r.SE), r.Unit, r.Verdict, mark)
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

// PrintColumns writes lines of cells as aligned columns.
func PrintColumns(w io.Writer, lines ...[]string) error {
	t := tabwriter.NewWriter(w, 0, 0, 3, ' ', 0)
	for _, l := range lines {
		fmt.Fprintln(t, strings.Join(l, "\t"))
	}
	return t.Flush()
}
