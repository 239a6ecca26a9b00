package nb

import (
	"github.com/go-gota/gota/dataframe"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/display"
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/frame"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/rank"
	"github.com/block-regularized/bcv/pkg/report"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/verdict"
)

// Comparison is what Compare found, and the results that it found it in.
type Comparison struct {
	compare.Report
	Results []results.Results
}

// Show shows the verdicts, the figure that the report in HTML has, and a table.
func (c Comparison) Show() {
	display.Note("%s", c.Sentence())
	display.Figure(Figure(c), nil)
	if len(c.Verdicts) > 1 {
		display.Table(c.Rows())
	}
}

// Posteriors shows the posterior densities of precision, recall and F1 of the first two models, of results with counts
// (Wang and Li 2019).
func (c Comparison) Posteriors() {
	var tasks []posterior.Task
	for _, r := range c.Results {
		if r.Counts == nil {
			display.Check(errorf("these results have no counts of one class; give tp, fp and fn, or option Positive with " +
				"predictions"))
		}
		tasks = append(tasks, r.Task(0, 1))
	}
	display.Figure(figure.Densities(display.Must(posterior.Curves(tasks, posterior.Metrics(), 1, points, posterior.BCV))))
}

const points = 200 // of a curve

// Frame returns the rows of the verdicts as a data frame.
func (c Comparison) Frame() dataframe.DataFrame { return display.Must(frame.Of(c.Rows())) }

// Folds returns the results behind them as a data frame, one row for each model and fold.
func (c Comparison) Folds() dataframe.DataFrame { return display.Must(frame.FromResults(c.Results...)) }

// Ranking is what Rank found, one table for each metric.
type Ranking struct {
	Tables  []rank.Table
	Results []results.Results
}

// Show shows each table with its sentence and figure.
func (r Ranking) Show() {
	for _, t := range r.Tables {
		display.Note("%s", t.Sentence())
		display.Figure(Figure(t), nil)
		display.Table(table(t))
	}
}

// Frame returns the rows of the first table as a data frame.
func (r Ranking) Frame() dataframe.DataFrame { return table(r.Tables[0]) }

func table(t rank.Table) dataframe.DataFrame {
	return dataframe.LoadRecords(t.Cells(), dataframe.DetectTypes(false))
}

// Gated is what Gate decided.
type Gated struct{ verdict.Gate }

// Show shows the decision and the figure of the comparison behind it.
func (g Gated) Show() {
	display.Note("%s", g.Sentence())
	display.Figure(Figure(g), nil)
}

// Figure returns the figure that Show has of a comparison, a ranking, one of its tables or a gate; of one verdict its
// posterior or, where it has none, what its interval is made of; and of a partition set which records train in which
// split. figure.Save writes it to a file.
func Figure(of any) *figure.Figure {
	switch x := of.(type) {
	case Comparison:
		return display.Must(report.Report{Result: x.Report}.Plot(false))
	case Gated:
		return display.Must(report.Report{Result: x.Shown()}.Plot(false))
	case Ranking:
		var parts []*figure.Figure
		for _, t := range x.Tables {
			parts = append(parts, Figure(t))
		}
		return figure.Stack(parts...)
	case rank.Table:
		return display.Must(figure.Order(x))
	case verdict.Verdict:
		if _, ok := x.Posterior(); ok {
			return display.Must(figure.Posterior(x))
		}
		return display.Must(figure.Ledger(x))
	case cv.Set:
		return folds(x)
	}
	display.Check(errorf("there is no figure of a %T; there is one of what Compare, Rank and Gate return, of a verdict and "+
		"of a partition set", of))
	return nil
}

// folds shows which of the first records train in each split.
func folds(set cv.Set) *figure.Figure {
	const most = 60
	var points []figure.Point
	add := func(series string, records []int32, split int) {
		for _, i := range records {
			if i < most {
				points = append(points, figure.Point{Series: series, X: float64(i + 1), Y: float64(split + 1), Mark: figure.Cloud})
			}
		}
	}
	for j, s := range set.Splits {
		add("trains", s.Train, j)
	}
	for j, s := range set.Splits {
		add("validates", s.Valid, j)
	}
	f := display.Must(figure.Scatter(points, figure.Labels{X: "record", Y: "split"}))
	f.Height = min(f.Height, 90+30*len(set.Splits))
	return f
}
