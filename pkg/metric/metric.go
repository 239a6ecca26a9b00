// Package metric names what a number about a model measures, and which values are better.
package metric

// Metric is what a value of a model on a fold measures.
type Metric struct {
	Name           string  // as in files and options, such as "error rate", "loss" or "f1"
	HigherIsBetter bool    // of two models the one with the larger value is better
	Min, Max       float64 // range of the values; both 0 if they are not bounded
	Percent        bool    // values are shares, which sentences write in percent
}

// The metrics that bcv computes by itself.
var (
	Loss      = Metric{Name: "loss"}
	ErrorRate = Metric{Name: "error rate", Max: 1, Percent: true}
	Precision = Metric{Name: "P", HigherIsBetter: true, Max: 1, Percent: true}
	Recall    = Metric{Name: "R", HigherIsBetter: true, Max: 1, Percent: true}
	F1        = Metric{Name: "F1", HigherIsBetter: true, Max: 1, Percent: true}
)
