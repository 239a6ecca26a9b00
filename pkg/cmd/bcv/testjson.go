package main

import (
	"encoding/json"
	"io"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
)

// testJSON is the documented shape of the result of one test.
type testJSON struct {
	A           string       `json:"a,omitempty"` // where every pair of several models is tested
	B           string       `json:"b,omitempty"`
	Test        string       `json:"test"`
	Statistic   float64      `json:"statistic"` // the largest double with its sign where it is infinite
	DF          any          `json:"df"`        // a number; [num, den] for F; null for z and exact tests
	PValue      float64      `json:"p_value"`
	Alternative string       `json:"alternative"`
	Estimate    float64      `json:"estimate"`
	CI          *[2]*float64 `json:"ci"` // infinite ends are null; null if the test has none
	Decision    string       `json:"decision"`
	Adjusted    *float64     `json:"p_adjusted,omitempty"`
	Effect      *effectJSON  `json:"effect,omitempty"` // beside McNemar's tests of one hold-out
}

// effectJSON is the documented shape of the size of a difference on one hold-out; the odds
// are null where infinite and where the models never disagree; then their interval is missing.
type effectJSON struct {
	Difference  float64      `json:"difference"`
	CI          [2]float64   `json:"difference_ci"`
	OddsRatio   *float64     `json:"odds_ratio"`
	OddsRatioCI *[2]*float64 `json:"odds_ratio_ci,omitempty"`
}

func newEffectJSON(e infer.Effect) *effectJSON {
	out := &effectJSON{Difference: e.Difference, CI: [2]float64{e.DifferenceCI.Low, e.DifferenceCI.High}}
	if e.HasOdds() {
		out.OddsRatio = finite(e.OddsRatio)
		out.OddsRatioCI = &[2]*float64{finite(e.OddsRatioCI.Low), finite(e.OddsRatioCI.High)}
	}
	return out
}

// newTestJSON returns r in that shape.
func newTestJSON(r infer.Result) testJSON {
	out := testJSON{Test: r.Test, Statistic: max(-math.MaxFloat64, min(math.MaxFloat64, r.Statistic)), PValue: r.PValue,
		Alternative: r.Alternative.String(), Estimate: r.Estimate, Decision: decision(r)}
	switch len(r.DF) {
	case 1:
		out.DF = r.DF[0]
	case 2:
		out.DF = r.DF
	}
	if r.HasCI {
		out.CI = &[2]*float64{finite(r.CI.Low), finite(r.CI.High)}
	}
	return out
}

// finite returns nil for an infinite number.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// writeTestsJSON prints an array, one object a test.
func writeTestsJSON(w io.Writer, results []testJSON) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(results)
}
