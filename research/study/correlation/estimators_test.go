package correlation

import (
	"context"
	"fmt"
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/research/internal/studytest"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
	"gonum.org/v1/gonum/mat"
)

// Mean regression has a known covariance function (see
// TestVarianceOfMeanRegression), from which all cells follow. The balanced overlap
// takes an n of which 16 is a factor.
func TestEstimatorsOfMeanRegression(t *testing.T) {
	const n = 32.0
	f := func(x float64) float64 { return 8 / math.Pow(n, 4) * (36*x*x + n*(n-20)*x + 4*n*n) }
	sigma2, rho1, rho2 := f(n/2), f(0)/f(n/2), f(n/4)/f(n/2)
	result, err := Study{Name: "mean", Distribution: studytest.Normal{}, N: n, M: 7,
		Learners: []learn.Learner{simple.Mean{}}, Sets: 100, Shards: 40, Seed: 3}.Run(context.Background(),
		sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := result.Estimators()
	if len(rows) != 12 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, r := range rows {
		m := EstimatorReplications[i/4]
		want := (sigma2*(1+rho1)/2 + float64(m-1)*sigma2*rho2) / float64(m)
		if r.Quantity != "Var" {
			want += sigma2 * theory.Estimators[i%4-1].Bias(theory.TStatistic{M: m, Rho1: rho1, Rho2: rho2})
		}
		if r.M != m || !(math.Abs(r.Value-want) < 4*r.SE) || r.SE > 0.05*want {
			t.Errorf("%s at m = %d: %.5f +- %.5f, want %.5f", r.Quantity, r.M, r.Value, r.SE, want)
		}
	}
}

// At m = 7 the means of the estimators are what package infer estimates on the
// very differences.
func TestEstimatorMeansArePlainMeans(t *testing.T) {
	losses := [][]float64{
		{0.31, 0.27, 0.25, 0.33, 0.29, 0.30, 0.36, 0.22, 0.28, 0.29, 0.30, 0.24, 0.27, 0.31},
		{0.41, 0.37, 0.45, 0.43, 0.39, 0.31, 0.36, 0.42, 0.38, 0.39, 0.30, 0.44, 0.37, 0.41},
		{0.21, 0.25, 0.24, 0.23, 0.29, 0.20, 0.26, 0.22, 0.28, 0.21, 0.27, 0.24, 0.23, 0.22},
	}
	all := newSums(1)
	var want [3]float64
	for _, h := range losses {
		all.Add([][]float64{h})
		var twins [][]float64
		for j := 0; j < len(h); j += 2 {
			twins = append(twins, h[j:j+2])
		}
		d, err := infer.DifferencesOf(twins)
		if err != nil {
			t.Fatal(err)
		}
		for k, e := range theory.Estimators {
			v, err := e.Estimate(d)
			if err != nil {
				t.Fatal(err)
			}
			want[k] += v / float64(len(losses))
		}
	}
	same, within, between := all.Covariances(0, 0, 7)
	got := estimatorCells(7, same, within/same, between/same)
	for k, w := range want {
		if math.Abs(got[k+1]-w) > 1e-12 {
			t.Errorf("Var%d: %v, want %v", k+1, got[k+1], w)
		}
	}
	if math.Abs(got[0]-all.Mean.At(0, 0)) > 1e-12 {
		t.Errorf("variance %v, want that of the estimates, %v", got[0], all.Mean.At(0, 0))
	}
}

// The study takes any data set of 16 numeric features. Here feature 1 alone shows
// the classes, which a high weight helps the neighbour to see.
func TestLetterStudy(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	const n = 2000
	d := &dataset.Data{Name: "made", X: mat.NewDense(n, 16, nil), Class: make([]int32, n), Classes: []string{"a", "b",
		"c"}}
	for i := range n {
		d.Class[i] = int32(rng.IntN(3))
		for j := range 16 {
			d.X.Set(i, j, rng.NormFloat64())
		}
		d.X.Set(i, 0, d.X.At(i, 0)+3*float64(d.Class[i]))
	}
	r, err := LetterStudy(d, 50, 1).Run(context.Background(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := r.Stored()
	check.MustEqual(t, "len(rows)", len(rows), 7+21)
	check.Equal(t, "rows[0].A", rows[0].A, "Letter1")
	check.Equal(t, "rows[6].A", rows[6].A, "tree")
	check.Equal(t, "rows[12].A+rows[12].B", rows[12].A+rows[12].B, "Letter1tree")
	if !(rows[0].Mean > rows[2].Mean && math.Abs(rows[12].Mean-(rows[6].Mean-rows[0].Mean)) < 1e-9) {
		t.Errorf("errors %.3f, %.3f, tree %.3f, difference %.3f", rows[0].Mean, rows[2].Mean, rows[6].Mean,
			rows[12].Mean)
	}
	if _, err := LetterStudy(d, 20, 1).Run(context.Background(), sim.Options{}); err == nil {
		t.Error("20 data sets in 50 shards")
	}
}

// The second reading of each table has the features, the classes and the predictions that it names.
func TestEstimatorExperiments(t *testing.T) {
	for setting, want := range map[string][]string{
		"SREG+rid": {"SREG(p=20) [ridge(lambda=1, standardize)]",
			"SREG(p=30) [ridge(lambda=1, standardize) by fit$coef]"},
		"SCLA+svm": {"gaussians(p=20, shifted=2, shift=0.5) [svm(kernel=sigmoid)]",
			"gaussians(p=20, shifted=2, shift=0.5, balanced) [svm(kernel=sigmoid)]"},
	} {
		experiments, err := EstimatorExperiments(study.Config{Scale: study.Paper, Seed: 1}, setting)
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for i, e := range experiments {
			config := e.Plan().Config.(map[string]any)
			check.Equal(t, e.Name(), fmt.Sprint(config["law"], " ", config["learners"]), want[i/5])
			check.Equal(t, e.Name(), config["n"].(int), 100*(i%5+1))
			check.Equal(t, e.Name(), config["sets"].(int)*e.Plan().Shards, map[string]int{"SREG+rid": 5000,
				"SCLA+svm": 10_000}[setting])
			names[e.Name()] = true
		}
		check.Equal(t, setting, len(names), 10)
	}
}
