package items_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
)

func TestLedgerOfUnequalRuns(t *testing.T) {
	s := drawn(rand.New(rand.NewPCG(11, 1)), 10, 0, 2, 6, [4]float64{1, 0, 1, 1})
	l, err := items.LedgerOf(s)
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Factors[1].Units; !near(got, 3) {
		t.Errorf("2 and 6 runs: got %v, want their harmonic mean 3", got)
	}
	for j, want := range []items.Square{{DF: 9, Of: []int{0}}, {DF: 1, Of: []int{1}}, {DF: 9, Of: []int{0, 1}},
		{DF: 5, Of: []int{1}}, {DF: 45, Of: []int{0, 1}}} {
		if got := l.Squares[j]; got.DF != want.DF || !slices.Equal(got.Of, want.Of) {
			t.Errorf("square %d: got %v degrees of freedom of factors %v, want %v of %v", j, got.DF, got.Of, want.DF, want.Of)
		}
	}
	rounded := items.Sample{A: [][]float64{{0.1, 0.2, 0.3}}, B: [][]float64{{0.3, 0.4, 0.5}}}
	if _, err := items.LedgerOf(rounded); err == nil {
		t.Error("differences equal up to rounding: got no error")
	}
}

// TestEqualRunsOfOneModel: they add nothing, whichever model has them.
func TestEqualRunsOfOneModel(t *testing.T) {
	s := items.Sample{A: [][]float64{{1, 2, 3}, {2, 3, 1}}, B: [][]float64{{5, 2, 9}, {1, 5, 3}}}
	got := must(t, items.CrossedT, items.Sample{A: s.B, B: s.A})
	got.Estimate, got.Statistic = -got.Estimate, -got.Statistic
	same(t, "models exchanged", got, must(t, items.CrossedT, s))
	s = items.Sample{A: [][]float64{{1, 2, 3}, {1, 2, 3}}, B: [][]float64{{2, 3, 4}, {2, 3, 4}}}
	if r := must(t, items.CrossedT, s); r.DF[0] != 2 {
		t.Errorf("no spread at all: got %v degrees of freedom, want 2", r.DF)
	}
}

// TestBuyItems: with one source the ledger with more units is the plan with more units.
func TestBuyItems(t *testing.T) {
	half := func(n int) float64 {
		l, err := items.Plan{Items: n, Runs: 1, ItemVar: 2}.Ledger()
		if err != nil {
			t.Fatal(err)
		}
		return l.HalfWidth(0.1)
	}
	l, err := items.Plan{Items: 20, Runs: 1, ItemVar: 2}.Ledger()
	if err != nil {
		t.Fatal(err)
	}
	for _, wish := range []float64{0.5, 0.2, 0.0101} {
		bought, err := l.Buy(wish, 0.1)
		if err != nil {
			t.Fatal(err)
		}
		n := 20 + bought[0].More
		if half(n) > wish || half(n-1) <= wish {
			t.Errorf("half width %v: %d items give %v, one less %v", wish, n, half(n), half(n-1))
		}
	}
}

