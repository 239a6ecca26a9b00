package compare

import (
	"errors"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// quantileTest is the test of a quantile of the paired differences of items.
const quantileTest = "quantile"

var quantileSetting = &setting{name: "a quantile", given: func(o Options) bool { return o.Quantile != 0 },
	by: quantileTest + ", of scores of the items of one test set"}

// ofQuantiles is that test.
var ofQuantiles = []Procedure{{Name: quantileTest, For: itemsOfTestSet, Needs: "a score of each item or cluster, without " +
	"tasks or a judge, and which quantile (setting `quantile`)", Target: verdict.TheseModels,
	Source: "Conover 1999, section 3.2; of clusters Woodruff 1952", takes: []*setting{quantileSetting},
	fits: func(p *pair) bool {
		_, joined := p.results.Joined(p.metric)
		return p.ofIndependent() && p.opt.Quantile > 0 && p.ofMeans() && !joined && !p.judged()
	}, run: quantile}}

// checkQuantile refuses a quantile that there is not, and what it does not go with.
func (o Options) checkQuantile() error {
	other := len(o.Methods) > 0 && !o.only("") && !o.only(quantileTest)
	switch {
	case o.Quantile == 0:
		return nil
	case !(o.Quantile > 0 && o.Quantile < 1):
		return fmt.Errorf("quantile %v; give a number between 0 and 1, such as 0.5 for the median", o.Quantile)
	case other || o.All || len(o.Tests) > 0:
		return fmt.Errorf("a quantile of the differences is tested by %s alone; leave the method, or the quantile, out",
			quantileTest)
	case o.Ratio || o.Planned != 0:
		return errors.New("a quantile beside a ratio or planned items; ask for one of them")
	}
	return nil
}

// quantile is the verdict on a quantile of the differences. Of another one than the median no model is the better one.
func quantile(p *pair, opt Options) (draft, error) {
	test := func(_ infer.Differences, o infer.Options) (infer.Result, error) {
		return items.Quantile(p.scores, opt.Quantile, o)
	}
	v, err := p.test(Procedure{Name: quantileTest, Target: verdict.TheseModels}, test, opt)
	if err != nil {
		return v, err
	}
	if v.Quantile = opt.Quantile; v.Note == "" {
		v.Note = p.itemNote(v)
	}
	v.A, v.B = math.NaN(), math.NaN() // of which the quantile of differences is none
	v.Basis.Undecidable = math.IsInf(v.Low, -1) && math.IsInf(v.High, 1)
	if v.Quantile != 0.5 {
		v.Winner = ""
	}
	return v, nil
}
