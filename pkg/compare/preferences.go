package compare

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer"
)

// preferred reports whether the items are comparisons, of which a model won 1, 0 or, in a tie, 1/2.
func (p *pair) preferred() bool { return p.results.Preferred() }

// wins counts the comparisons that each model won; ties are those that both have right.
func (p *pair) wins() (c infer.Contingency) {
	for i, a := range p.scores.A[0] {
		switch b := p.scores.B[0][i]; {
		case a > b:
			c.N10++
		case a < b:
			c.N01++
		default:
			c.N11++
		}
	}
	return c
}

// addPosition adds to a verdict on comparisons what the place of an answer does, and warns where it may decide.
func (p *pair) addPosition(v *draft) {
	first := p.results.FirstShown(p.a, p.b)
	if first == nil {
		return
	}
	of := p.scores.Position(first, 1-v.Level)
	v.Position = &of
	switch {
	case of.AFirst == 0 || of.AFirst == 1:
		always := v.ModelB
		if of.AFirst == 1 {
			always = v.ModelA
		}
		v.Note = joined(v.Note, fmt.Sprintf("%s was always shown first, so that nothing tells the model from its place: show items "+
			"in both orders", always))
		return
	case of.Exchanged, v.Delta != 0, v.Alternative != infer.TwoSided, !isKnown(of.CorrectedInterval.Low), v.Look != nil:
		return
	}
	left := of.CorrectedInterval.Low > 0 || of.CorrectedInterval.High < 0
	switch {
	case v.Winner != "" && !left:
		v.Note = joined(v.Note, "with both orders of the same weight the difference is not clear: it may come from the place")
	case v.Winner == "" && left:
		v.Note = joined(v.Note, "with both orders of the same weight the difference is clear: the place hides it")
	}
}
