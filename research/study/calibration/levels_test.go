package calibration

import (
	"github.com/block-regularized/bcv/research/internal/check"
	"math"
	"testing"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/research/study"
)

// The claim is about the side on which the loss is smaller, and needs a difference that is
// larger than its spread.
func TestLevelClaim(t *testing.T) {
	high := [][]float64{{0.30, 0.31}, {0.32, 0.30}, {0.29, 0.31}, {0.31, 0.30}, {0.30, 0.32}}
	low := [][]float64{{0.20, 0.22}, {0.21, 0.20}, {0.20, 0.20}, {0.22, 0.21}, {0.20, 0.21}}
	for _, name := range []string{"bcv-t", Paired, "kfold-t"} {
		a, b, same := high, low, [][]float64{{0.32, 0.30}, {0.30, 0.32}, {0.30, 0.30}, {0.30, 0.31}, {0.31, 0.30}}
		if name == "kfold-t" {
			a, b, same = flattened(a), flattened(b), flattened(same)
		}
		for _, c := range []struct {
			b    [][]float64
			a    [][]float64
			want float64
		}{{b, a, 1}, {a, b, -1}, {same, a, 0}} {
			got, less, err := levelClaim(name, c.a, c.b)
			if err != nil || got != c.want || c.want*less < 0 {
				t.Errorf("%s: claim %v of %v less (%v), want %v", name, got, less, err, c.want)
			}
		}
	}
}

func flattened(x [][]float64) [][]float64 {
	var all []float64
	for _, row := range x {
		all = append(all, row...)
	}
	return [][]float64{all}
}

// The stored rows hold all settings, and what they are about: learners that are different
// are distinguished more often than equal ones.
func TestStoredLevels(t *testing.T) {
	rows, err := study.Stored[LevelRow](data.FS, "levels")
	if err != nil {
		t.Fatal(err)
	}
	if want := 5 * len(levelSettings()); len(rows) != want {
		t.Fatalf("%d rows, want %d", len(rows), want)
	}
	for i, r := range rows {
		s := levelSettings()[i/5]
		check.Equal(t, "r.Setting", r.Setting, s.name)
		check.Equal(t, "r.Data", r.Data, s.from.String())
		check.Equal(t, "r.Equal", r.Equal, featuresOf(s.a, s.b))
		check.Equal(t, "r.Different", r.Different, featuresOf(s.a, s.c))
		if known := !math.IsNaN(r.Rho1 + r.Rho2); known != (r.Folds == "5 x 2 BCV") || known && 2*r.Rho2 > 1+r.Rho1 {
			t.Errorf("%s, %s: correlations %v and %v", r.Setting, r.Folds, r.Rho1, r.Rho2)
		}
		if r.Difference > -20*r.DifferenceSE {
			t.Errorf("%s, %s: the better learner has a loss of %v ± %v less", r.Setting, r.Folds, r.Difference,
				r.DifferenceSE)
		}
		if r.Power < r.False+3*math.Hypot(r.FalseSE, r.PowerSE) {
			t.Errorf("%s, %s: power %v, false claims %v", r.Setting, r.Procedure, r.Power, r.False)
		}
	}
}

// Means, least and most of two settings by hand.
func TestSummarizeLevels(t *testing.T) {
	row := func(metric, procedure string, wrong, power, spread float64) LevelRow {
		return LevelRow{Metric: metric, Folds: "5 x 2 BCV", Procedure: procedure, False: wrong, Power: power,
			Spread: spread}
	}
	got := SummarizeLevels([]LevelRow{row("error rate", "bcv-t", 0.02, 0.4, 0.01), row("error rate", Paired, 0.1, 0.6,
		0.01),
		row("squared error", "bcv-t", 0.04, 0.2, 0.5), row("squared error", Paired, 0.12, 0.5, 0.5)})
	want := LevelSummary{Name: "5 x 2 BCV, bcv-t", False: 0.03, Least: 0.02, Most: 0.04, Power: 0.3, Rates: 0.01,
		Squares: 0.5}
	check.MustEqual(t, "len(got)", len(got), 2)
	check.That(t, math.Abs(got[0].False-want.False)+math.Abs(got[0].Power-want.Power) <= 1e-12,
		"math.Abs(got[0].False-want.False)+math.Abs(got[0].Power-want.Power) = %v, want at most %v",
		math.Abs(got[0].False-want.False)+math.Abs(got[0].Power-want.Power), 1e-12)
	check.Equal(t, "got[0].Name", got[0].Name, want.Name)
	check.Equal(t, "got[0].Least", got[0].Least, want.Least)
	check.Equal(t, "got[0].Most", got[0].Most, want.Most)
	check.Equal(t, "got[0].Rates", got[0].Rates, want.Rates)
	check.Equal(t, "got[0].Squares", got[0].Squares, want.Squares)
	check.Equal(t, "got[1].Most", got[1].Most, 0.12)
}
