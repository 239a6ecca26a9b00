package reproduce

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"strings"
	"testing"
)

// summaryRows has rows of three tables in two documents.
func summaryRows() []Row {
	row := func(source, item, key, published, computed, se, verdict string) Row {
		return Row{Source: source, Item: item, Key: key, Published: published, Computed: computed, SE: se,
			PublishedSE: "0", Verdict: verdict, Kind: kindNumber}
	}
	rows := []Row{
		row("p", "table-1", "a", "1.0", "1.01", "0", ExactMatch),
		row("p", "table-1", "b", "0.10", "0.11", "0.009", MonteCarloMatch), // 27%
		row("p", "table-2", "a", "0.10", "0.11", "0.006", MonteCarloMatch), // 18%
		row("q", "table-1", "a", "0.10", "0.30", "0.009", Differs),
		row("q", "table-1", "b", "0.10", "0.10", "0.1", Inconclusive),
		{Source: "q", Item: "table-1", Key: "c", Published: "3", Verdict: NotRun, Note: "needs its data"},
	}
	for _, note := range []string{"at 5:5 it is least: holds (3.0 standard errors)", "it is least: not refuted (2)",
		"it is least"} {
		rows = append(rows, Row{Source: "q", Item: "table-1", Key: note, Verdict: OtherData, Kind: kindOther,
			Note: note})
	}
	return rows
}

func TestSummarize(t *testing.T) {
	lines := Summarize(summaryRows())
	if len(lines) != 3 {
		t.Fatalf("%d lines, want 3", len(lines))
	}
	if got := (Row{Verdict: Differs, Note: "a claim: holds"}).Outcome(); got != "" {
		t.Errorf("a number that differs is a claim that %s", got)
	}
	want := Summary{Source: "all", Tables: 3, Published: 9, Exact: 1, MonteCarlo: 2, Weak: 1, Inconclusive: 1,
		Differing: 1, OtherData: 3, NotRun: 1}
	if lines[2] != want {
		t.Errorf("%+v, want %+v", lines[2], want)
	}
	{
		p := lines[0]
		check.Equal(t, "p.Source", p.Source, "p")
		check.Equal(t, "p.Tables", p.Tables, 2)
		check.Equal(t, "p.Published", p.Published, 3)
		check.Equal(t, "p.Matched()", p.Matched(), 3)
	}
}

// The summary shows what agrees first and what was not run last, no verdict
// without a number, and what counts hide.
func TestPrintSummary(t *testing.T) {
	var b strings.Builder
	if err := PrintSummary(&b, summaryRows(),
		[]BestRow{{Row: Row{Source: "q", Item: "table-1", Verdict: Explained}}}); err != nil {
		t.Fatal(err)
	}
	want := `verdict            numbers  account  tables  of them
exact match        1        0        1
Monte Carlo match  2        0        2       1 weak: 3 standard errors are more than 20% of the number
explained          0        1        0
inconclusive       1        0        1
differs            1        0        1
other data         3        0        1       1 holds; 1 not refuted
not run            1        0        1       1: needs its data
all                9        1        3

source  numbers  tables  verdicts
p       3        2       1 exact match, 2 Monte Carlo match, 1 of the matches weak
q       6        1       1 inconclusive, 1 differs, 3 other data, 1 not run
all     9        3       1 exact match, 2 Monte Carlo match, 1 inconclusive, 1 differs, 3 other data, 1 not run, 1 of the matches weak

Column account: the longest runs so far, data/results/account.csv, which has the command of every row.
Of 9 published numbers 5 were compared: 3 agree, 0 agree with another computation that the source may have made, 0 are near, 1 inconclusive, 1 differ; 4 were not: of other data, settings, stored or not run.
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
