// Package frame turns slices of row structs into gota data frames and back. It
// is the one place that converts between them; display only shows frames.
//
// gota itself loses values silently: int64 fields become NaN, an empty
// slice is an error, a cell of the wrong kind becomes NaN. Of and Rows convert
// exactly or return an error. A frame from Of holds int, float64, bool and
// string columns; what the caller does with it by gota's own methods follows
// gota's rules. Two of them matter here:
//
//   - gota's CSV reader takes the text NA for a missing value, and its CSV
//     writer cuts numbers to six decimals: write and read files with package results.
//   - gota takes the string NaN for a missing value everywhere, so Of refuses
//     it. The string NA is kept as it is.
package frame

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
)

// Of returns a data frame with one row for each of rows and one column for
// each field of T, named by its tag `dataframe:"name"` (see table.Schema; Of
// panics on the same mistakes in T). Fields may be strings, truth values,
// integers of any size whose values fit int, and floating-point numbers; NaN
// and infinities are kept. Integers with a String method and lists of numbers become
// text, which Rows does not read back. An empty slice gives a frame of no rows.
func Of[T any](rows []T) (dataframe.DataFrame, error) {
	cols := table.Schema[T]()
	v := reflect.ValueOf(rows)
	all := make([]series.Series, len(cols))
	for j, c := range cols {
		s, err := column(v, c)
		if err != nil {
			return dataframe.DataFrame{Err: err}, err
		}
		all[j] = s
	}
	df := dataframe.New(all...)
	if df.Err != nil {
		return df, fmt.Errorf("frame: %w", df.Err)
	}
	return df, nil
}

// column returns column c of the slice rows.
func column(rows reflect.Value, c table.Column) (series.Series, error) {
	switch k := kindOf(c.Type); k {
	case text:
		return fill(rows, c, series.String, textCell)
	case list:
		return fill(rows, c, series.String, listCell)
	case named:
		return fill(rows, c, series.String,
			func(v reflect.Value) (string, string) { return v.Interface().(fmt.Stringer).String(), "" })
	case whole:
		return fill(rows, c, series.Int, wholeCell)
	case natural:
		return fill(rows, c, series.Int, naturalCell)
	case number:
		return fill(rows, c, series.Float, func(v reflect.Value) (float64, string) { return v.Float(), "" })
	case truth:
		return fill(rows, c, series.Bool, func(v reflect.Value) (bool, string) { return v.Bool(), "" })
	}
	return series.Series{}, unsupported(c)
}

// fill gathers a column; cell converts one field or says why it cannot.
func fill[E any](rows reflect.Value, c table.Column, t series.Type,
	cell func(reflect.Value) (E, string)) (series.Series, error) {
	values := make([]E, rows.Len())
	for i := range values {
		x, problem := cell(rows.Index(i).FieldByIndex(c.Index))
		if problem != "" {
			return series.Series{}, fmt.Errorf("frame: row %d, column %s: %s", i+1, c.Name, problem)
		}
		values[i] = x
	}
	return series.New(values, t, c.Name), nil
}

func textCell(v reflect.Value) (string, string) {
	if v.String() == "NaN" {
		return "", `gota takes the string "NaN" for a missing value; use another word`
	}
	return v.String(), ""
}

// listCell writes numbers separated by commas, such as the two degrees of freedom of F.
func listCell(v reflect.Value) (string, string) {
	parts := make([]string, v.Len())
	for i := range parts {
		parts[i] = strconv.FormatFloat(v.Index(i).Float(), 'g', -1, 64)
	}
	return strings.Join(parts, ", "), ""
}

func wholeCell(v reflect.Value) (int, string) {
	x := int(v.Int())
	if int64(x) != v.Int() {
		return 0, fmt.Sprintf("%d does not fit gota's int; use a float64 or string field", v.Int())
	}
	return x, ""
}

func naturalCell(v reflect.Value) (int, string) {
	if v.Uint() > math.MaxInt {
		return 0, fmt.Sprintf("%d does not fit gota's int; use a float64 or string field", v.Uint())
	}
	return int(v.Uint()), ""
}

