package sequential

import (
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/variance"
)

// watch is a sequential test in progress.
type watch struct {
	Test
	nominal []float64 // by look
	factor  []float64 // Chat_m t_p(2m-1), by look
	sums
}

func (s Test) watch() (*watch, error) {
	s, err := s.filled()
	if err != nil {
		return nil, err
	}
	w := &watch{Test: s}
	if w.nominal, err = s.Rule.levels(s); err != nil {
		return nil, err
	}
	for i, p := range w.nominal {
		w.factor = append(w.factor, factor(s.Start+i, p/s.Alternative.Sides()))
	}
	return w, nil
}

// look makes the look at the present replications.
func (w *watch) look() Look {
	mean := w.mean()
	l := Look{M: w.m, Estimate: w.origin + mean, SD: w.sd(), Level: w.nominal[w.m-w.Start]}
	gap := w.origin - w.Delta + mean
	if gap != 0 {
		l.Statistic = gap / (variance.Chat(w.m) * l.SD)
	}
	if l.SD == 0 {
		return l.withoutSpread()
	}
	l.PValue = w.Alternative.PValue(l.Statistic, variance.DFhat(w.m))
	reach := w.factor[w.m-w.Start] * l.SD
	l.CI = w.Alternative.Interval(l.Estimate, reach)
	l.Boundary = infer.Interval{Low: math.Inf(-1), High: math.Inf(1)}
	if w.Alternative != infer.Greater {
		l.Boundary.Low = w.Delta - reach
	}
	if w.Alternative != infer.Less {
		l.Boundary.High = w.Delta + reach
	}
	above, below := gap > reach, gap < -reach
	l.Reject = above && w.Alternative != infer.Less || below && w.Alternative != infer.Greater
	l.Futile = w.Interest > 0 && !l.Reject && math.Max(gap+reach, reach-gap) < w.Interest
	return l
}

// withoutSpread is a look at differences that are all equal, which tell nothing about
// chance: the test goes on.
func (l Look) withoutSpread() Look {
	all := infer.Interval{Low: math.Inf(-1), High: math.Inf(1)}
	l.PValue, l.Boundary, l.CI = 1, all, all
	return l
}
