package display

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// slides has two sliders; the second one moves a mark and leaves the curve.
func slides() Slides {
	return Slides{
		Caption: "a & b", XLabel: "x",
		X:    []float64{0, 1, 2},
		Axes: []Axis{{Name: "height", Values: []float64{1, 2}, Start: 1}, {Name: "mark <m>", Values: []float64{0.5, 1, 1.5}}},
		At: func(v []float64) (Slide, error) {
			return Slide{Y: []float64{0, v[0] + 0.00001234, 0}, Marks: []float64{v[1]},
				Text: fmt.Sprintf("at %v, %v", v[0], v[1])}, nil
		},
	}
}

var slidesData = regexp.MustCompile(`data-slides="([^"]*)"`)

// The data hold the text, the mark and the curve of each state; the first state needs no script.
func TestSliders(t *testing.T) {
	page, text, err := slides().render()
	if err != nil {
		t.Fatal(err)
	}
	var got kept
	if err := json.Unmarshal([]byte(html.UnescapeString(slidesData.FindStringSubmatch(page)[1])), &got); err != nil {
		t.Fatal(err)
	}
	// The last slider runs fastest; curves have four digits, and equal ones are stored once.
	want := kept{Label: "x", X: []float64{0, 1, 2}, Axes: [][]float64{{1, 2}, {0.5, 1, 1.5}},
		Curves: [][]float64{{0, 1, 0}, {0, 2, 0}}, Of: []int{0, 0, 0, 1, 1, 1},
		Marks: [][]float64{{0.5}, {1}, {1.5}, {0.5}, {1}, {1.5}},
		Texts: []string{"at 1, 0.5", "at 1, 1", "at 1, 1.5", "at 2, 0.5", "at 2, 1", "at 2, 1.5"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if want := "a & b\nat 2, 0.5"; text != want {
		t.Errorf("the text is %q, want %q", text, want)
	}
	for _, want := range []string{"<b>a &amp; b</b>", "mark &lt;m&gt;", `max="1" value="1"> <output>2<`,
		`max="2" value="0"> <output>0.5<`, `<p role="status">at 2, 0.5</p>`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in\n%s", want, page)
		}
	}
}

func TestSlidersRefuse(t *testing.T) {
	for name, spoil := range map[string]func(*Slides){
		"no axis":         func(s *Slides) { s.Axes = nil },
		"a start outside": func(s *Slides) { s.Axes[0].Start = 2 },
		"no values":       func(s *Slides) { s.Axes[1].Values = nil },
		"one x":           func(s *Slides) { s.X = s.X[:1] },
		"a falling x":     func(s *Slides) { s.X = []float64{0, 2, 1} },
		"an x that stays": func(s *Slides) { s.X = []float64{1, 1, 1} },
		"a short curve":   func(s *Slides) { s.At = func([]float64) (Slide, error) { return Slide{Y: []float64{1}}, nil } },
		"a negative curve": func(s *Slides) {
			s.At = func([]float64) (Slide, error) { return Slide{Y: []float64{1, -1, 1}}, nil }
		},
		"a failing curve": func(s *Slides) { s.At = func([]float64) (Slide, error) { return Slide{}, errors.New("no") } },
		"too many places": func(s *Slides) { s.Axes[0].Values = make([]float64, 400) },
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
