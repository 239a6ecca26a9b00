package figure

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
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
	ofForest   = contrast{metric: "F1", modelA: "tree", modelB: "forest", upward: true, rope: 0.01}
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

// differing is a verdict on an m x 2 BCV of models a and b, of which the named one has the lower values by about 0.04
// on all folds.
func differing(t *testing.T, m int, by metric.Metric, models [2]string, lower string,
	opt compare.Options) compare.Verdict {
	t.Helper()
	set, err := cv.New(cv.BCV, 40, cv.Options{M: m, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := results.New(set, by)
	for _, f := range set.Folds() {
		for k, model := range models {
			x := 0.3 + float64((f.Replication*3+f.Fold*5+k*2)%7)/400
			if model == lower {
				x -= 0.04
			}
			if err := r.Add(f, model, x); err != nil {
				t.Fatal(err)
			}
		}
	}
	report, err := compare.Run([]results.Results{*r}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return report.Verdicts[0]
}

// The picture of a verdict says of both models what its sentence says, whichever comes first and whichever values are
// better, in the legend as in the alternative text.
func TestPosteriorSaysWhatTheSentenceSays(t *testing.T) {
	for _, m := range []int{3, 9} { // with 9 the probability is so near 1 that rounding would make it 1
		for _, by := range []metric.Metric{metric.Loss, metric.F1, {Name: "width", Directionless: true}} {
			for _, models := range [][2]string{{"old", "new"}, {"new", "old"}} {
				for _, lower := range models {
					v := differing(t, m, by, models, lower, compare.Options{})
					f, err := Posterior(v)
					if err != nil {
						t.Fatal(err)
					}
					said := regexp.MustCompile(`P\((\w+ \w+)\) ([=>] [0-9.]+[0-9])`).FindStringSubmatch(v.Sentence())
					if said == nil || (said[2] == "> 0.999") != (m == 9) {
						t.Fatalf("m = %d: %q lacks its probability: %q", m, v.Sentence(), said)
					}
					if want := "; " + said[1] + ", P " + said[2]; !strings.Contains(f.Alt+";", want+";") {
						t.Errorf("%s of %q, %s lower: the text is %q, the sentence says %q", by.Name, models, lower, f.Alt, want)
					}
					got := strings.Join(legend(f.rows[0]), "; ")
					if want := said[1] + ", P " + said[2]; !strings.Contains(got+";", want+";") {
						t.Errorf("%s of %q, %s lower: legend %q, want %q", by.Name, models, lower, got, want)
					}
				}
			}
		}
	}
}

// The rope is that of the comparison, also where another procedure than the recommended one decides.
func TestPosteriorHasTheRope(t *testing.T) {
	for _, methods := range [][]string{nil, {"paired"}, {"5x2-t", "paired"}} {
		f, err := Posterior(differing(t, 5, metric.F1, [2]string{"a", "b"}, "a",
			compare.Options{Rope: 0.01, Methods: methods}))
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(legend(f.rows[0]), "; ")
		want := "^a better by more than 0.01, P < 0.001; within ±0.01, P < 0.001; b better by more than 0.01, P > 0.999"
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%q: legend %q, want a, the rope and b", methods, got)
		}
	}
}

func TestDataSetErrors(t *testing.T) {
	broken := slices.Clone(forestRows)
	broken[1].Low = 1
	for want, err := range map[string]error{
		"row 2: low is 1, high is 0.034": second(forest(broken, forestMean, 0.95, ofForest)),
		"row 1: high is +Inf":            second(forest(forestRows, infer.Estimate{High: math.Inf(1)}, 0.95, ofForest)),
		"no rows":                        second(Forest(verdict.Report{}, verdict.Pooled{})),
		"draw figure.Comparison":         second(Posterior(compare.Verdict{})),
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
