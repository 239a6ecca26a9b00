package compare

import (
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/infer/series"
	"github.com/block-regularized/bcv/pkg/internal/known"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// ewcTest is the test of forecasts at points in time.
const ewcTest = "dm-ewc"

// onSeries is the recommendation for forecasts.
var onSeries = []choice{{ewcTest, func(evidence) bool { return true },
	"losses of points that are near in time are alike, so that the long-run variance counts, not that of single points"}}

// horizonSetting is the number of steps that forecasts look ahead.
var horizonSetting = &setting{name: "a horizon", given: func(o Options) bool { return o.Horizon != 0 },
	by: "forecasts at points in time (setting `rows` time)"}

// ofSeries are the tests of forecasts at points in time.
func ofSeries() (out []Procedure) {
	for _, t := range series.Tests() {
		row := Procedure{Name: t.Name, For: "forecasts at points in time", Needs: t.Needs + ", of one series",
			Target: verdict.OtherStretches, Source: t.Source, takes: []*setting{horizonSetting}}
		row.fits = func(p *pair) bool { return p.results.InTime() }
		row.run = func(p *pair, opt Options) (draft, error) {
			v, err := p.test(row, func(_ infer.Differences, o infer.Options) (infer.Result, error) {
				return t.Run(series.Sample{A: p.scores.A[0], B: p.scores.B[0], Horizon: opt.Horizon}, o)
			}, opt)
			if v.Design.Horizon = opt.Horizon; err == nil && v.Note == "" {
				v.Note = p.seriesNote(opt)
			}
			return v, err
		}
		out = append(out, row)
	}
	return out
}

// inOrder returns the scores of two models on the units of a test set; points in time stand in their order.
func (p *pair) inOrder(a, b int, pairedRuns bool) (items.Sample, error) {
	s, err := p.results.SampleOf(p.metric, a, b, pairedRuns)
	if err != nil || !p.results.InTime() || p.results.TimeOrder() == nil {
		return s, err
	}
	for _, runs := range [][][]float64{s.A, s.B} {
		for k, of := range runs {
			sorted := make([]float64, len(of))
			for i, unit := range p.results.TimeOrder() {
				sorted[i] = of[unit]
			}
			runs[k] = sorted
		}
	}
	return s, nil
}

// fewPoints is the number of points in time below which no test was measured.
const fewPoints = 40

func (p *pair) seriesNote(opt Options) string {
	if n := len(p.scores.A[0]); n < fewPoints {
		return fmt.Sprintf("%d points in time are few: false alarms were not measured below %d", n, fewPoints)
	} else if 10*opt.Horizon > n {
		return fmt.Sprintf("forecasts of %d steps ahead on %d points: few stretches are independent of each other",
			opt.Horizon, n)
	}
	return ""
}

// rateInTime is the error on points in time by the study series, where that has measured the procedure: in the cells
// with one step ahead, or with more.
func (p *pair) rateInTime(v *draft, opt Options) {
	n := len(p.scores.A[0])
	switch {
	case n < fewPoints:
		v.Basis.Unlike = fmt.Sprintf("fewer than %d points in time", fewPoints)
	case opt.Horizon > 1:
		v.Basis.Unlike = "forecasts of several steps ahead"
	case p.linear:
		v.Basis.Unlike = "scores of a whole series"
	default:
		v.Basis.Measured = slices.Clone(known.By(known.SeriesStudy, v.Method))
		if v.ErrorRate = known.Worst(v.Basis.Measured, opt.Alternative); isKnown(v.ErrorRate.Rate) {
			v.ErrorRate.Where = "where differences one step apart correlate by at most 0.6"
		} else {
			v.Basis.Unlike = "points in time"
		}
	}
}

// aboutSeries is what follows of a model, whose losses are compared with 0.
func aboutSeries(s items.Sample, opt infer.Options) (infer.Result, error) {
	return series.EWC(series.Sample{A: s.A[0], B: s.B[0]}, opt)
}
