package compare

import (
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
)

// Options of a comparison. The zero value compares all models of the results by all their metrics
// and the recommended procedure, two-sided at level 0.05.
type Options struct {
	Models  []string     // which models to compare; empty for all
	Control string       // compare this model, as A, with each of the others; empty for all pairs
	Metrics []string     // which metrics to compare, by name; empty for all
	Method  string       // decide by this procedure in place of the recommended one
	All     bool         // run all procedures that fit, the recommended one first
	Tests   []infer.Test // tests of the caller, which Method can name and All runs after the others
	Prior   paired.Prior // of the correlations, for the method paired; nil means paired.Uniform{}
	Lambda  float64      // of the Beta(lambda, lambda) prior of P and R, for the method posterior; 0 means 1

	Alternative infer.Alternative // of tests, about the difference B less A
	Delta       float64           // the difference under the hypothesis of tests, and the threshold of posteriors
	Alpha       float64           // level of tests; intervals have 1 - Alpha; 0 means 0.05
	Rope        float64           // half width of the region of practical equivalence of posteriors; 0 for none

	// Progress is called after each pair of more than two models, if it is not nil.
	Progress func(done, total int)

	pairs    int    // of models, if there are more than one: intervals of tests are simultaneous
	pooled   bool   // there are several data sets
	priorKey string // the prior in words
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
		o.priorKey = fmt.Sprintf("%#v", o.Prior)
	}
	o.Method = infer.CanonicalName(o.Method)
	return o, nil
}

// fit returns an error if the options are not about these results.
func (o Options) fit(r results.Results) error {
	if o.Lambda != 1 && (r.Counts == nil || r.Design.Folds != 2) {
		return fmt.Errorf("compare: lambda %v belongs to the prior of precision and recall, for the counts of an m x 2 CV; "+
			"these results have none, leave it out", o.Lambda)
	}
	for _, i := range o.metrics(r) {
		if m := r.Metrics[i]; m.Max > m.Min && o.Rope > m.Max-m.Min {
			return fmt.Errorf("compare: rope is %v, but %s lies between %v and %v; give a smaller half width",
				o.Rope, m.Name, m.Min, m.Max)
		}
	}
	for _, name := range o.Metrics {
		if _, err := r.Metric(name); err != nil {
			if r.Items != nil {
				err = fmt.Errorf("%w; precision, recall and F1 need the class that they are about (bcv: --positive CLASS)", err)
			}
			return fmt.Errorf("compare: %w", err)
		}
	}
	return r.Design.CheckHoldOuts(false)
}

// metrics returns the places of the wanted metrics that the results have.
func (o Options) metrics(r results.Results) []int {
	var out []int
	if len(o.Metrics) == 0 {
		for i := range r.Metrics {
			out = append(out, i)
		}
	}
	for _, name := range o.Metrics {
		if i, err := r.Metric(name); err == nil {
			out = append(out, i)
		}
	}
	return out
}

func (o Options) tests() infer.Options {
	return infer.Options{Alternative: o.Alternative, Delta: o.Delta, Alpha: o.Alpha}
}

// intervals returns the options of tests whose intervals of all pairs of models hold together
// (Bonferroni).
func (o Options) intervals() infer.Options {
	t := o.tests()
	t.Alpha /= float64(max(1, o.pairs))
	return t
}

// oneDataset returns the options for one data set by itself.
func (o Options) oneDataset() Options {
	if o.pooled && (o.Method == hierarchicalMethod || o.Method == wilcoxonMethod) {
		o.Method = ""
	}
	return o
}
