package reproduce

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// Excluded is a computation that was tried for published numbers and met none of them: a line of
// data/published/excluded.csv.
type Excluded struct {
	Source string `dataframe:"source"`
	Item   string `dataframe:"item"`
	Keys   string `dataframe:"keys"`  // beginnings of keys, divided by " | "; empty for the whole item
	Tried  string `dataframe:"tried"` // the hypothesis in words
	Got    string `dataframe:"got"`   // its number beside the printed one
	How    string `dataframe:"how"`   // the design or the command
}

// ReadExcluded reads published/excluded.csv from a file system that holds it. Only keys may be empty.
func ReadExcluded(fsys fs.FS) ([]Excluded, error) {
	const name = "published/excluded.csv"
	f, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("reproduce: %w", err)
	}
	defer f.Close()
	lines, info, err := table.Read[Excluded](name, f)
	if err != nil {
		return nil, err
	}
	for i, x := range lines {
		cells := []string{x.Source, x.Item, x.Tried, x.Got, x.How}
		if k := slices.Index(cells, ""); k >= 0 {
			column := []string{"source", "item", "tried", "got", "how"}[k]
			return nil, info.Errorf(i, column, "must not be empty")
		}
	}
	return lines, nil
}

// covers reports whether the computation was tried for the number of a row.
func (x Excluded) covers(r Row) bool {
	return x.Source == r.Source && x.Item == r.Item && slices.ContainsFunc(strings.Split(x.Keys, " | "),
		func(key string) bool { return strings.HasPrefix(r.Key, key) })
}

// exclude adds to the notes of judged rows that differ what was tried for them in vain.
func exclude(rows []Row, list []Excluded) {
	for i := range rows {
		r := &rows[i]
		var tried []string
		for _, x := range list {
			if r.Kind != "" && r.Verdict == Differs && x.covers(*r) {
				tried = append(tried, fmt.Sprintf("%s (%s)", x.Tried, x.Got))
			}
		}
		if tried != nil {
			r.Note = Join(r.Note, "excluded: "+strings.Join(tried, "; "))
		}
	}
}
