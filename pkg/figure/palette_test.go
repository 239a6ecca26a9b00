package figure

import (
	"bytes"
	"image/color"
	"image/png"
	"testing"

	"gonum.org/v1/plot/vg/vgimg"
)

// Few colours stay as they are; of more than 256 all but the frequent ones become near ones.
func TestPalette(t *testing.T) {
	for colours, most := range map[int]int{200: 0, 260: 16, 2000: 16} {
		canvas := vgimg.NewWith(vgimg.UseWH(100, 100), vgimg.UseDPI(72))
		of := func(x, y int) color.RGBA {
			k := (100*y + x) % (2 * colours)
			if k >= colours || k >= 256 && colours < 300 && y > 5 { // a few are rare
				return color.RGBA{255, 255, 255, 255}
			}
			return color.RGBA{uint8(k % 16 * 17), uint8(k / 16 % 16 * 17), uint8(k / 256 * 17), 255}
		}
		for x := range 100 {
			for y := range 100 {
				canvas.Image().Set(x, y, of(x, y))
			}
		}
		var b bytes.Buffer
		if n, err := (paletted{canvas}).WriteTo(&b); err != nil || n != int64(b.Len()) {
			t.Fatal(n, err)
		}
		got, err := png.Decode(&b)
		if err != nil {
			t.Fatal(err)
		}
		farthest := 0
		for x := range 100 {
			for y := range 100 {
				want := of(x, y)
				have := color.RGBAModel.Convert(got.At(x, y)).(color.RGBA)
				for _, d := range []int{int(want.R) - int(have.R), int(want.G) - int(have.G), int(want.B) - int(have.B)} {
					farthest = max(farthest, d, -d)
				}
				if want.R == 255 && want.G == 255 && want.B == 255 && have != want {
					t.Fatalf("white became %v", have)
				}
			}
		}
		if farthest > most {
			t.Errorf("%d colours: one is %d away", colours, farthest)
		}
	}
}
