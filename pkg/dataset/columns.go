package dataset

import (
	"fmt"
	"math"
	"slices"
)

// Column describes how a column of a file was read.
type Column struct {
	Name    string `dataframe:"column"`
	Role    string `dataframe:"role"`    // feature, target, group, time, weight, or none if it was left out
	Kind    string `dataframe:"kind"`    // numeric or nominal; empty without a role
	Levels  int    `dataframe:"levels"`  // levels or classes of a nominal column
	Missing int    `dataframe:"missing"` // missing values in the file, including records that were left out
	Values  string `dataframe:"values"`  // smallest and largest number, first and last time, or the first levels
}

// report describes the columns in the order of the file.
func (t *rawTable) report(d *Data, target int) []Column {
	out := make([]Column, len(t.columns))
	for j, c := range t.columns {
		out[j] = Column{Name: c.name, Role: "none", Missing: c.missing}
		k := slices.IndexFunc(d.Features, func(f Feature) bool { return f.Name == c.name })
		switch {
		case t.sides[j] == "group":
			out[j].Role = "group"
		case t.sides[j] == "time":
			first, last := 0, 0
			for i, when := range d.Times {
				if when < d.Times[first] {
					first = i
				}
				if when > d.Times[last] {
					last = i
				}
			}
			out[j].Role, out[j].Values = "time", fmt.Sprintf("%.30s to %.30s", t.rows[first][j], t.rows[last][j])
		case t.sides[j] == "weight":
			out[j].describe("weight", nil, d.Weights)
		case j == target && d.Class != nil:
			out[j].describe("target", d.Classes, nil)
		case j == target:
			out[j].describe("target", nil, d.Response)
		case k >= 0:
			values := make([]float64, d.N())
			for i := range values {
				values[i] = d.X.At(i, k)
			}
			out[j].describe("feature", d.Features[k].Levels, values)
		}
	}
	return out
}

// shownLevels is the number of levels of a column that are named.
const shownLevels = 3

// describe fills in the levels and values of a column with a role.
func (c *Column) describe(role string, levels []string, values []float64) {
	c.Role, c.Kind = role, "numeric"
	if levels != nil {
		c.Kind, c.Levels = "nominal", len(levels)
		for k, level := range levels[:min(len(levels), shownLevels)] {
			if k > 0 {
				c.Values += ", "
			}
			c.Values += fmt.Sprintf("%.20s", level)
		}
		if len(levels) > shownLevels {
			c.Values += ", ..."
		}
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if !math.IsNaN(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	if low <= high {
		c.Values = fmt.Sprintf("%.5g to %.5g", low, high)
	}
}

// ManyLevels returns the nominal columns of a file that have more than two levels and more levels than a tenth of
// the records: a learner can identify records by them, and sees few records of each level.
func (d *Data) ManyLevels() []Column {
	var out []Column
	for _, c := range d.Columns {
		if c.Levels > 2 && 10*c.Levels > d.N() {
			out = append(out, c)
		}
	}
	return out
}
