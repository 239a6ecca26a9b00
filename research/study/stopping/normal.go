package stopping

import (
	"context"

	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/variance"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
	"gonum.org/v1/gonum/stat/distuv"
)

// The tests of thesis section 5.8.1.
const (
	Dietterich = "Dietterich's pair" // Dietterich's 5x2 CV t-test on m replications (eq. 5.47)
	BCV        = "m x 2 BCV"         // the test of the thesis (eq. 5.35)
	Ideal      = "ideal"             // the same with the true C_m and f_m
)

// Tests lists them as table 5.8 does.
var Tests = []string{Dietterich, BCV, Ideal}

// Normal holds the settings of tests on normal differences: the differences on the folds of an m
// x 2 BCV are normal with variance 1 and the correlations of a cell.
type Normal struct {
	Start, Max int
	Alpha      float64 // one-sided
	Cells      []sequential.Correlation
	Draws      int // paths a cell; the thesis has 1,000
}

// DefaultNormal returns the published settings (section 5.6), with more draws.
func DefaultNormal(scale study.Scale) Normal {
	t := Normal{Start: 3, Max: 12, Alpha: 0.05, Draws: 5000}
	if scale == study.Paper {
		t.Draws = 500_000
	}
	tenths := []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5}
	t.Cells = Cells(tenths, tenths)
	return t
}

// Looks returns the boundaries of a test from look first to the last, each look
// at the one-sided level given.
func (t Normal) Looks(test string, c sequential.Correlation, first int, level float64) sequential.Boundary {
	l := sequential.Boundary{Start: first, Paired: test == Dietterich}
	for m := first; m <= t.Max; m++ {
		factor, df := 1.0, float64(m)
		switch test {
		case BCV:
			factor, df = variance.Chat(m), variance.DFhat(m)
		case Ideal:
			exact := theory.TStatistic{M: m, Rho1: c.Rho1, Rho2: c.Rho2}
			factor, df = exact.C(), exact.DF()
		}
		l.Factors = append(l.Factors, -factor*distuv.StudentsT{Sigma: 1, Nu: df}.Quantile(level))
	}
	return l
}

// ErrorRow holds the type I errors of one test in one cell: of one look at m =
// Max, and of stopping at the first of the looks that rejects.
type ErrorRow struct {
	Test         string  `dataframe:"test"`
	Rho1         float64 `dataframe:"rho1"`
	Rho2         float64 `dataframe:"rho2"`
	Fixed        float64 `dataframe:"error_fixed"` // one look, at m = Max
	FixedSE      float64 `dataframe:"error_fixed_se"`
	Sequential   float64 `dataframe:"error_sequential"` // looks from Start to Max
	SequentialSE float64 `dataframe:"error_sequential_se"`
	Stop         float64 `dataframe:"mean_stop"` // expected replications of the sequential test
	Draws        int     `dataframe:"draws"`     // paths
	Seed         int     `dataframe:"seed"`
	CPUSeconds   float64 `dataframe:"cpu_seconds"` // of the cell, all tests
}

// Errors simulates the type I errors of the tests as the thesis has them, at Delta =
// mu: a row for each test and cell.
func Errors(ctx context.Context, cfg study.Config, t Normal) ([]ErrorRow, error) {
	e := t.errors(cfg.Seed)
	err := study.Simulate(ctx, cfg, e)
	return byTest(e.Result(), len(t.Cells)), err
}

func (t Normal) errors(seed uint64) *study.Experiment[[]ErrorRow] {
	return study.Steps("normal-errors", seed, t, len(t.Cells), func(_ context.Context, i int) ([]ErrorRow, error) {
		c := t.Cells[i]
		start := study.CPUSeconds()
		var looks []sequential.Boundary
		for _, name := range Tests {
			looks = append(looks, t.Looks(name, c, t.Max, t.Alpha), t.Looks(name, c, t.Start, t.Alpha))
		}
		got, err := sequential.OperatingCharacteristics(c, looks, []float64{0}, t.Draws, seed)
		if err != nil {
			return nil, err
		}
		var out []ErrorRow
		for k, name := range Tests {
			fixed, repeated := got[2*k][0], got[2*k+1][0]
			out = append(out, ErrorRow{Test: name, Rho1: c.Rho1, Rho2: c.Rho2, Fixed: micro(fixed.Reject),
				FixedSE:    micro(fixed.RejectSE),
				Sequential: micro(repeated.Reject), SequentialSE: micro(repeated.RejectSE), Stop: micro(repeated.Stop),
				Draws: t.Draws, Seed: int(seed), CPUSeconds: micro(study.CPUSeconds() - start)})
		}
		return out, nil
	})
}

// byTest brings rows that are in the order of cells, as many of each, into that of
// tests.
func byTest[Row any](rows []Row, cells int) []Row {
	tests := len(rows) / cells
	out := make([]Row, 0, len(rows))
	for k := range tests {
		for i := range cells {
			out = append(out, rows[i*tests+k])
		}
	}
	return out
}

// Cells returns all pairs of the given correlations.
func Cells(rho1s, rho2s []float64) []sequential.Correlation {
	var out []sequential.Correlation
	for _, rho1 := range rho1s {
		for _, rho2 := range rho2s {
			out = append(out, sequential.Correlation{Rho1: rho1, Rho2: rho2})
		}
	}
	return out
}
