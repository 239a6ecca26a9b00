package decide

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// Rule determines what is compared and when it is decided. It is TTest, Bayes or Race.
type Rule interface {
	begin(d *dataset.Data, learners int) (judge, error)
}

// judge is a rule in progress.
type judge struct {
	Words
	metrics  []metric.Definition // computed beside the losses
	positive string
	identity string                                    // of the metric, for checkpoints; "" for the loss
	race     string                                    // what determines who is dropped, for checkpoints; "" for nobody
	last     int                                       // replications at the last look
	add      func(rep replication, out *Outcome) error // adds the look to the outcome, unless it is before the first
	left     func(learner int) bool                    // nil where nobody is dropped
	done     func() bool
}

// two makes the judge one of a test of two in progress, whose last look is at m = last; add returns a nil look before
// the first one.
func (j judge) two(last int, done func() bool, add func(replication) (*sequential.Look, error)) judge {
	j.last, j.done = last, done
	j.add = func(rep replication, out *Outcome) error {
		look, err := add(rep)
		if look != nil {
			out.Looks, out.Decision = append(out.Looks, *look), look.Decision
		}
		return err
	}
	return j
}

// measured returns the judge of the losses, or of a metric in their place, with the words that are about them; the zero
// value of m is none.
func measured(d *dataset.Data, m metric.Definition, positive, settings string) judge {
	quantity := "difference of the expected %s of the algorithms, trained on half of the records (%s of a fold are paired)"
	j := judge{Words: Words{Quantity: fmt.Sprintf(quantity, "losses", "losses"), Metric: "loss", Name: metric.Loss.Name}}
	if d.Weights != nil {
		j.Known = "measured with equal weights, and not for weighted means"
	}
	if m.Of == nil {
		return j
	}
	j.metrics, j.positive = []metric.Definition{m}, positive
	j.identity = strings.Join(strings.Fields(m.Name+" "+positive+" "+settings), " ")
	j.Metric, j.Name, j.Higher = m.Label(), m.Name, m.HigherIsBetter
	j.Quantity = fmt.Sprintf(quantity, j.Metric, "values")
	if m.Name != "accuracy" { // 1 minus the error rate
		j.Known = "measured for error rates, and not for " + j.Metric
	}
	return j
}

// TTest is the sequential t-test of the fold losses, by default calibrated, two-sided, at
// level 0.05, with looks from m = 3 to 12. The evidence of a look is the p-value of this
// look alone; the rule compares it with the nominal level of the look.
type TTest struct {
	sequential.TTest
	Metric   metric.Definition // compared in place of the loss; the zero value is none
	Positive string            // class that Metric is about if it names none; "" for none
	Settings string            // of Metric, if its name does not say them: a checkpoint with others is refused
}

// errDelta keeps the decisions, A or B is better, true.
var errDelta = errors.New("decide: a delta that is not 0; give the difference that matters as Interest, " +
	"or use the tests of infer/sequential themselves")

func (t TTest) begin(d *dataset.Data, _ int) (judge, error) {
	if t.Delta != 0 {
		return judge{}, errDelta
	}
	s, err := t.Filled()
	if err != nil {
		return judge{}, err
	}
	test, err := s.Begin()
	if err != nil {
		return judge{}, err
	}
	j := measured(d, t.Metric, t.Positive, t.Settings)
	j.Rule = fmt.Sprintf("sequential t-test, %s, %s, alpha = %g over all looks from m = %d to %d",
		s.Alternative, s.Rule, s.Alpha, s.Start, s.Max)
	j.Interval = fmt.Sprintf("%.4g%% confidence interval for all looks together", 100*(1-s.Alpha))
	j.Level, j.Evidence = fmt.Sprintf("At %.4g%%", 100*s.Alpha), "p-value of the look alone"
	add := func(rep replication) (*sequential.Look, error) {
		a, b := rep.means(rep.Losses[0].Model, j.metrics == nil), rep.means(rep.Losses[2].Model, j.metrics == nil)
		return test.Add([2]float64{infer.Difference(a[0], b[0]), infer.Difference(a[1], b[1])})
	}
	if j.Higher {
		add = turned(add)
	}
	return j.two(s.Max, test.Done, add), nil
}

