package calibration

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"gonum.org/v1/gonum/stat/distuv"
)

// alpha is the nominal share of false claims on each side.
const alpha = 0.05

// Names of the procedures.
const (
	Paired    = "paired"
	Posterior = "posterior" // of Wang and Li, about the fitted models
	// in stored rows alone: the scatter of the records in place of the folds, by an earlier version
	Records = "records"
)

// procedure is a way to claim a difference that depends on the mean and the two spreads
// alone.
type procedure struct {
	method, prior string
	interval      bool
	reach         func(share float64) float64 // r in the comment of the package
}

// Sums are the statistics of package paired: the mean of all differences, W and B.
type Sums struct{ Mean, Within, Between float64 }

// SumsOf returns the statistics of the differences of an m x 2 CV, both folds of each replication.
func SumsOf(d [][2]float64) Sums {
	var s Sums
	for _, r := range d {
		s.Mean += (r[0] + r[1]) / float64(2*len(d))
	}
	for _, r := range d {
		apart, centre := r[0]-r[1], (r[0]+r[1])/2-s.Mean
		s.Within += apart * apart / 2
		s.Between += 2 * centre * centre
	}
	return s
}

// bound is how far the mean must lie from delta for a claim; NaN without spread.
func (p procedure) bound(s Sums) float64 {
	total := s.Within + s.Between
	return p.reach(s.Within/total) * math.Sqrt(total)
}

// priors returns the priors of the paired posterior under short names.
func priors(empirical paired.Empirical) []namedPrior {
	return []namedPrior{
		{"uniform", paired.Uniform{}},
		{"empirical", empirical},
		{"fixed 1/3", paired.Fixed{Rho1: 1. / 3, Rho2: 1. / 3}},
	}
}

// rectangles returns the priors that one is chosen of, see choose.
func rectangles() []namedPrior {
	return rectanglesOf([]float64{0, 0.1, 0.2}, []float64{0.4, 0.5, 0.6})
}

// rectanglesOf returns uniform priors whose rho2 runs from each of lows to each of highs.
func rectanglesOf(lows, highs []float64) []namedPrior {
	var out []namedPrior
	for _, rho1 := range []float64{0.3, 0.5} {
		for _, low := range lows {
			for _, high := range highs {
				u := paired.Uniform{Rho1High: rho1, Rho2Low: low, Rho2High: high}
				out = append(out, namedPrior{fmt.Sprintf("rho1 to %g, rho2 from %g to %g", rho1, low, high), u})
			}
		}
	}
	return out
}

type namedPrior struct {
	name  string
	prior paired.Prior
}

// procedures returns all but the posterior of Wang and Li, for m replications. Each side has
// the given probability.
func procedures(m int, priors []namedPrior, side float64) ([]procedure, error) {
	var out []procedure
	for _, p := range priors {
		reach, err := paired.Reach(m, p.prior, side)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		out = append(out, procedure{Paired, p.name, true, reach})
	}
	// On folds of a BCV bcv-t is corrected-repeated-kfold-t as well.
	tests := []string{"bcv-t", "blocked-mx2-t"}
	for i, run := range []func(infer.Differences, infer.Options) (infer.Result, error){infer.BCVT, infer.BlockedT} {
		reach, err := testReach(m, run, side)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", tests[i], err)
		}
		out = append(out, procedure{tests[i], "", true, reach})
	}
	if m == 5 {
		out = append(out, procedure{"calibrated-5x2-F", "", false, fisherReach(side)})
	}
	return out, nil
}

// testReach takes r of a t-test from its interval for any differences: it is the same
// for all. Each side has the given probability.
func testReach(m int, run func(infer.Differences, infer.Options) (infer.Result, error),
	side float64) (func(float64) float64, error) {
	pairs := paired.Spread(m, 0.5)
	var rows [][]float64
	for _, p := range pairs {
		rows = append(rows, p[:])
	}
	d, err := infer.DifferencesOf(rows)
	if err != nil {
		return nil, err
	}
	r, err := run(d, infer.Options{Alpha: 2 * side})
	if err != nil {
		return nil, err
	}
	half := (r.CI.High - r.CI.Low) / 2
	return func(float64) float64 { return half }, nil
}

// fisherReach returns r of the calibrated 5 x 2 F-test, two-sided at twice the probability
// of a side, which is the side of the mean: (W + B + 2m mean²)/(2W) exceeds the quantile of
// F(7, 5).
func fisherReach(side float64) func(share float64) float64 {
	critical := distuv.F{D1: 7, D2: 5}.Quantile(1 - 2*side)
	return func(share float64) float64 { return math.Sqrt(max(0, (2*share*critical-1)/10)) }
}
