package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// Tests of fold differences that are recommended, beside those of package known.
const (
	resampledTest  = "corrected-resampled-t"
	proportionTest = "proportion-z"
)

// moreOfFolds is what rows have beside those of package infer.
var moreOfFolds = map[string]Procedure{
	known.BCV: {rate: func(d infer.Differences, opt Options) known.ErrorRate {
		return bcvRate(d.Replications(), opt)
	}},
	known.Corrected:     {rate: correctedRate},
	"resampled-t":       {rate: independentRate},
	"kfold-t":           {rate: independentRate},
	resampledTest:       {rate: resampledRate},
	proportionTest:      {Target: verdict.FittedModels},
	"conservative-z":    {takes: []*setting{halvesSetting}},
	known.Nested:        {mark: func(p *pair, v *draft) { v.Basis.Nested, v.Note = p.nestedByClasses(v.Note) }},
	known.NestedRecords: {mark: func(_ *pair, v *draft) { v.Basis.Nested = known.NestedRecords }},
	"kfold-ci-z": {mark: func(p *pair, v *draft) {
		if !p.differences.OfRecords() {
			v.Note = "the variance is that of the fold means; kfold-ci-z of predictions takes that of the records, as Bayle " +
				"et al. (2020) do, and has another p-value"
		}
	}},
}

// ofFolds are the tests of fold differences.
func ofFolds() (out []Procedure) {
	for _, t := range infer.Tests() {
		row := moreOfFolds[t.Name]
		row.Name, row.For, row.Needs, row.Source, row.Folds = t.Name, t.Partition, t.Needs, t.Source, true
		row.Target, row.Naive = cmp.Or(row.Target, verdict.Algorithms), t.Naive
		if t.TwoSided {
			row.Needs = joined(row.Needs, "two-sided alone")
		}
		row.fits = (*pair).onFolds
		row.run = func(p *pair, opt Options) (draft, error) {
			return p.test(row, func(d infer.Differences, o infer.Options) (infer.Result, error) {
				return infer.Run(row.Name, d, o)
			}, opt)
		}
		out = append(out, row)
	}
	return out
}

// isFoldTest reports whether a procedure is a test of fold differences.
func isFoldTest(name string) bool {
	_, err := infer.Lookup(name)
	return err == nil
}

// nestedByClasses names nested-t by what is known of the classes that the metric counts, and adds to a note where
// nothing is.
func (p *pair) nestedByClasses(note string) (name, noted string) {
	if p.results.Counts == nil && !results.OfCounts(p.by().Name) {
		return known.Nested, note
	}
	switch few, among := p.results.Rarest(p.metric); {
	case few == 0:
		return known.NestedUncounted, joined(note, fmt.Sprintf("how many records each class has is not known; where one has "+
			"fewer than 200, nested-t by F1 erred in up to %.0f%% (study nested): give predictions or counts, which it "+
			"takes into account", 100*known.Rate(known.NestedUncounted, infer.TwoSided).Rate))
	case infer.RareClass(few, among):
		return known.NestedRare, note
	}
	return known.Nested, note
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
func errorRate(procedure string, d infer.Differences, opt Options) known.ErrorRate {
	nested := []string{known.Nested, known.NestedRare, known.NestedUncounted, known.NestedRecords, known.NestedPosterior}
	if slices.Contains(nested, procedure) {
		return nestedRate(procedure, d.Inner(), opt)
	}
	train, valid := d.Sizes()
	key := rateKey{procedure, d.Replications(), d.Folds(), train, valid, opt.Alternative, opt.Alpha, opt.priorKey}
	if rate, ok := rates.Load(key); ok {
		return rate.(known.ErrorRate)
	}
	row, _ := ProcedureOf(procedure)
	var rate known.ErrorRate
	if row.rate != nil {
		rate = row.rate(d, opt)
	} else {
		rate = known.Rate(procedure, opt.Alternative)
	}
	rate.Rate = math.Round(rate.Rate*1e12) / 1e12 // a level that is held is the level itself
	rates.Store(key, rate)
	return rate
}

// independentRate is the error of a test that takes folds for independent.
func independentRate(d infer.Differences, opt Options) known.ErrorRate {
	n := d.Replications() * d.Folds()
	return known.EqualRate(n, 1/float64(n), d.Folds() > 1, opt.tests())
}

// correctedRate is the error of the test that is bcv-t on an m x 2 CV.
func correctedRate(d infer.Differences, opt Options) known.ErrorRate {
	m, k := d.Replications(), d.Folds()
	switch {
	case k == 2 && m > 1:
		return bcvRate(m, opt)
	case m == 1:
		return known.EqualRate(k, 1/float64(k)+1/float64(k-1), k > 1, opt.tests())
	}
	return known.Rate(known.Corrected, opt.Alternative)
}

// resampledRate is the error where the sizes are known, without which the test does not fit.
func resampledRate(d infer.Differences, opt Options) known.ErrorRate {
	n := d.Replications() * d.Folds()
	train, valid := d.Sizes()
	return known.EqualRate(n, 1/float64(n)+float64(valid)/float64(train), d.Folds() > 1, opt.tests())
}

// bcvRate is the error rate of bcv-t.
func bcvRate(m int, opt Options) known.ErrorRate {
	return known.BCVCase{M: m, Alternative: opt.Alternative, Alpha: opt.Alpha}.Rate()
}

// nestedRate is the error rate of a procedure that takes inner results into account: the measured one where
// there are as many half-splits and inner replications as in the study nested.
func nestedRate(procedure string, inner [][2][][2]float64, opt Options) known.ErrorRate {
	if len(inner) < 10 || len(inner[0][0]) < 2 {
		return known.Unknown
	}
	return known.Rate(procedure, opt.Alternative)
}
