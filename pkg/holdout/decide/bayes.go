package decide

import (
	"errors"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// Bayes is the sequential Bayes test of a metric of one class. The evidence of a look is
// P(nu_B - nu_A > Delta).
type Bayes struct {
	posterior.SequentialOptions
	Class string // whose precision, recall or F1; "" for the second of two classes
}

func (b Bayes) begin(d *dataset.Data) (judge, error) {
	switch {
	case b.Delta != 0:
		return nil, errDelta
	case d.Class == nil:
		return nil, errors.New("decide: the target is a number; precision, recall and F1 are about classes, use TTest")
	case b.Class == "" && len(d.Classes) == 2:
		b.Class = d.Classes[1]
	case b.Class == "":
		return nil, fmt.Errorf("decide: whose %s? Name one of the classes %q", b.Metric, d.Classes)
	case !slices.Contains(d.Classes, b.Class):
		return nil, fmt.Errorf("decide: no class %q; the classes are %q", b.Class, d.Classes)
	}
	test, err := posterior.NewSequentialTest(b.SequentialOptions)
	if err != nil {
		return nil, err
	}
	return &bayesJudge{class: b.Class, test: test}, nil
}

type bayesJudge struct {
	class  string
	test   *posterior.SequentialTest
	median float64 // at the last look
}

func (j *bayesJudge) words() Words {
	o := j.test.Options()
	return Words{
		Rule:     fmt.Sprintf("sequential Bayes test of %s, gamma = %g at each look from m = %d to %d", o.Metric, o.Gamma, o.Start, o.Max),
		Quantity: fmt.Sprintf("difference of the %s of class %q of the fitted models (taken as independent)", o.Metric, j.class),
		Interval: fmt.Sprintf("%.4g%% credible interval at this look", 100*(1-2*o.Gamma)),
		Metric:   o.Metric.String(),
		Higher:   true,
		Level:    fmt.Sprintf("By the posterior, at P >= %.4g", 1-o.Gamma),
		Evidence: "P(B has the higher " + o.Metric.String() + ")",
		Known:    FalseDecisions(),
	}
}

// The least and the largest share of data sets in which the sequential Bayes test decided
// for one of two equal learners, over precision, recall and F1: of the study
// bayes-decisions. A test compares them.
var sharedFalse, separateFalse = [2]float64{0.002, 0.016}, [2]float64{0.064, 0.134}

// FalseDecisions says how often the sequential Bayes test decided for one of two equal
// learners.
func FalseDecisions() string {
	share := func(s [2]float64) string { return fmt.Sprintf("%.1f%% to %.1f%%", 100*s[0], 100*s[1]) }
	return fmt.Sprintf("with gamma = 0.05 the rule decided for one of two equal learners in %s of data sets where they see separate features, in %s where they share most (study bayes-decisions)",
		share(separateFalse), share(sharedFalse))
}

func (j *bayesJudge) add(rep replication) error {
	var counts [2][2]posterior.Counts
	at := 0
	for _, row := range rep.Confusion {
		if row.Task == j.class && at < 4 {
			counts[at/2][at%2] = posterior.Counts{TP: float64(row.TP), FP: float64(row.FP), FN: float64(row.FN)}
			at++
		}
	}
	if err := j.test.Add(counts[0], counts[1]); err != nil {
		return err
	}
	var err error
	j.median, err = j.test.Median()
	return err
}

func (j *bayesJudge) done() bool { return j.test.Done() }

func (j *bayesJudge) look() *Look {
	path := j.test.Result().Path
	if len(path) == 0 {
		return nil
	}
	s := path[len(path)-1]
	l := &Look{M: s.M, Estimate: j.median, Low: s.Low, High: s.High, Evidence: s.PH1, Decision: GoOn}
	switch {
	case s.Decision == posterior.AcceptH1:
		l.Decision = BetterB
	case s.Decision == posterior.AcceptH0:
		l.Decision = BetterA
	case s.Decision == posterior.AcceptEqual:
		l.Decision = TooSmall
	case j.done():
		l.Decision = Undecided
	}
	return l
}
