package stopping

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// gridDesign is a partition set with the tests that are about it.
type gridDesign struct {
	name                string
	replications, folds int
	train, valid        int // records of a fold, of which the ratio matters; 0 where it does not
	tests               []gridTest
}

// gridSums are what the tests need of the differences of one partition set.
type gridSums struct {
	n, mean, first float64
	spread         float64 // sum of squared deviations from the mean
	within         float64 // of the sample variances of the replications: the sum
}

func (d gridDesign) sums(mu []float64) gridSums {
	s := gridSums{n: float64(len(mu)), first: mu[0]}
	for _, v := range mu {
		s.mean += v / s.n
	}
	for _, v := range mu {
		s.spread += (v - s.mean) * (v - s.mean)
	}
	if d.folds == 2 {
		for j := 0; j < len(mu); j += 2 {
			s.within += (mu[j] - mu[j+1]) * (mu[j] - mu[j+1]) / 2
		}
	}
	return s
}

// gridTest is a test in a form that is fast where millions are run: it rejects
// where the statistic exceeds a number. The tests of package infer compute a
// p-value and an interval each.
type gridTest struct {
	name               string
	statistic          func(s gridSums, excess float64) float64 // absolute; excess is added to every difference
	oneSided, twoSided float64                                  // critical values; oneSided is 0 for tests without
}

// The statistics, up to a factor.
func meanOverSpread(s gridSums, excess float64) float64 {
	return math.Abs(s.mean+excess) / math.Sqrt(s.spread)
}

func meanOverWithin(s gridSums, excess float64) float64 {
	return math.Abs(s.mean+excess) / math.Sqrt(s.within)
}

func firstOverWithin(s gridSums, excess float64) float64 {
	return math.Abs(s.first+excess) / math.Sqrt(s.within)
}

// squaresOverWithin is the statistic of the combined F-tests, 2m/2m times.
func squaresOverWithin(s gridSums, excess float64) float64 {
	return (s.spread + s.n*(s.mean+excess)*(s.mean+excess)) / (2 * s.within)
}

