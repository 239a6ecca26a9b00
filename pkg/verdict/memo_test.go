package verdict

import (
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
)

// What takes long is computed once for what it is computed from, and again after an error.
func TestMemo(t *testing.T) {
	var m memo[int]
	calls := 0
	for i, want := range []int{1, 1, 2, 3} {
		from := [][]float64{{1, math.NaN()}, {1, math.NaN()}, {1, 2}, {1, math.Inf(1)}}[i]
		if got, err := m.get(from, func() (int, error) { calls++; return calls, nil }); err != nil || got != want {
			t.Errorf("%v: got %d (%v), want %d", from, got, err, want)
		}
	}
	failed := errors.New("failed")
	if _, err := m.get("x", func() (int, error) { return 0, failed }); !errors.Is(err, failed) {
		t.Errorf("error %v, want %v", err, failed)
	}
	if got, err := m.get("x", func() (int, error) { return 7, nil }); got != 7 || err != nil {
		t.Errorf("after an error got %d (%v), want 7", got, err)
	}
}

// A verdict that was read from JSON has the ledger of the one that was written, and no caller changes that of another.
func TestLedgerOnce(t *testing.T) {
	v := Verdict{Metric: metric.ErrorRate, ModelA: "a", ModelB: "b", Level: 0.95,
		Basis: Basis{Variance: &Variance{Alpha: 0.05, Ledger: items.Ledger{
			Factors: []items.Factor{{Name: "items", Units: 9}, {Name: "runs of A", Units: 3}},
			Squares: []items.Square{{Value: 1, DF: 8, Of: []int{0}}, {Value: 2, DF: 2, Of: []int{1}}},
			Sources: []items.Source{{Name: "items", Over: []int{0}, Weights: []float64{1, 0}},
				{Name: "runs of A", Over: []int{1}, Weights: []float64{0, 1}}}}}}}
	first, ok := v.Ledger()
	if !ok || len(first.Shares) != 2 || first.Shares[1].Name != "runs of a" {
		t.Fatalf("ledger %+v (%v)", first, ok)
	}
	want := first.Shares[0]
	first.Shares[0].Name = "changed"
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var back Verdict
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if got, ok := back.Ledger(); !ok || got.Shares[0] != want {
		t.Errorf("ledger of what was read %+v (%v), want %+v", got, ok, want)
	}
	other := v
	other.ModelA = "new"
	if got, _ := other.Ledger(); got.Shares[1].Name != "runs of new" {
		t.Errorf("of another model: %+v", got.Shares)
	}
}
