package covariance

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/research/internal/studytest"
	"github.com/block-regularized/bcv/pkg/research/sim"
	"github.com/google/go-cmp/cmp"
)

// meanStudy is a study whose variances are known.
func meanStudy() Layout {
	return Layout{Config: "mean", Distribution: studytest.Normal{}, N: 40, Learner: simple.Mean{}, Sets: 100, Shards: 40, Repeats: 2, Seed: 3}
}

// Mean regression has f(x) = 8/n⁴ (36x² + n(n-20)x + 4n²) for half splits, from
// which the variance of every estimator with known overlaps follows.
func TestVarianceOfMeanRegression(t *testing.T) {
	study := meanStudy()
	r, err := study.Run(context.Background(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	n := float64(study.N)
	f := func(x float64) float64 { return 8 / math.Pow(n, 4) * (36*x*x + n*(n-20)*x + 4*n*n) }
	twoFold := func(m float64) float64 { // balanced: eq. 3.26
		return (f(n/2)+f(0))/(2*m) + (m-1)/m*f(n/4)
	}
	// Overlaps of random halves are hypergeometric with mean n/4.
	variance := n * n / (16 * (n - 1))
	random := f(n/4) + 8/math.Pow(n, 4)*36*variance
	want := map[string]float64{
		"mx2BCV 3": twoFold(3), "mx2BCV 5": twoFold(5), "mx2BCV 7": twoFold(7),
		"mx2CV 1": twoFold(1), "mx2CV 3": (f(n/2)+f(0))/6 + 2.0/3*random,
		"RHS 2": f(n/2)/2 + random/2, "RHS 6": f(n/2)/6 + 5.0/6*random, "RHS 14": f(n/2)/14 + 13.0/14*random,
	}
	found := 0
	for _, row := range r.Rows() {
		w, ok := want[fmt.Sprint(row.Method, " ", row.Size)]
		if !ok {
			continue
		}
		found++
		if math.Abs(row.Total-w) > 3.5*row.TotalSE || row.TotalSE > 0.05*w {
			t.Errorf("%s %d: variance %.5f ± %.5f, want %.5f", row.Method, row.Size, row.Total, row.TotalSE, w)
		}
	}
	if found != len(want) {
		t.Errorf("%d of %d estimators", found, len(want))
	}
	// The rate that the differences given the data set give.
	wantRate := 100 * (1 - want["mx2BCV 3"]/want["mx2CV 3"])
	rate, se, err := r.Reduction("mx2CV", "mx2BCV", 3, 3, false)
	if err != nil || math.Abs(rate-wantRate) > 3.5*se {
		t.Errorf("reduction %.2f ± %.2f, want %.2f (%v)", rate, se, wantRate, err)
	}
	if _, _, err := r.Reduction("oak", "mx2CV", 1, 1, false); err == nil {
		t.Error("a method that does not exist")
	}
}

// A study that is interrupted goes on from its checkpoint, and does not depend
// on the number of workers.
func TestLayoutResumes(t *testing.T) {
	study := meanStudy()
	study.Learner, study.Distribution, study.N, study.Sets, study.Shards = linear.OLS{}, dataset.SREG{P: 3}, 30, 2, 6
	want, err := study.Run(context.Background(), sim.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "study")
	ctx, cancel := context.WithCancel(context.Background())
	if _, err := study.Run(ctx, sim.Options{Workers: 1, Checkpoint: file, Progress: func(done, _ int) {
		if done == 2 {
			cancel()
		}
	}}); err == nil {
		t.Fatal("not interrupted")
	}
	got, err := study.Run(context.Background(), sim.Options{Workers: 3, Checkpoint: file})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Rows(), got.Rows()); diff != "" {
		t.Error(diff)
	}
}
