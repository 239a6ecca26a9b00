package reproduce

import (
	"regexp"
	"slices"
)

// Summary counts the numbers of one document, or of one table, by their verdict. Matches
// are counted by their kind.
type Summary struct {
	Source       string `dataframe:"source"`
	Tables       int    `dataframe:"tables"`
	Published    int    `dataframe:"numbers"`
	Exact        int    `dataframe:"exact_match"`
	MonteCarlo   int    `dataframe:"monte_carlo_match"`
	Inferred     int    `dataframe:"match_setting_inferred"`
	Weak         int    `dataframe:"weak_matches"` // of the matches: 3 standard errors are more than 20% of the number
	Explained    int    `dataframe:"explained"`
	Near         int    `dataframe:"near"`
	Inconclusive int    `dataframe:"inconclusive"`
	Differing    int    `dataframe:"differs"`
	OtherData    int    `dataframe:"other_data"`
	FromStore    int    `dataframe:"stored"`
	Inputs       int    `dataframe:"input"`
	NotRun       int    `dataframe:"not_run"`
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
	index := map[string]int{}
	seen := map[[2]string]bool{}
	var out []Summary
	for _, r := range rows {
		i, ok := index[name(r)]
		if !ok {
			i = len(out)
			index[name(r)] = i
			out = append(out, Summary{Source: name(r)})
		}
		out[i].count(r)
		if at := [2]string{name(r), r.table()}; !seen[at] {
			seen[at] = true
			out[i].Tables++
		}
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

// WeakMatch reports whether a row is a match that says little of its number: 3 standard
// errors, ours and the publication's together, are more than 20% of it. The table is
// about larger differences, or the publication has few draws.
func (r Row) WeakMatch() bool {
	if r.Kind == "" || r.Verdict != ExactMatch && r.Verdict != MonteCarloMatch && r.Verdict != InferredMatch {
		return false
	}
	n, err := r.pair()
	return err == nil && n.weakMatch()
}

// counted is something that a summary counts, with the place of its count.
type counted struct {
	name, head string // head is for the column of a table
	of         func(*Summary) *int
}

// verdicts are all verdicts: first what agrees, then what differs, then what was not
// compared.
var verdicts = []counted{
	{ExactMatch, "exact", func(s *Summary) *int { return &s.Exact }},
	{MonteCarloMatch, "Monte Carlo", func(s *Summary) *int { return &s.MonteCarlo }},
	{InferredMatch, "inferred", func(s *Summary) *int { return &s.Inferred }},
	{Explained, Explained, func(s *Summary) *int { return &s.Explained }},
	{Near, Near, func(s *Summary) *int { return &s.Near }},
	{Inconclusive, Inconclusive, func(s *Summary) *int { return &s.Inconclusive }},
	{Differs, Differs, func(s *Summary) *int { return &s.Differing }},
	{OtherData, OtherData, func(s *Summary) *int { return &s.OtherData }},
	{Input, Input, func(s *Summary) *int { return &s.Inputs }},
	{FromStore, FromStore, func(s *Summary) *int { return &s.FromStore }},
	{NotRun, NotRun, func(s *Summary) *int { return &s.NotRun }},
}

// Outcomes are those of a claim that was tested on other data. Some claims have none:
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

// tally counts what a function says of rows, most frequent first; nothing said is not
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
