package figure

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/block-regularized/bcv/internal/table"
)

// Columns selects by name what Points takes from the columns of rows.
type Columns struct {
	Panel  string // columns whose values head a plot, separated by commas; empty for one plot
	Series string // columns whose values name a series, likewise
	Name   string // of the series, after the values of Series
	X, Y   string // columns of numbers
	SE     string // column of the standard error of Y; empty for none
	Mark   Mark
}

// Of draws rows as curves or scatter plots: it is Points followed by Curves.
func Of[T any](rows []T, c Columns, l Labels) (*Figure, error) {
	points, err := Points(rows, c)
	if err != nil {
		return nil, err
	}
	return Curves(points, l)
}

// Points returns one point per row. The columns of a row struct are the fields with a tag
// `dataframe:"name"`. The values of the columns of Panel and Series become names: text as it
// is and a number as "name = value".
//
// Points returns an error if a column is missing, or if X, Y or SE is not numeric.
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
		p := Point{Panel: describe(row, panel, ""), Series: describe(row, series, c.Name), Mark: c.Mark}
		p.X, _ = numberOf(row.FieldByIndex(x))
		p.Y, _ = numberOf(row.FieldByIndex(y))
		if se != nil {
			p.SE, _ = numberOf(row.FieldByIndex(se))
		}
		out[i] = p
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

// find returns the columns of a list of names separated by commas.
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

// number returns the index of a numeric column; purpose names it in errors.
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

// describe names a panel or a series by the values of some columns and a name.
func describe(row reflect.Value, columns []table.Column, name string) string {
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
	if name != "" {
		parts = append(parts, name)
	}
	return strings.Join(parts, ", ")
}

// Through returns the points of a line from its corners x1, y1, x2, y2 and so on.
// It panics if the number of coordinates is odd.
func Through(series string, mark Mark, corners ...float64) []Point {
	if len(corners)%2 != 0 {
		panic(fmt.Sprintf("figure: %d coordinates; give two per corner", len(corners)))
	}
	var out []Point
	for i := 0; i < len(corners); i += 2 {
		out = append(out, Point{Series: series, X: corners[i], Y: corners[i+1], Mark: mark})
	}
	return out
}

// Across returns points and, for each of levels, a dashed horizontal line at its Y from the
// left to the right end of its panel. A level without a panel crosses all panels.
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

// Scatter draws points in one plot. Each series has its name beside its last point, and no legend, so that there may be
// any number of series; a series named "" has none. Series look as in Curves. Where 0 is near, the x axis begins there.
//
// Scatter returns an error if there are no points, if points have panels, if a number is NaN or infinite, if a standard
// error is negative, or if a series has points with different marks.
func Scatter(points []Point, labels Labels) (*Figure, error) {
	g, err := newCurves(points, labels.Models)
	if err != nil {
		return nil, err
	}
	if len(g.panels) > 1 || g.panels[0] != "" {
		return nil, fmt.Errorf("figure: a scatter plot with the panel %q; leave panels empty", g.panels[len(g.panels)-1])
	}
	p := g.plot(0, labels)
	if length := p.X.Max - p.X.Min; p.X.Min > 0 && p.X.Min < length/3 {
		p.X.Min = 0
	}
	p.X.Max += (p.X.Max - p.X.Min) / 6 // room for names
	p.Add(&namesPlot{g})
	return of(p, 640, 440, g.describe(labels)), nil
}

// namesPlot is the plotter of the names of series.
type namesPlot struct{ *curveGrid }

// Plot writes each name where it covers no point and no earlier name, and if there is room no line.
func (g *namesPlot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := func(r Point) vg.Point { return vg.Point{X: x(r.X), Y: y(r.Y)} }
	var taken, lines []vg.Rectangle
	for _, s := range g.series {
		of := g.points[[2]string{"", s}]
		for i, r := range of {
			taken = append(taken, around(at(r), markRadius+1))
			if i > 0 && r.Mark != Cloud {
				lines = append(lines, along(at(of[i-1]), at(r))...)
			}
		}
	}
	for _, s := range g.series {
		of := g.points[[2]string{"", s}]
		style := textStyle(tickSize)
		name := short(s, 40)
		by := at(of[len(of)-1])
		if of[0].Mark == Bound { // at the upper left of its area
			by = vg.Point{X: at(of[0]).X, Y: c.Max.Y - vg.Length(style.Font.Size)}
		}
		place := placed(name, style, by, c.Rectangle, taken, lines)
		taken = append(taken, place)
		c.FillText(style, vg.Point{X: place.Min.X, Y: middled((place.Min.Y+place.Max.Y)/2, style)}, name)
	}
}

func around(at vg.Point, r vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: at.X - r, Y: at.Y - r}, Max: vg.Point{X: at.X + r, Y: at.Y + r}}
}

// along returns small squares on a line.
func along(from, to vg.Point) []vg.Rectangle {
	const steps = 40
	var out []vg.Rectangle
	for i := range steps {
		part := vg.Length(i) / steps
		out = append(out, around(vg.Point{X: from.X + part*(to.X-from.X), Y: from.Y + part*(to.Y-from.Y)}, 1))
	}
	return out
}

// placed returns the place of a name near its point: right or left of it, above or below, where it is within the plot,
// covers no place that is taken, is not far and crosses few lines. If there is none it is at the right.
func placed(name string, style text.Style, at vg.Point, within vg.Rectangle, taken, lines []vg.Rectangle) vg.Rectangle {
	w, h := style.Width(name), vg.Length(style.Font.Size)
	box := func(left, middle vg.Length) vg.Rectangle {
		return vg.Rectangle{Min: vg.Point{X: left, Y: middle - h/2}, Max: vg.Point{X: left + w, Y: middle + h/2}}
	}
	const gap = 2*markRadius + 1
	const crossing = 2 // as bad as a place that is two half lines further away
	best, least := box(at.X+gap, at.Y), math.Inf(1)
	try := func(r vg.Rectangle, cost float64) {
		covers := func(t vg.Rectangle) bool { return overlap(r, t) }
		if !inside(r, within) || slices.ContainsFunc(taken, covers) {
			return
		}
		if slices.ContainsFunc(lines, covers) {
			cost += crossing
		}
		if cost < least {
			best, least = r, cost
		}
	}
	for far := range 6 {
		away := vg.Length(far) * h / 2
		for k, side := range []vg.Length{at.X + gap, at.X - gap - w, at.X - w/2, at.X - w/4, at.X - 3*w/4} {
			up, down := at.Y+away, at.Y-away
			cost := float64(far) + float64(k)/8
			if k >= 2 { // over the point or under it
				up, down, cost = up+h, down-h, cost+0.5
			}
			try(box(side, up), cost)
			try(box(side, down), cost)
		}
	}
	return best
}

func inside(r, of vg.Rectangle) bool {
	return r.Min.X >= of.Min.X && r.Max.X <= of.Max.X && r.Min.Y >= of.Min.Y && r.Max.Y <= of.Max.Y
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}
