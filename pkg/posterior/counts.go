package posterior

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/metric"
)

// Counts is a confusion matrix of one positive class without its true
// negatives, which none of P, R and F1 needs. Entries are at least 0 and may
// be fractions: effective counts are weighted sums.
type Counts struct {
	TP, FP, FN float64
}

// Chunks returns the confusion counts of a chunking task from the number of
// gold, predicted and correctly predicted chunks.
func Chunks(gold, predicted, correct float64) Counts {
	return Counts{TP: correct, FP: predicted - correct, FN: gold - correct}
}

// Add returns the sum of two confusion matrices.
func (c Counts) Add(d Counts) Counts {
	return Counts{c.TP + d.TP, c.FP + d.FP, c.FN + d.FN}
}

// Scale returns w times the confusion matrix.
func (c Counts) Scale(w float64) Counts {
	return Counts{w * c.TP, w * c.FP, w * c.FN}
}

// Check returns an error unless all entries are finite and at least 0.
func (c Counts) Check() error {
	for _, e := range [...]struct {
		name string
		v    float64
	}{{"TP", c.TP}, {"FP", c.FP}, {"FN", c.FN}} {
		if !(e.v >= 0) || math.IsInf(e.v, 0) {
			return fmt.Errorf("posterior: %s is %v; counts must be finite and at least 0", e.name, e.v)
		}
	}
	return nil
}

// Sum adds confusion matrices entry by entry.
func Sum(folds []Counts) Counts {
	var s Counts
	for _, f := range folds {
		s = s.Add(f)
	}
	return s
}

// Value returns the plain estimate of a metric, such as TP/(TP+FP). It is NaN
// where the denominator is 0.
func (c Counts) Value(m Metric) float64 { return described[m].Value(c.TP, c.FP, c.FN) }

// Metric is a measure of a model's predictions of one positive class.
type Metric int

// The metrics with a closed posterior distribution.
const (
	Precision Metric = iota // precision, TP/(TP+FP)
	Recall                  // recall, TP/(TP+FN)
	F1                      // harmonic mean of the two, 2TP/(2TP+FP+FN)
)

// described are the metrics as package metric has them.
var described = [...]struct {
	metric.Metric
	metric.ClassRatio
}{{metric.Precision, metric.PrecisionRatio}, {metric.Recall, metric.RecallRatio}, {metric.F1, metric.F1Ratio}}

// Metrics returns all metrics in the order of the papers.
func Metrics() []Metric { return []Metric{Precision, Recall, F1} }

// Metric returns the name, the direction and the range.
func (m Metric) Metric() metric.Metric { return described[m].Metric }

// String returns P, R or F1.
func (m Metric) String() string { return m.Metric().Name }

// ParseMetrics reads a comma-separated list of P or precision, R or recall, and F1 or f1, such
// as "P,R,F1", each at most once.
func ParseMetrics(list string) ([]Metric, error) {
	var out []Metric
	for text := range strings.SplitSeq(list, ",") {
		name := strings.TrimSpace(text)
		m := slices.IndexFunc(Metrics(), func(m Metric) bool {
			return name == m.String() || name == metric.Canonical(m.String())
		})
		switch {
		case m < 0:
			return nil, fmt.Errorf("posterior: unknown metric %q; use P (precision), R (recall) or F1, separated by "+
				"commas", text)
		case slices.Contains(out, Metric(m)):
			return nil, fmt.Errorf("posterior: metric %s is listed twice; name each metric once", Metric(m))
		}
		out = append(out, Metric(m))
	}
	return out, nil
}

// CurvePoint is one point of a posterior density curve, for figures.
type CurvePoint struct {
	Task      string  `dataframe:"task"`
	Metric    string  `dataframe:"metric"`    // P, R or F1
	Model     string  `dataframe:"model"`     // as named in the counts
	Weighting string  `dataframe:"weighting"` // "bcv" or "hold-out average"
	X         float64 `dataframe:"x"`         // value of the metric, in [0, 1]
	Density   float64 `dataframe:"density"`   // posterior density at X
}

// DifferencePoint is one point of the posterior density of nu_B - nu_A.
type DifferencePoint struct {
	Task    string  `dataframe:"task"`
	Metric  string  `dataframe:"metric"`
	X       float64 `dataframe:"x"`       // nu_B - nu_A, in [-1, 1]
	Density float64 `dataframe:"density"` // posterior density at X
}

// Comparison is the result of the Bayes test of one metric for one pair of
// models. H0 says that B is not better than A by more than Delta:
// nu_B - nu_A <= Delta (Wang and Li 2019, section 3; the sign of their eq. 32
// is misprinted, but their tables follow this definition).
type Comparison struct {
	Task   string  `dataframe:"task" json:"-"`
	Metric string  `dataframe:"metric" json:"-"`
	ModelA string  `dataframe:"model_a" json:"-"`
	ModelB string  `dataframe:"model_b" json:"-"`
	M      int     `dataframe:"m" json:"m"`               // replications of two-fold CV behind the counts
	Weight float64 `dataframe:"weight" json:"weight"`     // factor from summed to effective counts
	Prior  float64 `dataframe:"prior" json:"lambda"`      // lambda of the Beta(lambda, lambda) prior
	Level  float64 `dataframe:"level" json:"level"`       // credibility of the intervals
	A      float64 `dataframe:"a" json:"a"`               // posterior mode of model A
	ALow   float64 `dataframe:"a_low" json:"a_low"`       // credible interval of model A
	AHigh  float64 `dataframe:"a_high" json:"a_high"`     //
	B      float64 `dataframe:"b" json:"b"`               // posterior mode of model B
	BLow   float64 `dataframe:"b_low" json:"b_low"`       // credible interval of model B
	BHigh  float64 `dataframe:"b_high" json:"b_high"`     //
	Delta  float64 `dataframe:"delta" json:"delta"`       // threshold of H0
	PH0    float64 `dataframe:"p_h0" json:"p_h0"`         // P(nu_B - nu_A <= Delta)
	PH1    float64 `dataframe:"p_h1" json:"p_h1"`         // P(nu_B - nu_A > Delta), not computed as 1 - PH0
	LogPH0 float64 `dataframe:"log_p_h0" json:"log_p_h0"` // natural logarithm, finite where PH0 underflows
	LogPH1 float64 `dataframe:"log_p_h1" json:"log_p_h1"` //
	// evidence for H1 over H0: posterior odds over prior odds
	BayesFactor float64 `dataframe:"bayes_factor" json:"bayes_factor"`
	// half width r of the region of practical equivalence, 0 for none
	Rope     float64 `dataframe:"rope" json:"rope"`
	PRope    float64 `dataframe:"p_rope" json:"p_rope"`     // P(|nu_B - nu_A| <= Rope)
	Decision string  `dataframe:"decision" json:"decision"` // "accept H0" or "accept H1"
	Draws    int     `dataframe:"draws" json:"draws"`       // Monte-Carlo draws behind MCPH0, 0 for none
	MCPH0    float64 `dataframe:"mc_p_h0" json:"mc_p_h0"`   // Monte-Carlo estimate of PH0
	MCSE     float64 `dataframe:"mc_se" json:"mc_se"`       // its standard error
}
