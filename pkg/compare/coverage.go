package compare

import (
	"fmt"
	"math"
)

// Coverage says in which share of data sets intervals of 95% of one model held what they
// are about, as measured by the studies calibration and calibration-letter (notebook 13).
type Coverage struct {
	Mean  float64 // over the cells of the study that no prior was chosen on; NaN if unknown
	Least float64 // in the worst cell of all
	At    string  // that cell
}

var unknownCoverage = Coverage{Mean: math.NaN(), Least: math.NaN()}

// The coverage in the stored studies, checked by TestMeasuredCoverage.
var (
	// of the expected metric of the algorithm, by the paired posterior with the prior
	// paired.SingleModelPrior
	algorithmCoverage = Coverage{Mean: 0.96304, Least: 0.7934, At: "F1 of an SVM on 100 records"}
	// of the metric of the fitted models, by the posterior of Wang and Li
	fittedCoverage = Coverage{Mean: 0.94795, Least: 0.911, At: "precision of logistic regression on 200 records"}
	// of the expected metric of the algorithm, by the posterior of Wang and Li
	crossCoverage = Coverage{Mean: 0.90197, Least: 0.44872, At: "recall of an SVM on 100 records"}
)

// MeasuredCoverage returns the coverage of the intervals of one model with a target at a
// level, known for 0.95 alone: that of the paired posterior for the algorithms, that of
// the posterior of Wang and Li for the fitted models.
func MeasuredCoverage(t Target, level float64) Coverage {
	if math.Abs(level-0.95) > 1e-9 {
		return unknownCoverage
	}
	if t == FittedModels {
		return fittedCoverage
	}
	return algorithmCoverage
}

// AboutIntervals says in a line what intervals of one model with this target are about,
// and how often they held that.
func (t Target) AboutIntervals() string {
	a, f, c := algorithmCoverage, fittedCoverage, crossCoverage
	if t == FittedModels {
		return fmt.Sprintf("Intervals about the fitted models: of those of 95%%, %.0f%% held the metric of the fitted models on average, and %.0f%% that of the algorithm (at worst %.0f%%, %s; notebook 13).",
			100*f.Mean, 100*c.Mean, 100*c.Least, c.At)
	}
	return fmt.Sprintf("Intervals about the algorithms: of those of 95%%, %.0f%% held the expected metric of the algorithm on average (at worst %.0f%%, %s; notebook 13).",
		100*a.Mean, 100*a.Least, a.At)
}
