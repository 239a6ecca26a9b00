package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
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

// knownBCV is the error of bcv-t.
func knownBCV(m int, opt Options) Known {
	return worstNormal(m, opt, func(rho1, rho2 float64) (float64, error) {
		p := infer.PowerAnalysis{Options: infer.Options{Alternative: opt.Alternative, Alpha: opt.Alpha}, M: m, SD: 1, Rho1: rho1, Rho2: rho2}
		return p.Power()
	})
}

// knownPaired is the error of the paired posterior if it claims a difference where the
// probability of the other side is below alpha, or half of that on either side.
func knownPaired(m int, prior paired.Prior, opt Options) Known {
	sides := opt.Alternative.Sides()
	key := fmt.Sprintf("%d %v %v %#v", m, sides, opt.Alpha, prior)
	if k, ok := pairedErrors.Load(key); ok {
		return k.(Known)
	}
	reach, err := paired.Reach(m, prior, opt.Alpha/sides)
	if err != nil {
		return Known{Error: math.NaN()}
	}
	k := worstNormal(m, opt, func(rho1, rho2 float64) (float64, error) {
		return sides * paired.Claims(m, rho1, rho2, 0, reach), nil
	})
	pairedErrors.Store(key, k)
	return k
}

// pairedErrors are those that were computed, which takes some 50 ms each.
var pairedErrors sync.Map

// worstNormal is the largest error over a grid of correlations from 0 to 1/2.
func worstNormal(m int, opt Options, find func(rho1, rho2 float64) (float64, error)) Known {
	const steps = 5
	worst := Known{Level: opt.Alpha, Error: math.NaN(), On: fmt.Sprintf("normal differences of %d x 2 CV, correlations from 0 to 1/2", m)}
	for i := range steps + 1 {
		for j := range steps + 1 {
			rho1, rho2 := limit*float64(i)/steps, limit*float64(j)/steps
			inner := min(rho2, (1+rho1)/2-1e-5) // the bound itself is no distribution of differences
			e, err := find(rho1, inner)
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
	oneOn            string // in place of on, if one-sided claims were measured on others
}

// measuredError looks a procedure up in the stored simulations.
func measuredError(procedure string, opt Options) Known {
	for _, m := range measurements {
		if m.procedure != procedure {
			continue
		}
		k := Known{Level: 0.05, Error: m.two, SE: m.twoSE, At: m.twoAt, On: m.on}
		if opt.Alternative != infer.TwoSided {
			k.Error, k.SE, k.At, k.On = m.one, m.oneSE, m.oneAt, cmp.Or(m.oneOn, m.on)
		}
		return k
	}
	return Known{Error: math.NaN()}
}

// equalLearners is how often a two-sided rule at level 0.05 on m x 2 BCV called one of two
// learners better that are equal by construction, by the study equal-learners.
type equalLearners struct {
	Metrics, Procedure string // of the paired posterior with its prior
	Cells, Sets        int    // cells of the study, and data sets in each at least
	Mean, Largest, SE  float64
}

// Kinds of metrics that were measured on learners.
const (
	errorRates    = "error rates"
	ratios        = "precision, recall and F1"
	squaredErrors = "squared errors"
)

// kinds are those a metric may be of, by its name in results; none where learners were not
// compared by it.
func kinds(metric string) []string {
	if _, err := posterior.ParseMetrics(metric); err == nil {
		return []string{ratios}
	}
	switch strings.ToLower(strings.ReplaceAll(metric, "_", " ")) {
	case "error", "error rate", "accuracy":
		return []string{errorRates}
	case "squared error", "mean squared error", "mse":
		return []string{squaredErrors}
	case "loss":
		return []string{errorRates, squaredErrors}
	}
	return nil
}

// AboutError says how often the procedure of the verdict errs: at worst on a model, and of
// learners compared by this metric, where that was measured.
func (v Verdict) AboutError() string {
	if math.IsNaN(v.Known.Error) {
		return fmt.Sprintf("%s has an error that was not measured for such results", v.Method)
	}
	text := v.Method + " " + v.Known.String()
	key := v.Method
	if v.Method == "paired" && v.data != nil {
		key = "paired, " + priorName(v.data.prior)
	}
	if v.Alternative != infer.TwoSided || v.Known.Level != 0.05 || !slices.ContainsFunc(onEqual, func(e equalLearners) bool { return e.Procedure == key }) {
		return text
	}
	var measured []string
	for _, kind := range kinds(v.Metric) {
		for _, e := range onEqual {
			if e.Metrics == kind && e.Procedure == key {
				measured = append(measured, fmt.Sprintf("by %s %.1f%% on average and %.1f%% (+- %.2g) at most of %d cells of %d data sets",
					kind, 100*e.Mean, 100*e.Largest, 100*e.SE, e.Cells, e.Sets))
			}
		}
	}
	if len(measured) == 0 {
		return fmt.Sprintf("%s; on learners it was not measured for %s", text, v.Metric)
	}
	return fmt.Sprintf("%s; of two equal learners it called one better %s (study equal-learners)", text, strings.Join(measured, ", "))
}

// priorName names the priors that the study has.
func priorName(p paired.Prior) string {
	switch p := p.(type) {
	case nil:
		return "uniform"
	case paired.Empirical:
		return "empirical"
	default:
		return p.String()
	}
}
