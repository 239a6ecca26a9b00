package reproduce

import (
	"math"
	"testing"
)

// judgeOne judges a number that has no others in its table.
func judgeOne(published string, r Result) (verdict, note string) {
	verdicts, notes := judge([]pair{{Published{Text: published}, r}})
	return verdicts[0], notes[0]
}

func TestJudge(t *testing.T) {
	explained := func(value, se float64) []Explanation {
		return []Explanation{{Erratum: "E0", Reading: "another reading", Value: value, SE: se}}
	}
	for _, c := range []struct {
		name, published string
		r               Result
		want            string
	}{
		{"equal after rounding", "0.024", Result{Value: 0.02409}, ExactMatch},
		{"cut off instead of rounded", "0.024", Result{Value: 0.0246}, Near},
		{"off by one in the last digit", "0.024", Result{Value: 0.0250}, Differs},
		{"less than a digit off, but not exact", "0.024", Result{Value: 0.0246, SE: 0.00001}, Differs},
		{"half a unit off", "0.5", Result{Value: 0.55}, ExactMatch},
		{"not a number", "0.05", Result{Value: math.NaN(), Explanations: explained(math.NaN(), 0)}, Differs},
		{"infinite error", "0.05", Result{Value: 40, SE: math.Inf(1)}, Differs},
		{"negative error", "0.05", Result{Value: 0.05, SE: -1}, Differs},
		{"far off, whatever the explanation says", "0.05", Result{Value: -1e9, Explanations: explained(-1e9, 0)},
			Differs},

		{"explained by its own number", "95.11", Result{Value: 95.118, Explanations: explained(95.11, 0)}, Explained},
		{"the explanation has another number", "95.11", Result{Value: 95.128, Explanations: explained(95.12, 0)},
			Differs},
		{"the second explanation holds", "95.11",
			Result{Value: 95.118, Explanations: append([]Explanation{{Reading: "a third", Value: 95.12}},
				explained(95.11, 0)...)}, Explained},
		{"an explanation does not hide a match", "95.12", Result{Value: 95.118, Explanations: explained(95.12, 0)},
			ExactMatch},
		{"an explanation within its errors", "0.050", Result{Value: 0.09, SE: 0.001, Explanations: explained(0.0528,
			0.001)}, Explained},
		{"an explanation beyond its errors", "0.050", Result{Value: 0.09, SE: 0.001, Explanations: explained(0.0538,
			0.001)}, Differs},
		{"an explanation too vague to explain", "0.050", Result{Value: 0.09, SE: 0.001, Explanations: explained(0.0528,
			0.01)}, Inconclusive},
		{"a text", "B6", Result{Text: "B8", Explanations: explained(6, 0)}, Differs},

		{"within 3 standard errors", "0.050", Result{Value: 0.0528, SE: 0.001}, MonteCarloMatch},
		{"beyond 3 standard errors", "0.050", Result{Value: 0.0538, SE: 0.001}, Differs},
		{"within those of the publication", "0.321", Result{Value: 0.32007, PublishedSE: 0.00047}, MonteCarloMatch},
		{"equal, though the publication has errors", "0.320", Result{Value: 0.32007, PublishedSE: 0.00047}, ExactMatch},
		{"too far for those of the publication", "0.325", Result{Value: 0.32007, PublishedSE: 0.00047}, Differs},
		{"both errors count as one", "0.050", Result{Value: 0.0549, SE: 0.001, PublishedSE: 0.001}, Differs},

		{"agrees, but would with anything", "0.05", Result{Value: 40, SE: 1e6}, Inconclusive},
		{"3 errors make 21%", "0.050", Result{Value: 0.0528, SE: 0.0035}, Inconclusive},
		{"3 errors make 19%", "0.050", Result{Value: 0.0528, SE: 0.00315}, MonteCarloMatch},
		{"far off, with large errors", "0.050", Result{Value: 0.2, SE: 0.01}, Differs},
		{"small beside what the table is about", "0.003", Result{Value: 0.004, SE: 0.002, Resolution: 0.05},
			MonteCarloMatch},

		{"setting inferred", "0.050", Result{Value: 0.0528, SE: 0.001, Setting: "kernel"}, InferredMatch},
		{"setting inferred, in vain", "0.050", Result{Value: 0.06, SE: 0.001, Setting: "kernel"}, Differs},
		{"input", "300", Result{Value: 300, Input: true}, Input},
		{"input of another value", "300", Result{Value: 200, Input: true}, Differs},
		{"stored", "300", Result{Value: 300, Stored: true}, FromStore},

		{"bound holds", "0.8", Result{Value: 0.7, Below: true}, ExactMatch},
		{"bound fails", "0.8", Result{Value: 0.9, Below: true}, Differs},
		{"bound within its errors", "0.8", Result{Value: 0.79, SE: 0.01, Below: true}, Differs},
		{"same text", "B1;B2", Result{Text: "B1;B2"}, ExactMatch},
		{"other text", "B1;B2", Result{Text: "B1;B3"}, Differs},
		{"number for a text", "B1;B2", Result{Value: 3}, Differs},
	} {
		if got, note := judgeOne(c.published, c.r); got != c.want {
			t.Errorf("%s: %s (%s), want %s", c.name, got, note, c.want)
		}
		if math.IsNaN(c.r.Value) {
			continue // no row can hold its explanation
		}
		rows, err := Account([]Published{{Text: c.published}}, []Result{c.r})
		if err != nil || rows[0].Verdict != c.want {
			t.Errorf("%s: %+v (%v) in the account, want %s", c.name, rows, err, c.want)
		}
	}
}
