package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/variance"
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

// rateKey is what an error rate depends on.
type rateKey struct {
	procedure           string
	replications, folds int
	train, valid        int // records of all folds
	alternative         infer.Alternative
	alpha               float64
	prior               string
}

// rates holds the error rates that were computed: the rate of paired takes some 50 ms, and all pairs of
// many models need the same one.
var rates sync.Map

// errorRate returns the error rate of a procedure on differences like d: computed where the
// distribution of the statistic is known, else from the stored simulations.
func errorRate(procedure string, d infer.Differences, opt Options) ErrorRate {
	if slices.Contains([]string{nestedTest, nestedRare, nestedUncounted, nestedRecords, nestedPosterior}, procedure) {
		return nestedRate(procedure, d.Inner(), opt)
	}
	train, valid := d.Sizes()
	key := rateKey{procedure, d.Replications(), d.Folds(), train, valid, opt.Alternative, opt.Alpha, opt.priorKey}
	if rate, ok := rates.Load(key); ok {
		return rate.(ErrorRate)
	}
	rate := computedRate(procedure, d, opt)
	rate.Rate = math.Round(rate.Rate*1e12) / 1e12 // a level that is held is the level itself
	rates.Store(key, rate)
	return rate
}

func computedRate(procedure string, d infer.Differences, opt Options) ErrorRate {
	n := d.Replications() * d.Folds()
	twoFold := d.Folds() == 2 && d.Replications() > 1
	train, valid := d.Sizes()
	switch {
	case procedure == pairedMethod:
		return pairedRate(d.Replications(), opt)
	case procedure == "bcv-t" || procedure == correctedTest && twoFold:
		return bcvRate(d.Replications(), opt)
	case procedure == "resampled-t" || procedure == "kfold-t":
		return equalRate(n, 1/float64(n), d.Folds() > 1, opt)
	case procedure == correctedTest && d.Replications() == 1:
		return equalRate(n, 1/float64(n)+1/float64(n-1), d.Folds() > 1, opt)
	case procedure == "corrected-resampled-t": // the sizes are known, or the test would not fit
		return equalRate(n, 1/float64(n)+float64(valid)/float64(train), d.Folds() > 1, opt)
	}
	return measuredRate(procedure, opt)
}

// equalRate is the error of mean/(s √share) against t(n-1) where any two of n normal
// differences have correlation 1/2: the mean has variance sigma² (1+(n-1)rho)/n, and s²
// is independent of it with mean sigma² (1-rho), so that the statistic is t(n-1) up to
// a factor, which grows with rho.
func equalRate(n int, share float64, within bool, opt Options) ErrorRate {
	t := distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)}
	sides := opt.Alternative.Sides()
	stretch := math.Sqrt((1 + float64(n-1)*limit) / (float64(n) * (1 - limit)) / share)
	k := ErrorRate{Level: opt.Alpha, Rate: sides * t.Survival(t.Quantile(1-opt.Alpha/sides)/stretch), Where: withinLimit,
		At: "rho = 1/2", On: fmt.Sprintf("%d normal differences from hold-outs, equally correlated", n)}
	if within {
		k.On = fmt.Sprintf("%d normal differences from one CV, equally correlated", n)
	}
	return k
}

// bcvRate is the error rate of bcv-t.
func bcvRate(m int, opt Options) ErrorRate {
	of := bcvCase{m, opt.Alternative, opt.Alpha}
	out := of.worst(limit)
	out.bcv = of
	return out
}

// beyond returns the errors at worst at beyondLimit, which all pairs of many models have alike.
func (c bcvCase) beyond() (out [2]float64) {
	if known, ok := rates.Load(c); ok {
		return known.([2]float64)
	}
	for i, limit := range beyondLimit {
		out[i] = c.worst(limit).Rate
	}
	rates.Store(c, out)
	return out
}

// worst is the error at worst where the correlations between folds are at most a limit.
func (c bcvCase) worst(limit float64) ErrorRate {
	of := infer.PowerAnalysis{Options: infer.Options{Alternative: c.Alternative, Alpha: c.Alpha}, M: c.M, SD: 1}
	return worstNormal(c.M, c.Alpha, limit, func(rho1, rho2 float64) (float64, error) {
		of.Rho1, of.Rho2 = rho1, rho2
		return of.Power()
	})
}

// pairedRate is the error rate of the paired posterior if it claims a difference where the
// probability of the other side is below alpha, or half of that on either side.
func pairedRate(m int, opt Options) ErrorRate {
	sides := opt.Alternative.Sides()
	reach, err := paired.Reach(m, opt.Prior, opt.Alpha/sides)
	if err != nil {
		return unknownRate
	}
	return worstNormal(m, opt.Alpha, limit, func(rho1, rho2 float64) (float64, error) {
		return sides * paired.Claims(m, rho1, rho2, 0, reach), nil
	})
}

// worstNormal is the largest error rate where the correlations between folds are at most a limit.
func worstNormal(m int, alpha, limit float64, find func(rho1, rho2 float64) (float64, error)) ErrorRate {
	worst := ErrorRate{Level: alpha, Rate: math.NaN(), Where: withinLimit,
		On: fmt.Sprintf("normal differences of %d x 2 CV", m)}
	for _, rho := range variance.UpTo(limit) {
		e, err := find(rho[0], rho[1])
		if err == nil && !(e <= worst.Rate) {
			worst.Rate, worst.At = e, fmt.Sprintf("rho1 = %.4g, rho2 = %.4g", rho[0], rho[1])
		}
	}
	return worst
}

// nestedRate is the error rate of a procedure that takes inner results into account: the measured one where
// there are as many half-splits and inner replications as in the study nested.
func nestedRate(procedure string, inner [][2][][2]float64, opt Options) ErrorRate {
	if len(inner) < 10 || len(inner[0][0]) < 2 {
		return unknownRate
	}
	return measuredRate(procedure, opt)
}

// Procedures in the study nested: nested-t of package infer, and paired with inner results.
const (
	nestedTest      = "nested-t"
	nestedRare      = "nested-t, rare classes" // by metrics of counts, where infer.RareClass reports it
	nestedUncounted = "nested-t, uncounted"    // by metrics of counts, where that is not known
	nestedRecords   = "nested-records-t"       // "nested-t, records" in the study
	nestedPosterior = "nested posterior"
)

const correctedTest = "corrected-repeated-kfold-t"

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
