package compare

import (
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// ModelInterval is an interval for the metric of one model.
type ModelInterval struct {
	Model    string
	Method   string // paired or posterior
	Target   Target
	Level    float64
	Coverage Coverage // as measured; unknown for other levels than 95%
	infer.Estimate
}

// ModelIntervals returns intervals for the metric of each model at the level of the
// verdict: of the algorithm, by the paired posterior of the model's fold results with the
// prior paired.SingleModelPrior, for an m x 2 CV; and of the fitted models, by the posterior of
// Wang and Li, for counts. Intervals of two models that overlap say nothing of their
// difference, which is paired.
func (v Verdict) ModelIntervals() []ModelInterval {
	if v.data == nil {
		return nil
	}
	var out []ModelInterval
	for i, model := range []string{v.ModelA, v.ModelB} {
		if e, ok := v.data.algorithm(i, v.Level); ok {
			out = append(out, ModelInterval{Model: model, Method: "paired", Target: Algorithms, Level: v.Level, Coverage: MeasuredCoverage(Algorithms, v.Level), Estimate: e})
		}
		if v.data.fitted != nil {
			out = append(out, ModelInterval{Model: model, Method: "posterior", Target: FittedModels, Level: v.Level, Coverage: v.data.coverage(v.Level), Estimate: v.data.fitted[i]})
		}
	}
	return out
}

// algorithm is the interval of the expected metric of model A (0) or B (1); ok is false
// where there is none.
func (d *evidence) algorithm(i int, level float64) (e infer.Estimate, ok bool) {
	values := [][][]float64{d.a, d.b}[i]
	if len(values) < 2 || len(values[0]) != 2 {
		return e, false
	}
	p, err := d.ofModel(values)
	if err != nil {
		return e, false
	}
	e, err = p.Estimate(level)
	if d.fitted != nil { // precision, recall and F1 end there
		e.Low, e.High = max(e.Low, 0), min(e.High, 1)
	}
	return e, err == nil
}

// coverage is that of the posterior of Wang and Li, measured with lambda = 1.
func (d *evidence) coverage(level float64) Coverage {
	if d.lambda != 1 {
		return unknownCoverage
	}
	return MeasuredCoverage(FittedModels, level)
}

// fittedIntervals are the equal-tailed intervals of the metric of the fitted models.
func fittedIntervals(t posterior.Task, metric posterior.Metric, opt Options) ([]infer.Estimate, error) {
	a, b, err := t.Distributions(metric, posterior.Options{Prior: opt.Lambda})
	if err != nil {
		return nil, err
	}
	var out []infer.Estimate
	for _, d := range []posterior.Distribution{a, b} {
		i, err := d.EqualTailed(1 - opt.Alpha)
		if err != nil {
			return nil, err
		}
		out = append(out, infer.Estimate{Low: i.Low, Mid: d.Mode(), High: i.High})
	}
	return out, nil
}

// modelJSON is a ModelInterval in JSON.
type modelJSON struct {
	Model    string     `json:"model"`
	Target   Target     `json:"target"`
	Estimate float64    `json:"estimate"`
	Interval [2]float64 `json:"interval"`
	Level    float64    `json:"level"`
	Covers   *float64   `json:"covers"`       // measured share of data sets, on average over the cells of the study
	Least    *float64   `json:"covers_least"` // in the worst cell
}

func (v Verdict) modelsJSON() []modelJSON {
	var out []modelJSON
	for _, m := range v.ModelIntervals() {
		out = append(out, modelJSON{Model: m.Model, Target: m.Target, Estimate: m.Mid, Interval: [2]float64{m.Low, m.High}, Level: m.Level,
			Covers: number(m.Coverage.Mean), Least: number(m.Coverage.Least)})
	}
	return out
}
