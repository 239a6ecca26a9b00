package calibration

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// On a normal metric with known correlations the intervals of one model that know these
// hold the expected metric as often as they say, and the length of the intervals is that
// of the t distribution.
func TestModelsOnNormalMetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	truth := cell{0.2, 0.4}
	const m, sets = 3, 20_000
	s := setting{name: "normal", distribution: simdata.SREG{P: 1}, n: 2, learners: make([]named, 1)}
	var outcomes []outcome
	for range sets {
		var o outcome
		for _, d := range normal(most, truth, rng) {
			o.Folds = append(o.Folds, d[0]+2, d[1]+2)
		}
		outcomes = append(outcomes, o)
	}
	c := s.alone(m, outcomes)[0]
	if c.metric != "squared error" || math.Abs(c.delta-2) > 0.02 || math.Abs(c.rho2-truth.rho2) > 0.02 {
		t.Errorf("%s: expected %v, rho2 %v", c.metric, c.delta, c.rho2)
	}
	reach, err := paired.Reach(m, paired.Fixed{Rho1: truth.rho1, Rho2: truth.rho2}, modelAlpha)
	if err != nil {
		t.Fatal(err)
	}
	r := c.modelRow(Paired, "true", c.held(procedure{reach: reach}), study.Effort{})
	// t(5) at 0.975 over the normal quantile, times the mean of chi(5)/√5.
	want := 2.570582 / 1.959964 * math.Sqrt(2./5) * math.Gamma(3) / math.Gamma(2.5)
	if math.Abs(r.Covers-0.95) > 5*r.SE || math.Abs(r.Length-want) > 0.02 || math.Abs(r.Above-r.Below) > 8*r.SE {
		t.Errorf("%+v, want length %v", r, want)
	}
}

func TestSummarizeModels(t *testing.T) {
	row := func(data, prior string, covers, fitted, length float64) ModelRow {
		return ModelRow{Data: data, Method: Paired, Prior: prior, Covers: covers, SE: 0.01, Fitted: fitted,
			Length: length}
	}
	nan := math.NaN()
	got := SummarizeModels([]ModelRow{row("x", "a", 0.95, nan, 1), row("x", "b", 0.9, 0.9, 1),
		row("y", "a", 0.89, 0.97, 2)})
	check.MustEqual(t, "len(got)", len(got), 2)
	check.Equal(t, "got[0].Cells", got[0].Cells, 2)
	check.Near(t, "got[0].Covers", got[0].Covers, 0.92, 1e-12)
	check.Equal(t, "got[0].Least", got[0].Least, 0.89)
	check.Equal(t, "got[0].Length", got[0].Length, 1.5)
	check.Equal(t, "got[0].Fitted", got[0].Fitted, 0.97)
	check.Equal(t, "got[0].Below", got[0].Below, 0.5)
	check.Equal(t, "got[1].Below", got[1].Below, 0)
}

// The shortest that covers is chosen, on the choice half alone; and the prior with the
// most power that errs little enough.
func TestChoose(t *testing.T) {
	row := func(half, prior string, covers, length float64) ModelPriorRow {
		return ModelPriorRow{Half: half, ModelSummary: ModelSummary{Prior: prior, Covers: covers, Length: length}}
	}
	if got := chooseModel([]ModelPriorRow{row("choice", "a", 0.96, 3), row("choice", "b", 0.951, 2),
		row("choice", "c", 0.949, 1), row("test", "d", 0.99, 1)}); got != "b" {
		t.Errorf("chosen %q", got)
	}
	pair := func(half, method, prior string, largest, power float64) PriorRow {
		return PriorRow{Half: half, Summary: Summary{Method: method, Prior: prior, Largest: largest, Power: power}}
	}
	rows := []PriorRow{pair("choice", Paired, "uniform", 0.13, 0.4), pair("choice", Paired, "a", 0.1, 0.3),
		pair("choice", Paired, "b", 0.09, 0.2), pair("test", Paired, "c", 0.01, 0.9),
		pair("choice", Records, "r", 0.08, 0.5)}
	if got := choose(rows); got != "a" {
		t.Errorf("chosen %q, want a", got)
	}
}

func TestSummarizeLearners(t *testing.T) {
	rows := []ModelRow{{Model: "svm", Method: Paired, Prior: Chosen, Covers: 0.9}, {Model: "knn", Method: Paired,
		Prior: Chosen},
		{Model: "svm", Method: Paired, Prior: "uniform"}}
	got := SummarizeLearners(rows, "svm", "tree")
	if len(got) != 1 {
		t.Fatalf("%d summaries, want 1", len(got))
	}
	if got[0].Prior != "svm" || got[0].Covers != 0.9 {
		t.Errorf("got %s with coverage %v, want svm with 0.9", got[0].Prior, got[0].Covers)
	}
}
