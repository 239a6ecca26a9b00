package figure

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/table"
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
	columns := map[string]table.Column{}
	for _, col := range table.Schema[T]() {
		columns[col.Name] = col
	}
	var missing error
	find := func(list string) (out []table.Column) {
		for name := range strings.SplitSeq(list, ",") {
			name = strings.TrimSpace(name)
			col, ok := columns[name]
			if !ok && list != "" && missing == nil {
				missing = fmt.Errorf("figure: rows of %v have no column %q", reflect.TypeFor[T](), name)
			}
			if ok {
				out = append(out, col)
			}
		}
		return out
	}
	panel, series, x, y, se := find(c.Panel), find(c.Series), find(c.X), find(c.Y), find(c.SE)
	if missing != nil {
		return nil, missing
	}
	var out []Point
	for i := range rows {
		row := reflect.ValueOf(&rows[i]).Elem()
		p := Point{Panel: describe(row, panel), Series: describe(row, series), Mark: c.Mark}
		for _, to := range []struct {
			name string
			from []table.Column
			at   *float64
		}{{"x", x, &p.X}, {"y", y, &p.Y}, {"se", se, &p.SE}} {
			if len(to.from) == 0 {
				if to.name == "se" {
					continue
				}
				return nil, fmt.Errorf("figure: no column for %s; name one", to.name)
			}
			v, ok := numberOf(row.FieldByIndex(to.from[0].Index))
			if !ok {
				return nil, fmt.Errorf("figure: column %q holds no numbers", to.from[0].Name)
			}
			*to.at = v
		}
		out = append(out, p)
	}
	return out, nil
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
