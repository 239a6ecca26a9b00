package compare

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// ppiTest is the test of items that a judge scored beside people.
const ppiTest = "ppi-t"

// Numbers about labelled items.
const (
	fewPeople    = 30  // items that people scored, below which the level was not looked at
	notAtRandom  = .01 // p-value of the judge's differences on these items and the others below which they are refused
	halfOfItself = 2   // an interval that nobody asked for is half of the present one
)

func (p *pair) judged() bool { return p.scores.Judge != nil }

// ppi runs ppi-t. It refuses items that people scored where the judge shows that they are not like the others.
func (p *pair) ppi(opt infer.Options) (infer.Result, error) {
	j, err := p.scores.Judging(p.opt.Alpha)
	if err != nil {
		return infer.Result{}, err
	}
	if j.PSample < notAtRandom/float64(max(1, p.opt.pairs)) && !p.opt.LabelsRandom {
		return infer.Result{}, fmt.Errorf("compare: the judge finds another difference of %s and %s on the items that people "+
			"scored than on the others (p = %.2g): are these a random sample of all, as bcv split --items N --label m draws "+
			"it? Then say so (setting `labels-random`); else nothing follows for the others",
			p.results.Models[p.a], p.results.Models[p.b], j.PSample)
	}
	return items.PPIT(p.scores, opt)
}

// markJudge adds what the judge was worth to a verdict by ppi-t, and the means of the models by the same weights.
func (p *pair) markJudge(v *draft) {
	alpha := p.opt.intervals().Alpha
	j, err := p.scores.Judging(1 - v.Level)
	if err != nil {
		return
	}
	v.A, v.B = j.A, j.B
	v.Judge = &verdict.Judge{Lambda: j.Lambda, People: j.People, Items: j.Items, Worth: j.Worth, Bias: j.Bias,
		PSample: j.PSample, HalfWidth: j.HalfWidth(j.People, alpha), Asked: p.opt.HalfWidth > 0}
	if v.Judge.Wanted = p.opt.HalfWidth; !v.Judge.Asked {
		v.Judge.Wanted = v.Judge.HalfWidth / halfOfItself
	}
	if more, ok := j.Labels(v.Judge.Wanted, alpha); ok {
		v.Judge.More = &more
	}
}

// judgedLike returns what the study judged found for ppi-t on scores like those of a pair, or what about them was not
// measured.
func (p *pair) judgedLike() (like []known.Measured, missing string) {
	c := p.itemCase(ppiTest)
	switch {
	case c.items < fewPeople:
		return nil, fmt.Sprintf("fewer than %d items that people scored", fewPeople)
	case c.clusters > 0 && (c.clusters < 2*fewClusters || !c.right):
		return nil, "such clusters"
	case c.a*c.b > 1 || c.draws > 0 || c.linear:
		return nil, "several runs or draws, or scores of the whole"
	}
	for _, m := range known.By(known.JudgedStudy, ppiTest) {
		if (m.Kind == rightOrWrong) == c.right {
			like = append(like, m)
		}
	}
	return like, ""
}

// ofOneModel gives a judge the scores 0 for A, as those of one model by itself have.
func ofOneModel(j items.Judge) *items.Judge {
	j.A, j.OthersA = make([]float64, len(j.A)), make([]float64, len(j.OthersA))
	return &j
}