// turned exchanges the decisions of a test that takes values for losses, where more of them is better.
func turned(add func(replication) (*sequential.Look, error)) func(replication) (*sequential.Look, error) {
	other := map[sequential.Decision]sequential.Decision{sequential.BetterA: sequential.BetterB,
		sequential.BetterB: sequential.BetterA}
	return func(rep replication) (*sequential.Look, error) {
		look, err := add(rep)
		if look == nil || !look.Decision.Rejects() {
			return look, err
		}
		out := *look
		out.Decision = other[look.Decision]
		return &out, err
	}
}

// Bayes is the sequential Bayes test of a metric of one class. The evidence of a look is
// P(nu_B - nu_A > Delta).
type Bayes struct {
	sequential.Bayes
	Class string // whose precision, recall or F1; "" for the second of two classes
}

func (b Bayes) begin(d *dataset.Data, _ int) (judge, error) {
	switch {
	case b.Delta != 0:
		return judge{}, errDelta
	case d.Class == nil:
		return judge{}, errors.New("decide: the target is a number; precision, recall and F1 are about classes, " +
			"use TTest")
	case d.Weights != nil:
		return judge{}, errors.New("decide: precision, recall and F1 are of records that count equally; use TTest, or " +
			"leave weights out")
	case b.Class == "" && len(d.Classes) == 2:
		b.Class = d.Classes[1]
	case b.Class == "":
		return judge{}, fmt.Errorf("decide: whose %s? Name one of the classes %q", b.Metric, d.Classes)
	case !slices.Contains(d.Classes, b.Class):
		return judge{}, fmt.Errorf("decide: no class %q; the classes are %q", b.Class, d.Classes)
	}
	o, err := b.Filled()
	if err != nil {
		return judge{}, err
	}
	test, err := o.Begin()
	if err != nil {
		return judge{}, err
	}
	j := judge{Words: Words{
		Rule: fmt.Sprintf("sequential Bayes test of %s, gamma = %g at each look from m = %d to %d",
			o.Metric, o.Gamma, o.Start, o.Max),
		Quantity: fmt.Sprintf("difference of the %s of class %q of the fitted models (taken as independent)",
			o.Metric, b.Class),
		Interval: fmt.Sprintf("%.4g%% credible interval at this look", 100*(1-2*o.Gamma)),
		Fitted:   true,
		Metric:   o.Metric.String(),
		Name:     o.Metric.String(),
		Higher:   true,
		Level:    fmt.Sprintf("By the posterior, at P >= %.4g", 1-o.Gamma),
		Evidence: "P(B has the higher " + o.Metric.String() + ")",
		Known:    FalseDecisions(),
	}}
	return j.two(o.Max, test.Done, func(rep replication) (*sequential.Look, error) {
		return test.Add(countsOf(rep, b.Class))
	}), nil
}

// countsOf returns the counts of a class, whose rows are those of the folds of A, then of B.
func countsOf(rep replication, class string) sequential.PairCounts {
	var counts [4]posterior.Counts
	at := 0
	for _, row := range rep.Confusion {
		if row.Task == class && at < len(counts) {
			counts[at] = posterior.Counts{TP: float64(row.TP), FP: float64(row.FP), FN: float64(row.FN)}
			at++
		}
	}
	return sequential.PairCounts{A: [2]posterior.Counts(counts[:2]), B: [2]posterior.Counts(counts[2:])}
}

// The least and the largest share of data sets in which the sequential Bayes test decided
// for one of two equal learners, over precision, recall and F1 (study bayes-decisions). Checked by TestFalseDecisions.
var sharedFalse, separateFalse = [2]float64{0.002, 0.016}, [2]float64{0.064, 0.134}

// FalseDecisions describes how often the sequential Bayes test decided for one of two equal
// learners.
func FalseDecisions() string {
	share := func(s [2]float64) string { return fmt.Sprintf("%.1f%% to %.1f%%", 100*s[0], 100*s[1]) }
	return fmt.Sprintf("with gamma = 0.05 the rule decided for one of two equal learners in %s of data sets where "+
		"they see separate features, in %s where they share most (study bayes-decisions)",
		share(separateFalse), share(sharedFalse))
}
