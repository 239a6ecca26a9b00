package stopping

import (
	"context"
	"errors"
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/study"
	"gonum.org/v1/gonum/stat/distuv"
)

// The fast form of every test decides as the test in package infer does, and
// every test of the registry that takes fold differences alone is there.
func TestGridTestsDecideAsTheRegistry(t *testing.T) {
	designs, err := gridDesigns()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for _, d := range designs {
		mu := make([]float64, d.replications*d.folds)
		for range 60 {
			shift := rng.NormFloat64()
			for i := range mu {
				mu[i] = shift + rng.NormFloat64()
			}
			differences, err := d.differences(mu)
			if err != nil {
				t.Fatal(err)
			}
			for _, test := range d.tests {
				seen[test.name] = true
				for _, excess := range []float64{0, 0.7} {
					opt := infer.Options{Delta: -excess}
					r, err := infer.Run(test.name, differences, opt)
					if err != nil {
						t.Fatal(err)
					}
					if got := test.statistic(d.sums(mu), excess) > test.twoSided; got != r.Reject {
						t.Errorf("%s on %s: two-sided %v, p-value %v", test.name, d.name, got, r.PValue)
					}
					if test.oneSided == 0 {
						continue
					}
					if opt.Alternative = infer.Greater; r.Estimate < opt.Delta {
						opt.Alternative = infer.Less
					}
					r, err = infer.Run(test.name, differences, opt)
					if err != nil {
						t.Fatal(err)
					}
					if got := test.statistic(d.sums(mu), excess) > test.oneSided; got != r.Reject {
						t.Errorf("%s on %s: one-sided %v, p-value %v", test.name, d.name, got, r.PValue)
					}
				}
			}
		}
	}
	for _, test := range infer.Tests() {
		// numbers of records are known
		differencesAlone := test.Needs == "" || test.Name == "corrected-resampled-t" || test.Name == "kfold-ci-z"
		if seen[test.Name] != differencesAlone {
			t.Errorf("%s: in the grid %v, needs %q", test.Name, seen[test.Name], test.Needs)
		}
		if differencesAlone && test.TwoSided {
			for _, d := range designs {
				for _, g := range d.tests {
					if g.name == test.Name && g.oneSided != 0 {
						t.Errorf("%s has no one-sided form", g.name)
					}
				}
			}
		}
	}
}

// The vectors have the correlations of their cell.
func TestGridNormals(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		design gridDesign
		cell   gridCell
		want   [3]float64 // variance, correlation within a replication, between
	}{
		{gridDesign{replications: 3, folds: 2}, gridCell{0.4, 0.1}, [3]float64{1, 0.4, 0.1}},
		{gridDesign{replications: 3, folds: 2}, gridCell{0, 0.5}, [3]float64{1, 0, 0.5}},
		{gridDesign{replications: 2, folds: 5}, gridCell{0.3, 0.2}, [3]float64{1, 0.3, 0.2}},
		{gridDesign{replications: 4, folds: 1}, gridCell{math.NaN(), 0.2}, [3]float64{1, math.NaN(), 0.2}},
		{gridDesign{replications: 1, folds: 4}, gridCell{0.3, math.NaN()}, [3]float64{1, 0.3, math.NaN()}},
	} {
		var z gridNormals
		var got [3]float64
		mu := make([]float64, c.design.replications*c.design.folds)
		const draws = 4000
		for range draws {
			z.draw(rng)
			z.fill(c.design, c.cell, mu)
			got[0] += mu[0] * mu[0] / draws
			if c.design.folds > 1 {
				got[1] += mu[0] * mu[1] / draws
			}
			if c.design.replications > 1 {
				got[2] += mu[0] * mu[c.design.folds] / draws
			}
		}
		for i, w := range c.want {
			if !math.IsNaN(w) && math.Abs(got[i]-w) > 0.09 {
				t.Errorf("%+v: moment %d is %.3f, want %.3f", c.cell, i, got[i], w)
			}
		}
	}
}

// testErrors runs the experiments of a grid plan.
func testErrors(ctx context.Context, cfg study.Config, runs int) ([]TestErrorRow, error) {
	p, err := newGridPlan(cfg, runs)
	if err != nil {
		return nil, err
	}
	if err := study.Simulate(ctx, cfg, p.counts, p.rules); err != nil {
		return nil, err
	}
	return p.rows(), nil
}

