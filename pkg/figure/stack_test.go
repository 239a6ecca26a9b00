package figure

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

// A stack has the heights of its parts, and keeps them at another width.
func TestStack(t *testing.T) {
	rows := []IntervalRow{{Name: "a", Estimate: estimate(0.1, 0.2, 0.3)}, {Name: "<b>", Estimate: estimate(0.2, 0.3, 0.5)}}
	one, err := Spans(rows, "F1", 0.95)
	if err != nil {
		t.Fatal(err)
	}
	other, err := Order(overDatasets())
	if err != nil {
		t.Fatal(err)
	}
	height := one.Height + other.Height
	s := Stack(one, other)
	if s.Width != 720 || s.Height != height {
		t.Errorf("%d x %d, want 720 x %d", s.Width, s.Height, height)
	}
	if want := one.Alt + ". " + other.Alt; s.Alt != want {
		t.Errorf("alternative text %q, want %q", s.Alt, want)
	}
	if Stack(one) != one {
		t.Error("a stack of one figure is another figure")
	}
	narrow := s.Fit(300)
	if narrow.Width != 300 || one.Width != 300 {
		t.Errorf("stack of width %d, its part %d, want 300", narrow.Width, one.Width)
	}
	if want := one.Height + other.Height; narrow.Height != want {
		t.Errorf("height %d, want %d", narrow.Height, want)
	}
	long := entry{Text: strings.Repeat("long ", 10)}
	legend := &Figure{Width: 720, Height: 100, rows: []row{{Legend: []entry{long, long}}}}
	if legend.Fit(300); legend.Height <= 110 {
		t.Errorf("two lines of a legend in %d pixels", legend.Height)
	}
	headed := &Figure{Width: 720, Height: 100, rows: []row{{}}}
	if headed.Head("a\nheading"); headed.Height <= 110 {
		t.Errorf("a heading in %d pixels", headed.Height)
	}
	if got := headed.rows[0].Heading; got != "a heading" {
		t.Errorf("heading %q, want one line", got)
	}
}

// A label that is wider than half of the figure takes a second line, for which the figure grows, and
// an entry of a legend that is wider than the figure is cut.
func TestFitText(t *testing.T) {
	for _, c := range []struct {
		label, want string
		height      int
	}{
		{"short", "short", 200},
		{"loss(a long name of a model) − loss(another name)", "loss(a long name of a model)\n− loss(another name)", 216},
		{strings.Repeat("x", 60), strings.Repeat("x", 60), 200},
		{"two lines, of which one is quite long\nand one short", "two lines, of which one is quite long\nand one short", 200},
	} {
		f := of(newPlot(c.label, ""), 720, 200, "").Fit(356)
		if got := f.rows[0].Plots[0].X.Label.Text; got != c.want {
			t.Errorf("label %q, want %q", got, c.want)
		}
		if f.Height != c.height {
			t.Errorf("label %q: height %d, want %d", c.label, f.Height, c.height)
		}
	}
	pair := &Figure{Width: 720, Height: 200,
		rows: []row{{Plots: []*plot.Plot{newPlot("x", ""), newPlot("difference of the loss", "")}}}}
	if pair.Fit(420); pair.rows[0].Plots[1].X.Label.Text != "difference\nof the loss" {
		t.Errorf("label %q in half of the width, want two lines", pair.rows[0].Plots[1].X.Label.Text)
	}
	f := of(newPlot("", ""), 356, 200, "")
	f.rows[0].Legend = []entry{{Text: strings.Repeat("name ", 20), Mark: areaMark{}}}
	svg, err := SVG(f)
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`>(name[^<]*)<`).FindSubmatch(svg)
	if shown == nil || !strings.HasSuffix(string(shown[1]), "…") {
		t.Fatalf("legend %q, want it cut", shown)
	}
	if w := (entry{Text: string(shown[1]), Mark: areaMark{}}).width(); w > 267-margin {
		t.Errorf("a legend of %v points in 267", w)
	}
}

// The element for pages is well formed, has a view box and no other size, and has the width of each
// text.
func TestSVGElement(t *testing.T) {
	f, err := Spans([]IntervalRow{{Name: "<b>&", Estimate: estimate(0.1, 0.2, 0.3)}}, "F1 \"quoted\"", 0.95)
	if err != nil {
		t.Fatal(err)
	}
	svg, err := SVG(f)
	if err != nil {
		t.Fatal(err)
	}
	if want := `<svg viewBox="0 0 540 `; !bytes.HasPrefix(svg, []byte(want)) {
		t.Errorf("the element begins %.60s, want %s", svg, want)
	}
	if bytes.Contains(svg, []byte("@font-face")) {
		t.Error("the element embeds a font")
	}
	if !bytes.Contains(svg, []byte("Arial")) {
		t.Error("the element names no other font")
	}
	in := xml.NewDecoder(bytes.NewReader(svg))
	for {
		if _, err := in.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
	widths := map[string]float64{}
	for _, m := range regexp.MustCompile(`(?s)<text textLength="([0-9.]+)"[^>]*>([^<]*)<`).FindAllSubmatch(svg, -1) {
		if widths[string(m[2])], err = strconv.ParseFloat(string(m[1]), 64); err != nil {
			t.Error(err)
		}
	}
	style := textStyle(labelSize)
	for text, want := range map[string]float64{
		"mean and 95% interval": style.Width("mean and 95% interval").Points(),
		"&lt;b&gt;&amp;":        style.Width("<b>&").Points(),
	} {
		if got := widths[text]; got < 0.99*want || got > 1.01*want {
			t.Errorf("%q is %v points wide, want %v of %v", text, got, want, widths)
		}
	}
	if _, err := SVG(nil); err == nil {
		t.Error("a missing figure is not an error")
	}
}
