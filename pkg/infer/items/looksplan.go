package items

import (
	"math"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
)

// LooksPower returns the probability that some look by looks-t at the items of the ledger, all of which are planned,
// rejects the hypothesis if the difference is the given one, and the share of the items that are asked on average until
// then. Looks are taken for continuous, so that the path is a Brownian motion, whose drift is the difference in standard
// errors of the last look.
// Errors: those of infer.Options.Filled.
func (l Ledger) LooksPower(difference float64, opt infer.Options) (power, asked float64, err error) {
	if opt, err = opt.Filled(); err != nil {
		return 0, 0, err
	}
	v := l.variance(nil)
	drift := (difference - opt.Delta) / math.Sqrt(v.Variance())
	if opt.Alternative == infer.Less {
		drift = -drift
	}
	c := l.looksCritical(opt)
	r, weights := special.Radius(v.Satterthwaite(), 128)
	decided := func(by float64) (p float64) {
		for k := range r {
			p += weights[k] * special.Reached(c*r[k], drift, by)
			if opt.Alternative == infer.TwoSided { // both are reached so rarely that it does not show
				p += weights[k] * special.Reached(c*r[k], -drift, by)
			}
		}
		return min(p, 1)
	}
	const steps = 200 // of the midpoint rule
	for k := range steps {
		asked += (1 - decided((float64(k)+0.5)/steps)) / steps
	}
	return decided(1), asked, nil
}

// looksCritical is the critical value of the last look, for t values with the degrees of freedom of the ledger.
func (l Ledger) looksCritical(opt infer.Options) float64 {
	return l.variance(nil).Critical(math.Erfc(special.MaximumCritical(opt.Alpha, opt.Alternative.Sides())/math.Sqrt2) / 2)
}

// LooksHalfWidth returns half the width of the two-sided interval of looks-t at all planned items.
func (l Ledger) LooksHalfWidth(alpha float64) float64 {
	return l.looksCritical(infer.Options{Alpha: alpha}) * math.Sqrt(l.variance(nil).Variance())
}

// LooksDetectable is Detectable by looks-t.
func (l Ledger) LooksDetectable(power float64, opt infer.Options) (float64, error) {
	return l.detectable(power, opt, func(difference float64, opt infer.Options) (float64, error) {
		p, _, err := l.LooksPower(difference, opt)
		return p, err
	})
}
