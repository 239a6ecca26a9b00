package display

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"github.com/block-regularized/bcv/internal/table"
)

// column is a column of a table before it is formatted. Its values are strings, bools, ints,
// unsigned integers or float64s; NaN is a missing value.
type column struct {
	name   string
	values []any
}

// columnsOf returns the columns of rows.
func columnsOf(rows any) ([]column, error) {
	if df, ok := rows.(dataframe.DataFrame); ok {
		return fromFrame(df)
	}
	return fromRows(reflect.ValueOf(rows))
}

// choose returns the columns with the given names.
func choose(all []column, names []string) ([]column, error) {
	chosen := make([]column, len(names))
	for i, name := range names {
		j := slices.IndexFunc(all, func(c column) bool { return c.name == name })
		if j < 0 {
			have := make([]string, len(all))
			for k, c := range all {
				have[k] = c.name
			}
			return nil, fmt.Errorf("display: there is no column %q; the table has %s", name, strings.Join(have, ", "))
		}
		chosen[i] = all[j]
	}
	return chosen, nil
}

// fromRows reads a slice of row structs or of pointers to them.
func fromRows(rows reflect.Value) ([]column, error) {
	if rows.Kind() != reflect.Slice {
		return nil, fmt.Errorf("display: a table of %T; give a slice of structs or a data frame", valueOf(rows))
	}
	t := rows.Type().Elem()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("display: rows of type %v; give structs with dataframe tags", t)
	}
	var columns []column
	for _, c := range table.SchemaOf(t) {
		values := make([]any, rows.Len())
		for i := range values {
			row := reflect.Indirect(rows.Index(i))
			if !row.IsValid() {
				return nil, fmt.Errorf("display: row %d is nil", i+1)
			}
			values[i] = plainValue(row.FieldByIndex(c.Index))
		}
		columns = append(columns, column{c.Name, values})
	}
	return columns, nil
}

func valueOf(v reflect.Value) any {
	if !v.IsValid() {
		return nil
	}
	return v.Interface()
}

// plainValue returns a field as one of the types of a column. A fmt.Stringer, such as a method
// or a metric, is text.
func plainValue(v reflect.Value) any {
	if s, ok := v.Interface().(fmt.Stringer); ok {
		return s.String()
	}
	switch {
	case v.CanFloat():
		return v.Float()
	case v.CanInt():
		return int(v.Int())
	case v.CanUint():
		return v.Uint()
	case v.Kind() == reflect.Bool:
		return v.Bool()
	}
	return fmt.Sprint(v.Interface())
}

// fromFrame reads a gota data frame.
func fromFrame(df dataframe.DataFrame) ([]column, error) {
	if df.Err != nil {
		return nil, fmt.Errorf("display: the data frame has an error: %w", df.Err)
	}
	columns := make([]column, 0, df.Ncol())
	for _, name := range df.Names() {
		s := df.Col(name)
		values := make([]any, s.Len())
		for i := range values {
			values[i] = element(s.Elem(i))
		}
		columns = append(columns, column{name, values})
	}
	return columns, nil
}

// element returns a cell of a data frame.
func element(e series.Element) any {
	if e.IsNA() && e.Type() != series.Float {
		return math.NaN()
	}
	switch e.Type() {
	case series.Float:
		return e.Float()
	case series.Int:
		if n, err := e.Int(); err == nil {
			return n
		}
	case series.Bool:
		if b, err := e.Bool(); err == nil {
			return b
		}
	}
	return e.String()
}

// number reports whether the values of a column are numbers, or texts that are numbers or empty.
func (c column) number() bool {
	found := false
	for _, v := range c.values {
		switch v := v.(type) {
		case float64, int, uint64:
		case string:
			if _, err := strconv.ParseFloat(v, 64); err != nil && v != "" {
				return false
			}
			if v == "" {
				continue
			}
		default:
			return false
		}
		found = true
	}
	return found
}

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

// empty reports whether a column has no text and no number.
func (c column) empty() bool {
	return !slices.ContainsFunc(c.values, func(v any) bool {
		x, number := v.(float64)
		return v != "" && !(number && math.IsNaN(x))
	})
}
