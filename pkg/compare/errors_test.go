package compare_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
)

// The errors of the paired posterior are the largest that the study computed on one side,
// and on two sides those of a simulation where they are largest.
func TestPairedErrors(t *testing.T) {
	numtest.NotRaced(t)
	largest := map[string]float64{}
	for _, r := range stored(t, "calibration") {
		if r["kind"] == "normal" && r["method"] == "paired" && r["prior"] == "uniform" {
			largest[r["m"]] = max(largest[r["m"]], number(t, r["false_above"]))
		}
	}
	for m, want := range map[int]float64{3: largest["3"], 5: largest["5"], 10: largest["10"]} {
		one, two := compare.PairedError(m, infer.Greater), compare.PairedError(m, infer.TwoSided)
		if math.Abs(one.Rate-want) > 1e-5 || one.At != "rho1 = 0.5, rho2 = 0.5" || one.SE != 0 {
			t.Errorf("m %d: %v, want %v", m, one, want)
		}
		const draws = 3000
		rng := rand.New(rand.NewPCG(uint64(m), 1))
		claims := 0.0
		for range draws {
			d := make([][2]float64, m)
			for j := range d {
				d[j] = [2]float64{rng.NormFloat64(), rng.NormFloat64()} // what they share is not part of a spread
			}
			common := rng.NormFloat64()
			for j := range d {
				d[j][0], d[j][1] = d[j][0]+common, d[j][1]+common
			}
			p, err := paired.New(d, nil)
			if err != nil {
				t.Fatal(err)
			}
			if min(p.CDF(0), p.Survival(0)) < 0.025 {
				claims++
			}
		}
		if z := (claims/draws - two.Rate) / math.Sqrt(two.Rate*(1-two.Rate)/draws); math.Abs(z) > 3.5 {
			t.Errorf("m %d, two-sided: %v, simulated %v (z = %.1f)", m, two.Rate, claims/draws, z)
		}
	}
}

// What is printed of equal learners is what the study equal-learners found of the two-sided
// rule, by kind of metric.
func TestEqualLearners(t *testing.T) {
	type group struct {
		cells, sets        int
		sum, largest, seAt float64
	}
	groups := map[[2]string]*group{}
	for _, r := range stored(t, "equal_learners") {
		kind := "precision, recall and F1"
		switch r["metric"] {
		case "error":
			kind = "error rates"
		case "squared error":
			kind = "squared errors"
		}
		name := r["method"]
		if r["prior"] != "" {
			name += ", " + r["prior"]
		}
		g := groups[[2]string{kind, name}]
		if g == nil {
			g = &group{sets: math.MaxInt}
			groups[[2]string{kind, name}] = g
		}
		x := number(t, r["false_claims"])
		g.cells, g.sum, g.sets = g.cells+1, g.sum+x, min(g.sets, int(number(t, r["data_sets"])))
		if x > g.largest {
			g.largest, g.seAt = x, number(t, r["false_se"])
		}
	}
	for _, e := range known.By("equal-learners", "") {
		g := groups[[2]string{e.Kind, e.Procedure}]
		if g == nil {
			t.Errorf("%s, %s: not in the stored study", e.Kind, e.Procedure)
			continue
		}
		what := e.Kind + ", " + e.Procedure + ": "
		same(t, what+"cells", e.Cells, g.cells)
		same(t, what+"data sets", e.Sets, g.sets)
		close(t, what+"mean", e.Two, g.sum/float64(g.cells), 5e-6)
		same(t, what+"largest", e.WorstTwo, g.largest)
		same(t, what+"standard error", e.TwoSE, g.seAt)
	}
	if len(known.By("equal-learners", "")) != 9 {
		t.Errorf("%d rows, want three kinds of metrics by three procedures", len(known.By("equal-learners", "")))
	}
}

// A computed error is a bound under a condition, which stands beside it: two nearest neighbours with features of their
// own have correlations above 1/2. Four data sets give no bound.
func TestErrorsSayWhere(t *testing.T) {
	const where = "where the correlations between folds are at most 1/2"
	for name, of := range map[string]infer.Differences{"bcv-t": shaped(t, 5, 2), "resampled-t": shaped(t, 10, 1),
		"kfold-t": shaped(t, 1, 10), "corrected-repeated-kfold-t": shaped(t, 2, 10), "5x2-t": shaped(t, 5, 2),
		"combined-5x2-F": shaped(t, 5, 2), "blocked-3x2-t": shaped(t, 3, 2)} {
		if e := compare.ErrorRateOf(name, of, infer.Options{}); !strings.Contains(e.String(), where) {
			t.Errorf("%s: %q, want %q in it", name, e, where)
		}
	}
	for _, name := range []string{"bcv-mcnemar", "mcnemar", "kfold-mcnemar", "proportion-z", "kfold-ci-z",
		"kfold-ci-z-in"} {
		if e := known.Rate(name, infer.TwoSided); !math.IsNaN(e.Rate) {
			t.Errorf("%s: %v, of four cells; want none", name, e)
		}
	}
}

