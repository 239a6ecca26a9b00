package known

import (
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/variance"
)

// limit is the largest correlation that errors are looked for at. The differences of most algorithms lie below it
// (5x2 BCV McNemar paper, eq. 10; thesis section 5.3), and not those of all.
const limit = 0.5

// beyondLimit are larger correlations, those of some unstable learners with strong features of their own.
var beyondLimit = [2]float64{0.55, 0.6}

// WithinLimit is the condition of the errors that are computed.
const WithinLimit = "where the correlations between folds are at most 1/2"

// BCVCase is what the error of bcv-t depends on, besides the correlations.
type BCVCase struct {
	M           int
	Alternative infer.Alternative
	Alpha       float64
}

// Rate is the error rate of bcv-t.
func (c BCVCase) Rate() ErrorRate {
	out := c.worst(limit)
	out.Beyond = c
	return out
}

// beyondRates holds the errors that beyond has computed.
var beyondRates sync.Map

// beyond returns the errors at worst at beyondLimit, which all pairs of many models have alike.
func (c BCVCase) beyond() (out [2]float64) {
	if computed, ok := beyondRates.Load(c); ok {
		return computed.([2]float64)
	}
	for i, limit := range beyondLimit {
		out[i] = c.worst(limit).Rate
	}
	beyondRates.Store(c, out)
	return out
}

// worst is the error at worst where the correlations between folds are at most a limit.
func (c BCVCase) worst(limit float64) ErrorRate {
	analysis := infer.PowerAnalysis{Options: infer.Options{Alternative: c.Alternative, Alpha: c.Alpha}, M: c.M, SD: 1}
	return worstNormal(c.M, c.Alpha, limit, func(rho1, rho2 float64) (float64, error) {
		analysis.Rho1, analysis.Rho2 = rho1, rho2
		return analysis.Power()
	})
}

// EqualRate is the error of mean/(s √share) against t(n-1) where any two of n normal
// differences have correlation 1/2: the mean has variance sigma² (1+(n-1)rho)/n, and s²
// is independent of it with mean sigma² (1-rho), so that the statistic is t(n-1) up to
// a factor, which grows with rho. The differences come from one CV, or else from hold-outs.
func EqualRate(n int, share float64, oneCV bool, opt infer.Options) ErrorRate {
	t := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}
	sides := opt.Alternative.Sides()
	stretch := math.Sqrt((1 + float64(n-1)*limit) / (float64(n) * (1 - limit)) / share)
	out := ErrorRate{Level: opt.Alpha, Rate: sides * t.Survival(t.Quantile(1-opt.Alpha/sides)/stretch), Where: WithinLimit,
		At: "rho = 1/2", On: fmt.Sprintf("%d normal differences from hold-outs, equally correlated", n)}
	if oneCV {
		out.On = fmt.Sprintf("%d normal differences from one CV, equally correlated", n)
	}
	return out
}

// PairedRate is the error rate of the paired posterior if it claims a difference where the
// probability of the other side is below alpha, or half of that on either side.
func PairedRate(m int, prior paired.Prior, opt infer.Options) ErrorRate {
	sides := opt.Alternative.Sides()
	reach, err := paired.Reach(m, prior, opt.Alpha/sides)
	if err != nil {
		return Unknown
	}
	return worstNormal(m, opt.Alpha, limit, func(rho1, rho2 float64) (float64, error) {
		return sides * paired.Claims(m, rho1, rho2, 0, reach), nil
	})
}

// worstNormal is the largest error rate where the correlations between folds are at most a limit.
func worstNormal(m int, alpha, limit float64, find func(rho1, rho2 float64) (float64, error)) ErrorRate {
	worst := ErrorRate{Level: alpha, Rate: math.NaN(), Where: WithinLimit,
		On: fmt.Sprintf("normal differences of %d x 2 CV", m)}
	for _, rho := range variance.UpTo(limit) {
		e, err := find(rho[0], rho[1])
		if err == nil && !(e <= worst.Rate) {
			worst.Rate, worst.At = e, fmt.Sprintf("rho1 = %.4g, rho2 = %.4g", rho[0], rho[1])
		}
	}
	return worst
}
