package reproduce

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"testing"
)

func TestCompare(t *testing.T) {
	got := Compare([]Row{
		{Key: "n", Published: "300", Computed: "300", Verdict: Input},
		{Key: "mnist", Published: "0.1", Verdict: NotRun},
		{Key: "rho1", Published: "0.30", Computed: "0.345", SE: "0.03", PublishedSE: "0.04", Verdict: FromStore,
			Note: "stored run: Monte Carlo match; 10 data sets; seed 1"},
		{Key: "law", Published: "2m-1", Computed: "2m-1", SE: "0", Verdict: ExactMatch, Note: "E3"},
	})
	if z := LargestZ(append(got, Comparison{Z: -2.5})); z != 2.5 {
		t.Errorf("largest z %v", z)
	}
	if len(got) != 2 {
		t.Fatalf("%d lines: %v", len(got), got)
	}
	{
		c := got[0]
		check.Near(t, "c.Z", c.Z, 0.9, 1e-12)
		check.Equal(t, "c.Verdict", c.Verdict, MonteCarloMatch)
		check.Equal(t, "c.Note", c.Note, "10 data sets; seed 1")
		check.Equal(t, "c.Computed", c.Computed, 0.345)
		check.Equal(t, "c.SE", c.SE, 0.03)
	}
	{
		c := got[1]
		check.That(t, math.IsNaN(c.Computed), "c.Computed = %v, want NaN", c.Computed)
		check.That(t, math.IsNaN(c.Z), "c.Z = %v, want NaN", c.Z)
		check.Equal(t, "c.Verdict", c.Verdict, ExactMatch)
		check.Equal(t, "c.Note", c.Note, "E3")
		check.Equal(t, "c.Published", c.Published, "2m-1")
	}
}
