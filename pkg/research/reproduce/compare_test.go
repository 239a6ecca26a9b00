package reproduce

import (
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
	if c := got[0]; math.Abs(c.Z-0.9) > 1e-12 || c.Verdict != MonteCarloMatch || c.Note != "10 data sets; seed 1" ||
		c.Computed != 0.345 || c.SE != 0.03 {
		t.Errorf("%+v", c)
	}
	if c := got[1]; !math.IsNaN(c.Computed) || !math.IsNaN(c.Z) || c.Verdict != ExactMatch || c.Note != "E3" ||
		c.Published != "2m-1" {
		t.Errorf("%+v", c)
	}
}
