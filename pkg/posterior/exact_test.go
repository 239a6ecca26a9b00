package posterior

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/block-regularized/bcv/internal/special"
)

func mustDistribution(tb testing.TB, metric Metric, c Counts, prior float64) Distribution {
	tb.Helper()
	l, err := NewDistribution(metric, c, prior)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// betaPrecision is a distribution of precision that is Beta(a, b).
func betaPrecision(a, b float64) Distribution {
	return Distribution{Precision, special.NewBeta(a, b), 1}
}

// fixture reads a CSV of testdata made by exact.py: text columns first, then
// numbers.
func fixture(t *testing.T, name string, text int) (labels [][]string, numbers [][]float64) {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records[1:] {
		row := make([]float64, 0, len(r))
		for _, field := range r[text:] {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil {
				t.Fatal(err)
			}
			row = append(row, v)
		}
		labels, numbers = append(labels, r[:text]), append(numbers, row)
	}
	if len(numbers) < 15 {
		t.Fatalf("%s has only %d cases", name, len(numbers))
	}
	return labels, numbers
}

// sameProbability reports whether two log probabilities agree: 1e-12 in the
// probability itself, and relErr relative to it; a probability too small for
// float64 has its logarithm to 12 digits.
func sameProbability(got, want, relErr float64) bool {
	if math.Abs(math.Exp(got)-math.Exp(want)) > 1e-12 {
		return false
	}
	return math.Abs(got-want) <= relErr+1e-12*math.Abs(want)
}

func TestDifferenceAgainstMpmath(t *testing.T) {
	_, cases := fixture(t, "difference.csv", 0)
	for _, c := range cases {
		a, b := betaPrecision(c[0], c[1]), betaPrecision(c[2], c[3])
		atMost, above, err := LogDifference(a, b, 0)
		if err != nil {
			t.Fatal(err)
		}
		if !sameProbability(atMost, c[4], 1e-11) || !sameProbability(above, c[5], 1e-11) {
			t.Errorf("Beta(%v,%v) against Beta(%v,%v): log P %.17g, %.17g; want %.17g, %.17g",
				c[0], c[1], c[2], c[3], atMost, above, c[4], c[5])
		}
	}
}

func TestShiftAgainstMpmath(t *testing.T) {
	labels, cases := fixture(t, "shift.csv", 1)
	for i, c := range cases {
		a, b := betaPrecision(c[0], c[1]), betaPrecision(c[2], c[3])
		if labels[i][0] == "F1" {
			a, b = Distribution{F1, a.z, 2}, Distribution{F1, b.z, 2}
		}
		atMost, above, err := LogDifference(a, b, c[4])
		if err != nil {
			t.Fatal(err)
		}
		if !sameProbability(atMost, c[5], 1e-10) || !sameProbability(above, c[6], 1e-10) {
			t.Errorf("%s Beta(%v,%v) against Beta(%v,%v) + %v: log P %.17g, %.17g; want %.17g, %.17g",
				labels[i][0], c[0], c[1], c[2], c[3], c[4], atMost, above, c[5], c[6])
		}
	}
}

func TestCDFAgainstMpmath(t *testing.T) {
	_, cases := fixture(t, "cdf.csv", 0)
	for _, c := range cases {
		l := betaPrecision(c[0], c[1])
		if lo, up := l.LogCDF(c[2]), l.LogSurvival(c[2]); !sameProbability(lo, c[3], 1e-11) ||
			!sameProbability(up, c[4], 1e-11) {
			t.Errorf("Beta(%v,%v) at %v: log cdf %.17g, log survival %.17g; want %.17g, %.17g",
				c[0], c[1], c[2], lo, up, c[3], c[4])
		}
	}
}

// An end of the interval of a difference takes few quadratures, wherever it lies.
func TestDifferenceRootTakesFewSteps(t *testing.T) {
	for _, metric := range Metrics() {
		for _, counts := range []Counts{{160, 40, 50}, {9e5, 3e4, 2e4}, {3, 0, 1}, {0, 0, 0}} {
			a, errA := NewDistribution(metric, counts, 1)
			b, errB := NewDistribution(metric, counts.Add(Counts{5, 5, 1}), 1)
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			for _, p := range []float64{1e-6, 0.025, 0.3, 0.95} {
				steps := 0
				differenceRoot(a, b, p, func(atMost, _ float64) float64 {
					steps++
					return atMost - math.Log(p)
				})
				if steps > 12 {
					t.Errorf("%v of %v at %v: %d steps, want at most 12", metric, counts, p, steps)
				}
			}
		}
	}
}
