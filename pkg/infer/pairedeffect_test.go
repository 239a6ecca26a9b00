package infer

import (
	"math"
	"testing"

	"github.com/block-regularized/bcv/internal/numtest"
)

// Mid-p-values by R's binomial distribution, intervals by numerical maximization of the
// likelihood and by prop.test; see testdata/effect.R.
func TestEffectAsInR(t *testing.T) {
	for _, row := range numtest.Fixture(t, "effect_r.csv") {
		v := make([]float64, len(row))
		for k := range row {
			v[k] = numtest.Float(t, row[k])
		}
		c := Contingency{N00: v[0], N01: v[1], N10: v[2], N11: v[3]}
		for k, alternative := range []Alternative{TwoSided, Greater, Less} {
			r, err := McNemarMidP(c, Options{Alternative: alternative})
			if err != nil || math.Abs(r.PValue-v[5+k]) > 1e-12*v[5+k] {
				t.Errorf("%+v, %v: mid-p %v, want %v (%v)", c, alternative, r.PValue, v[5+k], err)
			}
		}
		e, err := PairedEffect(c, Options{Alpha: v[4]})
		if err != nil {
			t.Fatal(err)
		}
		for name, pair := range map[string][2]float64{
			"low": {e.DifferenceCI.Low, v[8]}, "high": {e.DifferenceCI.High, v[9]},
			"odds low": {e.OddsRatioCI.Low, v[10]}, "odds high": {e.OddsRatioCI.High, v[11]},
		} {
			// optimize finds the maximum to about the root of the machine's precision.
			if pair[0] != pair[1] && !(math.Abs(pair[0]-pair[1]) <= 2e-7*math.Max(1, math.Abs(pair[1]))) {
				t.Errorf("%+v, alpha %v: %s %v, want %v", c, v[4], name, pair[0], pair[1])
			}
		}
	}
}

// The airway example of Fagerland, Lydersen and Laake (2013, 2014): mid-p 0.039; Tango's
// interval -0.517 to -0.026; odds ratio 1/7.
func TestEffectPublished(t *testing.T) {
	c := Contingency{N00: 12, N01: 7, N10: 1, N11: 1}
	r, err := McNemarMidP(c, Options{})
	if err != nil || math.Abs(r.PValue-0.0391) > 5e-5 {
		t.Errorf("mid-p %v, %v", r.PValue, err)
	}
	e, err := PairedEffect(c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(e.DifferenceCI.Low+0.517) > 5e-4 || math.Abs(e.DifferenceCI.High+0.026) > 5e-4 {
		t.Errorf("interval %v, want [-0.517, -0.026]", e.DifferenceCI)
	}
	if !near(e.OddsRatio, 1.0/7) {
		t.Errorf("odds ratio %v, want 1/7", e.OddsRatio)
	}
}

// A for B turns all signs; one-sided intervals end where two-sided ones of twice the alpha
// do; the ends of the scale and tables without disagreement have defined answers.
func TestEffectEdges(t *testing.T) {
	c := Contingency{N00: 4, N01: 3, N10: 11, N11: 50}
	get := func(c Contingency, opt Options) Effect {
		e, err := PairedEffect(c, opt)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	e, s := get(c, Options{}), get(c.swapped(), Options{})
	if !near(e.Difference, -s.Difference) || !near(e.DifferenceCI.Low, -s.DifferenceCI.High) ||
		!near(e.OddsRatioCI.Low, 1/s.OddsRatioCI.High) {
		t.Errorf("%+v, swapped %+v", e, s)
	}
	wide, up, down := get(c, Options{Alpha: 0.1}), get(c, Options{Alternative: Greater}),
		get(c, Options{Alternative: Less})
	if up.DifferenceCI != (Interval{wide.DifferenceCI.Low, 1}) ||
		down.DifferenceCI != (Interval{-1, wide.DifferenceCI.High}) {
		t.Errorf("%+v, %+v; two-sided %+v", up, down, wide)
	}
	if up.OddsRatioCI.Low != wide.OddsRatioCI.Low || !math.IsInf(up.OddsRatioCI.High, 1) || down.OddsRatioCI.Low != 0 {
		t.Errorf("%+v, %+v; two-sided %+v", up.OddsRatioCI, down.OddsRatioCI, wide.OddsRatioCI)
	}
	all := get(Contingency{N10: 5}, Options{})
	if ci := all.DifferenceCI; ci.High != 1 || !(ci.Low > 0 && ci.Low < 1) {
		t.Errorf("B alone errs: interval %v, want one from between 0 and 1 to 1", ci)
	}
	if !math.IsInf(all.OddsRatio, 1) || !(all.OddsRatioCI.Low > 1) {
		t.Errorf("B alone errs: odds ratio %v, %v; want +Inf, and an interval above 1", all.OddsRatio, all.OddsRatioCI)
	}
	same := get(Contingency{N11: 40}, Options{})
	if same.HasOdds() || same.Difference != 0 {
		t.Errorf("no disagreement: odds %v, difference %v; want none and 0", same.HasOdds(), same.Difference)
	}
	if ci := same.DifferenceCI; !(ci.Low < 0) || !near(ci.Low, -ci.High) {
		t.Errorf("no disagreement: interval %v, want one about 0", ci)
	}
	r, err := McNemarMidP(Contingency{N11: 40}, Options{Alternative: Less})
	if err != nil || r.PValue != 1 {
		t.Errorf("no disagreement: p %v, %v", r.PValue, err)
	}
	if _, err := McNemarMidP(Contingency{N01: 1.5, N10: 2}, Options{}); err == nil {
		t.Error("a mean table has a mid-p-value")
	}
	if _, err := PairedEffect(Contingency{}, Options{}); err == nil {
		t.Error("an empty table has an effect")
	}
}
