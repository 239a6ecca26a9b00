package stopping

import (
	"context"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/study"
)

// ToyPower is a point of thesis figures 5.3 and 5.4: what one test does with
// the hypothesis mu <= Delta in one cell, where mu = 0 and sigma = 1.
type ToyPower struct {
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

// ToyThresholds are 13 values of Delta from -3 to 3; the thesis says no more
// than that they are discrete.
func ToyThresholds() []float64 {
	var out []float64
	for i := -6; i <= 6; i++ {
		out = append(out, float64(i)/2)
	}
	return out
}

// RunToyPower simulates the sequential tests at all thresholds. Adjusted tests
// have the nominal level at which their error at Delta = mu is Alpha in this very
// cell, as in figure 5.3; the thesis leaves the ideal test alone, for it holds its
// level at one look. The others look at level Alpha.
func RunToyPower(ctx context.Context, cfg study.Config, t Toy, thresholds []float64, adjusted bool) ([]ToyPower, error) {
	excess := make([]float64, len(thresholds))
	for i, d := range thresholds {
		excess[i] = -d
	}
	var out []ToyPower
	for i, c := range t.Cells {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		cfg.Report(i, len(t.Cells))
		var looks []sequential.Boundary
		var levels []float64
		for _, name := range ToyTests {
			level := t.Alpha
			if adjusted {
				var err error
				if level, err = t.adjust(name, c, cfg.Seed); err != nil {
					return nil, err
				}
			}
			levels = append(levels, level)
			looks = append(looks, t.Looks(name, c, t.Start, level))
		}
		got, err := sequential.OperatingCharacteristics(c, looks, excess, t.Draws, cfg.Seed)
		if err != nil {
			return nil, err
		}
		for k, name := range ToyTests {
			for x, o := range got[k] {
				out = append(out, ToyPower{name, c.Rho1, c.Rho2, levels[k], thresholds[x], o.Reject, o.RejectSE, o.Stop, o.StopSE})
			}
		}
	}
	cfg.Report(len(t.Cells), len(t.Cells))
	return out, nil
}

// adjust finds the nominal level of every look at which the error of a test is
// Alpha in one cell.
func (t Toy) adjust(test string, c sequential.Correlation, seed uint64) (float64, error) {
	lo, hi := 1e-6, 0.5
	for hi/lo > 1.005 {
		mid := math.Sqrt(lo * hi)
		got, err := sequential.OperatingCharacteristics(c, []sequential.Boundary{t.Looks(test, c, t.Start, mid)}, []float64{0}, t.Draws, seed)
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

// RulePower is what one rule does in one cell at one excess of mu over Delta.
type RulePower struct {
	Rule       string  `dataframe:"rule"`
	Alpha      float64 `dataframe:"alpha"` // one-sided
	Rho1       float64 `dataframe:"rho1"`
	Rho2       float64 `dataframe:"rho2"`
	Excess     float64 `dataframe:"excess"` // mu - Delta in units of sigma
	Reject     float64 `dataframe:"reject"` // probability: the type I error at excess 0
	RejectSE   float64 `dataframe:"reject_se"`
	Stop       float64 `dataframe:"mean_stop"`
	StopSE     float64 `dataframe:"mean_stop_se"`
	Draws      int     `dataframe:"draws"`
	Seed       int     `dataframe:"seed"`
	CPUSeconds float64 `dataframe:"cpu_seconds"` // of the cell, all rules
}

// NamedRule is a rule of stopping under a name.
type NamedRule struct {
	Name string
	Test sequential.Test
}

// SequentialRules are the rules to compare, one-sided at level alpha with looks
// from 3 to max: the printed one, the calibrated ones, one look at max.
func SequentialRules(alpha float64, max int) []NamedRule {
	one := infer.Options{Alternative: infer.Greater, Alpha: alpha}
	rule := func(name string, r sequential.Rule) NamedRule {
		return NamedRule{Name: name, Test: sequential.Test{Options: one, Max: max, Rule: r}}
	}
	fixed := rule("one look at the end", sequential.Printed{})
	fixed.Test.Start = max
	return []NamedRule{
		rule("printed", sequential.Printed{}),
		rule("printed at alpha/2", sequential.Printed{Halved: true}),
		rule("calibrated, equal", sequential.Calibrated{}),
		rule("calibrated, late", sequential.Calibrated{Shape: sequential.Late}),
		rule("calibrated for rho2 <= 0.4, equal", sequential.Calibrated{Region: sequential.MilderRegion}),
		rule("calibrated for rho2 <= 0.4, late", sequential.Calibrated{Region: sequential.MilderRegion, Shape: sequential.Late}),
		fixed,
	}
}

// RunRulePower simulates rules on common paths in each cell.
func RunRulePower(ctx context.Context, cfg study.Config, rules []NamedRule, cells []sequential.Correlation, excess []float64, draws int) ([]RulePower, error) {
	var looks []sequential.Boundary
	for _, r := range rules {
		l, err := r.Test.Boundary()
		if err != nil {
			return nil, err
		}
		looks = append(looks, l)
	}
	var out []RulePower
	for i, c := range cells {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		cfg.Report(i, len(cells))
		start := study.CPUSeconds()
		got, err := sequential.OperatingCharacteristics(c, looks, excess, draws, cfg.Seed)
		if err != nil {
			return nil, err
		}
		cost := study.CPUSeconds() - start
		for k, r := range rules {
			for _, o := range got[k] {
				out = append(out, RulePower{r.Name, r.Test.Alpha, c.Rho1, c.Rho2, o.Excess, micro(o.Reject), micro(o.RejectSE), micro(o.Stop), micro(o.StopSE), draws, int(cfg.Seed), micro(cost)})
			}
		}
	}
	cfg.Report(len(cells), len(cells))
	return out, nil
}

// micro rounds to six decimals: more would be noise, and long tables.
func micro(x float64) float64 { return math.Round(x*1e6) / 1e6 }
