package verdict

import (
	"fmt"
)

// aboutPosition says what the place of an answer does in comparisons of two, and the difference without it; empty where
// no order is known.
func (v Verdict) aboutPosition() string {
	p := v.Position
	if p == nil || !isKnown(p.Wins.Low) || v.Look != nil {
		return ""
	}
	percent := func(x float64) string { return fmt.Sprintf("%.1f", 100*x) }
	text := fmt.Sprintf("Shown first, an answer wins %s%% (%.4g%% interval %s to %s)", percent(p.Wins.Mid), 100*v.Level,
		percent(p.Wins.Low), percent(p.Wins.High))
	if p.Exchanged {
		return text + ", which cancels out, since every item was shown in both orders as often."
	}
	estimate, low, high := p.Corrected, p.CorrectedInterval.Low, p.CorrectedInterval.High
	first, _ := v.leads()
	share := p.AFirst
	if first == v.ModelB {
		share = 1 - p.AFirst
	} else {
		estimate, low, high = 0-estimate, 0-high, 0-low
	}
	return fmt.Sprintf("%s; %s was first in %s%%, and with both orders of the same weight it wins by %s points (%s to %s).", text,
		first, percent(share), percent(estimate), percent(low), percent(high))
}
