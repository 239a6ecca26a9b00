package compare

import (
	"errors"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// looksTest is the test of the first of planned items.
const looksTest = "looks-t"

// notRandom is the p-value below which halves of the items differ by more than random order makes likely.
const notRandom = 0.01

var plannedSetting = &setting{name: "a planned number of items (setting `planned`)",
	given: func(o Options) bool { return o.Planned != 0 }, by: looksTest + ", of scores of the items of one test set"}

// ofLooks are the tests that hold their level over looks.
var ofLooks = []Procedure{{Name: looksTest, For: itemsOfTestSet, Needs: "a mean of the items of one test set in random " +
	"order, without a judge, and how many are planned (setting `planned`)", Target: verdict.TheseModels,
	Source: "Jennison and Turnbull 2000 (Brownian motion by the reflection principle)", takes: []*setting{plannedSetting},
	fits: func(p *pair) bool {
		_, joined := p.results.Joined(p.metric)
		return p.ofIndependent() && p.opt.Planned > 0 && p.ofMeans() && !joined && !p.judged()
	}, run: look}}

// checkPlanned refuses a planned number that is none, and what no look is.
func (o Options) checkPlanned() error {
	if o.Planned == 0 {
		return nil
	}
	other := len(o.Methods) > 0 && !o.only("") && !o.only(looksTest)
	switch {
	case o.Planned < 2:
		return fmt.Errorf("%d planned items; give the number that the test set is to have, 2 or more", o.Planned)
	case other || o.All || len(o.Tests) > 0:
		return fmt.Errorf("looks at planned items are by %s alone, since other tests err far more often if they are looked "+
			"at again and again; leave the method, or the planned number, out", looksTest)
	}
	return nil
}

// oneTestSet refuses looks at several results, and at those of a judge beside people.
func (o Options) oneTestSet(rs []results.Results) error {
	if o.Planned > 0 && slices.ContainsFunc(rs, results.Results.Judged) {
		return errors.New("compare: a planned number of items is for the scores of people alone, and a judge scored these, " +
			"too; leave the number out (setting `planned`)")
	}
	if o.Planned > 0 && len(rs) > 1 {
		return errors.New("compare: a planned number of items is that of one test set, and there are several data sets or " +
			"tasks; compare one of them")
	}
	return nil
}

// look is the verdict on the items so far.
func look(p *pair, opt Options) (draft, error) {
	var l items.Look
	test := func(_ infer.Differences, o infer.Options) (r infer.Result, err error) {
		r, l, err = items.LooksT(p.scores, opt.Planned, o)
		return r, err
	}
	v, err := p.test(Procedure{Name: looksTest, Target: verdict.TheseModels}, test, opt)
	if err != nil {
		return v, err
	}
	v.Look = &l
	l.Ends.Low, l.Ends.High = v.Metric.CutDifference(l.Ends.Low, l.Ends.High)
	if v.Note == "" {
		v.Note = p.itemNote(v)
	}
	if l.Halves < notRandom {
		v.Note = joined(v.Note, fmt.Sprintf("the first half of the items differs from the second by more than random order "+
			"makes likely (p = %.2g), and looks err far more often in another order: draw one before the items are asked "+
			"(bcv split --items %d)", l.Halves, l.Planned))
	}
	if n := l.Crossed(v.Alternative); n > 0 && n < l.Items && v.Winner == "" {
		v.Note = joined(v.Note, fmt.Sprintf("a look at the first %d items, in the order of the file, would have decided; a "+
			"decision that was made stands", n))
	}
	if runs := max(len(p.scores.A), len(p.scores.B)); runs > 1 {
		v.Assumptions += fmt.Sprintf(" About these very runs, %d at most of a model: other runs shift all items together, "+
			"which no look allows for.", runs)
	}
	return v, nil
}
