package reproduce

import (
	"slices"
)

// Summary counts the verdicts of one document. Matches are counted by their kind.
type Summary struct {
	Source       string `dataframe:"source"`
	Published    int    `dataframe:"published"`
	Exact        int    `dataframe:"exact_match"`
	MonteCarlo   int    `dataframe:"monte_carlo_match"`
	Inferred     int    `dataframe:"match_setting_inferred"`
	Explained    int    `dataframe:"explained"`
	Inconclusive int    `dataframe:"inconclusive"`
	Differing    int    `dataframe:"differs"`
	InKind       int    `dataframe:"in_kind"`
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
func SummarizeItems(rows []Row) []Summary {
	return summarize(rows, func(r Row) string { return r.Source + ":" + r.Item })
}

func summarize(rows []Row, name func(Row) string) []Summary {
	index := map[string]int{}
	var out []Summary
	for _, r := range rows {
		i, ok := index[name(r)]
		if !ok {
			i = len(out)
			index[name(r)] = i
			out = append(out, Summary{Source: name(r)})
		}
		out[i].count(r.Verdict)
	}
	return out
}

func (s *Summary) count(verdict string) {
	s.Published++
	switch verdict {
	case ExactMatch:
		s.Exact++
	case MonteCarloMatch:
		s.MonteCarlo++
	case InferredMatch:
		s.Inferred++
	case Explained:
		s.Explained++
	case Inconclusive:
		s.Inconclusive++
	case Differs:
		s.Differing++
	case InKind:
		s.InKind++
	case FromStore:
		s.FromStore++
	case Input:
		s.Inputs++
	case NotRun:
		s.NotRun++
	}
}

// counts returns the numbers in the order of summaryColumns.
func (s Summary) counts() []int {
	return []int{s.Published, s.Exact, s.MonteCarlo, s.Inferred, s.Explained, s.Inconclusive, s.Differing, s.InKind, s.FromStore, s.Inputs, s.NotRun}
}

// summaryColumns are the heads of summaries.
var summaryColumns = []string{"published", "exact", "Monte Carlo", "inferred", "explained", "inconclusive", "differs", "in kind", "stored", "input", "not run"}

// whyNotRun counts the reasons of the numbers that were not run, most frequent
// first.
func whyNotRun(rows []Row) (reasons []string, counts map[string]int) {
	counts = map[string]int{}
	for _, r := range rows {
		if r.Verdict != NotRun {
			continue
		}
		if counts[r.Note] == 0 {
			reasons = append(reasons, r.Note)
		}
		counts[r.Note]++
	}
	slices.SortStableFunc(reasons, func(a, b string) int { return counts[b] - counts[a] })
	return reasons, counts
}
