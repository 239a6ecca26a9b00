package stopping

import (
	"fmt"
	"io/fs"

	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/correlation"
)

// NormalErrors is the study of the type I errors of the tests of thesis section 5.8.1 on
// normal differences.
var NormalErrors = study.Study{Name: "normal-errors",
	Title: "type I errors of three sequential tests on normal differences", Seconds: 17,
	Plan: func(cfg study.Config) (study.Plan, error) {
		t := DefaultNormal(cfg.Scale)
		e := t.errors(cfg.Seed)
		return study.PlanOf(func() []study.Table {
			return []study.Table{study.NewTable("sequential_errors", byTest(e.Result(), len(t.Cells)))}
		}, e), nil
	}}

// CalibratedRules is the study of the calibrated rules: their constants, where on a grid
// of correlations their error is largest, and their errors and power beside the errors and power of
// the published rule and of one look at the end.
var CalibratedRules = study.Study{Name: "calibrated-rules",
	Title: "constants, largest errors and power of calibrated stopping rules", Seconds: 35, Plan: planRules}

func planRules(cfg study.Config) (study.Plan, error) {
	t := DefaultNormal(cfg.Scale)
	side, draws := 6, 500
	if cfg.Scale == study.Paper {
		side, draws = 21, 4000
	}
	worstRows, points, err := worst(cfg.Seed, Alphas, []int{3, 6, 12, 20}, side, draws)
	if err != nil {
		return study.Plan{}, err
	}
	errors, err := rulePower("rule-errors", cfg.Seed, Rules(t.Alpha, t.Max), t.Cells, []float64{0},
		min(t.Draws, 200_000))
	if err != nil {
		return study.Plan{}, err
	}
	p := study.Plan{Simulations: []study.Simulation{points, errors}}
	var power []*study.Experiment[[]RuleRow]
	for _, alpha := range []float64{0.05, 0.01} {
		e, err := rulePower(fmt.Sprintf("rule-power-%g", alpha), cfg.Seed, Rules(alpha, t.Max), powerCells(),
			Excesses(), 4*draws)
		if err != nil {
			return study.Plan{}, err
		}
		power = append(power, e)
	}
	p.Simulations = append(p.Simulations, study.All(power)...)
	p.Tables = func() ([]study.Table, error) {
		constants, err := Constants()
		var rows []RuleRow
		for _, r := range study.Results(power) {
			rows = append(rows, r...)
		}
		return []study.Table{study.NewTable("sequential_constants", constants), study.NewTable("sequential_worst",
			seen(worstRows, points.Result())),
			study.NewTable("sequential_rules", errors.Result()), study.NewTable("sequential_power", rows)}, err
	}
	return p, nil
}

// AllTests is the study of the errors of every test on normal differences.
var AllTests = study.Study{Name: "test-errors", Title: "type I errors and power of every test on normal differences",
	Seconds: 2,
	Plan: func(cfg study.Config) (study.Plan, error) {
		p, err := newGridPlan(cfg, testErrorRuns)
		return study.Plan{Simulations: []study.Simulation{p.counts, p.rules}, Tables: func() ([]study.Table, error) {
			return []study.Table{study.NewTable("type1_errors", p.rows())}, nil
		}}, err
	}}

// Letter is the study of the tests on the UCI letter data, of which it needs a local
// copy. The true differences come from the stored table of correlation.Letter.
var Letter = study.Study{Name: "letter-sequential",
	Title: "type I errors, power and stopping times on the UCI letter data", Seconds: 35,
	Plan: func(cfg study.Config) (study.Plan, error) {
		e, err := newLetter(cfg)
		if err != nil {
			return study.Plan{}, err
		}
		return study.PlanOf(func() []study.Table {
			return []study.Table{study.NewTable(LetterTable, e.Result())}
		}, e), nil
	}}

// LetterTable is the name of the table of Letter.
const LetterTable = "letter_sequential"

// newLetter returns the letterExperiment of a scale, the error public.ErrNotFound if
// the data have no local copy.
func newLetter(cfg study.Config) (*study.Experiment[[]LetterRow], error) {
	d, err := public.Open("letter")
	if err != nil {
		return nil, err
	}
	truth, err := storedTruth(cfg.Data)
	if err != nil {
		return nil, err
	}
	return letterExperiment(d, truth, correlation.LetterSets(cfg.Scale), cfg.Seed)
}

// storedTruth reads the true differences from the run of table 5.9.
func storedTruth(fsys fs.FS) ([]LetterTruth, error) {
	rows, err := study.Stored[correlation.StoredRow](fsys, correlation.LetterTable)
	if err != nil {
		return nil, err
	}
	out := make([]LetterTruth, len(correlation.LetterOmegas))
	for k := range out {
		for _, r := range rows {
			if r.A == fmt.Sprintf("Letter%d", k+1) && r.B == "tree" {
				out[k] = LetterTruth{Mu: r.Mean, SE: r.MeanSE}
			}
		}
		if out[k].SE == 0 {
			return nil, fmt.Errorf("stopping: the correlations of the letter data have no row for Letter%d and the "+
				"tree; run %s anew", k+1, correlation.Letter.Name)
		}
	}
	return out, nil
}

// Excesses are the values of mu - Delta, in units of sigma, at which the power of rules
// is compared.
func Excesses() []float64 {
	var out []float64
	for i := range 13 {
		out = append(out, float64(i)/4)
	}
	return out
}

// powerCells are corners, edges and inside of the region of correlations.
func powerCells() []sequential.Correlation {
	return Cells([]float64{0, 0.2, 0.5}, []float64{0, 0.2, 0.4, 0.5})
}
