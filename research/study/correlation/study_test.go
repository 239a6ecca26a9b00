package correlation

import (
	"bytes"
	"context"
	"errors"
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/research/internal/studytest"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/theory"
	"github.com/google/go-cmp/cmp"
)

// truth predicts 0, the mean of the distribution normal: its losses depend on the test
// record alone.
type truth struct{}

func (truth) String() string { return "truth" }

func (truth) Traits() learn.Traits { return learn.Traits{} }

func (truth) Prepare(context.Context, *dataset.Data) (learn.Prepared, error) { return truth{}, nil }

func (truth) NewFitter(*learn.Pool) learn.Fitter { return truth{} }

func (truth) Fit(context.Context, []int32) (learn.Report, error) { return learn.Report{}, nil }

func (truth) Predict(_ []int32, out []float64) { clear(out) }

func anchorStudy() Study {
	return Study{Name: "normal", Distribution: studytest.Normal{}, N: 40, M: 3, Learners: []learn.Learner{truth{},
		simple.Mean{}}, Sets: 200, Shards: 40, Seed: 7}
}

// Mean regression, losses of the record alone (lemma 5.3), and their difference
// have known distributions.
func TestCorrelationsOfAnchors(t *testing.T) {
	study := anchorStudy()
	r, err := study.Run(context.Background(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := theory.MeanRegression{N: study.N, Psi: 1}
	n := float64(study.N)
	rows := append(r.Learners(), r.Pairs()...)
	for i, c := range []struct {
		mean float64
		want theory.HoldOut
	}{
		{1, theory.HoldOut{Sigma2: 4 / n, Rho1: 0, Rho2: 0.5}}, // of squares of N(0,1)
		{1 + 2/n, m.HoldOut()},
		{2 / n, m.AgainstTruth()},
	} {
		row := rows[i]
		for _, v := range []struct {
			name          string
			got, se, want float64
			precise       float64
		}{
			{"mean", row.Mean, row.MeanSE, c.mean, 0.01},
			{"sigma²", row.Sigma2, row.Sigma2SE, c.want.Sigma2, 0.05 * c.want.Sigma2},
			{"rho1", row.Rho1, row.Rho1SE, c.want.Rho1, 0.03},
			{"rho2", row.Rho2, row.Rho2SE, c.want.Rho2, 0.03},
		} {
			if !(math.Abs(v.got-v.want) <= 3.5*v.se && v.se < v.precise) {
				t.Errorf("%s less %s: %s %.5f ± %.5f, want %.5f", row.B, row.A, v.name, v.got, v.se, v.want)
			}
		}
	}
	// Eq. 5.96 must give the difference from the parts.
	all := sums{}
	for _, s := range r.batches.Parts {
		mergeSums(&all, s)
	}
	cross, se := r.Cross(0, 1)
	got, want := all.one(0, 3).Minus(all.one(1, 3), cross), all.difference(0, 1, 3)
	if math.Abs(got.Sigma2-want.Sigma2) > 1e-12 || math.Abs(got.Rho1-want.Rho1) > 1e-9 ||
		math.Abs(got.Rho2-want.Rho2) > 1e-9 {
		t.Errorf("difference %+v from parts, %+v from the sums", got, want)
	}
	if !(cross.Same > cross.Between && cross.Between > cross.Within && se.Same < 0.01) {
		t.Errorf("cross correlations %+v ± %+v", cross, se)
	}
}

// The majority of two equal classes has a distribution beyond theorem 5.3.
func TestCorrelationsOfMajority(t *testing.T) {
	study := Study{Name: "equal classes", Distribution: simdata.Simple(0), N: 1000, M: 3,
		Learners: []learn.Learner{simple.Majority{}}, Sets: 40, Shards: 50, Seed: 2}
	r, err := study.Run(context.Background(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	row, want := r.Learners()[0], theory.BalancedMajority(study.N)
	check.Near(t, "row.Rho1", row.Rho1, want.Rho1, 3.5*row.Rho1SE)
	check.Near(t, "row.Rho2", row.Rho2, want.Rho2, 3.5*row.Rho2SE)
	check.Near(t, "row.Sigma2", row.Sigma2, want.Sigma2, 3.5*row.Sigma2SE)
	check.That(t, row.Rho1SE <= 0.01, "row.Rho1SE = %v, want at most %v", row.Rho1SE, 0.01)
	if high, low := row.BeyondTheorem(); high < 3 || low > 0 {
		t.Errorf("%.1f standard errors above the bound of rho1, %.1f below that of rho2", high, low)
	}
}

// Distances from the bounds by hand: rho0 is 0 ± 0.005, where the bound
// (1+201r)/(2+200r) goes from -0.005 over 1/2 to 2.005/3.
func TestBeyondTheorem(t *testing.T) {
	r := Row{N: 202, Mean: 0.5, Sigma2: 0.25 / 101, Sigma2SE: 0.005 * 0.25 * 100 / 101, Rho1: 0.6, Rho1SE: 0.3,
		Rho2: 0.1, Rho2SE: 0.4}
	limitSE := (2.005/3 + 0.005) / 2
	high, low := r.BeyondTheorem()
	if math.Abs(high-0.1/math.Hypot(0.3, limitSE)) > 1e-9 || math.Abs(low-0.15/math.Hypot(0.4, limitSE/2)) > 1e-9 {
		t.Errorf("%g, %g", high, low)
	}
}

// Rows do not depend on workers or on interruptions.
func TestCorrelationStudyResumes(t *testing.T) {
	study := anchorStudy()
	study.Sets, study.Shards = 2, 6
	rows := func(opt sim.Options) []Row {
		t.Helper()
		r, err := study.Run(context.Background(), opt)
		if err != nil {
			t.Fatal(err)
		}
		return append(r.Learners(), r.Pairs()...)
	}
	want := rows(sim.Options{Workers: 1})
	file := filepath.Join(t.TempDir(), "rho.ckpt")
	ctx, cancel := context.WithCancel(context.Background())
	_, err := study.Run(ctx, sim.Options{Workers: 1, Log: file, Progress: func(done, _ int) {
		if done == 2 {
			cancel()
		}
	}})
	if i := (*sim.Interrupted)(nil); !errors.As(err, &i) {
		t.Fatalf("not interrupted: %v", err)
	}
	if diff := cmp.Diff(want, rows(sim.Options{Workers: 3, Log: file})); diff != "" {
		t.Error(diff)
	}
}

// An algorithm less itself has no correlations, and a file keeps that.
func TestConstantDifference(t *testing.T) {
	constant := anchorStudy()
	constant.Learners, constant.Sets, constant.Shards = []learn.Learner{simple.Mean{}, simple.Mean{}}, 2, 4
	r, err := constant.Run(context.Background(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := r.Stored()
	last := rows[len(rows)-1]
	check.Equal(t, "last.Sigma2", last.Sigma2, 0)
	check.That(t, math.IsNaN(last.Rho1), "last.Rho1 = %v, want NaN", last.Rho1)
	check.That(t, math.IsNaN(last.Rho2), "last.Rho2 = %v, want NaN", last.Rho2)
	check.That(t, !(last.Admissible()), "unwanted: last.Admissible()")
	var text bytes.Buffer
	if err := storedTable("rows", []Result{r}).Write(&text); err != nil {
		t.Fatal(err)
	}
	back, _, err := table.Read[StoredRow]("rows", &text)
	if err != nil {
		t.Fatal(err)
	}
	check.MustEqual(t, "len(back)", len(back), 3)
	check.That(t, math.IsNaN(back[2].Rho1), "back[2].Rho1 = %v, want NaN", back[2].Rho1)
	check.Near(t, "back[0].Rho1", back[0].Rho1, rows[0].Rho1, 1e-5)
}

func TestCorrelationStudyRefuses(t *testing.T) {
	for name, change := range map[string]func(*Study){
		"one replication": func(s *Study) { s.M = 1 },
		"no learners":     func(s *Study) { s.Learners = nil },
		"labels":          func(s *Study) { s.Labels = []string{"a"} },
		"one data set":    func(s *Study) { s.Sets, s.Shards = 1, 1 },
		"too few records": func(s *Study) { s.N = 3 },
	} {
		study := anchorStudy()
		change(&study)
		if _, err := study.Run(context.Background(), sim.Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := sampleStudy("x", simdata.Draw(simdata.Twonorm{}, 400, rand.New(rand.NewPCG(1, 1))), 70,
		1); err == nil {
		t.Error("70 samples in 50 shards")
	}
}

// The seven algorithms learn data with numbers and levels.
func TestMcNemarAlgorithms(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	d := simdata.Draw(simdata.Waveform{}, 120, rng)
	d.Features = make([]dataset.Feature, d.P())
	for j := range d.Features {
		d.Features[j].Name = d.Feature(j).Name
	}
	d.Features[0].Levels = []string{"low", "middle", "high", "unseen"}
	for i := range d.N() {
		d.X.Set(i, 0, float64(rng.IntN(3)))
		d.X.Set(i, 1, 5) // constant
	}
	learners, names := McNemarAlgorithms()
	if len(learners) != 7 || len(names) != 7 {
		t.Fatalf("%d learners, %d names", len(learners), len(names))
	}
	r, err := Study{Name: "waveform", Distribution: simdata.Sample{Data: d}, N: 100, M: 2, Learners: learners,
		Labels: names, Sets: 1, Shards: 4, Seed: 1}.Run(context.Background(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := r.Learners()
	for _, row := range rows[1:] {
		if !(row.Mean < 0.45 && rows[0].Mean > 0.55) {
			t.Errorf("%s: error rate %.3f; majority %.3f", row.A, row.Mean, rows[0].Mean)
		}
	}
	if got := len(r.Pairs()); got != 21 {
		t.Errorf("%d pairs", got)
	}
}

// The seven algorithms know nothing of records outside the training set, except for
// the scaling that McNemarAlgorithms describes.
func TestMcNemarAlgorithmsContract(t *testing.T) {
	learners, names := McNemarAlgorithms()
	d := simdata.Draw(simdata.SCLA(20), 60, rand.New(rand.NewPCG(5, 7)))
	for k, l := range learners {
		c := learntest.Case{Learner: l, Data: d}
		switch names[k] {
		case "logistic", "svm", "knn":
			c.FeaturesOfAll = "features scaled once for all records"
		}
		learntest.Contract(t, c)
	}
}
