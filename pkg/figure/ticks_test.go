package figure

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"
)

func labels(marks []plot.Tick) string {
	var s []string
	for _, m := range marks {
		s = append(s, m.Label)
	}
	return strings.Join(s, " ")
}

func TestTicks(t *testing.T) {
	tests := []struct {
		name   string
		ticks  ticks
		lo, hi float64
		want   string
	}{
		{"unit interval", ticks{horizontal, 150, false}, 0, 1, "0 0.2 0.4 0.6 0.8 1.0"},
		{"narrow", ticks{horizontal, 150, false}, 0.9541, 0.9559, "0.9545 0.9550 0.9555"},
		{"1e-5 wide", ticks{horizontal, 190, false}, 0.939992, 0.940011, "0.939995 0.940000 0.940005 0.940010"},
		{"no room", ticks{horizontal, 60, false}, 0.939992, 0.940011, "0.94000 +1e−5"},
		{"round a zero", ticks{horizontal, 300, false}, -0.0043, 0.0051, "−0.004 −0.002 0 0.002 0.004"},
		{"tiny differences", ticks{horizontal, 300, false}, -2e-5, 3e-5, "−2e−5 −1e−5 0 1e−5 2e−5 3e−5"},
		{"unknown room", ticks{horizontal, 0, false}, 0, 1, "0 0.2 0.4 0.6 0.8 1.0"},
		{"densities", ticks{vertical, 120, false}, 0, 2260, "0 500 1000 1500 2000"},
		{"tall densities", ticks{vertical, 120, false}, 0, 2.3e5, "0 5e4 1.0e5 1.5e5 2.0e5"},
		{"records", ticks{horizontal, 150, true}, 0.5, 4.5, "1 2 3 4"},
		{"one record", ticks{horizontal, 150, true}, 2.5, 3.5, "3"},
		{"many records", ticks{horizontal, 150, true}, -0.5, 999.5, "0 200 400 600 800"},
		{"no range", ticks{horizontal, 150, false}, 1, 1, ""},
		{"NaN", ticks{horizontal, 150, false}, math.NaN(), 1, ""},
		{"infinite", ticks{horizontal, 150, false}, 0, math.Inf(1), ""},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, labels(test.ticks.Ticks(test.lo, test.hi))); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

// TestTicksAreHonest: labels say where they stand, are distinct and do not
// touch, down to ranges of 1e-10.
func TestTicksAreHonest(t *testing.T) {
	width := textStyle(tickSize).Width
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.Float64Range(-1, 1).Draw(t, "lo")
		hi := lo + math.Pow(10, rapid.Float64Range(-10, 4).Draw(t, "span"))
		room := vg.Length(rapid.Float64Range(100, 600).Draw(t, "room"))
		marks := ticks{along: horizontal, room: room}.Ticks(lo, hi)
		if len(marks) < 2 {
			t.Fatalf("%d ticks", len(marks))
		}
		step := marks[1].Value - marks[0].Value
		end := math.Inf(-1) // of the label before
		for i, m := range marks {
			text := strings.ReplaceAll(m.Label, "−", "-")
			offset := strings.HasPrefix(text, "+")
			x, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			if offset {
				x += marks[0].Value
			}
			if math.Abs(x-m.Value) > 1e-4*step {
				t.Fatalf("label %s at %v", m.Label, m.Value)
			}
			if m.Value < lo-1e-6*step || m.Value > hi+1e-6*step {
				t.Fatalf("tick at %v outside [%v, %v]", m.Value, lo, hi)
			}
			middle, half := (m.Value-lo)/(hi-lo)*float64(room), float64(width(m.Label))/2
			if middle-half < end+2 && !offset {
				t.Fatalf("labels %s and %s touch", marks[i-1].Label, m.Label)
			}
			end = middle + half
		}
	})
}

func TestProbability(t *testing.T) {
	tests := []struct {
		p, log, other float64
		want          string
	}{
		{0.5, math.Log(0.5), 0.5, "0.5"},
		{0.1234567, math.Log(0.1234567), 0.8765433, "0.123"},
		{1.5e-5, math.Log(1.5e-5), 1 - 1.5e-5, "1.5e−5"},
		{1 - 1.5e-5, math.Log1p(-1.5e-5), 1.5e-5, "1 − 1.5e−5"},
		{0.9994, math.Log(0.9994), 6e-4, "0.999"},
		{1, 0, 7.4e-41, "1 − 7.4e−41"},
		{0, -1000 * math.Ln10, 1, "1e−1000"},
		{0, -1000.5 * math.Ln10, 1, "3.2e−1001"},
		{0, math.Inf(-1), 1, "0"},
		{1, 0, 0, "1"},
	}
	for _, test := range tests {
		if got := probability(test.p, test.log, test.other); got != test.want {
			t.Errorf("probability(%v, %v, %v) = %s, want %s", test.p, test.log, test.other, got, test.want)
		}
	}
}
