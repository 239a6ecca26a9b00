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

// demsar are the mean ranks of Demšar (2006, table 6).
var demsar = rankedModels("C4.5", 3.143, "C4.5+m", 2.000, "C4.5+cf", 2.893, "C4.5+m+cf", 1.964)

// rankedModels returns models from their names and mean ranks.
func rankedModels(pairs ...any) (out []compare.RankedModel) {
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, compare.RankedModel{Model: pairs[i].(string), Rank: pairs[i+1].(float64)})
	}
	return out
}

// crowded are ten models with two groups that overlap and one apart.
var crowded = rankedModels("random forest", 1.9, "gradient boosting", 2.3, "support vector machine", 3.4,
	"nearest neighbours, k = 5", 5.2, "logistic regression", 5.3, "linear discriminant analysis", 5.4,
	"naive Bayes", 6.8, "decision tree", 7.4, "perceptron", 7.5, "majority class", 9.8)

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

var standings = []compare.Standing{{Model: "random forest", PBest: 0.712, PNear: 0.994},
	{Model: "gradient boosting", PBest: 0.287, PNear: 0.903},
	{Model: "support vector machine", PBest: 0.0009, PNear: 0.21},
	{Model: "majority class", PBest: 0.00001, PNear: 0.0002}}

// The alternative text has the ranks of the models and the critical difference.
func TestCriticalDifference(t *testing.T) {
	f, err := CriticalDifference(demsar, 1.25)
	if err != nil {
		t.Fatal(err)
	}
	if f.Width != 720 || f.Height < 120 || f.Height > 150 {
		t.Errorf("%d x %d pixels, want 720 x 120 to 150", f.Width, f.Height)
	}
	want := "C4.5+m+cf (1.96), C4.5+m (2.00), C4.5+cf (2.89), C4.5 (3.14); models that differ by 1.25"
	if !strings.Contains(f.Alt, want) {
		t.Errorf("alternative text %q, want %q in it", f.Alt, want)
	}
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
		"mean ranks of 1 models":         second(CriticalDifference(demsar[:1], 1)),
		"a critical difference of 0":     second(CriticalDifference(demsar, 0)),
		"row 2: rank is 9":               second(CriticalDifference(rankedModels("a", 1.0, "b", 9.0), 1)),
		"no rows":                        second(Forest(nil, forestMean, 0.95, contrast)),
		"61 intervals; draw at most 60":  second(Forest(make([]IntervalRow, 61), forestMean, 0.95, contrast)),
		"row 2: low is 1, high is 0.034": second(Forest(broken, forestMean, 0.95, contrast)),
		"row 1: high is +Inf":            second(Forest(forestRows, infer.Estimate{High: math.Inf(1)}, 0.95, contrast)),
		"level 0; give":                  second(Forest(forestRows, forestMean, 0, contrast)),
		"rope -1; give":                  second(Forest(forestRows, forestMean, 0.95, wide)),
		"an empty posterior":             second(Paired(paired.Posterior{}, contrast)),
		"to ranks.Higher or":             second(Paired(pairedPosterior(t, 0), Contrast{})),
		"rope -1":                        second(Paired(pairedPosterior(t, 0), wide)),
		"row 1: P(best) is 2":            second(Best([]compare.Standing{{PBest: 2}}, 0)),
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

// Without a rope no row has a second bar.
func TestBestLegend(t *testing.T) {
	for rope, want := range map[float64][]string{0: {"the best"}, 0.01: {"the best", "at most 0.01 worse than the best"}} {
		f, err := Best(standings, rope)
		if err != nil {
			t.Fatal(err)
		}
		if got := legend(f.rows[0]); !slices.Equal(got, want) {
			t.Errorf("rope %v: legend %q, want %q", rope, got, want)
		}
	}
}

func second(_ *Figure, err error) error { return err }