func TestPairedPlan(t *testing.T) {
	plan := items.Plan{Items: 1000, Runs: 3, ItemVar: 1e-12, RunVar: 1}
	var half, power [2]float64
	for k, paired := range []bool{false, true} {
		plan.PairedRuns = paired
		l, err := plan.Ledger()
		if err != nil {
			t.Fatal(err)
		}
		half[k] = l.HalfWidth(0.05) * math.Sqrt(3)
		if power[k], err = l.Power(0, infer.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if math.Abs(half[0]-2.776445) > 1e-5 || math.Abs(half[1]-4.302653) > 1e-5 {
		t.Errorf("half widths of 3 runs: got %v, want Student's t with 4 and with 2 degrees of freedom", half)
	}
	if math.Abs(power[0]-0.05) > 1e-5 || math.Abs(power[1]-0.05) > 1e-5 {
		t.Errorf("errors of 3 runs: got %v, want 0.05", power)
	}
	plan.RunVar = -1
	if _, err := plan.Ledger(); err == nil {
		t.Error("a variance of runs below 0: got no error")
	}
}

// TestKnownSquares: without uncertainty the shares have none.
func TestKnownSquares(t *testing.T) {
	l := items.Ledger{Factors: []items.Factor{{Name: "replications", Units: 3}, {Name: "seeds", Units: 2}},
		Squares: []items.Square{{Value: 3, DF: math.Inf(1)}, {Value: 1, DF: math.Inf(1)}},
		Sources: []items.Source{{Name: "training sets", Over: []int{0}, Weights: []float64{1}},
			{Name: "seeds", Over: []int{0, 1}, Weights: []float64{0, 1}}}}
	for k, share := range l.Shares(0.05, 100, 1) {
		if want := []float64{0.75, 0.25}[k]; share.Low != want || share.High != want {
			t.Errorf("%s: got %v, want %v", share.Name, share.Estimate, want)
		}
	}
	if got := l.HalfWidth(0.05); math.Abs(got-2*1.959964) > 1e-5 {
		t.Errorf("half width %v, want that of the normal distribution", got)
	}
}

// TestTies: two-sided exchanges come in pairs, also where sums are rounded.
func TestTies(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	for range 50 {
		var a, b []float64
		for range 6 {
			a, b = append(a, r.Float64(), 1), append(b, r.Float64(), 1)
		}
		p := items.Parts{A: []metric.Rows{{Dense: a}}, B: []metric.Rows{{Dense: b}}}
		got, err := items.Randomization(p, metric.RatioOfSums("mean"), infer.Options{}, 1, 1)
		if pairs := got.PValue * 32; err != nil || math.Abs(pairs-math.Round(pairs)) > 1e-9 {
			t.Fatalf("p = %v/64 (%v), want an even number", got.PValue*64, err)
		}
	}
}

func TestClearDifference(t *testing.T) {
	p, w := labelled(rand.New(rand.NewPCG(13, 1)), 300, 0.3, 0.9, 1), ofCells("MCC")
	random, err := items.Randomization(p, w, infer.Options{}, 199, 1)
	if err != nil || random.PValue != 1./200 || !random.Reject {
		t.Errorf("randomization: got p = %v, %v (%v), want 1/200", random.PValue, random.Reject, err)
	}
	boot, err := items.BCa(p, w, infer.Options{}, 199, 1)
	if err != nil || boot.PValue != 1./200 || !boot.Reject {
		t.Errorf("bootstrap: got p = %v, %v (%v), want 1/200", boot.PValue, boot.Reject, err)
	}
	p = labelled(rand.New(rand.NewPCG(14, 1)), 300, 0.6, 0.62, 1)
	greater, err := items.BCa(p, w, infer.Options{Alternative: infer.Greater}, 199, 1)
	if err != nil {
		t.Fatal(err)
	}
	less, err := items.BCa(p, w, infer.Options{Alternative: infer.Less}, 199, 1)
	if err != nil || !near(greater.PValue+less.PValue, 1) {
		t.Errorf("one-sided p-values %v and %v (%v), want 1 together", greater.PValue, less.PValue, err)
	}
	first, err := items.Randomization(p, w, infer.Options{}, 199, 1)
	if err != nil {
		t.Fatal(err)
	}
	other, err := items.Randomization(p, w, infer.Options{}, 199, 2)
	if err != nil || first.PValue == other.PValue {
		t.Errorf("p = %v with either seed (%v), want two draws", other.PValue, err)
	}
	five := []metric.Rows{{Dense: []float64{1, 2, 3, 4, 5}}}
	odd := items.Parts{A: five, B: five}
	if _, err := odd.Linearized(metric.RatioOfSums("mean")); err == nil {
		t.Error("5 numbers in 2 columns: got no error")
	}
}