// gridDesigns returns the designs in the sizes that their sources recommend, and
// 12 x 2, where the sequential tests end.
func gridDesigns() ([]gridDesign, error) {
	out := []gridDesign{
		{name: "15 hold-outs", replications: 15, folds: 1, train: 2, valid: 1, tests: []gridTest{
			{name: "resampled-t", statistic: meanOverSpread}, {name: "corrected-resampled-t",
				statistic: meanOverSpread}}},
		{name: "10-fold CV", replications: 1, folds: 10, train: 9, valid: 1, tests: []gridTest{
			{name: "kfold-t", statistic: meanOverSpread}, {name: "kfold-ci-z", statistic: meanOverSpread}}},
		{name: "10 x 10-fold CV", replications: 10, folds: 10, train: 9, valid: 1, tests: []gridTest{
			{name: "corrected-repeated-kfold-t", statistic: meanOverSpread}}},
		{name: "3 x 2 CV", replications: 3, folds: 2, tests: []gridTest{
			{name: "blocked-3x2-t", statistic: meanOverSpread}, {name: "bcv-t", statistic: meanOverSpread}}},
		{name: "5 x 2 CV", replications: 5, folds: 2, tests: []gridTest{
			{name: "5x2-t", statistic: firstOverWithin}, {name: "combined-5x2-t", statistic: meanOverWithin},
			{name: "combined-5x2-F", statistic: squaresOverWithin, twoSided: distuv.F{D1: 10,
				D2: 5}.Quantile(1 - gridAlpha)},
			{name: "calibrated-5x2-F", statistic: squaresOverWithin, twoSided: distuv.F{D1: 7,
				D2: 5}.Quantile(1 - gridAlpha)},
			{name: "bcv-t", statistic: meanOverSpread}}},
		{name: "12 x 2 CV", replications: 12, folds: 2, tests: []gridTest{
			{name: "mx2-t", statistic: firstOverWithin}, {name: "bcv-t", statistic: meanOverSpread}}},
	}
	for _, d := range out {
		for k := range d.tests {
			if err := d.calibrate(&d.tests[k]); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// differences makes what the tests of package infer take.
func (d gridDesign) differences(mu []float64) (infer.Differences, error) {
	var rows [][]float64
	var train, valid [][]int
	for j := range d.replications {
		rows = append(rows, mu[j*d.folds:(j+1)*d.folds])
		train, valid = append(train, make([]int, d.folds)), append(valid, make([]int, d.folds))
		for k := range d.folds {
			train[j][k], valid[j][k] = 100*d.train, 100*d.valid
		}
	}
	out, err := infer.DifferencesOf(rows)
	if err != nil || d.train == 0 {
		return out, err
	}
	if out, err = out.WithTraining(train); err != nil {
		return out, err
	}
	return out.WithValidation(valid)
}

// calibrate takes the critical values of a test from package infer: its interval
// for any differences reaches from the estimate as far as the estimate must lie
// from Delta.
func (d gridDesign) calibrate(t *gridTest) error {
	if t.twoSided > 0 {
		return nil // no interval
	}
	mu := make([]float64, d.replications*d.folds)
	for i := range mu {
		mu[i] = math.Cos(float64(i * i))
	}
	differences, err := d.differences(mu)
	if err != nil {
		return err
	}
	scale := t.statistic(gridSums{mean: 1, first: 1, spread: d.sums(mu).spread, within: d.sums(mu).within}, 0)
	for _, side := range []infer.Alternative{infer.TwoSided, infer.Greater} {
		r, err := infer.Run(t.name, differences, infer.Options{Alternative: side, Alpha: gridAlpha})
		if err != nil {
			return err
		}
		if !r.HasCI {
			return fmt.Errorf("stopping: %s has no interval to take its critical value from", t.name)
		}
		reach := (r.Estimate - r.CI.Low) * scale
		if side == infer.TwoSided {
			t.twoSided = reach
		} else {
			t.oneSided = reach
		}
	}
	return nil
}

// SummaryRow summarizes for one test on one design whether its level can be relied
// on, and what it finds.
type SummaryRow struct {
	Test         string  `dataframe:"test"`
	Design       string  `dataframe:"partition set"`
	Cells        int     `dataframe:"cells"`
	OneSided     float64 `dataframe:"largest one-sided error"` // NaN for a test without one-sided form
	OneSE        float64 `dataframe:"its s.e."`                // standard error
	OneAt        string  `dataframe:"where"`
	OneAbove     float64 `dataframe:"percent of them above"` // percentage with an error above 0.05 + 3 standard errors
	TwoSided     float64 `dataframe:"largest two-sided error"`
	TwoSE        float64 `dataframe:"s.e. of it"`
	TwoAt        string  `dataframe:"at"`
	TwoAbove     float64 `dataframe:"percent above"`
	TypicalError float64 `dataframe:"error at rho = 0.2"` // two-sided, in the cell whose correlations are 0.2
	TypicalPower float64 `dataframe:"power at rho = 0.2"`
	MeanPower    float64 `dataframe:"mean power"` // over the cells; two-sided, at |mu - Delta| = 2 sigma
}

// typicalRho is near the correlations of differences of learners: in thesis table
// 5.9 rho1 is 0.15 to 0.27, rho2 0.16 to 0.22.
const typicalRho = 0.2

// Summarize returns one row per test and design, in the order of the rows. The
// largest of many simulated errors is on average a little above the true largest.
func Summarize(rows []TestErrorRow) []SummaryRow {
	var out []SummaryRow
	for _, of := range study.Group(rows, func(r TestErrorRow) [2]string { return [2]string{r.Test, r.Design} }) {
		s := SummaryRow{Test: of[0].Test, Design: of[0].Design, OneSided: -1, TwoSided: -1,
			TypicalError: math.NaN(), TypicalPower: math.NaN()}
		for _, r := range of {
			s.see(r)
		}
		n := float64(s.Cells)
		s.OneAbove, s.TwoAbove, s.MeanPower = 100*s.OneAbove/n, 100*s.TwoAbove/n, s.MeanPower/n
		if s.OneSided < 0 {
			s.OneSided, s.OneSE, s.OneAbove = math.NaN(), math.NaN(), math.NaN()
		}
		out = append(out, s)
	}
	return out
}

// see takes one cell: shares are sums until all are seen.
func (s *SummaryRow) see(r TestErrorRow) {
	s.Cells++
	s.MeanPower += r.Power
	if r.typical() {
		s.TypicalError, s.TypicalPower = r.TwoSided, r.Power
	}
	if r.OneSided > s.OneSided {
		s.OneSided, s.OneSE, s.OneAt = r.OneSided, r.OneSE, r.at()
	}
	if r.TwoSided > s.TwoSided {
		s.TwoSided, s.TwoSE, s.TwoAt = r.TwoSided, r.TwoSE, r.at()
	}
	if above(r.OneSided, r.OneSE) {
		s.OneAbove++
	}
	if above(r.TwoSided, r.TwoSE) {
		s.TwoAbove++
	}
}

func above(p, se float64) bool { return p > gridAlpha+gridErrors*se }

// typical reports whether all correlations that the design has are typicalRho.
func (r TestErrorRow) typical() bool {
	is := func(rho float64) bool { return math.IsNaN(rho) || math.Abs(rho-typicalRho) < 1e-9 }
	return is(r.Rho1) && is(r.Rho2)
}

// at names the cell.
func (r TestErrorRow) at() string {
	var parts []string
	if !math.IsNaN(r.Rho1) {
		parts = append(parts, fmt.Sprintf("rho1 = %.1f", r.Rho1))
	}
	if !math.IsNaN(r.Rho2) {
		parts = append(parts, fmt.Sprintf("rho2 = %.1f", r.Rho2))
	}
	return strings.Join(parts, ", ")
}

// gridErrors is the number of standard errors by which an error above the level counts.
const gridErrors = 3

// twins pairs the differences of a data set, which stand fold by fold.
func twins(differences []float64) [][2]float64 {
	out := make([][2]float64, len(differences)/2)
	for j := range out {
		out[j] = [2]float64(differences[2*j:])
	}
	return out
}

// follow runs a one-sided test of mu <= delta on all paths.
func follow(paths []sequential.Path, looks sequential.Boundary, delta float64) (reject, stop sim.Moments) {
	for _, p := range paths {
		rejected, m := looks.Decide(p, delta)
		share := 0.0
		if rejected {
			share = 1
		}
		reject.Add(share)
		stop.Add(float64(m))
	}
	return reject, stop
}
