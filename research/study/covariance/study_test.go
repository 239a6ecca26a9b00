package covariance

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/research/designs"
	"github.com/block-regularized/bcv/research/internal/studytest"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
	"github.com/google/go-cmp/cmp"
)

func meanCovariances(t *testing.T) Result {
	t.Helper()
	study := Study{Config: "mean", Distribution: studytest.Normal{}, N: 40, FoldCounts: []int{5},
		Learner: simple.Mean{}, Sets: 200, Shards: 40, Seed: 3}
	r, err := study.Run(context.Background(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// near fails unless got is within 3.5 standard errors of want and these are small.
func near(t *testing.T, what string, got, se, want, largest float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 3.5*se) || !(se <= largest) {
		t.Errorf("%s: %.6g ± %.2g, want %.6g (± at most %.2g)", what, got, se, want, largest)
	}
}

// Mean regression (thesis, example 5.1) has a known f, and known single losses.
func TestCovarianceOfMeanRegression(t *testing.T) {
	r := meanCovariances(t)
	const n = 40.0
	f := func(x float64) float64 { return 8 / math.Pow(n, 4) * (36*x*x + n*(n-20)*x + 4*n*n) }
	for _, p := range r.Points() {
		near(t, fmt.Sprintf("f(%g)", p.X), p.F, p.SE, f(p.X), 0.03*f(n/2))
		if math.Abs(p.G-(f(p.X)+f(n/2-p.X))/2) > 4*p.SE {
			t.Errorf("g(%g) = %g", p.X, p.G)
		}
	}
	x := n / 4
	exact := theory.SingleLosses{
		Sigma2: 32*x*x/math.Pow(n, 4) + 16*x/(n*n) + 2, Omega: 32 * x * x / math.Pow(n, 4),
		Gamma: 32 * (n - x) * (n - x) / math.Pow(n, 4), Tau: 8 * (n - 2*x) * (n - 2*x) / math.Pow(n, 4),
	}
	square, linear, constant := exact.Quadratic(n)
	rho1, rho2 := theory.Correlations(f, n)
	smooth, err := theory.FitSpectrum(n, n/2, 4, []float64{0, 5, 10, 15, 20}, []float64{f(0), f(5), f(10), f(15),
		f(20)})
	if err != nil {
		t.Fatal(err)
	}
	got := r.Coefficients()
	for _, c := range []struct {
		name          string
		want, largest float64
	}{
		{"omega+gamma-2tau", square, 0.003}, {"sigma2-omega-n*gamma+n*tau", linear, 0.1}, {"gamma", constant, 0.003},
		{"rho1", rho1, 0.02}, {"rho2", rho2, 0.01}, {"sigma2", f(n / 2), 0.003},
		{"lambda0", smooth.Lambda[0], 0.002}, {"lambda1", smooth.Lambda[1], 0.001}, {"lambda2", smooth.Lambda[2],
			0.0005},
		{"lambda3", 0, 0.001}, {"lambda4", 0, 0.001},
	} {
		near(t, c.name, got[c.name].Value, got[c.name].SE, c.want, c.largest)
	}
}

func TestVariancesFromCovariances(t *testing.T) {
	r := meanCovariances(t)
	const n = 40
	f := func(n1 int) theory.Function {
		return func(x float64) float64 { return meanRegressionCovariance(n1, x) }
	}
	half := f(n / 2)
	want := map[string]float64{
		"RHS 6": theory.RLT(half, n, n/2, 6), "mx2CV 1": theory.Mx2(half, n, 1), "mx2CV 5": theory.Mx2(half, n, 5),
		"mx2BCV 3": theory.BCV(half, n, 3), "mx2BCV 7": theory.BCV(half, n, 7), "BRHS 6": theory.BRLT(half, n/2, 6,
			cv.IdealOverlap(n, n/2, 6)),
		"RLT 5": theory.RLT(f(32), n, 32, 5), "KFCV 5": theory.KFold(f(32), n, 5),
	}
	for _, row := range r.Rows() {
		if w, ok := want[fmt.Sprint(row.Method, " ", row.Size)]; ok {
			near(t, fmt.Sprint(row.Method, " ", row.Size), row.Total, row.TotalSE, w, 0.03*w)
			delete(want, fmt.Sprint(row.Method, " ", row.Size))
		}
	}
	if len(want) > 0 {
		t.Errorf("no rows for %v", want)
	}
	rate, se := r.Reduction("mx2CV", "mx2BCV", 3, 3, true)
	near(t, "gain given the data", rate, se, 100*theory.Gain(n, 3), 1)
}

// meanRegressionCovariance is f(x) of mean regression with n = 40 for any training
// size. A loss is (y - mean)²; losses of normal variables have twice the squared
// covariance of their roots as covariance.
func meanRegressionCovariance(n1 int, x float64) float64 {
	const n = 40
	m := float64(n1)
	single := theory.SingleLosses{
		Sigma2: 2 * math.Pow(1+x/(m*m), 2),
		Omega:  2 * math.Pow(x/(m*m), 2),
		Gamma:  2 * math.Pow(-2/m+x/(m*m), 2),
		Tau:    2 * math.Pow(-1/m+x/(m*m), 2),
	}
	return single.Covariance(n, n1, x)
}

// The same distribution and learner through whole partition sets.
func TestCovarianceStudyAgreesWithDirectSimulation(t *testing.T) {
	learner, distribution := neighbour.KNN{Scale: learn.PerDataSet}, simdata.SCLA(10)
	study := Study{Config: "circle", Distribution: distribution, N: 60, FoldCounts: []int{5}, Learner: learner,
		Sets: 60, Shards: 30, Seed: 6}
	r, err := study.Run(context.Background(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := r.Rows()
	compareDirectly(t, rows, directly(t, distribution, learner, 60, 1200, 2, 5), 2, 0.1)
	again, err := study.Run(context.Background(), sim.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rows, again.Rows()); diff != "" {
		t.Errorf("one worker has other rows:\n%s", diff)
	}
}

// The variances from the circle equal the variances over partition sets themselves, also where
// the blocks of BRHS (18 at J = 10) do not divide the records, so that training sets
// have a record more or less than half, and where f is far from smooth at its ends.
func TestCircleAgainstPartitionSets(t *testing.T) {
	distribution, learner := simdata.Gaussians{P: 2, Shifted: 2, Shift: 1}, simple.Majority{}
	circles, err := Study{Config: "circle", Distribution: distribution, N: 100, Learner: learner, Sets: 50, Shards: 40,
		Seed: 1}.Run(t.Context(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	direct := directly(t, distribution, learner, 100, 1000, 6, 2)
	for _, name := range []string{"RLT 5", "KFCV 5"} { // not half splits, which the study above has not
		delete(direct, name)
	}
	compareDirectly(t, circles.Rows(), direct, 6, 0.15)
	set, err := designs.HalfBRLT(100, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	for x, w := range overlapWeights(100, set) {
		if x == 50 && math.Abs(w-0.1) > 1e-12 || x > 25 && x != 50 {
			t.Errorf("overlap %v has the weight %v", x, w)
		}
	}
}

// The stored variances are from as many data sets as their configurations have.
func TestStoredDataSets(t *testing.T) {
	stored, err := study.Stored[VarianceRow](data.FS, "variances")
	if err != nil {
		t.Fatal(err)
	}
	all, err := Configurations(study.Config{Data: data.FS, Scale: study.Paper, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		rows := study.Where(stored, func(r VarianceRow) bool { return r.Config == s.Config })
		if len(rows) == 0 || rows[0].Sets != s.Sets*s.Shards {
			t.Errorf("%s: %d rows, not of %d data sets", s.Config, len(rows), s.Sets*s.Shards)
		}
	}
}
