package known

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// Every row of the tables reads as shares between 0 and 1, the mean of the cells at most the worst of them, by a study
// and a procedure that By finds.
func TestRows(t *testing.T) {
	studies := map[string]int{}
	for _, m := range everyMeasured() {
		studies[m.Study]++
		for _, a := range []infer.Alternative{infer.TwoSided, infer.Greater} {
			mean, worst, se := m.Errs(a)
			if worst < 0 || worst > 1 || mean > worst+1e-12 || se < 0 || se > 0.2 {
				t.Errorf("%s, %s, %v: mean %v, worst %v +- %v", m.Study, m.Procedure, a, mean, worst, se)
			}
		}
		if m.Coverage > 0 && !(m.Least <= m.Coverage && m.Coverage <= 1) {
			t.Errorf("%s, %s: coverage %v, at least %v", m.Study, m.Procedure, m.Coverage, m.Least)
		}
		if m.Procedure == "" || len(By(m.Study, m.Procedure)) == 0 {
			t.Errorf("%+v: By does not find it", m)
		}
		if m.Study != allStudies && (m.Cells == 0 || m.Sets == 0) {
			t.Errorf("%s, %s: %d cells of %d data sets", m.Study, m.Procedure, m.Cells, m.Sets)
		}
	}
	for _, study := range []string{allStudies, EqualLearners, NestedStudy, ItemsStudy, AreasStudy, metricsStudy,
		dependentStudy} {
		if studies[study] == 0 {
			t.Errorf("the study %q has no row", study)
		}
	}
}

// A row is found by the names that are looked up.
func TestRate(t *testing.T) {
	for _, c := range []struct {
		procedure   string
		alternative infer.Alternative
		rate, se    float64
		at          string
	}{
		{Corrected, infer.TwoSided, 0.491, 0.005, "rho1 = 0.5, rho2 = 0.5"},
		{Corrected, infer.Less, 0.2812, 0.00248, "rho1 = 0.5, rho2 = 0.5"},
		{NestedRecords, infer.TwoSided, 0.087, 0.00891, "error of 1-NN, n = 200, m = 10"},
		{NestedRecords, infer.Greater, 0.071, 0.00812, "error of LDA, n = 60, m = 10"},
	} {
		got := Rate(c.procedure, c.alternative)
		if got.Rate != c.rate || got.SE != c.se || got.At != c.at || got.Level != 0.05 || got.On == "" {
			t.Errorf("%s, %v: got %+v, want %v +- %v at %s", c.procedure, c.alternative, got, c.rate, c.se, c.at)
		}
	}
}

// Of several rows the worst counts, wherever it stands.
func TestWorst(t *testing.T) {
	found := By(EqualLearners, BCV)
	for range found {
		found = append(found[1:], found[0])
		if got := Worst(found, infer.TwoSided); got.Rate != 0.052 || got.SE != 0.00496 {
			t.Errorf("got %+v, want 0.052 +- 0.00496", got)
		}
	}
}

// What was not measured is not known: another procedure, one side where two were measured alone, another metric, other
// folds, one replication, another level.
func TestOutsideOfTheGrid(t *testing.T) {
	for what, got := range map[string]ErrorRate{
		"another procedure": Rate("sign-test", infer.TwoSided),
		"one side":          Rate("combined-5x2-F", infer.Greater),
		"no row":            Worst(nil, infer.TwoSided),
		"a prior that is none": PairedRate(3, paired.Fixed{Rho1: 2, Rho2: 3},
			infer.Options{Alternative: infer.TwoSided, Alpha: 0.05}),
	} {
		if !math.IsNaN(got.Rate) || got.String() != "unknown" {
			t.Errorf("%s: got %+v, want none", what, got)
		}
	}
	auc := metric.Metric{Name: "roc_auc"}
	if m, ok := ByMetric(Corrected, auc, 3, 5); !ok || m.Metric != "roc_auc" || m.Folds != "m x 5-fold CV" {
		t.Errorf("%+v (%t), want the row of 5-fold CV", m, ok)
	}
	for what, c := range map[string]struct {
		procedure    string
		by           metric.Metric
		replications int
		folds        int
	}{
		"one replication":   {Corrected, auc, 1, 5},
		"other folds":       {Corrected, auc, 3, 7},
		"another procedure": {"sign-test", auc, 3, 5},
		"another metric":    {Corrected, metric.Metric{Name: "wer"}, 3, 5},
		"error rates":       {Corrected, metric.ErrorRate, 3, 5},
	} {
		if m, ok := ByMetric(c.procedure, c.by, c.replications, c.folds); ok {
			t.Errorf("%s: got %+v, want none", what, m)
		}
	}
	if kinds := Kinds("wer"); kinds != nil {
		t.Errorf("kinds of wer: %v, want none", kinds)
	}
	for _, level := range []float64{0.9, 0.99} {
		if c := OfAlgorithms.AtLevel(level); !math.IsNaN(c.Mean) || !math.IsNaN(c.Least) {
			t.Errorf("coverage at %v: %+v, want none", level, c)
		}
	}
	if c := OfAlgorithms.AtLevel(1 - 0.05); c != OfAlgorithms {
		t.Errorf("coverage at 0.95: %+v, want %+v", c, OfAlgorithms)
	}
	if OrderKnown(11, 2) || !OrderKnown(10, 2) || !OrderKnown(11, 3) || !OrderKnown(11, 1) {
		t.Error("an order is claimed of up to 10 models with 2 runs, and of any with another number")
	}
}

// Two of n differences with correlation 1/2 and the variance of the mean taken right: the test has its level.
func TestEqualRate(t *testing.T) {
	const n = 10
	right := (1 + (n-1)*0.5) / (n * 0.5)
	for _, a := range []infer.Alternative{infer.TwoSided, infer.Less} {
		opt := infer.Options{Alternative: a, Alpha: 0.05}
		if got := EqualRate(n, right, true, opt); math.Abs(got.Rate-0.05) > 1e-12 {
			t.Errorf("%v: rate %v, want 0.05", a, got.Rate)
		}
		if got := EqualRate(n, 1./n, true, opt); got.Rate < 0.2 {
			t.Errorf("%v: rate %v of differences that are taken for independent, want more than 0.2", a, got.Rate)
		}
	}
}
