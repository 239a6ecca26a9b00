package reproduce

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/research/study"
)

// Summary counts the numbers of one document, or of one table, by their verdict. Matches
// are counted by their kind.
type Summary struct {
	Source                      string
	Tables, Published           int
	Exact, MonteCarlo, Inferred int
	// Weak counts the matches of all kinds that say little, see Row.WeakMatch.
	Weak                                     int
	Explained, Near, Inconclusive, Differing int
	OtherData, FromStore, Inputs, NotRun     int
}

// Line is a Summary for readers.
type Line struct {
	Source   string `dataframe:"source"`
	Numbers  int    `dataframe:"numbers"`
	Tables   int    `dataframe:"tables"`
	Verdicts string `dataframe:"verdicts"` // the verdicts that there are, such as "34 exact match, 2 near"
}

// Lines returns summaries for readers.
func Lines(summaries []Summary) []Line {
	var out []Line
	for _, s := range summaries {
		var said []string
		for _, v := range verdicts {
			if n := *v.of(&s); n > 0 {
				said = append(said, fmt.Sprintf("%d %s", n, v.name))
			}
		}
		if s.Weak > 0 {
			said = append(said, fmt.Sprintf("%d of the matches weak", s.Weak))
		}
		out = append(out, Line{s.Source, s.Published, s.Tables, strings.Join(said, ", ")})
	}
	return out
}

// Matched is the number of matches of all kinds.
func (s Summary) Matched() int { return s.Exact + s.MonteCarlo + s.Inferred }

// Summarize counts the verdicts per document in order of first appearance,
// and over all documents in a last line named "all".
func Summarize(rows []Row) []Summary {
	lines := summarize(rows, func(r Row) string { return r.Source })
	all := summarize(rows, func(Row) string { return "all" })
	return append(lines, all...)
}

// SummarizeItems counts the verdicts per document and table.
func SummarizeItems(rows []Row) []Summary { return summarize(rows, Row.table) }

// table names the document and the table of a row.
func (r Row) table() string { return r.Source + ":" + r.Item }

func summarize(rows []Row, name func(Row) string) []Summary {
	var out []Summary
	for _, of := range study.Group(rows, name) {
		s := Summary{Source: name(of[0]), Tables: len(study.Group(of, Row.table))}
		for _, r := range of {
			s.count(r)
		}
		out = append(out, s)
	}
	return out
}

func (s *Summary) count(r Row) {
	s.Published++
	if r.WeakMatch() {
		s.Weak++
	}
	for _, v := range verdicts {
		if v.name == r.Verdict {
			*v.of(s)++
		}
	}
}

// WeakMatch reports whether a row is a match that says little about its number: 3 standard
// errors, ours and the publication's together, are more than 20% of it. The table is
// about larger differences, or the publication has few draws.
func (r Row) WeakMatch() bool {
	if r.Kind == "" || r.Verdict != ExactMatch && r.Verdict != MonteCarloMatch && r.Verdict != InferredMatch {
		return false
	}
	n, err := r.pair()
	return err == nil && n.weakMatch()
}

// verdicts are all verdicts with the places of their counts: first what agrees, then what
// differs, then what was not compared.
var verdicts = []struct {
	name string
	of   func(*Summary) *int
}{
	{ExactMatch, func(s *Summary) *int { return &s.Exact }},
	{MonteCarloMatch, func(s *Summary) *int { return &s.MonteCarlo }},
	{InferredMatch, func(s *Summary) *int { return &s.Inferred }},
	{Explained, func(s *Summary) *int { return &s.Explained }},
	{Near, func(s *Summary) *int { return &s.Near }},
	{Inconclusive, func(s *Summary) *int { return &s.Inconclusive }},
	{Differs, func(s *Summary) *int { return &s.Differing }},
	{OtherData, func(s *Summary) *int { return &s.OtherData }},
	{Input, func(s *Summary) *int { return &s.Inputs }},
	{FromStore, func(s *Summary) *int { return &s.FromStore }},
	{NotRun, func(s *Summary) *int { return &s.NotRun }},
}

// Outcomes are the outcomes of a claim that was tested on other data. Some claims have none:
// they are about another number of their table too, and stand there.
var Outcomes = []string{"holds", "not decided", "the opposite holds", "refuted", "not refuted"}

var outcome = regexp.MustCompile(`: (holds|not decided|the opposite holds|refuted|not refuted)\b`)

// Outcome returns the outcome of the claim of a row from other data, one of Outcomes, or
// nothing.
func (r Row) Outcome() string {
	if found := outcome.FindStringSubmatch(r.Note); r.Verdict == OtherData && found != nil {
		return found[1]
	}
	return ""
}

// tally counts what a function says about rows, most frequent first; nothing said is not
// counted.
func tally(rows []Row, of func(Row) string) (values []string, counts map[string]int) {
	counts = map[string]int{}
	for _, r := range rows {
		value := of(r)
		if value == "" {
			continue
		}
		if counts[value]++; counts[value] == 1 {
			values = append(values, value)
		}
	}
	slices.SortStableFunc(values, func(a, b string) int { return counts[b] - counts[a] })
	return values, counts
}
