package figure

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	columnGap = vg.Length(10) // between plots
	rowGap    = vg.Length(10)
	minSide   = vg.Length(15) // of a data area
)

// grid places plots so that all data areas have the same size and are aligned in rows and columns,
// whatever room their labels take.
type grid struct {
	rows   []row
	canvas vg.Canvas
	data   vg.Point // size of the data areas
	column []edges  // room left and right of the data areas, by column
	line   []edges  // room below and above, by row
}

// edges are the distances from a data area to the sides of its tile.
type edges struct{ left, right, bottom, top vg.Length }

// newGrid fits the plots into the size free; ok is false if they do not fit.
func newGrid(rows []row, free vg.Point, c vg.Canvas) (g *grid, ok bool) {
	m, n := vg.Length(len(rows)), vg.Length(len(rows[0].Plots))
	free.X -= columnGap * (n - 1)
	free.Y -= rowGap * (m - 1)
	g = &grid{rows: rows, canvas: c, data: vg.Point{X: max(free.X/n-50, minSide), Y: max(free.Y/m-40, minSide)}}
	// The labels depend on the size of the data areas and these on the labels.
	for range 3 {
		if g.data.X < minSide || g.data.Y < minSide {
			return nil, false
		}
		g.measure()
		g.data = free
		for _, e := range g.column {
			g.data.X -= e.left + e.right
		}
		for _, e := range g.line {
			g.data.Y -= e.bottom + e.top
		}
		g.data.X /= n
		g.data.Y /= m
	}
	return g, g.data.X >= minSide && g.data.Y >= minSide
}

// measure finds the room for labels, given the size of the data areas.
func (g *grid) measure() {
	g.column = make([]edges, len(g.rows[0].Plots))
	g.line = make([]edges, len(g.rows))
	for i, r := range g.rows {
		for j, p := range r.Plots {
			setRoom(p, g.data)
			e := edgesOf(p, g.around(p, vg.Point{}), g.canvas)
			column, line := &g.column[j], &g.line[i]
			column.left, column.right = max(column.left, e.left), max(column.right, e.right)
			line.bottom, line.top = max(line.bottom, e.bottom), max(line.top, e.top)
		}
	}
}

// around returns the rectangle in which p has its data area at min. It iterates, because the room
// that tick labels take depends on the size of the rectangle.
func (g *grid) around(p *plot.Plot, min vg.Point) vg.Rectangle {
	r := vg.Rectangle{Min: min, Max: min.Add(g.data)}
	r.Min = r.Min.Sub(vg.Point{X: 50, Y: 40})
	for range 4 {
		e := edgesOf(p, r, g.canvas)
		r.Min = vg.Point{X: min.X - e.left, Y: min.Y - e.bottom}
		r.Max = vg.Point{X: min.X + g.data.X + e.right, Y: min.Y + g.data.Y + e.top}
	}
	return r
}

func edgesOf(p *plot.Plot, tile vg.Rectangle, c vg.Canvas) edges {
	d := p.DataCanvas(draw.Canvas{Canvas: c, Rectangle: tile})
	return edges{d.Min.X - tile.Min.X, tile.Max.X - d.Max.X, d.Min.Y - tile.Min.Y, tile.Max.Y - d.Max.Y}
}

// height returns the height of row i with its labels.
func (g *grid) height(i int) vg.Length { return g.line[i].bottom + g.data.Y + g.line[i].top }

// drawRow draws the plots of row i with their upper left corner at (x, top).
func (g *grid) drawRow(i int, x, top vg.Length) {
	for j, p := range g.rows[i].Plots {
		x += g.column[j].left
		min := vg.Point{X: x, Y: top - g.line[i].top - g.data.Y}
		p.Draw(draw.Canvas{Canvas: g.canvas, Rectangle: g.around(p, min)})
		x += g.data.X + g.column[j].right + columnGap
	}
}
