package thesis5

import (
	"context"
	"math"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/accounttest"
	"github.com/block-regularized/bcv/pkg/internal/studytest"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/reproduce"
	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/study/correlation"
	"github.com/block-regularized/bcv/pkg/variance"
)

// Mean regression has a known covariance function (see
// TestVarianceOfMeanRegression), from which all cells follow. The balanced overlap
// takes an n of which 16 is a factor.
func TestEstimatorsOfMeanRegression(t *testing.T) {
	const n = 32.0
	f := func(x float64) float64 { return 8 / math.Pow(n, 4) * (36*x*x + n*(n-20)*x + 4*n*n) }
	sigma2, rho1, rho2 := f(n/2), f(0)/f(n/2), f(n/4)/f(n/2)
	rows, err := correlation.Estimators(context.Background(), correlation.Study{Name: "mean", Law: studytest.Normal{}, N: n, M: 7, Learners: []learn.Learner{simple.Mean{}}, Sets: 100, Shards: 40, Seed: 3}, sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 12 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, r := range rows {
		m := correlation.EstimatorReplications[i/4]
		want := (sigma2*(1+rho1)/2 + float64(m-1)*sigma2*rho2) / float64(m)
		if r.Quantity != "Var" {
			want += sigma2 * variance.Estimators[i%4-1].Bias(variance.TStatistic{M: m, Rho1: rho1, Rho2: rho2})
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
	sums := correlation.NewCorrelationSums(1)
	var want [3]float64
	for _, h := range losses {
		sums.Add([][]float64{h})
		var twins [][]float64
		for j := 0; j < len(h); j += 2 {
			twins = append(twins, h[j:j+2])
		}
		d, err := infer.DifferencesOf(twins)
		if err != nil {
			t.Fatal(err)
		}
		for k, e := range variance.Estimators {
			v, err := d.Variance(e)
			if err != nil {
				t.Fatal(err)
			}
			want[k] += v / float64(len(losses))
		}
	}
	same, within, between := sums.Covariances(0, 0, 7)
	got := correlation.EstimatorCells(7, same, within/same, between/same)
	for k, w := range want {
		if math.Abs(got[k+1]-w) > 1e-12 {
			t.Errorf("Var%d: %v, want %v", k+1, got[k+1], w)
		}
	}
	if math.Abs(got[0]-sums.Mean.At(0, 0)) > 1e-12 {
		t.Errorf("variance %v, want that of the estimates, %v", got[0], sums.Mean.At(0, 0))
	}
}

// No cell of tables 5.6 and 5.7 differs at the quick scale, whose errors are large:
// its matches are few.
func TestEstimatorTablesAreAccountedFor(t *testing.T) {
	rows := accounttest.QuickRows(t, VarianceEstimators(), "thesis:table-5.6", "thesis:table-5.7")
	if len(rows) != 120 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, r := range rows {
		if r.Verdict == reproduce.NotRun || r.Verdict == reproduce.Differs && r.Item == "table-5.7" {
			t.Errorf("%s %s: %s, published %s, computed %s +- %s: %s", r.Item, r.Key, r.Verdict, r.Published, r.Computed, r.SE, r.Note)
		}
	}
}
