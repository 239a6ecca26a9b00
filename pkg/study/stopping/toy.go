package stopping

import (
	"context"

	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/variance"
	"gonum.org/v1/gonum/stat/distuv"
)

// The tests of thesis section 5.8.1.
const (
	Paired = "98paired" // Dietterich's 5x2 CV t-test on m replications (eq. 5.47)
	BMx2   = "bmx2"     // the test of the thesis (eq. 5.35)
	Ideal  = "ideal"    // the same with the true C_m and f_m
)

// ToyTests lists them as table 5.8 does.
var ToyTests = []string{Paired, BMx2, Ideal}

// Toy holds the settings of the toy data: the differences of the folds are
// normal with variance 1.
type Toy struct {
	Start, Max int
	Alpha      float64 // one-sided
	Cells      []sequential.Correlation
	Draws      int // paths a cell; the thesis has 1,000
}

// DefaultToy returns the published settings (section 5.6), with more draws.
func DefaultToy(scale study.Scale) Toy {
	t := Toy{Start: 3, Max: 12, Alpha: 0.05, Draws: 5000}
	if scale == study.Paper {
		t.Draws = 500_000
	}
	tenths := []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5}
	t.Cells = Cells(tenths, tenths)
	return t
}

// Looks returns the boundaries of a test from look first to the last, each look
// at the one-sided level given.
func (t Toy) Looks(test string, c sequential.Correlation, first int, level float64) sequential.Boundary {
	l := sequential.Boundary{Start: first, Paired: test == Paired}
	for m := first; m <= t.Max; m++ {
		factor, df := 1.0, float64(m)
		switch test {
		case BMx2:
			factor, df = variance.Chat(m), variance.DFhat(m)
		case Ideal:
			law := variance.TStatistic{M: m, Rho1: c.Rho1, Rho2: c.Rho2}
			factor, df = law.C(), law.DF()
		}
		l.Factors = append(l.Factors, -factor*distuv.StudentsT{Sigma: 1, Nu: df}.Quantile(level))
	}
	return l
}

// ToyError holds the type I errors of one test in one cell: of one look at m =
// Max, and of stopping at the first of the looks that rejects.
type ToyError struct {
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

// RunToyErrors simulates the type I errors of the tests as the thesis prints
// them, at Delta = mu.
func RunToyErrors(ctx context.Context, cfg study.Config, t Toy) ([]ToyError, error) {
	out := make([]ToyError, len(ToyTests)*len(t.Cells))
	for i, c := range t.Cells {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		cfg.Report(i, len(t.Cells))
		start := study.CPUSeconds()
		var looks []sequential.Boundary
		for _, name := range ToyTests {
			looks = append(looks, t.Looks(name, c, t.Max, t.Alpha), t.Looks(name, c, t.Start, t.Alpha))
		}
		got, err := sequential.OperatingCharacteristics(c, looks, []float64{0}, t.Draws, cfg.Seed)
		if err != nil {
			return nil, err
		}
		for k, name := range ToyTests {
			fixed, sequential := got[2*k][0], got[2*k+1][0]
			out[k*len(t.Cells)+i] = ToyError{name, c.Rho1, c.Rho2, micro(fixed.Reject), micro(fixed.RejectSE),
				micro(sequential.Reject), micro(sequential.RejectSE), micro(sequential.Stop), t.Draws, int(cfg.Seed), micro(study.CPUSeconds() - start)}
		}
	}
	cfg.Report(len(t.Cells), len(t.Cells))
	return out, nil
}
