package reproduce

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
)

// Row is one line of the account: a published number, what was computed for
// it, and the verdict. Published and Computed are kept as text, the one as
// published, the other with all digits of its float64.
type Row struct {
	Source    string `dataframe:"source"`
	Item      string `dataframe:"item"`
	Key       string `dataframe:"key"`
	Published string `dataframe:"published"`
	Computed  string `dataframe:"computed"` // empty if not run
	SE        string `dataframe:"se"`       // empty if not run, 0 if exact
	// PublishedSE is the standard error of the published number, from its published
	// design; 0 if it is exact or its design is unknown, empty if not run.
	PublishedSE string `dataframe:"published_se"`
	Unit        string `dataframe:"unit"`
	Verdict     string `dataframe:"verdict"`
	Note        string `dataframe:"note"` // if not run, why
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
			return nil, fmt.Errorf("reproduce: two results for %s %s %s", r.Source, r.Item, r.Key)
		}
		computed[at] = r
	}
	rows := make([]Row, 0, len(published))
	for _, p := range published {
		at := place{p.Source, p.Item, p.Key}
		row := Row{Source: p.Source, Item: p.Item, Key: p.Key, Published: p.Text, Unit: p.Unit, Verdict: NotRun}
		if r, ok := computed[at]; ok {
			row.Verdict, row.Note = Judge(p, r)
			row.Computed, row.SE = r.Text, strconv.FormatFloat(r.SE, 'g', -1, 64)
			row.PublishedSE = strconv.FormatFloat(r.PublishedSE, 'g', -1, 64)
			if r.Text == "" {
				row.Computed = strconv.FormatFloat(r.Value, 'g', -1, 64)
			}
			delete(computed, at)
		}
		rows = append(rows, row)
	}
	for at := range computed {
		return nil, fmt.Errorf("reproduce: a result for %s %s %s, which is not among the published numbers", at.source, at.item, at.key)
	}
	return rows, nil
}

// jsonNumber is a number that JSON can hold as it is published.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// MarshalJSON writes numbers as numbers, with their published digits, other
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
		PublSE    any    `json:"published_se"`
		Unit      string `json:"unit"`
		Verdict   string `json:"verdict"`
		Note      string `json:"note"`
	}{Source: r.Source, Item: r.Item, Key: r.Key, Published: cell(r.Published), Computed: cell(r.Computed), SE: cell(r.SE), PublSE: cell(r.PublishedSE), Unit: r.Unit, Verdict: r.Verdict, Note: r.Note})
}
