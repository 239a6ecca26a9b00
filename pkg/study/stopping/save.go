package stopping

import (
	"cmp"
	"context"

	"github.com/block-regularized/bcv/pkg/study"
)

// SequentialExcess are the values of mu - Delta, in units of sigma, at which the
// power of rules is compared.
func SequentialExcess() []float64 {
	var out []float64
	for i := range 13 {
		out = append(out, float64(i)/4)
	}
	return out
}

// SaveSequential writes the detailed tables of the sequential tests: the type I
// errors of the printed tests; constants of the calibrated rules, where on a grid
// of correlations their error is largest, and their errors and power beside those
// of the printed rule and of one look at the end.
func SaveSequential(ctx context.Context, cfg study.Config, errors []ToyError) error {
	cfg.Progress = nil // the errors were counted
	constants, err := SequentialConstants()
	if err != nil {
		return err
	}
	toy := DefaultToy(cfg.Scale)
	side, draws := 6, 500
	if cfg.Scale == study.Paper {
		side, draws = 21, 4000
	}
	worst, err := FindWorst(ctx, cfg, SequentialAlphas, []int{3, 6, 12, 20}, side, draws)
	if err != nil {
		return err
	}
	rules, err := RunRulePower(ctx, cfg, SequentialRules(toy.Alpha, toy.Max), toy.Cells, []float64{0}, min(toy.Draws, 200_000))
	if err != nil {
		return err
	}
	var power []RulePower
	for _, alpha := range []float64{0.05, 0.01} {
		rows, err := RunRulePower(ctx, cfg, SequentialRules(alpha, toy.Max), Cells([]float64{0, 0.2, 0.5}, []float64{0, 0.2, 0.4, 0.5}), SequentialExcess(), 4*draws)
		if err != nil {
			return err
		}
		power = append(power, rows...)
	}
	return cmp.Or(
		study.Save(cfg, "sequential_errors", errors),
		study.Save(cfg, "sequential_constants", constants),
		study.Save(cfg, "sequential_worst", worst),
		study.Save(cfg, "sequential_rules", rules),
		study.Save(cfg, "sequential_power", power),
	)
}
