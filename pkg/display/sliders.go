package display

import (
	_ "embed" // for the script and the style
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/janpfeifer/gonb/gonbui"
)

//go:embed sliders.js
var sliderScript string

//go:embed sliders.css
var sliderStyle string

// Axis is one slider: its label, its values and the index of its first value.
type Axis struct {
	Name   string
	Values []float64
	Start  int
}

// Slide is the state of Slides at one combination of values: a curve with one Y per X of Slides,
// the abscissas of vertical marks, and a sentence.
type Slide struct {
	Y, Marks []float64
	Text     string
}

// Slides is a curve with sliders. At computes it for each combination of the values of the axes
// when the cell runs. Moving a slider computes nothing, so that sliders work in a saved page
// without a kernel.
type Slides struct {
	Caption, XLabel string
	X               []float64 // the same for all curves, increasing
	Axes            []Axis
	At              func(values []float64) (Slide, error)
}

// maxSlides is the largest number of combinations; the notebook holds all of them.
const maxSlides = 1000

// Sliders shows s below the running cell. Without scripts, on GitHub and in a notebook that is not
// trusted, only the sentence of the first state is shown; it is also the text version, which goes
// to standard output outside a notebook. Show a Figure of some states beside it.
//
// Sliders ends the program as Check does if there is no axis or no X, if there are more than 1,000
// combinations, if At returns an error or a curve of another length or with a negative number, or
// if the notebook does not accept the output.
func Sliders(s Slides) {
	page, text, err := s.render()
	Check(err)
	if !gonbui.IsNotebook {
		fmt.Fprintln(os.Stdout, text)
		return
	}
	Check(sendText("", page, wrapText(text, maxWidth)))
}

// kept is the input of the script. The states are numbered with the last axis running fastest; Of
// is the index of the curve of each.
type kept struct {
	Label  string      `json:"label"`
	X      []float64   `json:"x"`
	Axes   [][]float64 `json:"axes"`
	Curves [][]float64 `json:"curves"`
	Of     []int       `json:"of"`
	Marks  [][]float64 `json:"marks"`
	Texts  []string    `json:"texts"`
}

// render returns the slides as HTML and the text of the first state.
func (s Slides) render() (page, text string, err error) {
	places := 1
	k := kept{Label: s.XLabel, X: s.X}
	start := 0
	for _, a := range s.Axes {
		if len(a.Values) == 0 || a.Start < 0 || a.Start >= len(a.Values) {
			return "", "", fmt.Errorf("display: slider %q begins at %d of %d values", a.Name, a.Start, len(a.Values))
		}
		places, start = places*len(a.Values), start*len(a.Values)+a.Start
		k.Axes = append(k.Axes, a.Values)
	}
	switch {
	case len(s.Axes) == 0 || len(s.X) < 2 || !slices.IsSorted(s.X) || s.X[0] == s.X[len(s.X)-1]:
		return "", "", errors.New("display: sliders need an axis and an increasing X")
	case places > maxSlides:
		return "", "", fmt.Errorf("display: %d combinations of the sliders, more than %d; give fewer values",
			places, maxSlides)
	}
	if err := s.compute(&k, places); err != nil {
		return "", "", err
	}
	data, err := json.Marshal(k)
	if err != nil {
		return "", "", fmt.Errorf("display: sliders: %w", err)
	}
	return s.page(string(data), k.Texts[start]), s.Caption + "\n" + k.Texts[start], nil
}

// compute fills k with the slides of all states.
func (s Slides) compute(k *kept, places int) error {
	values := make([]float64, len(s.Axes))
	for place := range places {
		rest := place
		for i := len(s.Axes) - 1; i >= 0; i-- {
			n := len(s.Axes[i].Values)
			values[i], rest = s.Axes[i].Values[rest%n], rest/n
		}
		slide, err := s.At(slices.Clone(values))
		if err != nil {
			return fmt.Errorf("display: sliders at %v: %w", values, err)
		}
		invalid := func(y float64) bool { return !(y >= 0) || math.IsInf(y, 0) }
		if len(slide.Y) != len(s.X) || slices.ContainsFunc(slide.Y, invalid) {
			return fmt.Errorf("display: sliders at %v: a curve of %d values for %d X; give each a number from 0",
				values, len(slide.Y), len(s.X))
		}
		curve := make([]float64, len(slide.Y))
		for i, y := range slide.Y {
			curve[i] = rounded(y)
		}
		of := slices.IndexFunc(k.Curves, func(c []float64) bool { return slices.Equal(c, curve) })
		if of < 0 {
			of, k.Curves = len(k.Curves), append(k.Curves, curve)
		}
		k.Of, k.Texts = append(k.Of, of), append(k.Texts, slide.Text)
		k.Marks = append(k.Marks, append([]float64{}, slide.Marks...))
	}
	return nil
}

// rounded returns y with four significant digits, enough for a drawing.
func rounded(y float64) float64 {
	if y == 0 {
		return 0
	}
	unit := math.Pow(10, 3-math.Floor(math.Log10(y)))
	if math.IsInf(unit, 0) {
		return 0 // too small to draw
	}
	return math.Round(y*unit) / unit
}

// page is the HTML with the data of the script.
func (s Slides) page(data, text string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<div class=\"bcv-sliders\" data-slides=\"%s\">\n<style>%s</style>\n<p><b>%s</b></p>\n",
		html.EscapeString(data), compact(sliderStyle), escape(s.Caption))
	for _, a := range s.Axes {
		fmt.Fprintf(&b, "<p><label><span>%s</span> <input type=\"range\" min=\"0\" max=\"%d\" value=\"%d\"> ",
			escape(a.Name), len(a.Values)-1, a.Start)
		fmt.Fprintf(&b, "<output>%v</output></label></p>\n", a.Values[a.Start])
	}
	fmt.Fprintf(&b, "<p role=\"status\">%s</p>\n<svg viewBox=\"0 0 720 285\" role=\"img\" aria-label=\"%s\"></svg>\n",
		escape(text), escape(s.Caption))
	fmt.Fprintf(&b, "<script>%s</script>\n</div>", compact(sliderScript))
	return b.String()
}
