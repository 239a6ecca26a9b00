package figure

import (
	"bytes"
	"encoding/xml"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A stack has the heights of its parts, and keeps them at another width.
func TestStack(t *testing.T) {
	rows := []IntervalRow{{Name: "a", Estimate: estimate(0.1, 0.2, 0.3)}, {Name: "<b>", Estimate: estimate(0.2, 0.3, 0.5)}}
	one, err := Spans(rows, "F1", 0.95)
	if err != nil {
		t.Fatal(err)
	}
	other, err := CriticalDifference(demsar, 1.25)
	if err != nil {
		t.Fatal(err)
	}
	height := one.Height + other.Height
	s := Stack(one, other)
	if s.Width != 720 || s.Height != height || s.Alt != one.Alt+". "+other.Alt || Stack(one) != one {
		t.Errorf("%d x %d, %q", s.Width, s.Height, s.Alt)
	}
	narrow := s.Fit(300)
	if narrow.Width != 300 || narrow.Height != one.Height+other.Height || one.Width != 300 {
		t.Errorf("%d x %d, parts %d and %d high", narrow.Width, narrow.Height, one.Height, other.Height)
	}
	legend := &Figure{Width: 720, Height: 100, rows: []row{{Legend: []entry{{Text: strings.Repeat("long ", 10)}, {Text: strings.Repeat("long ", 10)}}}}}
	if legend.Fit(300); legend.Height <= 110 {
		t.Errorf("two lines of a legend in %d pixels", legend.Height)
	}
}

// The element for pages is well formed, has the size of the view box alone, and says how
// wide each text is.
func TestSVGElement(t *testing.T) {
	f, err := Spans([]IntervalRow{{Name: "<b>&", Estimate: estimate(0.1, 0.2, 0.3)}}, "F1 \"quoted\"", 0.95)
	if err != nil {
		t.Fatal(err)
	}
	svg, err := SVG(f)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(svg, []byte(`<svg viewBox="0 0 540 `)) || bytes.Contains(svg, []byte("@font-face")) || !bytes.Contains(svg, []byte("Arial")) {
		t.Errorf("%.300s", svg)
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
	for text, want := range map[string]float64{"mean and 95% interval": style.Width("mean and 95% interval").Points(), "&lt;b&gt;&amp;": style.Width("<b>&").Points()} {
		if got := widths[text]; got < 0.99*want || got > 1.01*want {
			t.Errorf("%q is %v points wide, want %v of %v", text, got, want, widths)
		}
	}
	if _, err := SVG(nil); err == nil {
		t.Error("no figure is no error")
	}
}
