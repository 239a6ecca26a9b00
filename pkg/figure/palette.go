package figure

import (
	"bytes"
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
// the shades at the edges of letters and lines.
type paletted struct{ *vgimg.Canvas }

// WriteTo writes the picture with at most 256 colours: the most frequent ones as they are and, where there are more,
// others rounded to steps, as fine as possible. It writes all colours of a picture that would need steps above
// largestStep.
func (c paletted) WriteTo(w io.Writer) (int64, error) {
	b := c.Image().Bounds()
	from := image.NewRGBA(b)
	draw.Draw(from, b, c.Image(), b.Min, draw.Src)
	count := colours(from)
	frequent := slices.SortedFunc(maps.Keys(count), func(a, b uint32) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	for step := uint32(1); step <= largestStep; step *= 2 {
		var palette color.Palette
		index, place := map[uint32]uint8{}, map[uint32]int{}
		for k, c := range frequent {
			near := c
			if k >= unrounded {
				near = rounded(c, step)
			}
			if _, there := place[near]; !there {
				place[near] = len(palette)
				palette = append(palette, color.RGBA{uint8(near >> 24), uint8(near >> 16), uint8(near >> 8), uint8(near)})
			}
			index[c] = uint8(place[near])
		}
		if len(palette) <= 256 {
			return encodePaletted(w, from, palette, index)
		}
	}
	return vgimg.PngCanvas{Canvas: c.Canvas}.WriteTo(w)
}

const (
	unrounded   = 32 // colours that are drawn, such as those of lines and fills
	largestStep = 32 // of 256 in red, green or blue
)

// rounded rounds red, green and blue to multiples of a step, or to 255.
func rounded(c, step uint32) uint32 {
	out := c & 255
	for shift := uint32(8); shift <= 24; shift += 8 {
		out |= min(255, (c>>shift&255+step/2)/step*step) << shift
	}
	return out
}

// colour is that of a pixel.
func colour(of *image.RGBA, pixel int) uint32 { return binary.BigEndian.Uint32(of.Pix[4*pixel:]) }

// colours counts the pixels of each colour, run by run.
func colours(of *image.RGBA) map[uint32]int {
	count := map[uint32]int{}
	pixels := len(of.Pix) / 4
	for start := 0; start < pixels; {
		end := start + 1
		for end < pixels && colour(of, end) == colour(of, start) {
			end++
		}
		count[colour(of, start)] += end - start
		start = end
	}
	return count
}

func encodePaletted(w io.Writer, from *image.RGBA, palette color.Palette, index map[uint32]uint8) (int64, error) {
	to := image.NewPaletted(from.Rect, palette)
	last, at := colour(from, 0), index[colour(from, 0)]
	for pixel := range to.Pix {
		if c := colour(from, pixel); c != last {
			last, at = c, index[c]
		}
		to.Pix[pixel] = at
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, to); err != nil {
		return 0, err
	}
	return b.WriteTo(w)
}
