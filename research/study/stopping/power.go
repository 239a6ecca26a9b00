package stopping

import (
	"context"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/research/study"
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

// WorstRow is where on a grid of correlations the error of a calibrated
// rule is largest, beside its error at the corners that calibrate it.
type WorstRow struct {
	Shape   string  `dataframe:"shape"`
	Alpha   float64 `dataframe:"alpha"` // one-sided
	Max     int     `dataframe:"max"`
	Points  int     `dataframe:"points"` // of the grid over 0 <= rho1, rho2 <= 1/2
	Rho1    float64 `dataframe:"worst_rho1"`
	Rho2    float64 `dataframe:"worst_rho2"`
	Error   float64 `dataframe:"worst_error"`
	ErrorSE float64 `dataframe:"worst_error_se"`
	Low     float64 `dataframe:"error_0_half"`    // at rho1 = 0, rho2 = 1/2
	High    float64 `dataframe:"error_half_half"` // at rho1 = rho2 = 1/2
	Draws   int     `dataframe:"draws"`
	Seed    int     `dataframe:"seed"`
}

// gridPoint is the error of one rule at one point of the grid.
type gridPoint struct {
	At    sequential.Correlation
	Error sequential.Characteristic
}

// worst returns the rows of the calibrated rules of the whole region, still without errors,
// and the experiment that finds them at a grid with the given number of points per side, all
// on common random numbers.
func worst(seed uint64, alphas []float64, lasts []int, side,
	draws int) ([]WorstRow, *study.Experiment[[]gridPoint], error) {
	var out []WorstRow
	var looks []sequential.Boundary
	for _, shape := range []sequential.Shape{sequential.Equal, sequential.Late} {
		for _, alpha := range alphas {
			for _, last := range lasts {
				s := sequential.TTest{Options: infer.Options{Alternative: infer.Greater, Alpha: alpha}, Max: last,
					Rule: sequential.Calibrated{Shape: shape}}
				l, err := s.Boundary()
				if err != nil {
					return nil, nil, err
				}
				looks = append(looks, l)
				out = append(out, WorstRow{Shape: shape.String(), Alpha: alpha, Max: last, Points: side * side,
					Draws: draws, Seed: int(seed)})
			}
		}
	}
	settings := map[string]any{"alphas": alphas, "lasts": lasts, "side": side, "draws": draws}
	return out, study.Steps("worst-errors", seed, settings, side*side, func(_ context.Context, i int) ([]gridPoint,
		error) {
		c := sequential.Correlation{Rho1: 0.5 * float64(i/side) / float64(side-1),
			Rho2: 0.5 * float64(i%side) / float64(side-1)}
		got, err := sequential.OperatingCharacteristics(c, looks, []float64{0}, draws, seed)
		if err != nil {
			return nil, err
		}
		var points []gridPoint
		for _, o := range got {
			points = append(points, gridPoint{At: c, Error: o[0]})
		}
		return points, nil
	}), nil
}

// seen returns the rows with the errors of all points, which are in their order.
func seen(rows []WorstRow, points []gridPoint) []WorstRow {
	for i, p := range points {
		rows[i%len(rows)].see(p.At, p.Error)
	}
	return rows
}

// see takes the error at one point of the grid.
func (w *WorstRow) see(c sequential.Correlation, o sequential.Characteristic) {
	switch c {
	case sequential.Correlation{Rho1: 0, Rho2: 0.5}:
		w.Low = o.Reject
	case sequential.Correlation{Rho1: 0.5, Rho2: 0.5}:
		w.High = o.Reject
	}
	if o.Reject > w.Error {
		w.Rho1, w.Rho2, w.Error, w.ErrorSE = c.Rho1, c.Rho2, o.Reject, o.RejectSE
	}
}
