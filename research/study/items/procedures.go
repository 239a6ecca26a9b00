package items

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/metric"
)

// level is the nominal error of all procedures: of two sides together, and of one side.
const level = 0.05

// procedure judges data sets of the cells that it fits.
type procedure struct {
	name  string
	every int // it judges one in this many data sets; 0 for all
	// equality says that it tests a difference of 0 alone and has no interval: of models that differ it says what it
	// finds
	equality bool
	fits     func(c cell) bool
	judge    func(w *worker, k *counts) error
}

// counts are of data sets.
type counts struct {
	Sets         int
	Refused      int // besides: data sets on which the score is not defined, or those drawn from them
	Two          int // false claims of two sides
	Above, Below int // false claims that the difference is above what it is, and below
	Missed       int // 95% intervals that do not hold the difference
	Found        int // claims of the right side, two-sided
}

func increase(n *int, yes bool) {
	if yes {
		*n++
	}
}

// result counts a two-sided test of the true difference at the level, and claims that it is above base.
func (k *counts) result(r infer.Result, truth, base float64) {
	k.Sets++
	increase(&k.Two, r.PValue <= level)
	increase(&k.Above, r.PValue <= 2*level && r.Estimate > truth)
	increase(&k.Below, r.PValue <= 2*level && r.Estimate < truth)
	increase(&k.Missed, r.CI.Low > truth || r.CI.High < truth)
	increase(&k.Found, r.CI.Low > base)
}

// intervals counts a rule that claims what lies outside of its intervals of 95% and, for one side, of 90%.
func (k *counts) intervals(of95, of90 infer.Interval, truth float64) {
	k.Sets++
	missed := of95.Low > truth || of95.High < truth
	increase(&k.Two, missed)
	increase(&k.Missed, missed)
	increase(&k.Above, of90.Low > truth)
	increase(&k.Below, of90.High < truth)
	increase(&k.Found, of95.Low > 0)
}

// Names of procedures; those without a hyphen are no tests of package infer.
const (
	midP      = "mcnemar-midp"
	tango     = "Tango's interval"
	itemT     = "item-t"
	clusterT  = "cluster-t"
	crossedT  = "crossed-t"
	strataT   = "stratified-t"
	dirichlet = "Dirichlet posterior"

	delong     = "delong"
	obuchowski = "obuchowski"
	// item-t, or cluster-t of clusters, of the components of areas
	componentsT = "t of components"

	linearized    = "linearized-t"
	randomization = "randomization"
	bca           = "bca"

	ofRuns    = "Welch's t of runs"
	resampled = "resampled-t of runs"
	ofPairs   = "t of all items and runs"
)

// procedures returns all, in the order of the tables.
func procedures() []procedure {
	ofSuite := func(c cell) bool { return c.tasks != "" }
	ofMeans := func(c cell) bool { return c.metric == "" && !ofSuite(c) }
	ofWhole := func(c cell) bool { return c.metric != "" && c.metric != auc }
	ofArea := func(c cell) bool { return c.metric == auc }
	binary := func(c cell) bool { return ofMeans(c) && c.runs == 1 && c.a.binary && c.b.binary }
	manyRuns := func(c cell) bool { return ofMeans(c) && c.runs > 1 }
	asMany := func(c cell) bool { return manyRuns(c) && !slices.Contains([]string{uneven, fixed, drawn}, c.group) }
	inClusters := func(c cell) bool { return ofMeans(c) && c.clusters > 0 }
	return []procedure{
		{name: midP, equality: true, fits: binary, judge: judgeMidP},
		{name: tango, fits: binary, judge: judgeTango},
		{name: itemT, fits: func(c cell) bool { return ofSuite(c) || ofMeans(c) && c.group != uneven && c.group != fixed },
			judge: tested(items.ItemT)},
		{name: strataT, fits: ofSuite, judge: tested(items.StratifiedT)},
		{name: clusterT, fits: inClusters, judge: tested(items.ClusterT)},
		{name: crossedT, fits: func(c cell) bool { return manyRuns(c) && c.runsOfB != 1 }, judge: tested(items.CrossedT)},
		{name: ofRuns, fits: asMany, judge: students(welch)},
		{name: resampled, fits: asMany, judge: judgeResampled},
		{name: ofPairs, fits: asMany, judge: students(allPairs)},
		{name: dirichlet, fits: func(c cell) bool { return c.group == oneRun && binary(c) }, judge: judgePosterior},
		{name: delong, fits: ofArea, judge: tested(items.DeLong)},
		{name: obuchowski, fits: func(c cell) bool { return ofArea(c) && c.clusters > 0 }, judge: tested(items.Obuchowski)},
		{name: componentsT, fits: ofArea, judge: tested(ofComponents)},
		{name: linearized, fits: ofWhole, judge: ofParts(items.LinearizedT)},
		{name: randomization, every: 20, equality: true, fits: ofWhole, judge: judgeRandomization},
		{name: bca, every: 20, fits: ofWhole, judge: ofParts(func(p items.Parts, w metric.Sums,
			opt infer.Options) (infer.Result, error) {
			return items.BCa(p, w, opt, draws, 1)
		})},
	}
}

func ofComponents(s items.Sample, opt infer.Options) (infer.Result, error) {
	if s.Clusters == nil {
		return items.ItemT(s, opt)
	}
	return items.ClusterT(s, opt)
}

