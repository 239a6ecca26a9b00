package stopping

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/research/study"
)

// The numbers of erratum E24: stopping at the first crossing errs more often
// than one look, the ideal test with 0.15 at rho1 = rho2 = 0.
func TestStoppingInflatesTheError(t *testing.T) {
	normal := DefaultNormal(study.Quick)
	normal.Draws = 20_000
	rows, err := Errors(context.Background(), study.Config{Seed: 2}, normal)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Sequential < r.Fixed-3*r.FixedSE {
			t.Errorf("%+v: fewer errors in ten looks than in one of them", r)
		}
		want, tolerance := -1.0, 0.005
		switch c := (sequential.Correlation{Rho1: r.Rho1, Rho2: r.Rho2}); {
		case r.Test == Ideal && c == sequential.Correlation{}:
			want = 0.15
		case r.Test != Dietterich && c == sequential.Correlation{Rho1: 0.5, Rho2: 0.5}:
			want = 0.09
		}
		if want > 0 && math.Abs(r.Sequential-want) > tolerance+3*r.SequentialSE {
			t.Errorf("%+v; want an error of %v", r, want)
		}
		// One look at the true C_m and f_m is t up to the approximation of the
		// variance by a multiple of chi-squared, exact where rho1 = rho2.
		if r.Test == Ideal && r.Rho1 == r.Rho2 && math.Abs(r.Fixed-0.05) > 4*r.FixedSE {
			t.Errorf("%+v; one look is exact here", r)
		}
	}
}

// The adjusted tests have their level at Delta = mu in each cell, and no test
// rejects less often as Delta falls.
func TestNormalPower(t *testing.T) {
	normal := DefaultNormal(study.Quick)
	normal.Draws = 500
	rows, err := Power(context.Background(), study.Config{Seed: 2}, normal, Thresholds(), true)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 3*36*13 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, r := range rows {
		if r.Delta == 0 && math.Abs(r.Reject-normal.Alpha) > 0.001 {
			t.Errorf("%+v: not adjusted", r)
		}
		if i%13 > 0 && (r.Reject > rows[i-1].Reject || r.Stop < rows[i-1].Stop) {
			t.Errorf("%+v: more power or an earlier stop than %+v", r, rows[i-1])
		}
	}
}

// Calibrated rules hold their level in their region, the published rule does not,
// and the late rule has more power and stops later than the equal one.
func TestRulePower(t *testing.T) {
	cells := []sequential.Correlation{{Rho1: 0, Rho2: 0.5}, {Rho1: 0.5, Rho2: 0.5}, {Rho1: 0.2, Rho2: 0.2}}
	rows, err := ComparePower(context.Background(), study.Config{Seed: 2}, Rules(0.05, 12), cells, []float64{0, 2},
		20_000)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		switch name := r.Rule; {
		case r.Excess > 0:
		case name == "printed" && r.Rho2 == 0.5 && r.Reject < 0.08:
			t.Errorf("%+v: E24 says 0.09", r)
		case strings.HasPrefix(name, "calibrated, ") && r.Reject > 0.05+4*r.RejectSE:
			t.Errorf("%+v: above its level", r)
		}
		if r.Rule == "calibrated, late" && r.Excess > 0 {
			if equal := rows[i-2]; equal.Rule != "calibrated, equal" || r.Reject <= equal.Reject ||
				r.Stop <= equal.Stop {
				t.Errorf("late %+v, equal %+v", r, equal)
			}
		}
	}
}

// No point of the region exceeds the corners that calibrate the rules.
func TestCornersAreWorst(t *testing.T) {
	rows, e, err := worst(3, []float64{0.05, 0.005}, []int{4, 12}, 6, 4000)
	if err == nil {
		err = study.Simulate(t.Context(), study.Config{}, e)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range seen(rows, e.Result()) {
		if w.Error > max(w.Low, w.High) || w.Rho2 != 0.5 || math.Abs(w.Error-w.Alpha) > 5*w.ErrorSE {
			t.Errorf("%+v", w)
		}
	}
}

func TestConstants(t *testing.T) {
	rows, err := Constants()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2*2*2*5*18 {
		t.Errorf("%d constants", len(rows))
	}
}

// BenchmarkNormalPower is section 5.8.1 at its size: 3 tests, 36 cells, 13
// thresholds, 1,000 runs, with adjusted levels and with the levels as they are.
func BenchmarkNormalPower(b *testing.B) {
	normal := DefaultNormal(study.Quick)
	normal.Draws = 1000
	for _, c := range []struct {
		name     string
		adjusted bool
	}{{"as printed", false}, {"adjusted", true}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Power(context.Background(), study.Config{Seed: 1}, normal, Thresholds(),
					c.adjusted); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
