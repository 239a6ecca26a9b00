package stopping

import (
	"context"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/research/study"
)

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
