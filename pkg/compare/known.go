package compare

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
)

// Known is the known error of the first kind of a procedure: how often it calls one of
// two equal models better, at worst over the correlations that were looked at.
type Known struct {
	Error float64 // NaN if it is not known
	SE    float64 // standard error; 0 if the error is exact
	Level float64 // nominal
	At    string  // where it is worst
	On    string  // what it was found on
}

// String says the error in words; "unknown" if it is not known.
func (k Known) String() string {
	if math.IsNaN(k.Error) {
		return "unknown"
	}
	verb, how := "errs in at most", "exact"
	if k.SE > 0 {
		verb, how = "erred in up to", fmt.Sprintf("+- %.2g", 100*k.SE)
	}
	return fmt.Sprintf("%s %.1f%% (%s) at the nominal %.3g%%, worst at %s, on %s", verb, 100*k.Error, how, 100*k.Level, k.At, k.On)
}

// KnownError returns the known error of a test of fold differences like d, at the level
// and for the alternative of opt.
func KnownError(test string, d infer.Differences, opt infer.Options) Known {
	o := Options{Alternative: opt.Alternative, Alpha: opt.Alpha}
	if o.Alpha == 0 {
		o.Alpha = 0.05
	}
	return known(test, d, o)
}

// limit is the largest correlation that errors are looked for at. The differences of
// real algorithms lie below it (5x2 BCV McNemar paper, eq. 10; thesis section 5.3).
const limit = 0.5

// known returns the error of a test on differences like d: computed where the
// distribution of the statistic is known, else from the stored simulations.
func known(test string, d infer.Differences, opt Options) Known {
	n := d.Replications() * d.Folds()
	share := math.NaN()
	switch {
	case test == "bcv-t" || test == "corrected-repeated-kfold-t" && d.Folds() == 2 && d.Replications() > 1:
		return knownBCV(d.Replications(), opt)
	case test == "resampled-t" || test == "kfold-t":
		share = 1 / float64(n)
	case test == "corrected-repeated-kfold-t" && d.Replications() == 1:
		share = 1/float64(n) + 1/float64(n-1)
	case test == "corrected-resampled-t":
		train, valid := d.Sizes() // known, or the test would not fit
		share = 1/float64(n) + float64(valid)/float64(train)
	}
	if math.IsNaN(share) {
		return measuredError(test, opt)
	}
	return knownEqual(n, share, d.Folds() > 1, opt)
}

// knownEqual is the error of mean/(s √share) against t(n-1) where any two of n normal
// differences have correlation 1/2: the mean has variance sigma² (1+(n-1)rho)/n, and s²
// is independent of it with mean sigma² (1-rho), so that the statistic is t(n-1) up to
// a factor, which grows with rho.
func knownEqual(n int, share float64, within bool, opt Options) Known {
	t := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}
	sides := opt.Alternative.Sides()
	stretch := math.Sqrt((1 + float64(n-1)*limit) / (float64(n) * (1 - limit)) / share)
	k := Known{Level: opt.Alpha, Error: sides * t.Survival(t.Quantile(1-opt.Alpha/sides)/stretch), At: "rho = 1/2",
		On: fmt.Sprintf("%d normal differences from hold-outs, equally correlated", n)}
	if within {
		k.On = fmt.Sprintf("%d normal differences from one CV, equally correlated", n)
	}
	return k
}

// knownBCV is the error of bcv-t, at worst over a grid of correlations from 0 to 1/2.
func knownBCV(m int, opt Options) Known {
	const steps = 5
	worst := Known{Level: opt.Alpha, Error: math.NaN(), On: fmt.Sprintf("normal differences of %d x 2 CV, correlations from 0 to 1/2", m)}
	for i := range steps + 1 {
		for j := range steps + 1 {
			rho1, rho2 := limit*float64(i)/steps, limit*float64(j)/steps
			inner := min(rho2, (1+rho1)/2-1e-5) // the bound itself is no distribution of differences
			p := infer.Plan{Options: infer.Options{Alternative: opt.Alternative, Alpha: opt.Alpha}, M: m, SD: 1, Rho1: rho1, Rho2: inner}
			e, err := p.Power()
			if err == nil && !(e <= worst.Error) {
				worst.Error, worst.At = e, fmt.Sprintf("rho1 = %g, rho2 = %g", rho1, rho2)
			}
		}
	}
	return worst
}

// measured is an error from the stored simulations, at the nominal level 0.05.
type measured struct {
	procedure        string
	one, two         float64 // one-sided and two-sided; NaN if there is none
	oneSE, twoSE     float64
	oneAt, twoAt, on string
}

// measuredError looks a procedure up in the stored simulations.
func measuredError(procedure string, opt Options) Known {
	for _, m := range measurements {
		if m.procedure != procedure {
			continue
		}
		k := Known{Level: 0.05, Error: m.two, SE: m.twoSE, At: m.twoAt, On: m.on}
		if opt.Alternative != infer.TwoSided {
			k.Error, k.SE, k.At = m.one, m.oneSE, m.oneAt
		}
		return k
	}
	return Known{Error: math.NaN()}
}
