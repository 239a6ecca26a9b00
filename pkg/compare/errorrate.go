package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
)

// ErrorRate is the known error rate of the first kind of a procedure: how often it calls one of
// two equal models better, at worst over the correlations that were looked at (Where), or over the cells of a study.
type ErrorRate struct {
	Rate  float64 // NaN if it is not known
	SE    float64 // standard error; 0 if the rate is exact
	Level float64 // nominal
	Where string  // the condition under which it is a bound; empty for a rate that was measured, in the cells of a study
	At    string  // where it is worst
	On    string  // the results that it was found on

	bcv bcvCase // whose error beyond the condition is computed when it is said; the zero value for other procedures
}

// bcvCase is what the error of bcv-t depends on, besides the correlations.
type bcvCase struct {
	M           int
	Alternative infer.Alternative
	Alpha       float64
}

var unknownRate = ErrorRate{Rate: math.NaN()}

// String describes the rate in words; "unknown" if it is not known.
func (e ErrorRate) String() string {
	if !known(e.Rate) {
		return "unknown"
	}
	verb, how := "errs in at most", "exact"
	if e.SE > 0 {
		verb, how = "erred in up to", fmt.Sprintf("+- %.2g", 100*e.SE)
	}
	where := ""
	if e.Where != "" {
		where = " " + e.Where
	}
	beyond := ""
	if e.bcv.M > 0 {
		rate := e.bcv.beyond()
		beyond = fmt.Sprintf("; in %.1f%% where they reach %g, %.1f%% at %g", 100*rate[0], beyondLimit[0], 100*rate[1],
			beyondLimit[1])
	}
	return fmt.Sprintf("%s %.1f%% (%s) at the nominal %.3g%%%s, worst at %s, on %s%s",
		verb, 100*e.Rate, how, 100*e.Level, where, e.At, e.On, beyond)
}

// limit is the largest correlation that errors are looked for at. The differences of most algorithms lie below it
// (5x2 BCV McNemar paper, eq. 10; thesis section 5.3), and not those of all.
const limit = 0.5

// beyondLimit are larger correlations, those of some unstable learners with strong features of their own.
var beyondLimit = [2]float64{0.55, 0.6}

// withinLimit is the condition of the errors that are computed.
const withinLimit = "where the correlations between folds are at most 1/2"

// byMetric returns what the study metrics found of a procedure by the metric of the verdict, on folds such as these; it
// is not ok where that found nothing. Of error rates the study equal-learners knows more.
func (v Verdict) byMetric(procedure string) (m measured, ok bool) {
	name := metric.Canonical(v.Metric.Name)
	d := v.Design
	folds := fmt.Sprintf("m x %d-fold CV", d.Folds)
	if d.Folds == 2 && procedure != correctedTest {
		folds = "m x 2 BCV"
	} else if d.Folds == 2 {
		folds = "random m x 2 CV"
	}
	if d.Replications < 2 || v.ErrorRate.Level != 0.05 || slices.Contains(kinds(name), errorRates) {
		return m, false
	}
	if procedure == nestedUncounted { // as in that study
		procedure = nestedTest
	}
	found := measuredBy(metricsStudy, procedure)
	i := slices.IndexFunc(found, func(m measured) bool { return m.Metric == name && m.Folds == folds })
	if i < 0 {
		return m, false
	}
	m = found[i]
	m.Kind = v.Metric.Label()
	return m, true
}

// dependent returns what the study dependent found of the rule on halves of whole groups, two-sided at 5%; nil for
// other folds.
func (v Verdict) dependent() []measured {
	if v.Design.ID.Method != cv.Grouped || v.Alternative != infer.TwoSided || v.ErrorRate.Level != 0.05 {
		return nil
	}
	return measuredBy(dependentStudy, v.rule())
}

// rateByMetric takes the error on whole groups, or by the metric of the verdict, where studies found a larger one.
func (v *Verdict) rateByMetric() {
	if worst := worstOf(v.dependent(), v.Alternative); worst.Rate > v.ErrorRate.Rate {
		v.ErrorRate = worst
	}
	m, ok := v.byMetric(v.rule())
	if worst := worstOf([]measured{m}, v.Alternative); ok && worst.Rate > v.ErrorRate.Rate {
		v.ErrorRate = worst
		v.ErrorRate.On = "learners by " + m.Kind
	}
	if v.nested != "" {
		return
	}
	for _, m := range measuredBy(nestedStudy, v.rule()) { // bcv-t, by F1 and macro F1
		worst := worstOf([]measured{m}, v.Alternative)
		by := slices.Contains(kinds(v.Metric.Name), m.Kind)
		if by && v.ErrorRate.Level == worst.Level && worst.Rate > v.ErrorRate.Rate {
			v.ErrorRate = worst
			v.ErrorRate.On = "learners by " + m.Kind + " (study nested)"
		}
	}
}

// rule names the procedure as the studies do.
func (v Verdict) rule() string {
	if v.nested == "" && v.Method == pairedMethod && v.values != nil {
		return "paired, " + priorName(v.values.Prior.prior())
	}
	return cmp.Or(v.nested, v.Method)
}

// Kinds of metrics that were measured on learners.
const (
	errorRates    = "error rates"
	ratios        = "precision, recall and F1"
	squaredErrors = "squared errors"
	fScores       = "F1 and macro F1"
	areas         = "AUC"
	logLosses     = "log losses"
)

// kinds returns the kinds that a metric may belong to, by its name in results; none where learners
// were not compared by it.
func kinds(name string) []string {
	switch metric.Canonical(name) {
	case "precision", "recall":
		return []string{ratios}
	case "f1":
		return []string{ratios, fScores}
	case "f1_macro":
		return []string{fScores}
	case "roc_auc":
		return []string{areas}
	case "log_loss":
		return []string{logLosses}
	case metric.ErrorRate.Name, "accuracy":
		return []string{errorRates}
	case "mse", "squarederror":
		return []string{squaredErrors}
	case metric.Loss.Name:
		return []string{errorRates, squaredErrors}
	}
	return nil
}

// rateOnItems takes the error on items from the study items, where that has measured the procedure.
func (p *pair) rateOnItems(v *Verdict, opt Options) {
	if p.of.Scores == nil {
		return
	}
	like, missing := p.itemsLike(v.Method)
	if v.unlike = missing; missing == "" {
		v.likeThese, v.ErrorRate = like, worstOf(like, opt.Alternative)
	}
}

// priorName names the priors that the study has.
func priorName(p paired.Prior) string {
	switch p := p.(type) {
	case nil:
		return "uniform"
	case paired.Empirical:
		return "empirical"
	default:
		return p.String()
	}
}
