package posterior_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// counts of one fold whose F1 is 2tp/(2tp+40).
func fold(tp float64) [2]posterior.Counts {
	c := posterior.Counts{TP: tp, FP: 20, FN: 20}
	return [2]posterior.Counts{c, c}
}

// Every look is the Bayes test at that m.
func TestSequentialLooksAreBayesTests(t *testing.T) {
	opt := posterior.SequentialOptions{Metric: posterior.F1}
	opt.Gamma = 0.01
	var a, b []posterior.Counts
	calls := 0
	got, err := posterior.Sequential(opt, func(m int) (x, y [2]posterior.Counts, err error) {
		if calls++; m != calls {
			t.Errorf("replication %d asked for at call %d", m, calls)
		}
		x, y = fold(80), fold(84+float64(m%3))
		a, b = append(a, x[:]...), append(b, y[:]...)
		return x, y, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if calls != 15 || got.M != 15 || got.Decision != posterior.Undecided || len(got.Path) != 13 {
		t.Fatalf("%d calls, m = %d, %q, %d looks; want 15, 15, undecided, 13", calls, got.M, got.Decision, len(got.Path))
	}
	for _, step := range got.Path {
		task := posterior.Task{M: step.M, A: posterior.Model{Folds: a[:2*step.M]}, B: posterior.Model{Folds: b[:2*step.M]}}
		c, err := posterior.Compare([]posterior.Task{task}, posterior.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if f1 := c[2]; math.Abs(f1.PH1-step.PH1) > 1e-14 || f1.Weight != step.Weight || f1.A != step.A || f1.B != step.B {
			t.Errorf("m = %d: %+v, want %+v", step.M, step, f1)
		}
	}
}

func TestSequentialStops(t *testing.T) {
	for _, c := range []struct {
		name     string
		a, b     float64
		start    int
		interest float64
		decision string
		m        int
	}{
		{"B far better", 40, 90, 3, 0, posterior.AcceptH1, 3},
		{"A far better", 90, 40, 3, 0, posterior.AcceptH0, 3},
		{"first look at 1", 40, 90, 1, 0, posterior.AcceptH1, 1},
		{"equal", 80, 80, 3, 0, posterior.Undecided, 15},
		{"equal, and 0.2 is the difference of interest", 80, 80, 3, 0.2, posterior.AcceptEqual, 3},
		{"equal, and 0.001 is the difference of interest", 80, 80, 3, 0.001, posterior.Undecided, 15},
		{"B far better, but not by 1", 40, 90, 3, 1, posterior.AcceptH1, 3},
	} {
		opt := posterior.SequentialOptions{Metric: posterior.F1}
		opt.Start, opt.Interest = c.start, c.interest
		calls := 0
		got, err := posterior.Sequential(opt, func(int) (x, y [2]posterior.Counts, err error) {
			calls++
			return fold(c.a), fold(c.b), nil
		})
		if err != nil || got.Decision != c.decision || got.M != c.m || calls != c.m {
			t.Errorf("%s: %q at m = %d after %d calls (%v), want %q at %d", c.name, got.Decision, got.M, calls, err, c.decision, c.m)
		}
	}
}

func TestSequentialErrors(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(o *posterior.SequentialOptions)
		want  string
	}{
		{"start", func(o *posterior.SequentialOptions) { o.Start = -1 }, "start with at least 1"},
		{"max", func(o *posterior.SequentialOptions) { o.Max = 2 }, "larger maximum"},
		{"interest", func(o *posterior.SequentialOptions) { o.Interest = 1.5 }, "1.5"},
		{"gamma", func(o *posterior.SequentialOptions) { o.Gamma = 0.6 }, "gamma is 0.6"},
		{"gamma NaN", func(o *posterior.SequentialOptions) { o.Gamma = math.NaN() }, "gamma"},
		{"weight", func(o *posterior.SequentialOptions) { o.Weighting = posterior.FixedWeight(0.4) }, "fixed weight"},
		{"rho", func(o *posterior.SequentialOptions) { o.Weighting = posterior.RhoWeight{Rho1: 2} }, "rho1 = 2"},
		{"prior", func(o *posterior.SequentialOptions) { o.Prior = -1 }, "prior -1"},
		{"metric", func(o *posterior.SequentialOptions) { o.Metric = 7 }, "unknown metric"},
		{"delta", func(o *posterior.SequentialOptions) { o.Delta = 2 }, "delta is 2"},
	} {
		opt := posterior.SequentialOptions{Metric: posterior.F1}
		c.spoil(&opt)
		_, err := posterior.NewSequentialTest(opt)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	broken := errors.New("broken")
	_, err := posterior.Sequential(posterior.SequentialOptions{Metric: posterior.Precision}, func(m int) (a, b [2]posterior.Counts, err error) {
		if m == 2 {
			return a, b, broken
		}
		return fold(1), fold(1), nil
	})
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "replication 2") {
		t.Errorf("error of the caller: %v", err)
	}
	s, err := posterior.NewSequentialTest(posterior.SequentialOptions{Metric: posterior.Precision})
	if err != nil {
		t.Fatal(err)
	}
	bad := fold(1)
	bad[1].FP = -1
	if err := s.Add(fold(1), bad); err == nil || !strings.Contains(err.Error(), "replication 1, fold 2") {
		t.Errorf("negative count: %v", err)
	}
	if s.M() != 0 {
		t.Errorf("a refused replication counts")
	}
	for !s.Done() {
		if err := s.Add(fold(50), fold(50)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Add(fold(50), fold(50)); err == nil || !strings.Contains(err.Error(), "ended at m = 15") {
		t.Errorf("after the end: %v", err)
	}
}

// A sequential test that looks 13 times.
func BenchmarkSequential(b *testing.B) {
	for b.Loop() {
		if _, err := posterior.Sequential(posterior.SequentialOptions{Metric: posterior.F1}, func(int) (x, y [2]posterior.Counts, err error) {
			return fold(80), fold(80.5), nil
		}); err != nil {
			b.Fatal(err)
		}
	}
}
