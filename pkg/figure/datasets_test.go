package figure

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// estimate returns an estimate with its interval.
func estimate(low, mid, high float64) infer.Estimate {
	return infer.Estimate{Low: low, Mid: mid, High: high}
}

// forestRows are differences of the models of contrast on data sets, and forestMean is their mean.
var (
	forestRows = []IntervalRow{
		{"letter", estimate(-0.004, 0.012, 0.028), estimate(0.001, 0.014, 0.027)},
		{"twonorm, n = 1,000", estimate(0.01, 0.022, 0.034), estimate(0.009, 0.02, 0.031)},
		{"SREG", estimate(-0.03, 0.005, 0.04), estimate(-0.008, 0.014, 0.035)},
		{"SCLA", estimate(0.02, 0.06, 0.1), estimate(0.005, 0.024, 0.07)},
	}
	forestMean = estimate(0.002, 0.018, 0.036)
	contrast   = Contrast{Metric: "F1", ModelA: "tree", ModelB: "forest", Better: ranks.Higher, Rope: 0.01}
)

// spans are intervals of three models.
var spans = []IntervalRow{
	{Name: "tree", Estimate: estimate(0.81, 0.84, 0.86)},
	{Name: "forest", Estimate: estimate(0.83, 0.86, 0.88)},
	{Name: "knn(k=1)", Estimate: estimate(0.79, 0.8, 0.82)},
}

func pairedPosterior(t *testing.T, shift float64) paired.Posterior {
	t.Helper()
	p, err := paired.New([][2]float64{{0.01 + shift, 0.03 + shift}, {0.02 + shift, 0.05 + shift},
		{0.035 + shift, 0.015 + shift}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The legend names the better model of each side: B minus A is negative where A is better if higher
// metrics are better, and where B is better if lower ones are.
func TestPairedSides(t *testing.T) {
	for better, want := range map[ranks.Better][2]string{
		ranks.Higher: {"A better", "B better"},
		ranks.Lower:  {"B better", "A better"},
	} {
		c := Contrast{Metric: "x", ModelA: "A", ModelB: "B", Better: better, Rope: 0.01}
		f, err := Paired(pairedPosterior(t, 0), c)
		if err != nil {
			t.Fatal(err)
		}
		got := legend(f.rows[0])
		if len(got) != 3 {
			t.Fatalf("%v: legend %q", better, got)
		}
		if start := want[0] + " by more than 0.01, P = 0.0"; !strings.HasPrefix(got[0], start) {
			t.Errorf("%v: first entry %q, want %q", better, got[0], start)
		}
		if start := want[1] + " by more than 0.01, P = 0.9"; !strings.HasPrefix(got[2], start) {
			t.Errorf("%v: last entry %q, want %q", better, got[2], start)
		}
	}
}

func TestDataSetErrors(t *testing.T) {
	broken := slices.Clone(forestRows)
	broken[1].Low = 1
	wide := contrast
	wide.Rope = -1
	for want, err := range map[string]error{
		"no rows":                        second(Forest(nil, forestMean, 0.95, contrast)),
		"61 intervals; draw at most 60":  second(Forest(make([]IntervalRow, 61), forestMean, 0.95, contrast)),
		"row 2: low is 1, high is 0.034": second(Forest(broken, forestMean, 0.95, contrast)),
		"row 1: high is +Inf":            second(Forest(forestRows, infer.Estimate{High: math.Inf(1)}, 0.95, contrast)),
		"level 0; give":                  second(Forest(forestRows, forestMean, 0, contrast)),
		"rope -1; give":                  second(Forest(forestRows, forestMean, 0.95, wide)),
		"an empty posterior":             second(Paired(paired.Posterior{}, contrast)),
		"to ranks.Higher or":             second(Paired(pairedPosterior(t, 0), Contrast{})),
		"rope -1":                        second(Paired(pairedPosterior(t, 0), wide)),
		"figure: no rows":                second(Spans(nil, "", 0.95)),
		"201 intervals":                  second(Spans(make([]IntervalRow, 201), "", 0.95)),
		"row 1: low is 2":                second(Spans([]IntervalRow{{Estimate: estimate(2, 1, 1)}}, "", 0.95)),
		"row 1: the estimate is NaN":     second(Comparison(ofEstimate(math.NaN()))),
		"give at least one":              second(Comparison(compare.Report{})),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func second(_ *Figure, err error) error { return err }
