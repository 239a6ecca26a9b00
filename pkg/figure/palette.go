package figure

import (
	"cmp"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"maps"
	"slices"

	"gonum.org/v1/plot/vg/vgimg"
)

// paletted is a canvas that writes PNG with a palette, a third of the size of all colours: figures have few of them, and
// the shades at the edges of letters.
type paletted struct{ *vgimg.Canvas }

// WriteTo writes the picture with the 256 most frequent colours, and others as the nearest of these; where others are
// more than a hundredth of the picture, with all colours.
func (c paletted) WriteTo(w io.Writer) (int64, error) {
	b := c.Image().Bounds()
	from := image.NewRGBA(b)
	draw.Draw(from, b, c.Image(), b.Min, draw.Src)
	count := map[uint32]int{}
	of := func(pixel int) uint32 { return binary.BigEndian.Uint32(from.Pix[4*pixel:]) }
	pixels := len(from.Pix) / 4
	for start := 0; start < pixels; { // runs of one colour
		end := start + 1
		for end < pixels && of(end) == of(start) {
			end++
		}
		count[of(start)] += end - start
		start = end
	}
	colours := slices.SortedFunc(maps.Keys(count), func(a, b uint32) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	rest := 0
	for _, c := range colours[min(256, len(colours)):] {
		rest += count[c]
	}
	if rest > pixels/100 {
		return vgimg.PngCanvas{Canvas: c.Canvas}.WriteTo(w)
	}
	var palette color.Palette
	index := map[uint32]uint8{}
	for k, c := range colours {
		rgba := color.RGBA{uint8(c >> 24), uint8(c >> 16), uint8(c >> 8), uint8(c)}
		if k < 256 {
			palette = append(palette, rgba)
		}
		index[c] = uint8(palette.Index(rgba))
	}
	to := image.NewPaletted(b, palette)
	last, at := of(0), index[of(0)]
	for pixel := range to.Pix {
		if c := of(pixel); c != last {
			last, at = c, index[c]
		}
		to.Pix[pixel] = at
	}
	counted := &counter{w: w}
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(counted, to)
	return counted.n, err
}

type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
