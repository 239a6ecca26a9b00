package figure

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Cell is one element of a matrix.
type Cell struct {
	Panel string  `dataframe:"panel"` // heading of its matrix; one plot each
	I     int     `dataframe:"i"`     // row, drawn from the top down
	J     int     `dataframe:"j"`     // column
	Value float64 `dataframe:"value"`
}

// Labels name the axes of a figure and its values.
type Labels struct {
	X, Y  string // axes; of a matrix: columns and rows
	Value string // what is counted or measured
	SameY bool   // of curves: one range of y for all panels, to compare lengths between them
}

// maxSide is the largest side of a matrix that is drawn: more cells than pixels
// would hide some.
const maxSide = 1000

// HeatMap draws matrices, such as the overlaps of training sets (Wang 2019
// thesis, fig. 2.2): darker cells for larger values, which are written into the
// cells where they fit. Elements that are not among the cells stay white. The
// matrices of several panels stand two in a row, with one colour scale for all.
//
// It is an error if there are no cells, if a value is NaN or infinite, if an
// element appears twice or if a side is longer than 1000.
func HeatMap(cells []Cell, labels Labels) (*Figure, error) {
	matrices, err := newMatrices(cells)
	if err != nil {
		return nil, err
	}
	m := matrices[0] // all have its sides and range
	across := min(len(matrices), 2)
	side := min(max(480/max(m.rows, m.cols), 1), 48) / across
	f := &Figure{Alt: fmt.Sprintf("%d x %d matrix of %s from %s to %s",
		m.rows, m.cols, cmp.Or(labels.Value, "values"), readable(m.min), readable(m.max))}
	for k, m := range matrices {
		p := newPlot(short(labels.X, 60), short(labels.Y, 60))
		setTitle(p, m.panel)
		p.Add(m)
		p.X.Tick.Marker = ticks{along: horizontal, whole: true}
		p.Y.Tick.Marker = ticks{along: vertical, whole: true}
		p.Y.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
		if k%across == 0 {
			f.Rows = append(f.Rows, Row{})
		}
		last := &f.Rows[len(f.Rows)-1]
		last.Plots = append(last.Plots, p)
	}
	for last := &f.Rows[len(f.Rows)-1]; len(last.Plots) < across; {
		last.Plots = append(last.Plots, emptyPlot())
	}
	f.Width = (max(side*m.cols, 160) + 80) * across
	f.Height = (max(side*m.rows, 80)+55+heading(m.panel))*len(f.Rows) + 20
	if labels.Value != "" {
		f.Rows[0].Legend = append(f.Rows[0].Legend, Entry{Text: short(labels.Value, 60)})
	}
	scale := Entry{Text: readable(m.max), Before: readable(m.min), Mark: scaleMark(heat)}
	if m.min == m.max {
		scale = Entry{Text: readable(m.max), Mark: areaMark{fill: heat(m.scaled(m.max))}}
	}
	f.Rows[0].Legend = append(f.Rows[0].Legend, scale)
	return f, nil
}

// heading is the height in pixels that the heading of a panel takes.
func heading(panel string) int {
	if panel == "" {
		return 0
	}
	return 20
}

// heat returns the colour of a value scaled to [0, 1]: from almost white to
// dark blue, so that grey prints keep the order.
func heat(t float64) color.RGBA {
	light, dark := pale(palette[0], 0.08), color.RGBA{0x00, 0x3A, 0x5C, 0xFF}
	middle := palette[0]
	mix := func(a, b color.RGBA, t float64) color.RGBA {
		one := func(x, y uint8) uint8 { return uint8(float64(x) + t*(float64(y)-float64(x)) + 0.5) }
		return color.RGBA{one(a.R, b.R), one(a.G, b.G), one(a.B, b.B), 0xFF}
	}
	if t < 0.7 {
		return mix(light, middle, t/0.7)
	}
	return mix(middle, dark, (t-0.7)/0.3)
}

// matrix is the plotter of a heat map.
type matrix struct {
	panel              string
	i0, j0, rows, cols int
	value              map[[2]int]float64
	min, max           float64
}

