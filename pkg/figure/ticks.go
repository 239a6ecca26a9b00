package figure

import (
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

type direction int

const (
	horizontal direction = iota
	vertical
)

// ticks places labels at round numbers, as many as fit without touching, with enough digits to
// distinguish them: posteriors of large counts are narrower than 1e-5.
type ticks struct {
	along direction
	room  vg.Length // length of the axis; 0 if unknown
	whole bool      // only whole numbers
}

// setRoom gives the ticks of p the lengths of the axes.
func setRoom(p *plot.Plot, data vg.Point) {
	if t, ok := p.X.Tick.Marker.(ticks); ok {
		t.room = data.X
		p.X.Tick.Marker = t
	}
	if t, ok := p.Y.Tick.Marker.(ticks); ok {
		t.room = data.Y
		p.Y.Tick.Marker = t
	}
}

// Ticks returns the ticks of an axis from lo to hi.
func (t ticks) Ticks(lo, hi float64) []plot.Tick {
	span := hi - lo
	if !(span > 0) || math.IsInf(span, 0) {
		return nil
	}
	room := t.room
	if room == 0 {
		room = 150
	}
	var best []plot.Tick
	for k := int(math.Floor(math.Log10(span))) - 1; k < 400; k++ {
		for _, mantissa := range [...]float64{1, 2, 5} {
			got := t.at(lo, hi, mantissa, k)
			if len(got) < 2 && best != nil {
				return t.last(best)
			}
			if len(got) < 2 { // the step is too small for the numbers, or there is only one number
				if t.whole {
					return got
				}
				continue
			}
			best = got
			if t.fit(got, span, room) {
				return got
			}
		}
	}
	return best
}

// at returns the ticks at the multiples of mantissa times 10^k.
func (t ticks) at(lo, hi, mantissa float64, k int) []plot.Tick {
	step := mantissa * math.Pow10(k)
	if t.whole && step < 1 {
		step, mantissa, k = 1, 1, 0
	}
	slack := 1e-9 * step
	first, last := math.Ceil((lo-slack)/step), math.Floor((hi+slack)/step)
	if !(last-first < 1000) || first+1 == first {
		return nil
	}
	var out []plot.Tick
	largest := math.Max(math.Abs(lo), math.Abs(hi))
	for i := first; i <= last; i++ {
		v := i * step
		if k < 0 { // a product with an inexact step is off in the last digit
			v = i * mantissa / math.Pow10(-k)
		}
		out = append(out, plot.Tick{Value: v, Label: number(v, k, largest)})
	}
	return out
}

// number writes a multiple of 10^k with the digits that it needs.
func number(v float64, k int, largest float64) string {
	if v == 0 {
		return "0"
	}
	if largest >= 1e5 || largest < 1e-4 {
		digits := max(int(math.Floor(math.Log10(math.Abs(v))+1e-9))-k, 0)
		return minus(exponent(strconv.FormatFloat(v, 'e', digits, 64)))
	}
	return minus(strconv.FormatFloat(v, 'f', max(-k, 0), 64))
}

// exponent writes 1e+05 as 1e5.
func exponent(s string) string {
	m, e, ok := strings.Cut(s, "e")
	if !ok {
		return s
	}
	sign := ""
	if strings.HasPrefix(e, "-") {
		sign = "-"
	}
	return m + "e" + sign + strings.TrimLeft(e, "+-0")
}

// minus replaces the hyphen before a number by a minus sign.
func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

// fit reports whether the labels fit: they do not touch and there are not too many.
func (t ticks) fit(marks []plot.Tick, span float64, room vg.Length) bool {
	style := textStyle(tickSize)
	step := vg.Length((marks[1].Value-marks[0].Value)/span) * room
	if t.along == vertical {
		return step >= 2.2*style.Height("0") && len(marks) <= t.most()
	}
	for _, m := range marks {
		if style.Width(m.Label)+8 > step {
			return false
		}
	}
	return len(marks) <= t.most()
}

// most returns the largest number of labels that does not crowd the axis.
func (t ticks) most() int {
	switch {
	case t.whole:
		return 16
	case t.along == vertical:
		return 6
	}
	return 9
}

// last returns the ticks of an axis on which no two labels fit side by side: two, the second one
// labeled with its distance from the first.
func (t ticks) last(best []plot.Tick) []plot.Tick {
	if t.along == vertical {
		return best
	}
	a, b := best[0], best[len(best)-1]
	b.Label = "+" + minus(exponent(strconv.FormatFloat(b.Value-a.Value, 'g', 2, 64)))
	return []plot.Tick{a, b}
}
