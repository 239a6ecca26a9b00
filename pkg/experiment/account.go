package experiment

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
)

// Row is one line of the account: a published number, what was computed for
// it, and the verdict. Published and Computed are kept as text, the one as
// printed, the other with all digits of its float64.
type Row struct {
	Source    string `dataframe:"source"`
	Item      string `dataframe:"item"`
	Key       string `dataframe:"key"`
	Published string `dataframe:"published"`
	Computed  string `dataframe:"computed"` // empty if not run
	SE        string `dataframe:"se"`       // empty if not run, 0 if exact
	Unit      string `dataframe:"unit"`
	Verdict   string `dataframe:"verdict"`
	Note      string `dataframe:"note"`
}

// Account sets results beside the published numbers, one row a number, in the
// order of published. A result for a number that nobody published is an error
// of the experiment.
func Account(published []Published, results []Result) ([]Row, error) {
	type place struct{ source, item, key string }
	computed := map[place]Result{}
	for _, r := range results {
		at := place{r.Source, r.Item, r.Key}
		if _, ok := computed[at]; ok {
			return nil, fmt.Errorf("experiment: two results for %s %s %s", r.Source, r.Item, r.Key)
		}
		computed[at] = r
	}
	rows := make([]Row, 0, len(published))
	for _, p := range published {
		at := place{p.Source, p.Item, p.Key}
		row := Row{Source: p.Source, Item: p.Item, Key: p.Key, Published: p.Text, Unit: p.Unit, Verdict: NotRun}
		if r, ok := computed[at]; ok {
			row.Verdict, row.Note = judge(p, r)
			row.Computed, row.SE = r.Text, strconv.FormatFloat(r.SE, 'g', -1, 64)
			if r.Text == "" {
				row.Computed = strconv.FormatFloat(r.Value, 'g', -1, 64)
			}
			delete(computed, at)
		}
		rows = append(rows, row)
	}
	for at := range computed {
		return nil, fmt.Errorf("experiment: a result for %s %s %s, which is not among the published numbers", at.source, at.item, at.key)
	}
	return rows, nil
}

// jsonNumber is a number that JSON can hold as it is printed.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// MarshalJSON writes numbers as numbers, with their printed digits, other
// cells as strings and missing ones as null.
func (r Row) MarshalJSON() ([]byte, error) {
	cell := func(text string) any {
		switch {
		case text == "":
			return nil
		case jsonNumber.MatchString(text):
			return json.RawMessage(text)
		}
		return text
	}
	return json.Marshal(struct {
		Source    string `json:"source"`
		Item      string `json:"item"`
		Key       string `json:"key"`
		Published any    `json:"published"`
		Computed  any    `json:"computed"`
		SE        any    `json:"se"`
		Unit      string `json:"unit"`
		Verdict   string `json:"verdict"`
		Note      string `json:"note"`
	}{r.Source, r.Item, r.Key, cell(r.Published), cell(r.Computed), cell(r.SE), r.Unit, r.Verdict, r.Note})
}

// Summary counts the verdicts of one document.
type Summary struct {
	Source    string `dataframe:"source"`
	Published int    `dataframe:"published"`
	Matched   int    `dataframe:"matched"`
	Explained int    `dataframe:"explained"`
	Differing int    `dataframe:"differing"`
	NotRun    int    `dataframe:"not_run"`
}

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
	case Match:
		s.Matched++
	case Explained:
		s.Explained++
	case Differs:
		s.Differing++
	case NotRun:
		s.NotRun++
	}
}
