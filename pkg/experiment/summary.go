package experiment

import (
	"slices"
	"strings"
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
	return []int{s.Published, s.Exact, s.MonteCarlo, s.Inferred, s.Explained, s.Inconclusive, s.Differing, s.FromStore, s.Inputs, s.NotRun}
}

// summaryColumns are the heads of printed summaries.
var summaryColumns = []string{"published", "exact", "Monte Carlo", "inferred", "explained", "inconclusive", "differs", "stored", "input", "not run"}

// uncovered says why no experiment covers an item.
var uncovered = map[string]string{
	"thesis:table-4.2": "its corpus is not public", "thesis:table-4.3": "its corpus is not public",
	"thesis:table-4.4": "its corpus is not public", "thesis:table-4.5": "its corpus is not public",
	"thesis:table-4.6": "its corpus is not public", "thesis:table-4.7": "its corpus is not public",
	"thesis:table-7.1": "software defects are not built yet", "thesis:table-7.2": "software defects are not built yet",
	"thesis:table-7.3": "software defects are not built yet",
}

// notRunReason says why a number has no result: nothing covers its item, or what
// covers it needs the paper scale, a local copy of its data, or is not among the
// chosen experiments.
func notRunReason(item string) string {
	if why, ok := uncovered[item]; ok {
		return why
	}
	covers := func(e Experiment) bool { return slices.Contains(e.Items, item) }
	switch {
	case !slices.ContainsFunc(All(), covers):
		return "no experiment covers it yet"
	case item == "mcnemar:table-5":
		return "MNIST is not built yet; other columns need --scale paper and their data"
	case strings.HasSuffix(item, ":text"):
		return "quoted in text, no experiment covers it yet"
	}
	return "needs --scale paper and its data, or was not chosen"
}

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
