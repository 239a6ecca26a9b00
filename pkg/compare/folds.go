package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/variance"
)

// Tests of fold differences that are recommended, or of which more is known here than in package infer.
const (
	bcvTest        = "bcv-t"
	nestedTest     = "nested-t"
	nestedRecords  = "nested-records-t" // "nested-t, records" in the study
	correctedTest  = "corrected-repeated-kfold-t"
	resampledTest  = "corrected-resampled-t"
	proportionTest = "proportion-z"
)

// moreOfFolds is what rows have beside those of package infer.
var moreOfFolds = map[string]Procedure{
	bcvTest:          {rate: func(d infer.Differences, opt Options) ErrorRate { return bcvRate(d.Replications(), opt) }},
	correctedTest:    {rate: correctedRate},
	"resampled-t":    {rate: independentRate},
	"kfold-t":        {rate: independentRate},
	resampledTest:    {rate: resampledRate},
	proportionTest:   {Target: FittedModels},
	"conservative-z": {takes: []*setting{halvesSetting}},
	nestedTest:       {mark: func(p *pair, v *Verdict) { v.nested, v.Note = p.nestedByClasses(v.Note) }},
	nestedRecords:    {mark: func(_ *pair, v *Verdict) { v.nested = nestedRecords }},
	"kfold-ci-z": {mark: func(p *pair, v *Verdict) {
		if !p.differences.OfRecords() {
			v.Note = "the variance is that of the fold means; kfold-ci-z of predictions takes that of the records, as Bayle et " +
				"al. (2020) do, and has another p-value"
		}
	}},
}

// ofFolds are the tests of fold differences.
func ofFolds() (out []Procedure) {
	for _, t := range infer.Tests() {
		of := moreOfFolds[t.Name]
		of.Name, of.For, of.Needs, of.Source, of.Folds = t.Name, t.Partition, t.Needs, t.Source, true
		of.Target, of.TwoSided, of.Naive = cmp.Or(of.Target, Algorithms), t.TwoSided, t.Naive
		of.fits = func(p *pair) bool { return p.of.Scores == nil && !p.of.OnOneSet() }
		of.run = func(p *pair, opt Options) (Verdict, error) {
			return p.test(of, func(d infer.Differences, o infer.Options) (infer.Result, error) {
				return infer.Run(of.Name, d, o)
			}, opt)
		}
		out = append(out, of)
	}
	return out
}

// isFoldTest reports whether a procedure is a test of fold differences.
func isFoldTest(of Procedure) bool {
	_, err := infer.Lookup(of.Name)
	return err == nil
}

// nestedByClasses names nested-t by what is known of the classes that the metric counts, and adds to a note where
// nothing is.
func (p *pair) nestedByClasses(note string) (name, noted string) {
	if p.of.Counts == nil && !results.OfCounts(p.by().Name) {
		return nestedTest, note
	}
	switch few, among := p.of.Rarest(p.metric); {
	case few == 0:
		return nestedUncounted, joined(note, fmt.Sprintf("how many records each class has is not known; where one has "+
			"fewer than 200, nested-t by F1 erred in up to %.0f%% (study nested): give predictions or counts, which it "+
			"takes into account", 100*measuredRate(nestedUncounted, Options{}).Rate))
	case infer.RareClass(few, among):
		return nestedRare, note
	}
	return nestedTest, note
}

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
	of, _ := ProcedureOf(procedure)
	rate := measuredRate(procedure, opt)
	if of.rate != nil {
		rate = of.rate(d, opt)
	}
	rate.Rate = math.Round(rate.Rate*1e12) / 1e12 // a level that is held is the level itself
	rates.Store(key, rate)
	return rate
}

// independentRate is the error of a test that takes folds for independent.
func independentRate(d infer.Differences, opt Options) ErrorRate {
	n := d.Replications() * d.Folds()
	return equalRate(n, 1/float64(n), d.Folds() > 1, opt)
}

// correctedRate is the error of the test that is bcv-t on an m x 2 CV.
func correctedRate(d infer.Differences, opt Options) ErrorRate {
	m, k := d.Replications(), d.Folds()
	switch {
	case k == 2 && m > 1:
		return bcvRate(m, opt)
	case m == 1:
		return equalRate(k, 1/float64(k)+1/float64(k-1), k > 1, opt)
	}
	return measuredRate(correctedTest, opt)
}

// resampledRate is the error where the sizes are known, without which the test does not fit.
func resampledRate(d infer.Differences, opt Options) ErrorRate {
	n := d.Replications() * d.Folds()
	train, valid := d.Sizes()
	return equalRate(n, 1/float64(n)+float64(valid)/float64(train), d.Folds() > 1, opt)
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

// Procedures in the study nested, beside nested-t and nested-records-t.
const (
	nestedRare      = "nested-t, rare classes" // by metrics of counts, where infer.RareClass reports it
	nestedUncounted = "nested-t, uncounted"    // by metrics of counts, where that is not known
	nestedPosterior = "nested posterior"       // paired with inner results
)
