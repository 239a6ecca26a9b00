package voting

import (
	"context"
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/voting"
	"github.com/google/go-cmp/cmp"
)

// The tables that voting writes are read back as they were.
func TestVotingTablesAreStored(t *testing.T) {
	cfg := study.Config{Scale: study.Paper, Results: filepath.Join(t.TempDir(), "results"), Commit: "abc+",
		Command: "bcv study run looks"}
	if err := os.Mkdir(cfg.Results, 0o755); err != nil {
		t.Fatal(err)
	}
	s := LookStudy{Source: CorrelatedCounts{N: 40, Right: 0.8, Record: 0.5}, Start: 3, Max: 4, Gammas: []float64{0.05},
		Sets: 5, Shards: 4, Seed: 1}
	looks, bounds, err := s.Run(context.Background(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	roundTrip(t, cfg, "looks", looks)
	roundTrip(t, cfg, "bounds", bounds)
	v := Study{Scenarios: Scenarios()[:1], N: 40, Ms: []int{3}, Sets: 5, Shards: 2, Seed: 1}
	votes, err := v.Run(context.Background(), sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	roundTrip(t, cfg, "votes", votes)
	runs, err := study.Stored[study.RunRow](os.DirFS(filepath.Dir(cfg.Results)), "runs")
	if err != nil {
		t.Fatal(err)
	}
	check.MustEqual(t, "len(runs)", len(runs), 3)
	check.Equal(t, "runs[0].Table", runs[0].Table, "bounds")
	check.Equal(t, "runs[0].Commit", runs[0].Commit, "abc+")
	check.That(t, strings.HasSuffix(runs[0].Command, " --results data/results"),
		"want strings.HasSuffix(runs[0].Command, \" --results data/results\")")
}

func roundTrip[T any](t *testing.T, cfg study.Config, name string, rows []T) {
	t.Helper()
	if err := study.Save(cfg, name, rows); err != nil {
		t.Fatal(err)
	}
	got, err := study.Stored[T](os.DirFS(filepath.Dir(cfg.Results)), name)
	if diff := cmp.Diff(rows, got); err != nil || diff != "" {
		t.Errorf("%s: %v\n%s", name, err, diff)
	}
}

// The simulated votes have the mean, the correlation and the majority that the
// distribution says, also with records that are always right.
func TestVoteDistribution(t *testing.T) {
	const m, n = 5, 20000
	rng := rand.New(rand.NewPCG(1, 1))
	for _, l := range []ClassModel{{P: 0.7, Rho2: 0.3}, {P: 0.3, Rho2: 0}, {Sure: 0.6, P: 0.4, Rho2: 0.1},
		{P: 0.6, Rho2: 1}} {
		var hits, pairs, majority float64
		right := make([]bool, m)
		for range n {
			l.vote(right, rng)
			k := 0.0
			for _, hit := range right {
				if hit {
					k++
				}
			}
			hits += k / m
			pairs += k * (k - 1) / (m * (m - 1))
			if 2*k > m {
				majority++
			}
		}
		p := hits / n
		if math.Abs(p-l.Mean()) > 4*math.Sqrt(p*(1-p)/n) {
			t.Errorf("%+v: mean %v, want %v", l, p, l.Mean())
		}
		if rho2 := (pairs/n - p*p) / (p * (1 - p)); math.Abs(rho2-l.Correlation()) > 0.02 {
			t.Errorf("%+v: correlation %v, want %v", l, rho2, l.Correlation())
		}
		want, err := l.Majority(m, voting.TieRight)
		if err != nil {
			t.Fatal(err)
		}
		if got := majority / n; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/n) {
			t.Errorf("%+v: majority %v, want %v", l, got, want)
		}
	}
}

// Recall is linear in the counts: its mean over data sets is the exact one. And
// theorem 1 of the voting paper fails in the last scenario.
func TestVoteStudy(t *testing.T) {
	s := DefaultStudy(study.Quick, 1)
	s.Sets, s.Shards = 30, 8
	run := func(workers int) []StudyRow {
		rows, err := s.Run(context.Background(), sim.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	rows := run(1)
	if diff := cmp.Diff(rows, run(3)); diff != "" {
		t.Errorf("the result depends on the number of workers:\n%s", diff)
	}
	for _, r := range rows {
		if r.Metric == "R" && math.Abs(r.Vote-r.Exact) > 4.5*r.VoteSE {
			t.Errorf("%s, m = %d: recall %v +- %v, exact %v", r.Scenario, r.M, r.Vote, r.VoteSE, r.Exact)
		}
		if r.M == 1 && r.Gain != 0 {
			t.Errorf("%s: one replication gains %v", r.Scenario, r.Gain)
		}
	}
	last := rows[len(rows)-1]
	if last.P1 < 0.7 || last.P0 < 0.7 || last.Gain > -5*last.GainSE {
		t.Errorf("right predictions %v and %v, yet the vote gains %v +- %v; the scenario should contradict theorem 1",
			last.P1, last.P0, last.Gain, last.GainSE)
	}
}

// The average of the confusion matrices is unbiased for the models that were
// averaged, and the result does not depend on the number of workers.
func TestVoteLearnerStudy(t *testing.T) {
	s := LearnerStudy{"test", simdata.Gaussians{P: 2, Shifted: 2, Shift: 1}, 60, 200, simple.NearestMean{},
		[]int{1, 3, 4}, 10, 8, 3}
	rows, agreement, err := s.Run(context.Background(), sim.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	again, againAgreement, err := s.Run(context.Background(), sim.Options{Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(rows, again) + cmp.Diff(agreement, againAgreement); diff != "" {
		t.Errorf("the result depends on the number of workers:\n%s", diff)
	}
	for _, r := range rows {
		if r.Estimator == "average" && r.Of == voteTruths[0] && math.Abs(r.Bias) > 4.5*r.BiasSE {
			t.Errorf("%s, m = %d: bias %v +- %v", r.Metric, r.M, r.Bias, r.BiasSE)
		}
		if r.M == 1 && r.Estimator == "vote" && math.Abs(r.Value-rows[0].Value) > 1e-9 && r.Metric == "P" {
			t.Errorf("one replication votes %v and averages %v", r.Value, rows[0].Value)
		}
		if math.Abs(r.Truth+r.Bias-r.Value) > 1e-9 {
			t.Errorf("truth %v and bias %v do not make %v", r.Truth, r.Bias, r.Value)
		}
	}
	for _, r := range agreement {
		if !(r.Rho2 > 0.3 && r.Rho2 < 1) || !(r.Right > 0.6) {
			t.Errorf("%s, m = %d: p = %v, rho2 = %v", r.Class, r.M, r.Right, r.Rho2)
		}
	}
}

// The study decides as sequential.Bayes does.
func TestLooksAreSequential(t *testing.T) {
	s := LookStudy{Source: CorrelatedCounts{N: 200, Right: 0.8, Difference: 0.08, Record: 0.8}, Start: 3, Max: 9,
		Gammas: []float64{0.05}}
	a, b := make([]posterior.Counts, s.Max), make([]posterior.Counts, s.Max)
	decisions := map[sequential.Decision]int{}
	for i := range uint64(60) {
		if _, _, err := s.Source.Draw(a, b, rand.New(rand.NewPCG(7, i))); err != nil {
			t.Fatal(err)
		}
		looks, _, err := s.looks(posterior.Precision, a, b)
		if err != nil {
			t.Fatal(err)
		}
		m, h0, h1 := decide(looks, math.Log(0.05))
		test := sequential.Bayes{Metric: posterior.Precision, Max: s.Max}
		want, err := test.Run(func(m int) (c sequential.PairCounts, err error) {
			c.A[0], c.B[0] = a[m-1], b[m-1]
			if m > 1 {
				c.A[0], c.B[0] = c.A[0].Add(a[m-2].Scale(-1)), c.B[0].Add(b[m-2].Scale(-1))
			}
			return c, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		decisions[want.Decision]++
		if m != want.Stop || h1 != (want.Decision == sequential.BetterB) ||
			h0 != (want.Decision == sequential.BetterA) {
			t.Fatalf("data set %d: m = %d, H0 %v, H1 %v; want m = %d, %s", i, m, h0, h1, want.Stop, want.Decision)
		}
	}
	if decisions[sequential.BetterB] == 0 || decisions[sequential.Undecided] == 0 {
		t.Errorf("the data sets decide nothing: %v", decisions)
	}
}

// The variance of the recall over data sets is the variance of m x 2 BCV with the
// correlations that the model states (thesis eq. 3.26).
func TestCorrelatedCountsHaveTheirCorrelations(t *testing.T) {
	c := CorrelatedCounts{N: 120, Right: 0.75, Set: 0.02, Record: 0.6}
	rho1, rho2 := c.Correlations()
	a, b := make([]posterior.Counts, 6), make([]posterior.Counts, 6)
	recall := make([]sim.Moments, len(a))
	rng := rand.New(rand.NewPCG(5, 5))
	for range 8000 {
		if _, _, err := c.Draw(a, b, rng); err != nil {
			t.Fatal(err)
		}
		for i := range a {
			recall[i].Add(a[i].Value(posterior.Recall))
		}
	}
	h := float64(c.N) / 4
	sigma2 := c.Right * (1 - c.Right) / h * (1 + (h-1)*c.Set)
	for i, got := range recall {
		m := float64(i + 1)
		want := sigma2*(1+rho1)/(2*m) + (m-1)/m*sigma2*rho2
		if math.Abs(got.Variance()-want) > 4.5*got.VarianceSE() || math.Abs(got.Mean-c.Right) > 4.5*got.MeanSE() {
			t.Errorf("m = %v: mean %v, variance %v +- %v, want %v and %v", m, got.Mean, got.Variance(),
				got.VarianceSE(), c.Right, want)
		}
	}
}

// Learners that are equal by symmetry have no difference and decide for either
// alike; a learner with more features is better, and found so.
func TestLookStudyOfRivals(t *testing.T) {
	s := LookStudy{Source: RivalLearners{N: 80, Shift: 1, Shared: 1, OwnA: 1, OwnB: 1}, Start: 3, Max: 5,
		Gammas: []float64{0.05, 0.2}, Sets: 15, Shards: 10, Seed: 2}
	rows, bounds, err := s.Run(context.Background(), sim.Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if math.Abs(r.Difference) > 4.5*r.DifferenceSE {
			t.Errorf("%s: difference %v +- %v of equal learners", r.Metric, r.Difference, r.DifferenceSE)
		}
		if math.Abs(r.H0-r.H1) > 4.5*math.Hypot(r.H0SE, r.H1SE)+1e-9 {
			t.Errorf("%s, %s: %v for H0, %v for H1", r.Metric, r.Method, r.H0, r.H1)
		}
	}
	if len(bounds) != 9 {
		t.Errorf("%d bounds, want 9", len(bounds))
	}
	s.Source = RivalLearners{N: 80, Shift: 1, Shared: 1, OwnA: 0, OwnB: 4}
	if rows, _, err = s.Run(context.Background(), sim.Options{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(rows,
		func(r LookRow) bool { return r.Metric == "F1" && r.Gamma == 0.2 && r.Method == "sequential" })
	{
		r := rows[at]
		check.That(t, r.Difference >= 0.05, "r.Difference = %v, want at least %v", r.Difference, 0.05)
		check.That(t, r.H1 >= 0.6, "r.H1 = %v, want at least %v", r.H1, 0.6)
		check.That(t, r.H0 <= 0.02, "r.H0 = %v, want at most %v", r.H0, 0.02)
		check.That(t, r.M < 5, "r.M = %v, want less than %v", r.M, 5)
	}
}
