package infer

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats/scalar"
)

// Without spread, up to rounding of the losses, no test of fold differences claims anything.
func TestNoSpreadInFolds(t *testing.T) {
	data := cases(t)
	inf := math.Inf(1)
	for name, d := range data {
		for _, c := range []struct {
			a, b, delta float64
			statistic   float64
		}{
			{0.25, 0.25, 0, 0},
			{0.1, 0.3, 0.2, 0}, // 0.3 - 0.1 is not 0.2 in floating point
			{0.25, 0.5, 0, inf},
			{0.5, 0.25, 0, -inf},
		} {
			flat := d
			flat.a, flat.b, flat.mu, flat.halves = nil, nil, nil, nil
			for range d.mu {
				flat.a, flat.b, flat.mu = append(flat.a, c.a), append(flat.b, c.b), append(flat.mu, c.b-c.a)
			}
			if d.around != nil {
				flat.around = make([]float64, len(d.around))
			}
			if d.halves != nil {
				flat.halves = [][2]float64{{c.b - c.a, c.b - c.a}}
			}
			flat.inner = eachInner(d.Inner(), func(float64) float64 { return c.b - c.a })
			for a := range []Alternative{TwoSided, Greater, Less} {
				for _, test := range applicable(flat, Options{Alternative: Alternative(a)}) {
					if test == "proportion-z" {
						continue // equal rates do have spread
					}
					r := must[Result](t)(Run(test, flat, Options{Alternative: Alternative(a), Delta: c.delta}))
					statistic := c.statistic
					if len(r.DF) == 2 {
						statistic = math.Abs(statistic)
					}
					if r.Statistic != statistic {
						t.Errorf("%s, %s: statistic %v, want %v", name, test, r.Statistic, statistic)
					}
					if r.PValue != 1 || r.Reject {
						t.Errorf("%s, %s: p = %v, rejected %t, want 1 and no claim", name, test, r.PValue, r.Reject)
					}
					if !r.NoSpread || !strings.Contains(r.Assumptions, "estimated variance is 0") {
						t.Errorf("%s, %s: no spread %t, %q, want a warning", name, test, r.NoSpread, r.Assumptions)
					}
				}
			}
		}
	}
}

