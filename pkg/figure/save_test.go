package figure

import (
	"bytes"
	"compress/zlib"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPNGSize(t *testing.T) {
	f, err := Densities(curves(tiny, 5))
	if err != nil {
		t.Fatal(err)
	}
	data, err := encode(f, ".png", 500, 201)
	if err != nil {
		t.Fatal(err)
	}
	c, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil || c.Width != 1000 || c.Height != 402 {
		t.Errorf("%d x %d, %v", c.Width, c.Height, err)
	}
}

func TestSave(t *testing.T) {
	f, err := Difference(difference("NER", 0.0004, 0.0011, 0, 0.002))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	read := func(name string) []byte {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := Save(f, path); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	if c, err := png.DecodeConfig(bytes.NewReader(read("f.PNG"))); err != nil || c.Width != 2*f.Width {
		t.Errorf("PNG %d wide, %v", c.Width, err)
	}
	svg := string(read("f.svg"))
	for _, want := range []string{"@font-face", "H0: difference ≤ 0, P = 0.358", "F1(IOBES) − F1(IOB2)",
		"posterior density"} {
		if !strings.Contains(svg, want) {
			t.Errorf("SVG without %q", want)
		}
	}
	if n := strings.Count(svg, "@font-face"); n != 1 {
		t.Errorf("%d fonts in the SVG", n)
	}
	checkPDF(t, read("f.pdf"))
}

// checkPDF: the letters of a PDF are outlines, so that it needs no font and none is garbled; it is small enough to be
// one of the many of a paper.
func checkPDF(t *testing.T, data []byte) {
	t.Helper()
	if len(data) > 60_000 {
		t.Errorf("PDF of %d bytes", len(data))
	}
	if bytes.Contains(data, []byte("/BaseFont")) {
		t.Error("a font in the PDF")
	}
	_, stream, _ := bytes.Cut(data, []byte("stream\n"))
	page, err := zlib.NewReader(bytes.NewReader(stream))
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := io.ReadAll(page)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(drawn, []byte(" c\n")); n < 1000 { // letters have more curves than the density
		t.Errorf("%d curves in the PDF", n)
	}
}

func TestSaveErrors(t *testing.T) {
	f, err := Curves([]Point{{X: 1, Y: 2}}, Labels{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	missing := filepath.Join(dir, "no")
	file := filepath.Join(missing, "f.svg")
	for path, want := range map[string]string{
		"f.gif": `figure: cannot write ".gif" files; use .png, .svg or .pdf`,
		"f":     `figure: cannot write "" files; use .png, .svg or .pdf`,
		file:    "figure: cannot write " + file + ": there is no directory " + missing + "; make it first",
	} {
		if err := Save(f, path); err == nil || err.Error() != want {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
	if err := Save(nil, "f.png"); err != errNoFigure {
		t.Error(err)
	}
}

func BenchmarkPNG(b *testing.B) {
	f, err := Densities(curves(acl[:2], 201))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := encode(f, ".png", f.Width, f.Height); err != nil {
			b.Fatal(err)
		}
	}
}