// Cells where the error is known: independent differences give the t-tests their
// level, bcv-t is exact at rho1 = rho2 = 1/2, and equally correlated
// hold-outs inflate t by the root of 1 + J rho/(1-rho).
func TestKnownErrors(t *testing.T) {
	rows, err := testErrors(context.Background(), study.Config{Scale: study.Quick, Seed: 5}, 600)
	if err != nil {
		t.Fatal(err)
	}
	upper := func(t, df float64) float64 { return distuv.StudentsT{Sigma: 1, Nu: df}.CDF(-t) }
	quantile := func(df float64) float64 { return distuv.StudentsT{Sigma: 1, Nu: df}.Quantile(0.95) }
	checked := 0
	for _, r := range rows {
		want := -1.0
		switch {
		case r.Test == "resampled-t":
			want = upper(quantile(14)/math.Sqrt(1+15*r.Rho2/(1-r.Rho2)), 14)
		case r.Test == "corrected-resampled-t":
			want = upper(quantile(14)*math.Sqrt((1+15*0.5)/(1+15*r.Rho2/(1-r.Rho2))), 14)
		case r.Test == "kfold-t":
			want = upper(quantile(9)/math.Sqrt(1+10*r.Rho1/(1-r.Rho1)), 9)
		case r.Test == "bcv-t" && r.Rho1 == 0.5 && r.Rho2 == 0.5, r.Test == "combined-5x2-t" && r.Rho1 == 0 &&
			r.Rho2 == 0:
			want = 0.05
		}
		if want >= 0 {
			checked++
			if math.Abs(r.OneSided-want) > 4*r.OneSE+1e-3 {
				t.Errorf("%s at %v, %v: one-sided error %.4f ± %.4f, want %.4f", r.Test, r.Rho1, r.Rho2, r.OneSided,
					r.OneSE, want)
			}
		}
		if math.IsNaN(r.OneSided) != (r.Test == "combined-5x2-F" || r.Test == "calibrated-5x2-F") {
			t.Errorf("%s has the one-sided error %v", r.Test, r.OneSided)
		}
		if r.Power < r.TwoSided-0.02 {
			t.Errorf("%s at %v, %v: power %v below the error %v", r.Test, r.Rho1, r.Rho2, r.Power, r.TwoSided)
		}
		// A calibrated rule keeps its level everywhere.
		if r.Test == "sequential, calibrated, equal" && (r.OneSided > 0.05+4*r.OneSE || r.TwoSided > 0.05+4*r.TwoSE) {
			t.Errorf("%+v exceeds its level", r)
		}
	}
	if checked != 6+6+6+3+1 {
		t.Errorf("%d cells with a known error", checked)
	}
}

func TestTestErrorsStop(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := testErrors(ctx, study.Config{Scale: study.Quick, Seed: 5}, 100); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestSummarizeGrid(t *testing.T) {
	nan := math.NaN()
	rows := []TestErrorRow{
		{Test: "a", Design: "d", Rho1: 0, Rho2: 0.1, OneSided: 0.051, OneSE: 0.001, TwoSided: 0.06, TwoSE: 0.001,
			Power: 0.2},
		{Test: "a", Design: "d", Rho1: 0.2, Rho2: 0.1, OneSided: 0.054, OneSE: 0.001, TwoSided: 0.04, TwoSE: 0.001,
			Power: 0.4},
		{Test: "a", Design: "d", Rho1: 0.2, Rho2: 0.2, OneSided: 0.05, OneSE: 0.001, TwoSided: 0.05, TwoSE: 0.001,
			Power: 0.6},
		{Test: "f", Design: "d", Rho1: nan, Rho2: 0.1, OneSided: nan, OneSE: nan, TwoSided: 0.3, TwoSE: 0.01,
			Power: 0.9},
	}
	got := Summarize(rows)
	if len(got) != 2 {
		t.Fatalf("%d rows", len(got))
	}
	want := SummaryRow{Test: "a", Design: "d", Cells: 3, OneSided: 0.054, OneSE: 0.001,
		OneAt: "rho1 = 0.2, rho2 = 0.1", OneAbove: 100. / 3,
		TwoSided: 0.06, TwoSE: 0.001, TwoAt: "rho1 = 0.0, rho2 = 0.1", TwoAbove: 100. / 3, TypicalError: 0.05,
		TypicalPower: 0.6, MeanPower: got[0].MeanPower}
	if got[0] != want || math.Abs(want.MeanPower-0.4) > 1e-12 {
		t.Errorf("%+v, want %+v", got[0], want)
	}
	check.That(t, math.IsNaN(got[1].OneSided), "got[1].OneSided = %v, want NaN", got[1].OneSided)
	check.Equal(t, "got[1].OneAt", got[1].OneAt, "")
	check.Equal(t, "got[1].TwoAt", got[1].TwoAt, "rho2 = 0.1")
	check.Equal(t, "got[1].TwoAbove", got[1].TwoAbove, 100)
	check.That(t, math.IsNaN(got[1].TypicalError), "got[1].TypicalError = %v, want NaN", got[1].TypicalError)
}