func TestProportionsAtTheEdge(t *testing.T) {
	for _, c := range []struct {
		a, b, delta, statistic, p float64
	}{
		{0, 0, 0, 0, 1}, {1, 1, 0, 0, 1}, {0, 1, 0, math.Sqrt(20), math.Erfc(math.Sqrt(10))},
		{0, 0, 0.1, math.Inf(-1), 1}, {0, 1, 1, 0, 1},
	} {
		d := must[Differences](t)(NewDifferences(row(c.a), row(c.b)))
		d = must[Differences](t)(d.WithValidation([][]int{{10}}))
		r := must[Result](t)(ProportionZ(d, Options{Delta: c.delta}))
		if !scalar.EqualWithinRel(r.Statistic, c.statistic, 1e-14) && r.Statistic != c.statistic ||
			!scalar.EqualWithinAbsOrRel(r.PValue, c.p, 0, 1e-12) {
			t.Errorf("rates %v and %v, delta %v: %+v", c.a, c.b, c.delta, r)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	data := cases(t)
	plain := func(x [][]float64) Differences { return must[Differences](t)(DifferencesOf(x)) }
	squared := must[Differences](t)(NewDifferences(row(0.2), row(0.123)))
	squared = must[Differences](t)(squared.WithValidation([][]int{{10}}))
	single := must[Differences](t)(RecordDifferences([][][]float64{{{0, 1}, {1}}}, [][][]float64{{{1, 1}, {0}}}))
	for _, c := range []struct {
		test   string
		d      Differences
		opt    Options
		misfit bool
		want   string
	}{
		{"t-test", data["5x2"], Options{}, false, "unknown test \"t-test\"; use resampled-t, kfold-t"},
		{"5x2-t", data["10fold"], Options{}, true, "5x2-t is a test for a 5 x 2 CV; the differences come from a " +
			"10-fold CV; these fit: corrected-repeated-kfold-t, kfold-ci-z"},
		{"5x2-t", data["3x2"], Options{}, true, "come from a 3 x 2 CV; these fit: mx2-t, corrected-repeated-kfold-t, " +
			"blocked-3x2-t, bcv-t"},
		{"blocked-3x2-t", data["5x2"], Options{}, true, "a 3 x 2 CV; the differences come from a 5 x 2 CV"},
		{"combined-5x2-t", data["3x2"], Options{}, true, "a 5 x 2 CV"},
		{"combined-5x2-F", data["7x2"], Options{}, true, "a 5 x 2 CV"},
		{"calibrated-5x2-F", data["7x2"], Options{}, true, "a block-regularized 5 x 2 CV"},
		{"bcv-t", plain(row(1, 2)), Options{}, true, "m >= 2; the differences come from a 1 x 2 CV; these fit: " +
			"mx2-t, corrected-repeated-kfold-t"},
		{"nested-t", data["7x2"], Options{}, true, "with the folds (setting `inner` 2); these fit: mx2-t, "},
		{"nested-t", data["10fold"], Options{}, true, "is a test for a block-regularized m x 2 CV with m >= 2"},
		{"nested-t", data["5x2"], Options{Alpha: 2}, false, "alpha is 2"},
		{"mx2-t", data["4x5fold"], Options{}, true, "these fit: corrected-repeated-kfold-t"},
		{"resampled-t", plain(column(1)), Options{}, true, "2 or more random hold-outs; the differences come from " +
			"one hold-out; no test that allows for shared training records fits"},
		{"kfold-t", data["holdouts"], Options{}, true, "one K-fold CV; the differences come from 15 hold-outs"},
		{"kfold-t", Differences{}, Options{}, true, "no partition set; no test that"},
		{"corrected-repeated-kfold-t", data["holdouts"], Options{}, true, "come from 15 hold-outs"},
		{"corrected-resampled-t", plain(column(1, 2)), Options{}, true, "n_train and n_valid; no test that allows " +
			"for shared training records fits"},
		{"corrected-resampled-t", data["10fold"], Options{}, true, "random hold-outs"},
		{"conservative-z", plain(column(1, 2)), Options{}, true, "give halves"},
		{"conservative-z", data["10fold"], Options{}, true, "random hold-outs"},
		{"kfold-ci-z", plain(row(1, 2, 3)), Options{}, true, "give n_valid"},
		{"kfold-ci-z", data["4x5fold"], Options{}, true, "one K-fold CV"},
		{"kfold-ci-z-in", data["10fold"], Options{}, true, "losses of all records"},
		{"kfold-ci-z-in", data["5x2"], Options{}, true, "one K-fold CV"},
		{"kfold-ci-z-in", single, Options{}, true, "fold 2 has 1"},
		{"proportion-z", squared, Options{}, true, "0-1 losses; 0.123 on 10 records"},
		{"proportion-z", plain(row(0.1)), Options{}, true, "give n_valid"},
		{"proportion-z", data["5x2"], Options{}, true, "one hold-out"},
		{"combined-5x2-F", data["5x2"], Options{Alternative: Greater}, true,
			"two-sided only, not greater; leave the alternative two-sided or use a t-test; these fit: 5x2-t"},
		{"calibrated-5x2-F", data["5x2"], Options{Alternative: Less}, true, "two-sided only, not less"},
		{"5x2-t", data["5x2"], Options{Alpha: 1}, false, "alpha is 1"},
		{"5x2-t", data["5x2"], Options{Alpha: math.NaN()}, false, "alpha is NaN"},
		{"combined-5x2-F", data["5x2"], Options{Alpha: -1}, false, "alpha is -1"},
		{"5x2-t", data["5x2"], Options{Delta: math.Inf(1)}, false, "delta is +Inf"},
		{"5x2-t", data["5x2"], Options{Alternative: 7}, false, "unknown alternative 7"},
	} {
		_, err := Run(c.test, c.d, c.opt)
		var misfit *MisfitError
		if err == nil || !strings.HasPrefix(err.Error(), "infer: ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want infer: and %q", c.test, err, c.want)
		}
		if got := errors.As(err, &misfit); got != c.misfit {
			t.Errorf("%s: %v is a MisfitError: %t, want %t", c.test, err, got, c.misfit)
		}
	}
}

// Older names of tests run them under the present ones.
func TestOlderNames(t *testing.T) {
	data := cases(t)
	for old, c := range map[string]struct{ name, data string }{
		"sequential-t":       {"bcv-t", "5x2"},
		"rho-t":              {"resampled-t", "holdouts"},
		"corrected-rho-t":    {"corrected-resampled-t", "holdouts"},
		"corrected-rkfold-t": {"corrected-repeated-kfold-t", "4x5fold"},
	} {
		got := must[Result](t)(Run(old, data[c.data], Options{}))
		want := must[Result](t)(Run(c.name, data[c.data], Options{}))
		if got.Test != c.name || got.PValue != want.PValue {
			t.Errorf("%s ran as %s, p = %v; %s has %v", old, got.Test, got.PValue, c.name, want.PValue)
		}
	}
}
