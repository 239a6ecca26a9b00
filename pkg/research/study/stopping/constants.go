package stopping

import (
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
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

// Alphas are the levels of the table of constants.
var Alphas = []float64{0.1, 0.05, 0.01, 0.005, 0.001}

// Constants returns the table of constants, last looks 3 to 20.
func Constants() ([]ConstantRow, error) {
	var out []ConstantRow
	for _, region := range []sequential.Region{sequential.WholeRegion, sequential.MilderRegion} {
		for _, shape := range []sequential.Shape{sequential.Equal, sequential.Late} {
			for _, alternative := range []infer.Alternative{infer.Greater, infer.TwoSided} {
				side := "one-sided"
				if alternative == infer.TwoSided {
					side = "two-sided"
				}
				for _, alpha := range Alphas {
					for m := 3; m <= 20; m++ {
						k, err := sequential.Calibrated{Region: region, Shape: shape}.Constant(3, m, alternative, alpha)
						if err != nil {
							return nil, err
						}
						out = append(out, ConstantRow{Region: region.String(), Shape: shape.String(),
							Alternative: side, Alpha: alpha, Max: m, Level: k.Level, SE: k.SE})
					}
				}
			}
		}
	}
	return out, nil
}
