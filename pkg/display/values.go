package display

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
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
		name = strings.TrimSpace(name)
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
