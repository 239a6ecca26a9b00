package display

import (
	"encoding/json"
	"errors"
	"html"
	"regexp"
	"strings"
	"testing"
)

// slides has two sliders; the second one moves a mark and leaves the curve.
func slides() Slides {
	return Slides{
		Caption: "a & b", XLabel: "x",
		X:    []float64{0, 1, 2},
		Axes: []Axis{{Name: "height", Values: []float64{1, 2}, Start: 1}, {Name: "mark <m>", Values: []float64{0.5, 1, 1.5}}},
		At: func(v []float64) (Slide, error) {
			return Slide{Y: []float64{0, v[0] + 0.00001234, 0}, Marks: []float64{v[1]}, Text: "at " + formatColumn([]any{v[0]}, 3)[0] + ", " + formatColumn([]any{v[1]}, 3)[0]}, nil
		},
	}
}

var slidesData = regexp.MustCompile(`data-slides="([^"]*)"`)

// Each place has its text, its mark and the number of its curve, equal curves are
// kept once, and what is shown without a script is the place at the start.
func TestSliders(t *testing.T) {
	page, text, err := slides().render()
	if err != nil {
		t.Fatal(err)
	}
	var got kept
	if err := json.Unmarshal([]byte(html.UnescapeString(slidesData.FindStringSubmatch(page)[1])), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Curves) != 2 || got.Curves[1][1] != 2 || len(got.Texts) != 6 || len(got.Of) != 6 {
		t.Fatalf("kept %+v", got)
	}
	// The last slider runs fastest.
	if got.Of[2] != 0 || got.Of[3] != 1 || got.Marks[4][0] != 1 || !strings.HasPrefix(got.Texts[4], "at 2") {
		t.Errorf("kept %+v", got)
	}
	if text != "a & b\n"+got.Texts[3] || !strings.Contains(page, `<p role="status">`+got.Texts[3]+"</p>") {
		t.Errorf("the start is %q in\n%s", text, page)
	}
	for _, want := range []string{"<b>a &amp; b</b>", "mark &lt;m&gt;", `max="1" value="1"> <output>2<`, `max="2" value="0"> <output>0.5<`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
}

func TestSlidersRefuse(t *testing.T) {
	for name, spoil := range map[string]func(*Slides){
		"no axis":          func(s *Slides) { s.Axes = nil },
		"a start outside":  func(s *Slides) { s.Axes[0].Start = 2 },
		"no values":        func(s *Slides) { s.Axes[1].Values = nil },
		"one x":            func(s *Slides) { s.X = s.X[:1] },
		"a falling x":      func(s *Slides) { s.X = []float64{0, 2, 1} },
		"an x that stays":  func(s *Slides) { s.X = []float64{1, 1, 1} },
		"a short curve":    func(s *Slides) { s.At = func([]float64) (Slide, error) { return Slide{Y: []float64{1}}, nil } },
		"a negative curve": func(s *Slides) { s.At = func([]float64) (Slide, error) { return Slide{Y: []float64{1, -1, 1}}, nil } },
		"a failing curve":  func(s *Slides) { s.At = func([]float64) (Slide, error) { return Slide{}, errors.New("no") } },
		"too many places":  func(s *Slides) { s.Axes[0].Values = make([]float64, 400) },
	} {
		s := slides()
		spoil(&s)
		if _, _, err := s.render(); err == nil {
			t.Errorf("%s: no error", name)
		} else if name == "a negative curve" && !strings.Contains(err.Error(), "each a number from 0") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestRounded(t *testing.T) {
	for y, want := range map[float64]float64{0: 0, 12.34567: 12.35, 0.000123456: 0.0001235, 5e-324: 0} {
		if got := rounded(y); got < want*(1-1e-12) || got > want*(1+1e-12) {
			t.Errorf("rounded(%v) = %v, want %v", y, got, want)
		}
	}
}
