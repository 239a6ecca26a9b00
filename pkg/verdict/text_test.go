package verdict_test

import (
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// between is a verdict on two models by bcv-t with a posterior beside it, on 5 x 2 BCV of 300 records.
func between(a, b string, x, y, half, p float64) verdict.Verdict {
	v := verdict.Verdict{Metric: metric.Loss, ModelA: a, ModelB: b, A: x, B: y, Estimate: y - x, Level: 0.95,
		Interval: infer.Interval{Low: y - x - half, High: y - x + half}, Method: "bcv-t", Recommended: true, PValue: p,
		PAdjusted: math.NaN(), PBetter: 0.5 - 4*(y-x), PRope: math.NaN(), Statistic: 2.545, DF: []float64{9},
		Target: verdict.Algorithms, Design: results.Design{Records: 300, Replications: 5, Folds: 2},
		ErrorRate: known.ErrorRate{Rate: 0.054, Level: 0.05, Where: known.WithinLimit}}
	if half < math.Abs(y-x) {
		v.Winner = v.Favours(y > x)
	}
	return v
}

// A single verdict stands above its numbers, a line each; several are a table below a sentence, the clearest first and
// in the direction of the model that leads.
func TestText(t *testing.T) {
	two := verdict.Report{Verdicts: []verdict.Verdict{between("knn(k=1)", "svm", 0.457, 0.342, 0.102, 0.0314)}}
	three := verdict.Report{Verdicts: []verdict.Verdict{between("knn(k=1)", "svm", 0.457, 0.342, 0.102, 0.0314),
		between("knn(k=1)", "c4.5", 0.457, 0.418, 0.06, 0.21), between("svm", "c4.5", 0.342, 0.418, 0.07, 0.0496)}}
	for i := range three.Verdicts {
		v := &three.Verdicts[i]
		v.Family, v.PAdjusted, v.Adjusted, v.Adjustment = verdict.AllPairs, 3*v.PValue, "all pairs (Holm)", "Holm"
	}
	same := verdict.Report{Verdicts: []verdict.Verdict{between("a", "b", 0.25, 0.25, 0.05, 1)}}
	for name, c := range map[string]struct {
		r    verdict.Report
		want string
	}{
		"two": {two, `svm is better than knn(k=1).

  loss         svm 0.342, knn(k=1) 0.457
  difference   0.115 lower (95% interval 0.013 to 0.217)
  test         bcv-t at 5%: p = 0.031
  posterior    P(svm better) = 0.960
  about        the algorithms, trained on other samples of 150 records
  measured on  5 x 2 CV of 300 records

False alarms of bcv-t: at most 5.4% where the correlations between folds are at
most 1/2.`},
		"three": {three, `2 of 3 pairs of 3 models are shown to differ by loss (5%, Holm); no model is
shown to be better than svm.

leader  other     lower by  simultaneous 95% interval  adjusted p  P(better)  verdict
svm     knn(k=1)     0.115             0.013 to 0.217       0.094      0.960  better
svm     c4.5         0.076             0.006 to 0.146       0.149      0.804  better
c4.5    knn(k=1)     0.039            -0.021 to 0.099       0.630      0.656  bounded

About the algorithms, trained on other samples of 150 records; measured on 5 x 2
CV of 300 records.
False alarms of bcv-t: at most 5.4% where the correlations between folds are at
most 1/2.
To put the models in order, rank them.`},
		"equal": {same, `Bounded: no clear winner between a and b.

  loss         0.25 of both
  difference   0 (95% interval of b minus a -0.05 to 0.05)
  test         bcv-t at 5%: p = 1.000
  posterior    P(b better) = 0.500
  rules out    differences beyond 0.05
  about        the algorithms, trained on other samples of 150 records
  measured on  5 x 2 CV of 300 records

False alarms of bcv-t: at most 5.4% where the correlations between folds are at
most 1/2.`},
	} {
		if got := c.r.Text(); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

// Ends of an interval are on the side that they name: of a tie they are those of B minus A, and the only end of a one-sided
// question bounds the side that it lies on.
func TestEnds(t *testing.T) {
	inf := math.Inf(1)
	oneSided := func(x, y, low, high float64, by metric.Metric) verdict.Verdict {
		v := between("a", "b", x, y, 1, 0.3)
		v.Metric, v.Interval, v.Alternative, v.Winner = by, infer.Interval{Low: low, High: high}, infer.Greater, ""
		if !math.IsInf(high, 1) {
			v.Alternative = infer.Less
		}
		return v
	}
	for want, v := range map[string]verdict.Verdict{
		"interval of b minus a up to 0.1)":                   oneSided(0.3, 0.3, -inf, 0.1, metric.Loss),
		"interval of b minus a from -0.2 up)":                oneSided(0.3, 0.3, -0.2, inf, metric.Loss),
		"interval of b minus a from -20 points up)":          oneSided(0.3, 0.3, -0.2, inf, metric.F1),
		"0.050 lower (95% interval at most 0.020 higher)":    oneSided(0.3, 0.35, -0.02, inf, metric.Loss), // a leads
		"0.050 lower (95% interval at least 0.020 lower)":    oneSided(0.3, 0.35, 0.02, inf, metric.Loss),  // a leads
		"0.050 lower (95% interval at most 0.020 lower)":     oneSided(0.35, 0.3, -0.02, inf, metric.Loss), // b leads
		"0.050 lower (95% interval at least 0.020 higher)":   oneSided(0.35, 0.3, 0.02, inf, metric.Loss),  // the wrong way round
		"5.0 points higher (95% interval at most 2.0 lower)": oneSided(0.35, 0.3, -inf, 0.02, metric.F1),   // a leads
	} {
		if got := v.Headline(); !strings.Contains(got, want) {
			t.Errorf("got %s, want %q", got, want)
		}
	}
	by := func(m metric.Metric) string {
		v := between("a", "b", 0.25, 0.25, 0.05, 1)
		v.Metric, v.Low, v.High = m, -0.04, 0.06
		other := v
		other.Metric.Name = "another"
		r := verdict.Report{Verdicts: []verdict.Verdict{v, other}}
		return r.Text()
	}
	if got := by(metric.Loss); !strings.Contains(got, " -0.04 to 0.06 ") { // a leads, lower by b minus a
		t.Errorf("a tie by loss:\n%s", got)
	}
	if got := by(metric.Metric{Name: "score", HigherIsBetter: true}); !strings.Contains(got, " -0.06 to 0.04 ") {
		t.Errorf("a tie by score:\n%s", got)
	}
}

// Probabilities of differences are in the unit of the lines beside them.
func TestUnits(t *testing.T) {
	v := between("a", "b", 0.3, 0.35, 0.1, 0.3)
	v.Metric, v.Delta, v.Rope, v.PRope = metric.F1, 0.02, 0.02, 0.25
	for _, want := range []string{"P(difference < 2 points) = 0.700", "P(|difference| <= 2 points) = 0.250"} {
		if got := v.Evidence(); !strings.Contains(got, want) {
			t.Errorf("got %s, want %q", got, want)
		}
	}
}
