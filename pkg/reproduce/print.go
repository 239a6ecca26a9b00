package reproduce

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

// PrintSummary writes the verdicts per document, those of the stored account behind
// them in parentheses, and why numbers were not run.
func PrintSummary(w io.Writer, rows []Row, stored []BestRow) error {
	before := map[string]Summary{}
	for _, s := range Summarize(Rows(stored)) {
		before[s.Source] = s
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "source\t"+strings.Join(summaryColumns, "\t"))
	for _, s := range Summarize(rows) {
		fmt.Fprint(tw, s.Source)
		old := before[s.Source].counts()
		for i, n := range s.counts() {
			if i == 0 {
				fmt.Fprintf(tw, "\t%d", n)
				continue
			}
			fmt.Fprintf(tw, "\t%d (%d)", n, old[i])
		}
		fmt.Fprintln(tw)
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	var why []string
	reasons, counts := whyNotRun(rows)
	for _, r := range reasons {
		why = append(why, fmt.Sprintf("%d: %s", counts[r], r))
	}
	if len(why) > 0 {
		fmt.Fprintf(w, "not run: %s\n", strings.Join(why, "; "))
	}
	_, err := fmt.Fprintln(w, "In parentheses: the stored account, data/results/account.csv, which has the command of every row.")
	return err
}

// Print writes the rows that were run, then the verdicts per table.
func Print(w io.Writer, rows []Row) error {
	if err := printRows(w, rows); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return printCounts(w, "item", SummarizeItems(rows))
}

// printCounts writes summaries as a table, a line each; head names their first
// column.
func printCounts(w io.Writer, head string, lines []Summary) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, head+"\t"+strings.Join(summaryColumns, "\t"))
	for _, l := range lines {
		fmt.Fprint(tw, l.Source)
		for _, n := range l.counts() {
			fmt.Fprintf(tw, "\t%d", n)
		}
		fmt.Fprintln(tw)
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
