package reproduce

import (
	"slices"
	"strings"
	"testing"
)

// tableOf is a table of numbers with standard error 0.01: what the text describes is at
// texts, another reading at readings, both relative to the published number.
func tableOf(texts, readings []float64) []pair {
	var out []pair
	for i := range texts {
		out = append(out, pair{Published{Source: "s", Item: "t", Text: "0.5000"}, Result{Value: 0.5 + texts[i],
			SE:           0.01,
			Explanations: []Explanation{{Erratum: "E0", Reading: "another", Value: 0.5 + readings[i], SE: 0.01}}}})
	}
	return out
}

// Numbers of a table are explained by a reading together or not at all.
func TestJudgeJointly(t *testing.T) {
	for _, c := range []struct {
		name            string
		texts, readings []float64
		want            []string
	}{
		{"the reading fits all", []float64{0.2, 0.2, 0.2}, []float64{0.01, -0.01, 0.02}, []string{Explained, Explained,
			Explained}},
		{"one number refutes the reading", []float64{0.2, 0.2, 0.2}, []float64{0.01, -0.01, 0.06},
			[]string{Near, Near, Differs}},
		{"all together refute it, none alone", []float64{0.2, 0.2, 0.2, 0.2}, []float64{0.028, 0.028, -0.028, 0.028},
			[]string{Near, Near, Near, Near}},
		{"a match by chance takes the reading of its siblings", []float64{0.2, 0.2, 0.01}, []float64{0.01, -0.01,
			0.02}, []string{Explained, Explained, Explained}},
		{"a match by chance that the reading does not meet", []float64{0.2, 0.2, 0.01}, []float64{0.001, 0.001, 0.035},
			[]string{Explained, Explained, Differs}},
		{"both are refuted: a match stays", []float64{0.2, 0.2, 0.01}, []float64{0.2, 0.01, 0.02},
			[]string{Differs, Near, MonteCarloMatch}},
		{"the text fits all: no reading replaces it", []float64{0.01, 0.02, 0.01}, []float64{0, 0, 0},
			[]string{MonteCarloMatch, MonteCarloMatch, MonteCarloMatch}},
		{"the reading is the same number: a match stays", []float64{0.2, 0.01}, []float64{0, 0.01},
			[]string{Explained, MonteCarloMatch}},
	} {
		got, notes := judge(tableOf(c.texts, c.readings))
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q (%q)", c.name, got, c.want, notes)
		}
	}
	refuted := tableOf([]float64{0.2, 0.2}, []float64{0.01, 0.06})
	if _, notes := judge(refuted); !strings.HasSuffix(notes[0],
		"E0: another: 0.51 ± 0.01, but the 2 numbers that it would apply to refute it together (chi-squared 36.93)") {
		t.Errorf("note %q", notes[0])
	}
	for _, apart := range []func(n *pair){
		func(n *pair) { n.published.Item = "u" }, func(n *pair) { n.published.Source = "r" },
		func(n *pair) { n.result.Explanations[0].Part = "line 2" },
		func(n *pair) { n.result.Explanations[0].Reading = "a third" },
		func(n *pair) { n.result.OtherData = "a claim: holds" },
	} {
		numbers := tableOf([]float64{0.2, 0.2}, []float64{0.01, 0.06})
		apart(&numbers[1])
		if got, _ := judge(numbers); got[0] != Explained {
			t.Errorf("a number of another table, part or reading decides: %q", got)
		}
	}
}

// Exact computations: a digit that is cut off refutes no reading, another number does.
func TestJudgeJointlyExact(t *testing.T) {
	for second, want := range map[float64][2]string{0.2526: {Explained, Explained}, 0.2534: {Explained, Near},
		0.2552: {Near, Differs}} {
		var numbers []pair
		for _, v := range []float64{0.2531, second} {
			numbers = append(numbers, pair{Published{Text: "0.253"},
				Result{Value: 0.3, Explanations: []Explanation{{Reading: "another", Value: v}}}})
		}
		if second == 0.2534 { // less than a unit from the published value, but not by rounding
			numbers[1].published.Text = "0.254"
		}
		if got, notes := judge(numbers); got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%v: %q, want %q (%q)", second, got, want, notes)
		}
	}
}
