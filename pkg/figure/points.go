package figure

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// Columns says what Points takes from rows, by the names of their columns.
type Columns struct {
	Panel  string // columns that head a plot, separated by commas; empty for one plot
	Series string // columns that name a series, likewise
	X, Y   string // columns of numbers
	SE     string // column of the standard error of Y; empty for none
	Mark   Mark
}

// Points returns one point for each row: the columns of a row struct are those of
// table.Schema. Panels and series are named by the values of their columns, texts
// as they are and numbers as "name = value".
//
// It is an error if a column is missing, or if X, Y or SE is not a number.
func Points[T any](rows []T, c Columns) ([]Point, error) {
	in := fieldsOf[T]()
	panel, series := in.find(c.Panel), in.find(c.Series)
	x, y, se := in.number("x", c.X), in.number("y", c.Y), []int(nil)
	if c.SE != "" {
		se = in.number("se", c.SE)
	}
	if in.err != nil {
		return nil, in.err
	}
	out := make([]Point, len(rows))
	for i := range rows {
		row := reflect.ValueOf(&rows[i]).Elem()
		p := Point{Panel: describe(row, panel), Series: describe(row, series), Mark: c.Mark}
		p.X, _ = numberOf(row.FieldByIndex(x))
		p.Y, _ = numberOf(row.FieldByIndex(y))
		if se != nil {
			p.SE, _ = numberOf(row.FieldByIndex(se))
		}
		out[i] = p
	}
	return out, nil
}

// Cells returns one element of a matrix for each row, from the columns of the
// heading (empty for one matrix), of the row and column of the matrix, and of the
// value. The errors are those of Points.
func Cells[T any](rows []T, panel, i, j, value string) ([]Cell, error) {
	points, err := Points(rows, Columns{Panel: panel, X: j, Y: i, SE: value})
	if err != nil {
		return nil, err
	}
	out := make([]Cell, len(points))
	for k, p := range points {
		out[k] = Cell{Panel: p.Panel, I: int(p.Y), J: int(p.X), Value: p.SE}
	}
	return out, nil
}

// BarsOf returns one bar for each row, from the columns of the series, of the place
// and of the height. The errors are those of Points.
func BarsOf[T any](rows []T, series, x, value string) ([]Bar, error) {
	points, err := Points(rows, Columns{Series: series, X: x, Y: value})
	if err != nil {
		return nil, err
	}
	out := make([]Bar, len(points))
	for k, p := range points {
		out[k] = Bar{Series: p.Series, X: int(p.X), Value: p.Y}
	}
	return out, nil
}

// fields finds the columns of a row struct by name and keeps the first error.
type fields struct {
	of      reflect.Type
	columns map[string]table.Column
	err     error
}

func fieldsOf[T any]() *fields {
	f := &fields{of: reflect.TypeFor[T](), columns: map[string]table.Column{}}
	for _, c := range table.Schema[T]() {
		f.columns[c.Name] = c
	}
	return f
}

// find returns the columns of a list, separated by commas; none for an empty list.
func (f *fields) find(list string) (out []table.Column) {
	if list == "" {
		return nil
	}
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		col, ok := f.columns[name]
		if !ok && f.err == nil {
			f.err = fmt.Errorf("figure: rows of %v have no column %q", f.of, name)
		}
		out = append(out, col)
	}
	return out
}

// number returns the place of a column of numbers, which stands for purpose.
func (f *fields) number(purpose, name string) []int {
	columns := f.find(name)
	if f.err != nil {
		return nil
	}
	if len(columns) != 1 {
		f.err = fmt.Errorf("figure: no column for %s; name one", purpose)
		return nil
	}
	if _, ok := numberOf(reflect.Zero(columns[0].Type)); !ok {
		f.err = fmt.Errorf("figure: column %q holds no numbers", name)
	}
	return columns[0].Index
}

func numberOf(v reflect.Value) (float64, bool) {
	switch {
	case v.CanFloat():
		return v.Float(), true
	case v.CanInt():
		return float64(v.Int()), true
	case v.CanUint():
		return float64(v.Uint()), true
	}
	return 0, false
}

// describe names a panel or a series by the values of some columns.
func describe(row reflect.Value, columns []table.Column) string {
	var parts []string
	for _, c := range columns {
		v := row.FieldByIndex(c.Index)
		text := fmt.Sprint(v)
		if x, ok := numberOf(v); ok {
			text = c.Name + " = " + strconv.FormatFloat(x, 'g', 4, 64)
		}
		if text != "" {
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, ", ")
}

// Through returns the corners of a line: x and y of the first, of the second and
// so on. It panics if a number is left over.
func Through(series string, mark Mark, corners ...float64) []Point {
	if len(corners)%2 != 0 {
		panic(fmt.Sprintf("figure: %d coordinates; give two for each corner", len(corners)))
	}
	var out []Point
	for i := 0; i < len(corners); i += 2 {
		out = append(out, Point{Series: series, X: corners[i], Y: corners[i+1], Mark: mark})
	}
	return out
}

// Across returns points with a dashed level line for each of levels, from the left
// end of its panel to the right one. Levels without a panel cross all panels.
func Across(points []Point, levels ...Point) []Point {
	out := points[:len(points):len(points)]
	var panels []string
	left, right := map[string]float64{}, map[string]float64{}
	for _, p := range points {
		if _, seen := left[p.Panel]; !seen {
			panels = append(panels, p.Panel)
			left[p.Panel], right[p.Panel] = math.Inf(1), math.Inf(-1)
		}
		left[p.Panel], right[p.Panel] = min(left[p.Panel], p.X), max(right[p.Panel], p.X)
	}
	for _, l := range levels {
		for _, panel := range panels {
			if l.Panel != "" && l.Panel != panel {
				continue
			}
			for _, x := range []float64{left[panel], right[panel]} {
				out = append(out, Point{Panel: panel, Series: l.Series, X: x, Y: l.Y, Mark: Dash})
			}
		}
	}
	return out
}

// Named returns the points as those of one series.
func Named(series string, points []Point) []Point {
	out := slices.Clone(points)
	for i := range out {
		out[i].Series = series
	}
	return out
}

// Limits returns points with a level line for each of limits, as Across, named after
// its series: "rho2 = 0.5, limit" has the colour of the curve "rho2 = 0.5".
func Limits(points, limits []Point) []Point {
	levels := slices.Clone(limits)
	for i := range levels {
		levels[i].Series += ", limit"
	}
	return Across(points, levels...)
}
