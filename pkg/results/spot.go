package results

import (
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/internal/table"
)

// spot is where a row stands.
type spot struct {
	file    string
	line    int  // 0 for the whole file
	several bool // rows come from several files
}

// Errorf returns an error about a row and a column.
func (s spot) Errorf(column, format string, args ...any) *table.Error {
	return &table.Error{File: s.file, Row: s.line, Column: column, Problem: fmt.Sprintf(format, args...)}
}

// String names the line, with its file if there are several.
func (s spot) String() string {
	switch {
	case s.line == 0:
		return s.file
	case s.several:
		return fmt.Sprintf("%s, row %d", s.file, s.line)
	}
	return fmt.Sprintf("row %d", s.line)
}

// setChecker finds the one partition set that all rows name.
type setChecker struct {
	first   spot // row that named it
	text    string
	model   string
	unnamed []string // models with rows that name no set
}

// see takes a row. A row of another set than those before is an error.
func (c *setChecker) see(at spot, set, model string) error {
	if set == c.text && set != "" {
		return nil
	}
	set = strings.TrimSpace(set)
	switch {
	case set == "":
		if !slices.Contains(c.unnamed, model) {
			c.unnamed = append(c.unnamed, strings.Clone(model))
		}
	case c.text == "":
		if _, err := cv.ParseID(set); err != nil {
			return at.Errorf("set", "%s", strings.TrimPrefix(err.Error(), "cv: "))
		}
		c.first, c.text, c.model = at, strings.Clone(set), strings.Clone(model)
	case set != c.text:
		return at.Errorf("set", "%sset %.80s, but %sset %s (%s); compare results on the same partition set",
			owner(model), set, owner(c.model), c.text, c.first)
	}
	return nil
}

func owner(model string) string {
	if model == "" {
		return ""
	}
	return fmt.Sprintf("model %.40q has ", model)
}

// design completes the design from the folds that were found in file.
func (c *setChecker) design(file spot, replications, folds, records int) (Design, error) {
	d := Design{Records: records, Replications: replications, Folds: folds}
	if c.text != "" {
		d.ID, _ = cv.ParseID(c.text) // it was parsed before
		d.Unnamed = c.unnamed
		file = c.first
	}
	if err := d.ID.Method.CheckFolds(replications, folds); err != nil {
		return d, file.Errorf("set", "%s; number replications and folds as bcv split does",
			strings.TrimPrefix(err.Error(), "cv: "))
	}
	return d, nil
}

// datasetNames are the names of the data sets in order of appearance: all rows have one, or none has.
type datasetNames struct {
	names []string
	last  int // place of the name before
	first spot
	at    map[string]int
}

// see notes the data set of a row.
func (d *datasetNames) see(at spot, name string) error {
	if len(d.names) > 0 && d.names[d.last] == name {
		return nil
	}
	if i, ok := d.at[name]; ok {
		d.last = i
		return nil
	}
	if len(d.names) == 0 {
		d.first, d.at = at, map[string]int{}
	} else if name == "" || d.names[0] == "" {
		return at.Errorf("dataset", "%s, but %s (%s); name the data set in every row or in none",
			named(name), named(d.names[0]), d.first)
	}
	d.last = len(d.names)
	d.names = append(d.names, strings.Clone(name))
	d.at[d.names[d.last]] = d.last
	return nil
}

func named(dataset string) string {
	return table.Pick(dataset == "", "no data set is named", "the data set is "+table.Quoted([]string{dataset}))
}

// sorted puts the keys of one data set together, in order of appearance.
func (d *datasetNames) sorted(keys []*keyed) []*keyed {
	out := slices.Clone(keys)
	slices.SortStableFunc(out, func(a, b *keyed) int { return d.at[a.Dataset] - d.at[b.Dataset] })
	return out
}

// runs refuses rows of several runs, such as one for each seed.
type runs struct {
	first spot
	name  string
}

func (r *runs) see(at spot, name string) error {
	switch {
	case r.first.file == "":
		r.first, r.name = at, strings.Clone(name)
	case r.name != name:
		return at.Errorf("run",
			"%.40q, but %.40q above (%s); several runs on the same folds cannot be compared yet, keep one",
			name, r.name, r.first)
	}
	return nil
}