// newMatrices returns a matrix for each panel, all with the same sides and the same
// range of values.
func newMatrices(cells []Cell) ([]*matrix, error) {
	all, err := newMatrix(cells)
	if err != nil {
		return nil, err
	}
	var out []*matrix
	for _, c := range cells {
		k := slices.IndexFunc(out, func(m *matrix) bool { return m.panel == c.Panel })
		if k < 0 {
			m := *all
			m.panel, m.value = c.Panel, map[[2]int]float64{}
			k, out = len(out), append(out, &m)
		}
		out[k].value[[2]int{c.I, c.J}] = c.Value
	}
	return out, nil
}

// newMatrix returns the range of the indices and values of all cells.
func newMatrix(cells []Cell) (*matrix, error) {
	if len(cells) == 0 {
		return nil, errNoRows
	}
	seen := make(map[Cell]bool, len(cells))
	m := &matrix{min: math.Inf(1), max: math.Inf(-1)}
	lo, hi := [2]int{cells[0].I, cells[0].J}, [2]int{cells[0].I, cells[0].J}
	for k, c := range cells {
		if err := checkRange(k+1, "value", c.Value, math.Inf(-1), math.Inf(1)); err != nil {
			return nil, err
		}
		at, place := [2]int{c.I, c.J}, Cell{Panel: c.Panel, I: c.I, J: c.J}
		if seen[place] {
			return nil, fmt.Errorf("figure: row %d: element (%d, %d) appears twice; keep one", k+1, c.I, c.J)
		}
		seen[place] = true
		m.min, m.max = math.Min(m.min, c.Value), math.Max(m.max, c.Value)
		for s := range at {
			lo[s], hi[s] = min(lo[s], at[s]), max(hi[s], at[s])
		}
	}
	for s := range lo {
		if side := uint64(hi[s]) - uint64(lo[s]); side >= maxSide {
			return nil, fmt.Errorf("figure: indices from %d to %d; draw at most %d rows and columns", lo[s], hi[s], maxSide)
		}
	}
	m.i0, m.j0, m.rows, m.cols = lo[0], lo[1], hi[0]-lo[0]+1, hi[1]-lo[1]+1
	return m, nil
}

// scaled returns v as a part of the range of values.
func (m *matrix) scaled(v float64) float64 {
	if m.max == m.min {
		return 0.5
	}
	return v/(m.max-m.min) - m.min/(m.max-m.min)
}

// Plot draws the cells. Each cell reaches a little below the next ones, which
// are drawn later: no seams show between them.
func (m *matrix) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	const under = 0.4
	for i := m.i0; i < m.i0+m.rows; i++ {
		for j := m.j0; j < m.j0+m.cols; j++ {
			r := m.box(x, y, i, j)
			col := white
			if v, ok := m.value[[2]int{i, j}]; ok {
				col = heat(m.scaled(v))
			}
			if j < m.j0+m.cols-1 {
				r.Max.X += under
			}
			if i < m.i0+m.rows-1 {
				r.Min.Y -= under
			}
			fill(c.Canvas, r, col)
		}
	}
	m.write(c, x, y)
}

func (m *matrix) box(x, y func(float64) vg.Length, i, j int) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: x(float64(j) - 0.5), Y: y(float64(i) + 0.5)},
		Max: vg.Point{X: x(float64(j) + 0.5), Y: y(float64(i) - 0.5)},
	}
}

// write puts the values into the cells if all of them fit.
func (m *matrix) write(c draw.Canvas, x, y func(float64) vg.Length) {
	style := textStyle(tickSize)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	size := m.box(x, y, m.i0, m.j0).Size()
	for _, v := range m.value {
		if style.Width(readable(v))+4 > size.X || style.FontExtents().Height > size.Y {
			return
		}
	}
	for at, v := range m.value {
		style.Color = ink
		if m.scaled(v) > 0.55 {
			style.Color = white
		}
		r := m.box(x, y, at[0], at[1])
		c.FillText(style, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}, readable(v))
	}
}

// DataRange returns the range of the indices, with half a cell on each side.
func (m *matrix) DataRange() (xmin, xmax, ymin, ymax float64) {
	return float64(m.j0) - 0.5, float64(m.j0+m.cols) - 0.5, float64(m.i0) - 0.5, float64(m.i0+m.rows) - 0.5
}
