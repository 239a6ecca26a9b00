package figure

import (
	"image/color"
	"math"
	"unicode/utf8"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

const (
	markWidth = vg.Length(22)
	entryGap  = vg.Length(14)
)

// strip draws the heading and the legend of r at the top of area, on as many
// lines as they need, and returns the height they take. Without a canvas it
// only measures.
func (r row) strip(c *draw.Canvas, area vg.Rectangle) vg.Length {
	if r.Heading == "" && len(r.Legend) == 0 {
		return 0
	}
	style := textStyle(labelSize)
	line := style.FontExtents().Height * 1.35
	x, y := area.Min.X, area.Max.Y-line
	if r.Heading != "" {
		bold := style
		bold.Font.Weight = stdfont.WeightBold
		if c != nil {
			c.FillText(bold, vg.Point{X: x, Y: y + baseline(line, style.FontExtents())}, r.Heading)
		}
		x += bold.Width(r.Heading) + entryGap
	}
	for _, e := range r.Legend {
		for e.width() > area.Size().X+margin && len(e.Text) > len("…") {
			e.Text = short(e.Text, utf8.RuneCountInString(e.Text)-1)
		}
		w := e.width()
		if x > area.Min.X && x+w > area.Max.X {
			x, y = area.Min.X, y-line
		}
		if c != nil {
			e.draw(*c, vg.Rectangle{Min: vg.Point{X: x, Y: y}, Max: vg.Point{X: x + w, Y: y + line}})
		}
		x += w + entryGap
	}
	return area.Max.Y - y + 4
}

// legendPixels returns the height of all headings and legends at the figure's width.
func (f *Figure) legendPixels() int {
	area := vg.Rectangle{Max: vg.Point{X: vg.Length(f.Width)*pixel - 2*margin, Y: maxPixels * pixel}}
	height := vg.Length(0)
	for _, r := range f.rows {
		height += r.strip(nil, area)
	}
	return int(math.Ceil(float64(height / pixel)))
}

// baseline returns the height of the baseline in a line of text.
func baseline(line vg.Length, e font.Extents) vg.Length {
	return (line-e.Ascent-e.Descent)/2 + e.Descent
}

func (e entry) width() vg.Length {
	style := textStyle(labelSize)
	w := style.Width(e.Text)
	if e.Mark != nil {
		w += markWidth + 4
	}
	return w
}

func (e entry) draw(c draw.Canvas, box vg.Rectangle) {
	style := textStyle(labelSize)
	y := box.Min.Y + baseline(box.Size().Y, style.FontExtents())
	x := box.Min.X
	if e.Mark != nil {
		h := style.FontExtents().Ascent
		middle := (box.Min.Y + box.Max.Y) / 2
		icon := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: x, Y: middle - h/2}, Max: vg.Point{X: x + markWidth, Y: middle + h/2}}}
		e.Mark.Thumbnail(&icon)
		x += markWidth + 4
	}
	c.FillText(style, vg.Point{X: x, Y: y}, e.Text)
}

// lineMark is the sample of a line.
type lineMark draw.LineStyle

// Thumbnail draws the sample.
func (m lineMark) Thumbnail(c *draw.Canvas) {
	y := c.Center().Y
	c.StrokeLine2(draw.LineStyle(m), c.Min.X, y, c.Max.X, y)
}

// areaMark is the sample of a filled area, with a border if that has a width.
type areaMark struct {
	fill   color.Color
	border draw.LineStyle
}

// Thumbnail draws the sample.
func (m areaMark) Thumbnail(c *draw.Canvas) {
	fill(c.Canvas, c.Rectangle, m.fill)
	if m.border.Width > 0 {
		lo, hi := c.Min, c.Max
		c.StrokeLines(m.border, []vg.Point{lo, {X: hi.X, Y: lo.Y}, hi, {X: lo.X, Y: hi.Y}, lo})
	}
}
