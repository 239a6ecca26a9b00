package figure

import (
	"bytes"
	"fmt"

	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// outliner draws the outlines of letters in place of text. A PDF has all text so: the PDF canvas of gonum/plot takes
// text to be in Windows-1252, and embeds whole fonts, of 200 kB. Its SVG canvas takes any text, but a bold font for a
// heading would double the size of the file; all other text stays text, which can be searched.
type outliner struct {
	vg.CanvasWriterTo
	all bool // all text, not bold text alone
}

// FillString draws text with its baseline starting at pt.
func (c outliner) FillString(face font.Face, pt vg.Point, text string) {
	if c.outlines(face) {
		c.outline(face, pt, text)
		return
	}
	c.CanvasWriterTo.FillString(face, pt, text)
}

// outlines reports whether text of a face is drawn by its outlines.
func (c outliner) outlines(face font.Face) bool {
	return c.all || face.Font.Weight != stdfont.WeightNormal
}

// measurer records the widths of texts, so that a browser without the font keeps them.
type measurer struct {
	outliner
	widths []vg.Length
}

// FillString draws text with its baseline starting at pt.
func (c *measurer) FillString(face font.Face, pt vg.Point, text string) {
	if !c.outlines(face) {
		c.widths = append(c.widths, face.Width(text))
	}
	c.outliner.FillString(face, pt, text)
}

// stretched writes the widths into the text elements of svg, which stand in the order of drawing.
func (c *measurer) stretched(svg []byte) []byte {
	parts := bytes.Split(svg, []byte("<text "))
	out := parts[0]
	for i, part := range parts[1:] {
		out = fmt.Appendf(out, `<text textLength="%.5g" lengthAdjust="spacingAndGlyphs" `, c.widths[i].Points())
		out = append(out, part...)
	}
	return out
}

func (c outliner) outline(face font.Face, pt vg.Point, text string) {
	var b sfnt.Buffer
	size := face.Font.Size.Points()
	ppem := fixed.Int26_6(face.Face.UnitsPerEm()) << 6
	scale := vg.Length(size / float64(face.Face.UnitsPerEm()) / 64)
	for _, r := range text {
		g, err := face.Face.GlyphIndex(&b, r)
		if err != nil {
			continue
		}
		// Glyph 0, the empty box, stands for signs that the font lacks.
		if segments, err := face.Face.LoadGlyph(&b, g, ppem, nil); err == nil && len(segments) > 0 {
			c.Fill(glyphPath(segments, pt, scale))
		}
		if w, err := face.Face.GlyphAdvance(&b, g, ppem, 0); err == nil {
			pt.X += vg.Length(w) * scale
		}
	}
}

// glyphPath converts the outline of a glyph, whose y axis points down.
func glyphPath(segments sfnt.Segments, origin vg.Point, scale vg.Length) vg.Path {
	at := func(p fixed.Point26_6) vg.Point {
		return vg.Point{X: origin.X + vg.Length(p.X)*scale, Y: origin.Y - vg.Length(p.Y)*scale}
	}
	var path vg.Path
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			if len(path) > 0 {
				path.Close()
			}
			path.Move(at(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			path.Line(at(s.Args[0]))
		case sfnt.SegmentOpQuadTo: // as a cubic curve, since the PDF canvas has another curve for a quadratic one
			from, control, to := path[len(path)-1].Pos, at(s.Args[0]), at(s.Args[1])
			path.CubeTo(third(from, control), third(to, control), to)
		case sfnt.SegmentOpCubeTo:
			path.CubeTo(at(s.Args[0]), at(s.Args[1]), at(s.Args[2]))
		}
	}
	path.Close()
	return path
}

// third is the point two thirds of the way from an end of a quadratic curve to its control point.
func third(end, control vg.Point) vg.Point { return end.Add(control.Sub(end).Scale(2. / 3)) }