// Rows returns the rows of df. Columns are found by name and may stand in any
// order; columns that T has no field for are left out, and fields tagged
// `table:"optional"` may lack a column.
//
// A column must have the kind of its field; only int columns for float64 fields
// and float64 columns of whole numbers for integer fields are converted, where
// that is exact. A missing value is NaN in a float64 field and an error
// elsewhere. Rows panics on the mistakes in T that table.Schema names.
func Rows[T any](df dataframe.DataFrame) ([]T, error) {
	if df.Err != nil {
		return nil, fmt.Errorf("frame: the data frame has failed before: %w", df.Err)
	}
	rows := make([]T, df.Nrow())
	v := reflect.ValueOf(rows)
	for _, c := range table.Schema[T]() {
		s := df.Col(c.Name)
		if s.Err != nil && c.Optional {
			continue
		}
		if s.Err != nil {
			return nil, fmt.Errorf("frame: column %s is missing; the data frame has %v", c.Name, df.Names())
		}
		set, err := setter(c, s.Type())
		if err != nil {
			return nil, err
		}
		for i := range rows {
			if err := set(v.Index(i).FieldByIndex(c.Index), s.Elem(i)); err != nil {
				return nil, fmt.Errorf("frame: row %d, column %s: %w", i+1, c.Name, err)
			}
		}
	}
	return rows, nil
}

// setter returns the function that sets a field of column c from a cell of a
// series of type t.
func setter(c table.Column, t series.Type) (func(reflect.Value, series.Element) error, error) {
	k := kindOf(c.Type)
	numeric := t == series.Int || t == series.Float
	switch {
	case k == text && t == series.String:
		return setText, nil
	case k == truth && t == series.Bool:
		return setTruth, nil
	case k == number && numeric:
		return setNumber, nil
	case (k == whole || k == natural) && numeric:
		return setWhole, nil
	case k == other || k == list || k == named:
		return nil, unsupported(c)
	}
	return nil, fmt.Errorf("frame: column %s holds %s values, but the field has type %v; "+
		"give the column that type when the data frame is made", c.Name, t, c.Type)
}

var errMissing = errors.New("the value is missing; fill it or leave the row out")

func setText(field reflect.Value, e series.Element) error {
	if e.IsNA() {
		return errMissing
	}
	field.SetString(e.String())
	return nil
}

func setTruth(field reflect.Value, e series.Element) error {
	x, err := e.Bool()
	if err != nil {
		return errMissing
	}
	field.SetBool(x)
	return nil
}

// maxExact is the range in which float64 holds every whole number.
const maxExact = 1 << 53

func setNumber(field reflect.Value, e series.Element) error {
	x := e.Float()
	if n, err := e.Int(); e.Type() == series.Int && err == nil && (int64(n) > maxExact || int64(n) < -maxExact) {
		return fmt.Errorf("%d is not exact as a float64; use an int field", n)
	}
	if field.OverflowFloat(x) || field.Kind() == reflect.Float32 && float64(float32(x)) != x && !math.IsNaN(x) {
		return fmt.Errorf("%v is not exact as a float32; use a float64 field", x)
	}
	field.SetFloat(x)
	return nil
}

func setWhole(field reflect.Value, e series.Element) error {
	if e.IsNA() {
		return errMissing
	}
	if e.Type() == series.Float {
		if x := e.Float(); x != math.Trunc(x) || math.Abs(x) > maxExact {
			return fmt.Errorf("%v is not a whole number up to 2^53; use a float64 field", x)
		}
	}
	n, err := e.Int()
	if err != nil {
		return errMissing
	}
	if field.CanUint() {
		if n < 0 || field.OverflowUint(uint64(n)) {
			return fmt.Errorf("%d does not fit a field of type %v; use int", n, field.Type())
		}
		field.SetUint(uint64(n))
		return nil
	}
	if field.OverflowInt(int64(n)) {
		return fmt.Errorf("%d does not fit a field of type %v; use int", n, field.Type())
	}
	field.SetInt(int64(n))
	return nil
}

// kind is what a field holds.
type kind int

const (
	other kind = iota
	text
	whole   // signed integers
	natural // unsigned integers
	number  // floating point
	truth
	list  // several numbers, written as text; Rows does not read them
	named // integers with a name each, written as text; Rows does not read them
)

func kindOf(t reflect.Type) kind {
	integer := t.Kind() >= reflect.Int && t.Kind() <= reflect.Uint64
	if integer && t.Implements(reflect.TypeFor[fmt.Stringer]()) {
		return named
	}
	switch t.Kind() {
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Float64 {
			return list
		}
	case reflect.String:
		return text
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return whole
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return natural
	case reflect.Float32, reflect.Float64:
		return number
	case reflect.Bool:
		return truth
	}
	return other
}

func unsupported(c table.Column) error {
	return fmt.Errorf("frame: column %s has type %v; use a string, a bool, an integer or a floating-point number",
		c.Name, c.Type)
}
