package decide

import (
	"errors"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/posterior"
)

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
