package stopping

import (
	"context"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/study"
)

// ConstantRow is one constant of a calibrated rule.
type ConstantRow struct {
	Region      string  `dataframe:"region"`
	Shape       string  `dataframe:"shape"`
	Alternative string  `dataframe:"alternative"`
	Alpha       float64 `dataframe:"alpha"`
	Max         int     `dataframe:"max"`   // replications at the last look; the first is at 3
	Level       float64 `dataframe:"level"` // nominal level at the last look
	SE          float64 `dataframe:"se"`    // of the error that this level gives, which is alpha
}

// SequentialAlphas are the levels of the table of constants.
var SequentialAlphas = []float64{0.1, 0.05, 0.01, 0.005, 0.001}

// SequentialConstants returns the table of constants, last looks 3 to 20.
func SequentialConstants() ([]ConstantRow, error) {
	var out []ConstantRow
	for _, region := range []sequential.Region{sequential.WholeRegion, sequential.MilderRegion} {
		for _, shape := range []sequential.Shape{sequential.Equal, sequential.Late} {
			for _, alternative := range []infer.Alternative{infer.Greater, infer.TwoSided} {
				side := "one-sided"
				if alternative == infer.TwoSided {
					side = "two-sided"
				}
				for _, alpha := range SequentialAlphas {
					for m := 3; m <= 20; m++ {
						k, err := sequential.Calibrated{Region: region, Shape: shape}.Constant(3, m, alternative, alpha)
						if err != nil {
							return nil, err
						}
						out = append(out, ConstantRow{region.String(), shape.String(), side, alpha, m, k.Level, k.SE})
					}
				}
			}
		}
	}
	return out, nil
}

// WorstPoint tells where on a grid of correlations the error of a calibrated
// rule is largest, beside its error at the corners that calibrate it.
type WorstPoint struct {
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

// FindWorst simulates the calibrated rules of the whole region at a grid with
// the given number of points a side, all on common random numbers.
func FindWorst(ctx context.Context, cfg study.Config, alphas []float64, lasts []int, side, draws int) ([]WorstPoint, error) {
	var out []WorstPoint
	var looks []sequential.Boundary
	for _, shape := range []sequential.Shape{sequential.Equal, sequential.Late} {
		for _, alpha := range alphas {
			for _, last := range lasts {
				s := sequential.Test{Options: infer.Options{Alternative: infer.Greater, Alpha: alpha}, Max: last, Rule: sequential.Calibrated{Shape: shape}}
				l, err := s.Boundary()
				if err != nil {
					return nil, err
				}
				looks = append(looks, l)
				out = append(out, WorstPoint{Shape: shape.String(), Alpha: alpha, Max: last, Points: side * side, Draws: draws, Seed: int(cfg.Seed)})
			}
		}
	}
	for i := range side * side {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		cfg.Report(i, side*side)
		c := sequential.Correlation{Rho1: 0.5 * float64(i/side) / float64(side-1), Rho2: 0.5 * float64(i%side) / float64(side-1)}
		got, err := sequential.OperatingCharacteristics(c, looks, []float64{0}, draws, cfg.Seed)
		if err != nil {
			return nil, err
		}
		for k := range out {
			out[k].see(c, got[k][0])
		}
	}
	cfg.Report(side*side, side*side)
	return out, nil
}

// see takes the error at one point of the grid.
func (w *WorstPoint) see(c sequential.Correlation, o sequential.Characteristic) {
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
