package dataset

import (
	"fmt"
	"slices"
)

// Notes returns what to know of data that were read with these options, a sentence each: what became of incomplete
// records, columns of many levels (ManyLevels) and records that equal others (Copies).
func (opt Options) Notes(d *Data) []string {
	out := opt.gaps(d)
	for _, c := range d.ManyLevels() {
		advice := fmt.Sprintf("leave it out with setting `drop` %s if it only names records", c.Name)
		if c.Role == "target" {
			advice = "is it the right setting `target`?"
		}
		out = append(out, fmt.Sprintf("column %s has %d levels in %d records, more than a tenth as many: %s",
			c.Name, c.Levels, d.N(), advice))
	}
	if n := d.Copies(); 10*n >= d.N() && slices.ContainsFunc(d.Columns,
		func(c Column) bool { return c.Role == "feature" && c.Kind == "numeric" }) {
		out = append(out, fmt.Sprintf("%d of %d records equal an earlier one in all columns: unless they are cases of "+
			"their own leave them out, since a copy among the training records makes losses too good", n, d.N()))
	}
	return out
}

// gaps says how many records were left out, and how many values of the others are missing.
func (opt Options) gaps(d *Data) []string {
	var out []string
	what := "are incomplete and"
	if opt.Keep {
		what = "have no target"
		for _, side := range []struct {
			name  string
			given bool
		}{{"group", d.Groups != nil}, {"time", d.Times != nil}, {"weight", d.Weights != nil}} {
			if side.given {
				what += " or " + side.name
			}
		}
		what += " and are"
	}
	if d.Dropped > 0 {
		out = append(out, fmt.Sprintf("%d of %d records %s left out; tables number the others as the file does, from 0",
			d.Dropped, d.Dropped+d.N(), what))
	}
	if !opt.Keep {
		return out
	}
	missing := 0
	for _, c := range d.Columns {
		if c.Role == "feature" {
			missing += c.Missing
		}
	}
	return append(out, fmt.Sprintf("%d missing values of features get the median or the most frequent level of the "+
		"training records of each fold", missing))
}
