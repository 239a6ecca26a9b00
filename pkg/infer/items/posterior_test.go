package items_test

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
)

func TestPairedPosteriorR(t *testing.T) {
	for i, row := range numtest.Fixture(t, "posterior_r.csv") {
		x := make([]float64, len(row))
		for j := range row {
			x[j] = numtest.Float(t, row[j])
		}
		p, err := items.NewPairedPosterior(infer.Contingency{N00: x[0], N01: x[1], N10: x[2], N11: x[3]}, x[4])
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Above(x[5]); !(math.Abs(got-x[6]) <= 1e-9) {
			t.Errorf("row %d: P(difference > %v) = %.12f, want %.12f", i, x[5], got, x[6])
		}
		if i%6 != 0 {
			continue
		}
		got := p.Interval(0.95)
		if !(math.Abs(got.Low-x[7]) <= 1e-8) || !(math.Abs(got.High-x[8]) <= 1e-8) {
			t.Errorf("row %d: interval %v, want %v to %v", i, got, x[7], x[8])
		}
	}
}

func TestPairedPosterior(t *testing.T) {
	table := infer.Contingency{N00: 3e7, N01: 2e6, N10: 1e6, N11: 4e7}
	p, err := items.NewPairedPosterior(table, 1)
	if err != nil {
		t.Fatal(err)
	}
	e, n := p.Mean(), table.Total()
	sd := math.Sqrt((3e6/n - e*e) / n)
	if !near(e, 1e6/(n+4)) {
		t.Errorf("mean %v, want %v", e, 1e6/(n+4))
	}
	for z, want := range map[float64]float64{-1: 0.841344746, 0: 0.5, 2: 0.022750132} {
		if got := p.Above(e + z*sd); math.Abs(got-want) > 1e-4 {
			t.Errorf("many items, mean and %v standard deviations: got %v, want about %v", z, got, want)
		}
	}
	for delta, want := range map[float64]float64{-2: 1, -1: 1, 1: 0, 2: 0} {
		if got := p.Above(delta); got != want {
			t.Errorf("P(difference > %v): got %v, want %v", delta, got, want)
		}
	}
	even, err := items.NewPairedPosterior(infer.Contingency{N00: 3, N01: 4, N10: 4, N11: 9}, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	if got := even.Above(0); !near(got, 0.5) {
		t.Errorf("as many wins as losses: got %v, want 1/2", got)
	}
	if _, err := items.NewPairedPosterior(infer.Contingency{N00: -1}, 1); err == nil {
		t.Error("a negative count: got no error")
	}
	for _, lambda := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := items.NewPairedPosterior(table, lambda); err == nil {
			t.Errorf("lambda %v: got no error", lambda)
		}
	}
}
