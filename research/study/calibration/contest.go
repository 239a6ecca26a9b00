package calibration

import (
	"math"

	"github.com/block-regularized/bcv/pkg/posterior"
)

// contest is a pair of learners on all data sets of a setting, by one metric, with the
// first m replications; or one learner alone, whose metric then stands in place of
// the difference.
type contest struct {
	setting setting
	a, b    int
	pair    int    // of the setting; negative for a alone
	metric  string // P, R, F1, error, squared error
	m       int

	stats     []Sums                // of each data set
	looks     []looks               // of each data set, at most replications; nil for others
	counts    [][2]posterior.Counts // summed over the folds, of a and b; nil for a regression
	fitted    []float64             // the difference of the fitted models on new records; nil where unknown
	undefined int                   // data sets without a value, or with differences all equal

	delta, sd  float64 // mean and standard deviation of the mean differences
	rho1, rho2 float64 // of the differences
}

// metrics of classification; the error counts both kinds, and less is better.
var metrics = []struct {
	name string
	of   func(c posterior.Counts, n float64) float64
}{
	{"P", func(c posterior.Counts, _ float64) float64 { return c.TP / (c.TP + c.FP) }},
	{"R", func(c posterior.Counts, _ float64) float64 { return c.TP / (c.TP + c.FN) }},
	{"F1", func(c posterior.Counts, _ float64) float64 { return 2 * c.TP / (2*c.TP + c.FP + c.FN) }},
	{"error", func(c posterior.Counts, n float64) float64 { return (c.FP + c.FN) / n }},
}

// contests returns the contests of all pairs of a setting at one m.
func (s setting) contests(m int, outcomes []outcome) []contest {
	var out []contest
	for k, p := range s.pairs {
		out = append(out, s.byMetric(contest{setting: s, a: p[0], b: p[1], pair: k, m: m}, outcomes)...)
	}
	return out
}

// alone returns the contests of all learners by themselves.
func (s setting) alone(m int, outcomes []outcome) []contest {
	var out []contest
	for l := range s.learners {
		out = append(out, s.byMetric(contest{setting: s, a: l, b: l, pair: -1, m: m}, outcomes)...)
	}
	return out
}

// byMetric returns a contest for each metric.
func (s setting) byMetric(c contest, outcomes []outcome) []contest {
	if s.regression() {
		c.metric = "squared error"
		c.collect(outcomes, func(values []float64) float64 { return values[0] }, 1)
		return []contest{c}
	}
	var out []contest
	for _, metric := range metrics {
		c := c
		c.metric = metric.name
		of := func(v []float64, n float64) float64 {
			return metric.of(posterior.Counts{TP: v[0], FP: v[1], FN: v[2]}, n)
		}
		c.collect(outcomes, func(v []float64) float64 { return of(v, float64(s.n)/2) }, 3)
		c.count(outcomes)
		c.fit(outcomes, func(v []float64) float64 { return of(v, 1) })
		out = append(out, c)
	}
	return out
}

// at returns the values of a learner on fold f, each fold having some.
func at(values []float64, learner, f, each int) []float64 {
	from := (learner*2*most + f) * each
	return values[from : from+each]
}

// differences returns the differences of b minus a on the first m replications, or the metric of a
// alone.
func (c *contest) differences(values []float64, metric func([]float64) float64, each int) [][2]float64 {
	d := make([][2]float64, c.m)
	for j := range d {
		for k := range d[j] {
			f := 2*j + k
			d[j][k] = metric(at(values, c.b, f, each))
			if c.pair >= 0 {
				d[j][k] -= metric(at(values, c.a, f, each))
			}
		}
	}
	return d
}

// collect takes the statistics of all data sets.
func (c *contest) collect(outcomes []outcome, metric func([]float64) float64, each int) {
	for _, o := range outcomes {
		d := c.differences(o.Folds, metric, each)
		c.stats = append(c.stats, SumsOf(d))
		if c.m == most && c.pair >= 0 {
			c.looks = append(c.looks, looksAt(d))
		}
	}
	c.summarize()
}

// defined reports whether something can be said from a data set: a metric without a
// value makes its Sums NaN.
func defined(s Sums) bool { return s.Within+s.Between > 1e-20 }

// summarize finds delta and the correlations, from the data sets that show something.
func (c *contest) summarize() {
	n, within, between := 0.0, 0.0, 0.0
	for _, s := range c.stats {
		if !defined(s) {
			c.undefined++
			continue
		}
		n++
		c.delta += s.Mean
		within += s.Within
		between += s.Between
	}
	c.delta /= n
	squares := 0.0
	for _, s := range c.stats {
		if defined(s) {
			squares += (s.Mean - c.delta) * (s.Mean - c.delta)
		}
	}
	of := components{variance: squares / (n - 1), within: within / n, between: between / n}
	c.sd = math.Sqrt(of.variance)
	c.rho1, c.rho2 = of.correlations(c.m)
}

// components are the variance of the mean differences over data sets, and means of W and B (Sums).
type components struct{ variance, within, between float64 }

// correlations returns those of the differences on two folds of one of m replications, and of two. As in package
// correlation, v are means of replications less the mean of all, w half the differences of two folds.
func (c components) correlations(m int) (rho1, rho2 float64) {
	v, w := c.between/float64(2*m), c.within/float64(2*m)
	sigma2 := c.variance + v + w
	return (c.variance + v - w) / sigma2, (c.variance - v/float64(m-1)) / sigma2
}

// count sums the confusion counts of both learners.
func (c *contest) count(outcomes []outcome) {
	for _, o := range outcomes {
		var both [2]posterior.Counts
		for i, learner := range []int{c.a, c.b} {
			for f := range 2 * c.m {
				v := at(o.Folds, learner, f, 3)
				both[i] = both[i].Add(posterior.Counts{TP: v[0], FP: v[1], FN: v[2]})
			}
		}
		c.counts = append(c.counts, both)
	}
}

// fit takes the differences of the fitted models on new records.
func (c *contest) fit(outcomes []outcome, metric func([]float64) float64) {
	for _, o := range outcomes {
		if o.Rates == nil {
			return
		}
		mean := 0.0
		for _, d := range c.differences(o.Rates, metric, 3) {
			mean += (d[0] + d[1]) / float64(2*c.m)
		}
		c.fitted = append(c.fitted, mean)
	}
}
