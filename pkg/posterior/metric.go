package posterior

import (
	"fmt"
	"strings"
)

// Metric is a measure of a model's predictions of one positive class.
type Metric int

// The metrics with a closed posterior distribution.
const (
	Precision Metric = iota // precision, TP/(TP+FP)
	Recall                  // recall, TP/(TP+FN)
	F1                      // harmonic mean of the two, 2TP/(2TP+FP+FN)
)

// Metrics returns all metrics in the order of the papers.
func Metrics() []Metric { return []Metric{Precision, Recall, F1} }

// String returns P, R or F1.
func (m Metric) String() string {
	switch m {
	case Precision:
		return "P"
	case Recall:
		return "R"
	case F1:
		return "F1"
	}
	return fmt.Sprintf("Metric(%d)", int(m))
}

// ParseMetrics reads a comma-separated list such as "P,R,F1". Names must be
// exactly P, R or F1, each at most once.
func ParseMetrics(list string) ([]Metric, error) {
	var out []Metric
	for name := range strings.SplitSeq(list, ",") {
		metric := Metric(-1)
		for _, m := range Metrics() {
			if m.String() == strings.TrimSpace(name) {
				metric = m
			}
		}
		if metric < 0 {
			return nil, fmt.Errorf("posterior: unknown metric %q; use P, R or F1, separated by commas", name)
		}
		for _, m := range out {
			if m == metric {
				return nil, fmt.Errorf("posterior: metric %s is listed twice; name each metric once", m)
			}
		}
		out = append(out, metric)
	}
	return out, nil
}
