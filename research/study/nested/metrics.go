package nested

import (
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/research/study"
)

// metric is what two learners are compared by: the mean of losses of records, or a function
// of all predictions of a fold.
type metric struct {
	name, kind string
	loss       func(y float64, p prediction) float64 // of a record; nil where there is none
	of         func(p []prediction, d *dataset.Data, valid []int32) float64
}

// prediction is what a learner says of a record: a response or the number of a class, and
// where the learner is a discriminant the log odds of the second class.
type prediction struct{ value, score float64 }

// The kinds of metrics.
const (
	ErrorRates    = "error rates"
	Ratios        = "F1 and macro F1"
	RareRatios    = "F1 and macro F1 of rare classes" // in the table nested_counted
	Ranks         = "AUC"
	LogLosses     = "log losses"
	SquaredErrors = "squared errors"
)

var (
	errorRate = metric{name: "error", kind: ErrorRates, loss: func(y float64, p prediction) float64 {
		if y == p.value {
			return 0
		}
		return 1
	}}
	squaredError = metric{name: "squared error", kind: SquaredErrors, loss: func(y float64, p prediction) float64 {
		return (y - p.value) * (y - p.value)
	}}
	logLoss = metric{name: "log loss", kind: LogLosses, loss: func(y float64, p prediction) float64 {
		return logistic((1 - 2*y) * p.score)
	}}
	f1      = metric{name: "F1", kind: Ratios, of: positiveF1}
	macroF1 = metric{name: "macro F1", kind: Ratios, of: meanF1}
	auc     = metric{name: "AUC", kind: Ranks, of: areaUnderCurve}
)

// logistic returns log(1 + exp(x)).
func logistic(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// positiveF1 is F1 of the second class, 0 where there are neither positives nor predicted ones.
func positiveF1(p []prediction, d *dataset.Data, valid []int32) float64 { return f1Of(p, d, valid, 1) }

// meanF1 is the mean of F1 of both classes.
func meanF1(p []prediction, d *dataset.Data, valid []int32) float64 {
	return (f1Of(p, d, valid, 0) + f1Of(p, d, valid, 1)) / 2
}

func f1Of(p []prediction, d *dataset.Data, valid []int32, positive int32) float64 {
	predicted := make([]float64, len(p))
	for k := range p {
		predicted[k] = p[k].value
	}
	c := study.Confusion(predicted, d, valid, positive)
	if c.TP == 0 {
		return 0
	}
	return 2 * c.TP / (2*c.TP + c.FP + c.FN)
}

// areaUnderCurve is the share of pairs of a positive and a negative record in which the
// positive has the greater score, ties counting half; 1/2 where a class is absent.
func areaUnderCurve(p []prediction, d *dataset.Data, valid []int32) float64 {
	var scores [2][]float64
	for k, i := range valid {
		c := d.Class[i]
		scores[c] = append(scores[c], p[k].score)
	}
	negatives, positives := scores[0], scores[1]
	if len(negatives) == 0 || len(positives) == 0 {
		return 0.5
	}
	slices.Sort(negatives)
	slices.Sort(positives)
	below, upTo, sum := 0, 0, 0
	for _, s := range positives {
		for below < len(negatives) && negatives[below] < s {
			below++
		}
		for upTo < len(negatives) && negatives[upTo] <= s {
			upTo++
		}
		sum += below + upTo
	}
	return float64(sum) / 2 / float64(len(negatives)) / float64(len(positives))
}
