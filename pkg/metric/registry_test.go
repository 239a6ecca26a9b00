package metric

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/internal/numtest"
)

// reference calls f for each metric of each row of reference.csv; want is NaN where it is undefined.
func reference(t *testing.T, f func(row int, p *Predictions, d Definition, want float64)) {
	for i, row := range numtest.Fixture(t, "reference.csv") {
		p := &Predictions{Positive: int(numtest.Float(t, row[1])), Truth: numtest.Floats(t, row[2]),
			Predicted: numtest.Floats(t, row[3]), Probabilities: numtest.Floats(t, row[4])}
		for c := range int(numtest.Float(t, row[0])) {
			p.Classes = append(p.Classes, "c"+strconv.Itoa(c))
		}
		for pair := range strings.SplitSeq(row[5], "; ") {
			at := strings.LastIndex(pair, " ")
			defs, err := Parse(pair[:at])
			if err != nil || len(defs) != 1 || defs[0].Name != pair[:at] {
				t.Fatalf("%s: %v, %v", pair, defs, err)
			}
			want := math.NaN()
			if pair[at+1:] != "undefined" {
				want = numtest.Float(t, pair[at+1:])
			}
			f(i+1, p, defs[0], want)
		}
	}
}

// near reports whether numbers are equal up to rounding.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-12*max(1, math.Abs(want)) }

// TestReference: values of scikit-learn, and numbers of records whose mean is the value.
func TestReference(t *testing.T) {
	count := 0
	reference(t, func(row int, p *Predictions, d Definition, want float64) {
		count++
		got, err := d.Value(p)
		if math.IsNaN(want) {
			if err == nil || !math.IsNaN(got) {
				t.Errorf("row %d: %s is %v (%v), want NaN and an error", row, d.Name, got, err)
			}
			return
		}
		if err != nil || !near(got, want) {
			t.Errorf("row %d: %s is %.17g (%v), want %.17g", row, d.Name, got, err, want)
		}
		if d.Parts == nil {
			return
		}
		parts, mean := make([]float64, len(p.Truth)), 0.0
		value, err := d.Parts(p, parts)
		for _, v := range parts {
			mean += v / float64(len(parts))
		}
		if err != nil || value != got || !near(mean, got) {
			t.Errorf("row %d: %s is %v, and its parts have the mean %v and value %v (%v)", row, d.Name, got, mean, value, err)
		}
	})
	if count < 1000 {
		t.Errorf("%d values", count)
	}
}
