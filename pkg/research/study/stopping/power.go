package stopping

import (
	"context"
	"math"

	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// PowerRow is a point of thesis figures 5.3 and 5.4: what one test does with
// the hypothesis mu <= Delta in one cell, where mu = 0 and sigma = 1.
type PowerRow struct {
	Test     string  `dataframe:"test"`
	Rho1     float64 `dataframe:"rho1"`
	Rho2     float64 `dataframe:"rho2"`
	Level    float64 `dataframe:"nominal_level"` // one-sided, of every look
	Delta    float64 `dataframe:"delta"`
	Reject   float64 `dataframe:"reject"` // probability
	RejectSE float64 `dataframe:"reject_se"`
	Stop     float64 `dataframe:"mean_stop"`
	StopSE   float64 `dataframe:"mean_stop_se"`
}

// Thresholds are 13 values of Delta from -3 to 3; the thesis says no more
// than that they are discrete.
func Thresholds() []float64 {
	var out []float64
	for i := -6; i <= 6; i++ {
		out = append(out, float64(i)/2)
	}
	return out
}

// Power simulates the sequential tests at all thresholds. Adjusted tests
// have the nominal level at which their error at Delta = mu is Alpha in this very
// cell, as in figure 5.3; the thesis leaves the ideal test alone, for it holds its
// level at one look. The others look at level Alpha.
func Power(ctx context.Context, cfg study.Config, t Normal, thresholds []float64, adjusted bool) ([]PowerRow, error) {
	excess := make([]float64, len(thresholds))
	for i, d := range thresholds {
		excess[i] = -d
	}
	e := study.Steps("normal-power", cfg.Seed, map[string]any{"settings": t, "thresholds": thresholds,
		"adjusted": adjusted}, len(t.Cells), func(_ context.Context, i int) ([]PowerRow, error) {
		return t.power(t.Cells[i], excess, adjusted, cfg.Seed)
	})
	err := study.Simulate(ctx, cfg, e)
	return e.Result(), err
}

// power returns the rows of one cell.
func (t Normal) power(c sequential.Correlation, excess []float64, adjusted bool, seed uint64) ([]PowerRow, error) {
	var looks []sequential.Boundary
	var levels []float64
	for _, name := range Tests {
		level := t.Alpha
		if adjusted {
			var err error
			if level, err = t.adjust(name, c, seed); err != nil {
				return nil, err
			}
		}
		levels = append(levels, level)
		looks = append(looks, t.Looks(name, c, t.Start, level))
	}
	got, err := sequential.OperatingCharacteristics(c, looks, excess, t.Draws, seed)
	if err != nil {
		return nil, err
	}
	var out []PowerRow
	for k, name := range Tests {
		for x, o := range got[k] {
			out = append(out, PowerRow{Test: name, Rho1: c.Rho1, Rho2: c.Rho2, Level: levels[k], Delta: -excess[x],
				Reject: o.Reject, RejectSE: o.RejectSE, Stop: o.Stop, StopSE: o.StopSE})
		}
	}
	return out, nil
}

// adjust finds the nominal level of every look at which the error of a test is
// Alpha in one cell.
func (t Normal) adjust(test string, c sequential.Correlation, seed uint64) (float64, error) {
	lo, hi := 1e-6, 0.5
	for hi/lo > 1.005 {
		mid := math.Sqrt(lo * hi)
		got, err := sequential.OperatingCharacteristics(c, []sequential.Boundary{t.Looks(test, c, t.Start, mid)},
			[]float64{0}, t.Draws, seed)
		if err != nil {
			return 0, err
		}
		if got[0][0].Reject > t.Alpha {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo, nil
}

// micro rounds to six decimals: more would be noise, and long tables.
func micro(x float64) float64 { return study.Round(x, 6) }