// tested judges a test of the true difference. It refuses data sets without an area, and with one positive or negative
// item, of which areas have no variance.
func tested(test func(items.Sample, infer.Options) (infer.Result, error)) func(*worker, *counts) error {
	return func(w *worker, k *counts) error {
		if w.none != nil {
			k.Refused++
			return nil
		}
		r, err := test(w.Sample, infer.Options{Delta: w.truth})
		switch {
		case err == nil:
			k.result(r, w.truth, w.base)
		case w.metric == auc:
			k.Refused++
			return nil
		}
		return err
	}
}

// draws are the random exchanges, or samples, on each data set.
const draws = 999

// ofParts judges a test of the true difference of a score of the whole.
func ofParts(test func(items.Parts, metric.Sums, infer.Options) (infer.Result, error)) func(*worker, *counts) error {
	return func(w *worker, k *counts) error {
		parts, whole := w.parts()
		r, err := test(parts, whole, infer.Options{Delta: w.truth})
		if err != nil {
			k.Refused++
			return nil
		}
		k.result(r, w.truth, w.base)
		return nil
	}
}

// judgeRandomization judges the test of equal scores of the whole.
func judgeRandomization(w *worker, k *counts) error {
	parts, whole := w.parts()
	r, err := items.Randomization(parts, whole, infer.Options{}, draws, 1)
	switch {
	case err != nil:
		k.Refused++
	case w.different:
		k.Sets++
		increase(&k.Found, r.PValue <= level && r.Estimate > 0)
	default:
		k.result(r, 0, 0)
	}
	return nil
}

// judgeMidP judges the test of equal error rates: of models that differ it says what it finds alone.
func judgeMidP(w *worker, k *counts) error {
	c := w.table()
	two, err := infer.McNemarMidP(c, infer.Options{})
	if err != nil {
		return err
	}
	k.Sets++
	if w.different {
		increase(&k.Found, two.PValue <= level && c.Difference() < 0)
		return nil
	}
	increase(&k.Two, two.PValue <= level)
	for count, side := range map[*int]infer.Alternative{&k.Above: infer.Less, &k.Below: infer.Greater} { // of errors
		one, err := infer.McNemarMidP(c, infer.Options{Alternative: side})
		if err != nil {
			return err
		}
		increase(count, one.PValue <= level)
	}
	return nil
}

func judgeTango(w *worker, k *counts) error {
	var of [2]infer.Interval
	for j, alpha := range []float64{level, 2 * level} {
		e, err := infer.PairedEffect(w.table(), infer.Options{Alpha: alpha})
		if err != nil {
			return err
		}
		of[j] = infer.Interval{Low: -e.DifferenceCI.High, High: -e.DifferenceCI.Low}
	}
	k.intervals(of[0], of[1], w.truth)
	return nil
}

// judgePosterior judges claims of the sides that have a probability of 97.5%, and of 95% for one side, and the
// interval of 95% between both.
func judgePosterior(w *worker, k *counts) error {
	p, err := items.NewPairedPosterior(w.table(), 1)
	if err != nil {
		return err
	}
	k.Sets++
	above := p.Above(w.truth)
	missed := math.Min(above, 1-above) < level/2
	increase(&k.Two, missed)
	increase(&k.Missed, missed)
	increase(&k.Above, above > 1-level)
	increase(&k.Below, above < level)
	increase(&k.Found, p.Above(0) > 1-level/2)
	return nil
}

// students judges the t-test of an estimate with a standard error and its degrees of freedom.
func students(test func(w *worker) (estimate, se, df float64)) func(*worker, *counts) error {
	return func(w *worker, k *counts) error {
		estimate, se, df := test(w)
		if !(se > 0) {
			k.Sets++ // nothing is known about chance
			return nil
		}
		k.result(infer.Result{Estimate: estimate, PValue: infer.TwoSided.PValue((estimate-w.truth)/se, df),
			CI: infer.TwoSided.Interval(estimate, se*special.StudentCritical(level/2, df))}, w.truth, w.base)
		return nil
	}
}

// welch takes the mean scores of runs for independent observations of A and of B, with unequal variances: means and
// standard deviations over seeds, as tables of results have them.
func welch(w *worker) (estimate, se, df float64) {
	var mean, v [2]float64
	for g, of := range [][][]float64{w.A, w.B} {
		var means []float64
		for _, run := range of {
			means = append(means, stat.Mean(run, nil))
		}
		mean[g], v[g] = stat.MeanVariance(means, nil)
		v[g] /= float64(len(of))
	}
	sum := v[0] + v[1]
	df = sum * sum / (v[0]*v[0] + v[1]*v[1]) * float64(len(w.A)-1)
	return mean[1] - mean[0], math.Sqrt(sum), df
}

// judgeResampled takes the difference in each run for that of an independent hold-out.
func judgeResampled(w *worker, k *counts) error {
	var mu [][]float64
	for s, a := range w.A {
		mu = append(mu, []float64{stat.Mean(w.B[s], nil) - stat.Mean(a, nil)})
	}
	d, err := infer.DifferencesOf(mu)
	if err != nil {
		return err
	}
	r, err := infer.ResampledT(d, infer.Options{Delta: w.truth})
	if err == nil {
		k.result(r, w.truth, w.base)
	}
	return err
}

// allPairs takes the differences of all items in all runs for independent.
func allPairs(w *worker) (estimate, se, df float64) {
	d := make([]float64, 0, len(w.A)*len(w.A[0]))
	for s, a := range w.A {
		for i := range a {
			d = append(d, w.B[s][i]-a[i])
		}
	}
	estimate, v := stat.MeanVariance(d, nil)
	n := float64(len(d))
	return estimate, math.Sqrt(v / n), n - 1
}
