package stopping

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study/correlation"
	"gonum.org/v1/gonum/mat"
)

// The decisions on stored paths equal the decisions of the tests in package infer.
func TestPathsDecideAsTheTests(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var twins [][2]float64
		shift := rng.NormFloat64()
		for range letterSettings.Max {
			twin := [2]float64{shift + rng.NormFloat64(), shift + rng.NormFloat64()}
			twins = append(twins, twin)
		}
		delta := rng.NormFloat64()
		p, err := sequential.Observe(twins)
		if err != nil {
			t.Fatal(err)
		}
		opt := infer.Options{Alternative: infer.Greater, Delta: delta, Alpha: letterSettings.Alpha}

		for _, rule := range []sequential.Rule{sequential.Printed{}, sequential.Calibrated{},
			sequential.Calibrated{Shape: sequential.Late}} {
			s := sequential.TTest{Options: opt, Rule: rule}
			want, err := s.Decide(twins)
			if err != nil {
				t.Fatal(err)
			}
			looks, err := s.Boundary()
			if err != nil {
				t.Fatal(err)
			}
			if reject, stop := looks.Decide(p, delta); reject != want.Decision.Rejects() || stop != want.Stop {
				t.Errorf("%s: %v at %d, want %v at %d", rule, reject, stop, want.Decision, want.Stop)
			}
		}
		for m := letterSettings.Start; m <= letterSettings.Max; m++ {
			var mu [][]float64
			for _, twin := range twins[:m] {
				mu = append(mu, twin[:])
			}
			d, err := infer.DifferencesOf(mu)
			if err != nil {
				t.Fatal(err)
			}
			for test, name := range map[string]string{Dietterich: "mx2-t", BCV: "bcv-t"} {
				want, err := infer.Run(name, d, opt)
				if err != nil {
					t.Fatal(err)
				}
				looks := letterSettings.Looks(test, sequential.Correlation{}, m, letterSettings.Alpha)
				looks.Factors = looks.Factors[:1]
				if reject, _ := looks.Decide(p, delta); reject != want.Reject {
					t.Errorf("%s at m = %d: %v, p-value %v", name, m, reject, want.PValue)
				}
			}
		}
	}
}

// The study takes any data set of 16 numeric features.
func TestLetterSequential(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	const n = 1000
	d := &dataset.Data{Name: "made", X: mat.NewDense(n, 16, nil), Class: make([]int32, n), Classes: []string{"a", "b"}}
	for i := range n {
		d.Class[i] = int32(rng.IntN(2))
		for j := range 16 {
			d.X.Set(i, j, rng.NormFloat64())
		}
		d.X.Set(i, 0, d.X.At(i, 0)+2*float64(d.Class[i]))
	}
	correlations, err := correlation.LetterStudy(d, 50, 1).Run(context.Background(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var truth []LetterTruth
	for _, r := range correlations.Pairs() {
		if r.B == "tree" {
			truth = append(truth, LetterTruth{Mu: r.Mean, SE: r.MeanSE})
		}
	}
	e, err := letterExperiment(d, truth, 50, 1)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := e.Run(context.Background(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := 6 * 8 * len(letterExcesses()); len(rows) != want {
		t.Fatalf("%d rows, want %d", len(rows), want)
	}
	for i, r := range rows {
		if !(r.Stop >= 3 && r.Stop <= 12 && r.RejectSE >= 0 && r.Sets == 50) {
			t.Errorf("%+v", r)
		}
		if r.Excess > -0.15 && r.Reject < rows[i-1].Reject {
			t.Errorf("%+v rejects less often than at a higher Delta", r)
		}
		if r.Stopping == OneLook && r.Stop != 12 {
			t.Errorf("%+v: one look is at 12", r)
		}
		if r.Stopping == Adjusted && r.Excess == 0 && math.Abs(r.Reject-letterSettings.Alpha) > 0.021 {
			t.Errorf("%+v is not adjusted", r)
		}
	}
	for _, bad := range []int{0, 70} {
		if _, err := letterExperiment(d, truth, bad, 1); err == nil {
			t.Errorf("%d data sets were accepted", bad)
		}
	}
}
