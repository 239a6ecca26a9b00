package metric

import (
	"regexp"
)

// known are further metrics whose direction everybody agrees on, by their names in lower case without spaces, hyphens
// and underscores.
var known = func() map[string]Metric {
	out := map[string]Metric{}
	share := func(higher bool, names ...string) {
		for _, name := range names {
			out[name] = Metric{HigherIsBetter: higher, Max: 1, Percent: true}
		}
	}
	number := func(higher bool, names ...string) {
		for _, name := range names {
			out[name] = Metric{HigherIsBetter: higher}
		}
	}
	share(true, "p", "r", "specificity")
	share(false, "wer", "cer")
	number(true, "prauc", "bleu", "rouge", "ndcg")
	number(false, "loss", "mape", "perplexity")
	return out
}()

// Further names whose direction everybody agrees on, such as f1_macro, IR_precision and
// mean_squared_error; neg_log_loss is the negative of a loss.
var (
	more = regexp.MustCompile(`^neg|accuracy|^(f1|precision|recall|jaccard|averageprecision|rocauc|r2|areaunder|kappa|score$)|` +
		`(fmeasure|precision|recall)$|^percentcorrect$`)
	less = regexp.MustCompile(`error|loss|brier|incorrect|deviance`)
)

// Named returns the metric that a column or row of this name holds, and whether the name is well known: one of All, by
// any name that Parse reads but neg_log_loss and the like, which are the negative of a loss, or another that says its
// direction. A metric of another name is taken for a loss without limits.
func Named(name string) (m Metric, ok bool) {
	if e, _, _, err := find(name); err == nil {
		m, ok = e.Metric, true
	} else if m, ok = known[short(name)]; !ok {
		m.HigherIsBetter = more.MatchString(short(name))
		ok = m.HigherIsBetter || less.MatchString(short(name))
	}
	m.Name = name
	return m, ok
}

// Within returns m, without range and percent if a value is outside the range, such as an
// accuracy that is written as 93.5.
func (m Metric) Within(values []float64) Metric {
	for _, v := range values {
		if m.Min != m.Max && (v < m.Min || v > m.Max) {
			m.Min, m.Max, m.Percent = 0, 0, false
		}
	}
	return m
}

// Cut cuts an interval at the ends of the range of the metric.
func (m Metric) Cut(low, high float64) (float64, float64) {
	if m.Max > m.Min {
		return max(low, m.Min), min(high, m.Max)
	}
	return low, high
}
