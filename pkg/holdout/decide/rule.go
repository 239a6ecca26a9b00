package decide

import (
	"errors"
	"fmt"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
)

// Rule says what is compared and when it is decided: TTest or Bayes.
type Rule interface {
	begin(d *dataset.Data) (judge, error)
}

// judge is a rule at work.
type judge interface {
	words() Words
	add(rep replication) error
	look() *Look // the last one; nil before the first
	done() bool
}

// TTest is the sequential t-test of the fold losses, by default calibrated, two-sided, at
// level 0.05, with looks from m = 3 to 12. The evidence of a look is the p-value of this
// look alone; the rule compares it with the nominal level of the look.
type TTest struct{ sequential.Test }

func (t TTest) begin(*dataset.Data) (judge, error) {
	if t.Delta != 0 {
		return nil, errDelta
	}
	running, err := t.Begin()
	if err != nil {
		return nil, err
	}
	return &tJudge{running}, nil
}

// errDelta keeps the words of decisions true.
var errDelta = errors.New("decide: a delta that is not 0; give the difference that matters as Interest, or use the tests of infer/sequential and posterior themselves")

type tJudge struct{ running *sequential.Running }

func (j *tJudge) words() Words {
	s := j.running.Test()
	return Words{
		Rule:     fmt.Sprintf("sequential t-test, %s, %s, alpha = %g over all looks from m = %d to %d", s.Alternative, s.Rule, s.Alpha, s.Start, s.Max),
		Quantity: "difference of the expected losses of the algorithms, trained on half of the records (losses of a fold are paired)",
		Interval: fmt.Sprintf("%.4g%% confidence interval for all looks together", 100*(1-s.Alpha)),
		Metric:   "loss",
		Level:    fmt.Sprintf("At %.4g%%", 100*s.Alpha),
		Evidence: "p-value of the look alone",
	}
}

func (j *tJudge) add(rep replication) error {
	a, b := rep.Losses[:2], rep.Losses[2:]
	return j.running.Add([2]float64{infer.Difference(a[0].Loss, b[0].Loss), infer.Difference(a[1].Loss, b[1].Loss)})
}

func (j *tJudge) done() bool { return j.running.Done() }

func (j *tJudge) look() *Look {
	l, ok := j.running.Last()
	if !ok {
		return nil
	}
	out := &Look{M: l.M, Estimate: l.Estimate, Low: l.CI.Low, High: l.CI.High, Evidence: l.PValue, Decision: GoOn, NoSpread: l.SD == 0}
	switch {
	case l.Reject && l.Estimate > 0:
		out.Decision = BetterA // B has the larger loss
	case l.Reject:
		out.Decision = BetterB
	case l.Futile:
		out.Decision = TooSmall
	case j.done():
		out.Decision = Undecided
	}
	return out
}
