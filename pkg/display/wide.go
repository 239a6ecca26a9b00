package display

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Wide lays a table out in two directions: one row per combination of the values of the columns
// by and, beside them, one column per value of the column across, with the heading "rho2 = 0.1"
// for the number 0.1 of a column rho2 and the text itself for texts. The cells hold the column
// value; a cell without a row is empty. Rows and columns keep the order of their first
// appearance.
//
// Two rows for the same cell are an error of Table.
func Wide(across, value string, by ...string) Option {
	return func(s *settings) { s.wide = &wide{across, value, by} }
}

type wide struct {
	across, value string
	by            []string
}

// lay returns the columns of the wide table.
func (w *wide) lay(all []column) ([]column, error) {
	named, err := choose(all, append([]string{w.across, w.value}, w.by...))
	if err != nil {
		return nil, err
	}
	across, value, by := named[0], named[1], named[2:]
	var missing any = ""
	if value.number() {
		missing = math.NaN()
	}
	out := make([]column, len(by))
	for i, c := range by {
		out[i].name = c.name
	}
	type place struct{ row, column string }
	var rows []string
	seen := map[place]int{}
	for i := range across.values {
		at := place{column: across.heading(i)}
		for _, c := range by {
			at.row += strconv.Quote(fmt.Sprint(c.values[i]))
		}
		if first, twice := seen[at]; twice {
			return nil, fmt.Errorf("display: rows %d and %d have the same cell, %s %s; keep one",
				first+1, i+1, at.row, at.column)
		}
		seen[at] = i
		if !slices.Contains(rows, at.row) {
			rows = append(rows, at.row)
			for k, c := range by {
				out[k].values = append(out[k].values, c.values[i])
			}
		}
		if !slices.ContainsFunc(out[len(by):], func(c column) bool { return c.name == at.column }) {
			out = append(out, column{name: at.column})
		}
	}
	for k := range out[len(by):] {
		c := &out[len(by)+k]
		for _, row := range rows {
			if i, ok := seen[place{row, c.name}]; ok {
				c.values = append(c.values, value.values[i])
			} else {
				c.values = append(c.values, missing)
			}
		}
	}
	return out, nil
}

// heading names the column of a wide table for the value in row i.
func (c column) heading(i int) string {
	switch v := c.values[i].(type) {
	case float64:
		if math.IsNaN(v) {
			return "any " + c.name
		}
		return c.name + " = " + strconv.FormatFloat(v, 'g', -1, 64)
	case int, uint64:
		return fmt.Sprintf("%s = %d", c.name, v)
	default:
		return fmt.Sprint(v)
	}
}
