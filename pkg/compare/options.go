package compare

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// Options of a comparison. The zero value compares the two models of the results by
// the recommended procedure, two-sided at level 0.05.
type Options struct {
	Models      []string           // which models to compare; empty for all that there are
	Control     string             // compare this model, as A, with each of the others; empty for all pairs
	Metrics     []posterior.Metric // of counts, which alone have them; empty for all
	Measure     fold.Measure       // of losses in files; the zero value is the column loss
	Positive    string             // of predictions in files: the class whose precision, recall and F1 are compared; empty for the error rate
	Method      string             // decide by this procedure in place of the recommended one
	All         bool               // run all procedures that fit, the recommended one first
	Alternative infer.Alternative  // of tests, about the difference B less A
	Delta       float64            // the difference that tests take for no difference, and the threshold of posteriors
	Alpha       float64            // level of tests; intervals have 1 - Alpha; 0 means 0.05
	Rope        float64            // half width of the region of practical equivalence of posteriors, in the unit of the metric; 0 for none
	Prior       paired.Prior       // of the correlations, for the method paired; nil means paired.Uniform{}
	together    bool               // one of several data sets
	pairs       int                // of models, if they are several: intervals of tests are simultaneous
	Lambda      float64            // of the Beta(lambda, lambda) prior of precision and recall, for the method posterior; 0 means 1

	// Progress is called after each pair of more than two models, if it is not nil.
	Progress func(done, total int)

	// RandomHoldOuts says that losses with one fold per replication are from random hold-outs.
	// Without it they are refused where nothing shows that they are not runs on one test set.
	RandomHoldOuts bool
}

// filled returns the options with their defaults.
func (o Options) filled() (Options, error) {
	if o.Alpha == 0 {
		o.Alpha = 0.05
	}
	if o.Lambda == 0 {
		o.Lambda = 1
	}
	switch {
	case !(o.Alpha > 0 && o.Alpha < 1):
		return o, fmt.Errorf("compare: alpha is %v; give a level between 0 and 1", o.Alpha)
	case math.IsNaN(o.Delta) || math.IsInf(o.Delta, 0):
		return o, fmt.Errorf("compare: delta is %v; give a finite difference", o.Delta)
	case !(o.Rope >= 0) || math.IsInf(o.Rope, 0):
		return o, fmt.Errorf("compare: rope is %v; give a half width from 0 up", o.Rope)
	case o.Method != "" && o.All:
		return o, fmt.Errorf("compare: method %q and all methods; ask for one or for all", o.Method)
	}
	if o.Prior != nil {
		if err := paired.CheckPrior(o.Prior); err != nil {
			return o, fmt.Errorf("compare: prior of the correlations: %w", err)
		}
	}
	o.Method = infer.CanonicalName(o.Method)
	return o, nil
}

// fit returns an error where options are not about results of this kind: counts, whose
// metrics are proportions, error rates, which are too, or losses. Lambda is of counts of an
// m x 2 CV alone.
func (o Options) fit(kind string, lambda bool) error {
	switch {
	case len(o.Metrics) > 0 && kind == "predictions":
		return fmt.Errorf("compare: metric %v is of counts, and predictions are compared by their error rate; give the class that it is about too (bcv: --positive CLASS)", o.Metrics[0])
	case len(o.Metrics) > 0 && kind != "counts":
		return fmt.Errorf("compare: metric %v is of counts, and these are %s; leave it out", o.Metrics[0], kind)
	case o.Lambda != 1 && !lambda:
		return fmt.Errorf("compare: lambda %v is of the prior of precision and recall, for the counts of an m x 2 CV, which these results are not; leave it out", o.Lambda)
	case o.Rope > 1 && kind != "losses":
		return fmt.Errorf("compare: rope is %v; the metrics of %s lie between 0 and 1, give a half width there", o.Rope, kind)
	}
	return nil
}

func (o Options) tests() infer.Options {
	return infer.Options{Alternative: o.Alternative, Delta: o.Delta, Alpha: o.Alpha}
}

// intervals are the options of tests whose intervals of all pairs of models hold together
// (Bonferroni).
func (o Options) intervals() infer.Options {
	t := o.tests()
	t.Alpha /= float64(max(1, o.pairs))
	return t
}
