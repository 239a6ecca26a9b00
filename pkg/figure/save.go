package figure

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/block-regularized/bcv/internal/atomicfile"
)

// pixel is the length of one pixel in a browser, 96 to the inch.
const pixel = vg.Inch / 96

// maxPixels bounds the sides of a figure.
const maxPixels = 8192

// Save writes f at its natural size to the file path. The extension is the format: .png, with
// two pixels per pixel of the figure in each direction, .svg with an embedded font, or .pdf, whose letters are outlines.
func Save(f *Figure, path string) error {
	if f == nil {
		return errNoFigure
	}
	data, err := encode(f, extension(path), f.Width, f.Height)
	if err != nil {
		return err
	}
	err = atomicfile.Replace(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
	if err != nil {
		return fmt.Errorf("figure: %w", err)
	}
	return nil
}

// Write writes f to w in the format that the extension of name asks for, as Save does.
func Write(w io.Writer, f *Figure, name string) error {
	if f == nil {
		return errNoFigure
	}
	data, err := encode(f, extension(name), f.Width, f.Height)
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// SVG returns f as an svg element for a page in HTML. It has a view box but no width: it is as
// wide as the page allows. No font is embedded: the text is in Liberation Sans, or another font
// stretched to the same width.
func SVG(f *Figure) ([]byte, error) {
	if f == nil {
		return nil, errNoFigure
	}
	if err := checkSize(f.Width, f.Height); err != nil {
		return nil, err
	}
	w, h := vg.Length(f.Width)*pixel, vg.Length(f.Height)*pixel
	c := &measurer{outliner: outliner{vgsvg.NewWith(vgsvg.UseWH(w, h)), false}}
	body, err := f.drawn(c)
	if err != nil {
		return nil, err
	}
	_, body, _ = bytes.Cut(c.stretched(body), []byte("<svg ")) // without the declaration of XML
	_, body, _ = bytes.Cut(body, []byte(">"))
	body = bytes.ReplaceAll(body, []byte("font-family:Liberation Sans"),
		[]byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif"))
	head := fmt.Sprintf(`<svg viewBox="0 0 %.6g %.6g" role="img" aria-label="%s">`,
		w.Points(), h.Points(), html.EscapeString(short(f.Alt, 2000)))
	return append([]byte(head), body...), nil
}

// CheckName returns an error unless Save can write a file of this name.
func CheckName(name string) error {
	switch ext := extension(name); ext {
	case ".png", ".svg", ".pdf":
		return nil
	default:
		return fmt.Errorf("figure: cannot write %q files; use .png, .svg or .pdf", ext)
	}
}

func extension(name string) string { return strings.ToLower(filepath.Ext(name)) }

var errNoFigure = errors.New("figure: no figure; was the error of the function that makes it checked?")

// encode returns f at a size. PNG has 2 x width and 2 x height pixels: sharp on screens of high resolution when shown
// at width x height.
func encode(f *Figure, ext string, width, height int) ([]byte, error) {
	if err := checkSize(width, height); err != nil {
		return nil, err
	}
	w, h := vg.Length(width)*pixel, vg.Length(height)*pixel
	switch ext {
	case ".png":
		return f.drawn(paletted{vgimg.NewWith(vgimg.UseWH(w, h), vgimg.UseDPI(2*96))})
	case ".svg":
		return f.drawn(outliner{vgsvg.NewWith(vgsvg.UseWH(w, h), vgsvg.EmbedFonts(true)), false})
	case ".pdf":
		return f.drawn(outliner{vgpdf.New(w, h), true})
	}
	return nil, CheckName(ext)
}

// drawn returns what f looks like on a canvas.
func (f *Figure) drawn(c vg.CanvasWriterTo) ([]byte, error) {
	if err := f.draw(draw.New(c)); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if _, err := c.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("figure: %w", err)
	}
	return b.Bytes(), nil
}

func checkSize(width, height int) error {
	if width < 1 || height < 1 || width > maxPixels || height > maxPixels {
		return fmt.Errorf("figure: size %d x %d; give sides from 1 to %d pixels", width, height, maxPixels)
	}
	return nil
}