func shaped(t *testing.T, replications, folds int) infer.Differences {
	t.Helper()
	a, b := make([][]float64, replications), make([][]float64, replications)
	for j := range a {
		for k := range folds {
			a[j], b[j] = append(a[j], 0), append(b[j], float64((3*j+5*k)%7))
		}
	}
	d, err := infer.NewDifferences(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The printed error is that of the two-sided rule, on the metric that is compared.
func TestAboutError(t *testing.T) {
	numtest.NotRaced(t)
	var rows []lossRow
	for j := 1; j <= 3; j++ {
		for k := 1; k <= 2; k++ {
			rows = append(rows, lossRow{Model: "a", Replication: j, Fold: k, Loss: 0.2 + 0.01*float64(j*k%3)},
				lossRow{Model: "b", Replication: j, Fold: k, Loss: 0.25 + 0.013*float64(j+k)})
		}
	}
	about := func(metric, method string, alternative infer.Alternative, alpha float64) string {
		r, err := ofLosses(rows, compare.Options{Methods: []string{method}, Alternative: alternative, Alpha: alpha})
		if err != nil {
			t.Fatal(err)
		}
		v := r.Verdicts[0]
		v.Metric.Name = metric
		return v.AboutError()
	}
	for _, c := range []struct {
		metric, method string
		alternative    infer.Alternative
		alpha          float64
		want, not      string
	}{
		{"error rate", "paired", infer.TwoSided, 0, "paired raises false alarms in at most 13.5% (exact) at the nominal 5%", "squared"},
		{"error rate", "paired", infer.TwoSided, 0, "with two equal learners by error rates ",
			"precision"},
		{"squared error", "paired", infer.TwoSided, 0, "by squared errors ", "error rates"},
		{"F1", "bcv-t", infer.TwoSided, 0, "by precision, recall and F1 ", "error rates"},
		{"loss", "bcv-t", infer.TwoSided, 0, " data sets, by squared errors ", "precision"},
		{"fpa", "bcv-t", infer.TwoSided, 0, "with learners it was not measured for FPA", "equal learners"},
		{"fpa", "paired", infer.TwoSided, 0, "with learners it was not measured for FPA", "equal learners"},
		{"error rate", "bcv-t", infer.Less, 0, "bcv-t raises false alarms in at most ", "equal learners"},
		{"error rate", "bcv-t", infer.Less, 0, " 5% where the correlations between folds are at most 1/2, worst at",
			"from 0"},
		{"error rate", "paired", infer.TwoSided, 0.01, "at the nominal 1%", "equal learners"},
	} {
		got := about(c.metric, c.method, c.alternative, c.alpha)
		if !strings.Contains(got, c.want) || strings.Contains(got, c.not) {
			t.Errorf("%s %s: %q, want %q and not %q", c.method, c.metric, got, c.want, c.not)
		}
	}
}

// Beside bcv-t inner results say how large the correlation is that its error depends on.
func TestInnerCorrelationIsSaid(t *testing.T) {
	r := nestedOf(t, 5, 10, 2, 0.04, "a", "b")
	for method, want := range map[string]bool{"bcv-t": true, "nested-t": false, "paired": false} {
		rep, err := compare.Run([]results.Results{r}, compare.Options{Methods: []string{method}})
		if err != nil {
			t.Fatal(err)
		}
		const says = "the inner results put the correlation between replications at 0."
		if got := rep.Verdicts[0].AboutError(); strings.Contains(got, says) != want {
			t.Errorf("%s: %q, want %q in it: %t", method, got, says, want)
		}
	}
}

// By F1 the study nested has learners on which bcv-t errs more often than its bound for correlations up to 1/2.
func TestErrorByF1(t *testing.T) {
	for name, want := range map[string]string{"f1": "raised false alarms in up to 13.0%", "f1_macro": "raised false alarms in up to 13.0%",
		"roc_auc": "raised false alarms in up to 6.6%", "accuracy": "raises false alarms in at most 5.4%"} {
		r := nestedOf(t, 5, 10, 2, 0.04, "a", "b")
		r.Metrics[0] = metric.Metric{Name: name, HigherIsBetter: true}
		rep, err := compare.Run([]results.Results{r}, compare.Options{Methods: []string{"bcv-t"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := rep.Verdicts[0].ErrorRate.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q first", name, got, want)
		}
	}
}

// Beyond correlations of 1/2 bcv-t errs most where those within replications are as small as they can be: on 5 x 2 CV
// in 7.3% up to 0.55 and in 9.7% up to 0.6, more than anywhere on a grid of 0.01.
func TestErrorBeyondOneHalf(t *testing.T) {
	at := func(rho1, rho2 float64) float64 {
		p, err := infer.PowerAnalysis{Options: infer.Options{Alpha: 0.05}, M: 5, SD: 1, Rho1: rho1, Rho2: rho2}.Power()
		if err != nil {
			t.Fatal(err)
		}
		return 100 * p
	}
	corner := map[float64]float64{}
	for _, limit := range []float64{0.55, 0.6} {
		corner[limit] = at(2*limit-1, limit-1e-5)
		for i := range int(100*limit) + 1 {
			for j := range int(100*limit) + 1 {
				rho1, rho2 := float64(i)/100, float64(j)/100
				if rho2 > (1+rho1)/2-1e-5 {
					continue
				}
				if e := at(rho1, rho2); e > corner[limit] {
					t.Errorf("up to %g: %.3f%% at %g, %g, above %.3f%%", limit, e, rho1, rho2, corner[limit])
				}
			}
		}
	}
	want := fmt.Sprintf("; in %.1f%% where they reach 0.55, %.1f%% at 0.6", corner[0.55], corner[0.6])
	if want != "; in 7.3% where they reach 0.55, 9.7% at 0.6" {
		t.Fatalf("%q", want)
	}
	r, err := compare.Run([]results.Results{nestedOf(t, 5, 10, 2, 0.04, "a", "b")},
		compare.Options{Methods: []string{"bcv-t"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Verdicts[0].ErrorRate.String(); !strings.Contains(got, want) {
		t.Errorf("%q, want %q in it", got, want)
	}
}
