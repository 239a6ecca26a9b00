package figure

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rsc.io/pdf"
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

// checkPDF: ASCII text is text in an embedded font; none is garbled.
func checkPDF(t *testing.T, data []byte) {
	t.Helper()
	r, err := pdf.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	page := r.Page(1)
	var text strings.Builder
	for _, s := range page.Content().Text {
		text.WriteString(s.S)
	}
	if !strings.Contains(text.String(), "posteriordensity") && !strings.Contains(text.String(), "posterior density") {
		t.Errorf("text %q", text.String())
	}
	for _, r := range text.String() {
		if r >= 0x80 {
			t.Errorf("sign %q in the text of the PDF", r)
		}
	}
	for _, name := range page.Fonts() {
		if page.Font(name).V.Key("FontDescriptor").Key("FontFile2").IsNull() {
			t.Errorf("font %s is not embedded", name)
		}
	}
	if len(page.Fonts()) == 0 {
		t.Error("no fonts")
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
