package calibration

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/study"
)

// modelAlpha is the nominal share of intervals of one model on each side of its metric:
// they are of 95%, as the intervals that bcv prints.
const modelAlpha = 0.025

// ModelRow is how often the intervals of one procedure hold the metric of one
// algorithm.
type ModelRow struct {
	Data   string  `dataframe:"data"`
	N      int     `dataframe:"n"`
	Model  string  `dataframe:"model"`
	Metric string  `dataframe:"metric"`
	M      int     `dataframe:"m"`
	Rho1   float64 `dataframe:"rho1"` // of the metric, estimated
	Rho2   float64 `dataframe:"rho2"`
	Choice bool    `dataframe:"choice"` // the prior was chosen on this cell among others
	Method string  `dataframe:"method"`
	Prior  string  `dataframe:"prior"`
	// share of the intervals of 95% that lie above the expected metric
	Above  float64 `dataframe:"above"`
	Below  float64 `dataframe:"below"`     // and below
	Covers float64 `dataframe:"covers"`    // that hold it
	SE     float64 `dataframe:"covers_se"` //
	// that hold the metric of the fitted models on new records, where that is known
	Fitted float64 `dataframe:"covers_fitted" table:"blank"`
	// mean, in units of 2 × 1.96 standard deviations of the mean metric
	Length    float64 `dataframe:"length"`
	Value     float64 `dataframe:"expected"`  // the expected metric
	SD        float64 `dataframe:"sd"`        // of the mean metric
	Sets      int     `dataframe:"data_sets"` //
	Undefined int     `dataframe:"undefined"` // data sets left out
	Seed      int     `dataframe:"seed"`      //
	Date      string  `dataframe:"date"`      //
}

// ModelSummary is what a procedure does over several cells.
type ModelSummary struct {
	Method string  `dataframe:"method"`
	Prior  string  `dataframe:"prior"`
	Cells  int     `dataframe:"cells"`
	Covers float64 `dataframe:"covers"`                      // mean over cells
	Least  float64 `dataframe:"covers_at_least"`             // in a cell
	SE     float64 `dataframe:"covers_at_least_se"`          //
	At     string  `dataframe:"at"`                          // that cell
	Below  float64 `dataframe:"cells_below_90"`              // share of the cells that are covered by less than 90%
	Fitted float64 `dataframe:"covers_fitted" table:"blank"` // mean, where it is known
	Length float64 `dataframe:"length"`                      // mean
}

// ModelPriorRow is what the paired posterior of one model with one prior does on one half
// of the learners.
type ModelPriorRow struct {
	Half string `dataframe:"half"` // choice or test
	ModelSummary
	Seed int    `dataframe:"seed"`
	Date string `dataframe:"date"`
}

// SummarizeModels returns a summary for each method and prior, in the order in which they
// come.
func SummarizeModels(rows []ModelRow) []ModelSummary {
	var out []ModelSummary
	for _, of := range study.Group(rows, func(r ModelRow) [2]string { return [2]string{r.Method, r.Prior} }) {
		s := ModelSummary{Method: of[0].Method, Prior: of[0].Prior, Cells: len(of), Least: 2}
		var fitted mean
		for _, r := range of {
			s.Covers += r.Covers
			s.Length += r.Length
			add(&s.Below, r.Covers < 0.9, 1)
			if r.Covers < s.Least {
				s.Least, s.SE, s.At = r.Covers, r.SE, fmt.Sprintf("%s, %d records, m = %d, %s of %s", r.Data, r.N, r.M,
					r.Metric, r.Model)
			}
			fitted.add(r.Fitted)
		}
		n := float64(s.Cells)
		s.Covers, s.Length, s.Below, s.Fitted = s.Covers/n, s.Length/n, s.Below/n, fitted.value()
		out = append(out, s)
	}
	return out
}

// modelPriors are the priors of one model in the main table, beside the chosen one.
func modelPriors(found paired.Empirical) []namedPrior {
	return []namedPrior{{"uniform", paired.Uniform{}}, {"empirical", found}}
}

// modelRectangles returns the priors that one is chosen of, see chooseModel.
func modelRectangles() []namedPrior {
	return rectanglesOf([]float64{0, 0.1, 0.2, 0.3, 0.4}, []float64{0.5, 0.6, 0.7})
}

// modelJudges are the procedures for one m.
type modelJudges struct {
	m           int
	main, tried []procedure
}

func newModelJudges(priors []namedPrior) ([]modelJudges, error) {
	var out []modelJudges
	for _, m := range counted {
		j := modelJudges{m: m}
		for i, list := range [][]namedPrior{priors, modelRectangles()} {
			for _, p := range list {
				reach, err := paired.Reach(m, p.prior, modelAlpha)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", p.name, err)
				}
				q := procedure{Paired, p.name, true, reach}
				if i == 0 {
					j.main = append(j.main, q)
				} else {
					j.tried = append(j.tried, q)
				}
			}
		}
		reach, err := testReach(m, infer.BCVT, modelAlpha)
		if err != nil {
			return nil, err
		}
		j.main = append(j.main, procedure{"bcv-t", "", true, reach})
		out = append(out, j)
	}
	return out, nil
}

// modelRows judges the intervals of one model on all settings; others are of the priors
// that are tried.
func modelRows(all []setting, priors []namedPrior,
	cells []*study.Experiment[[]outcome]) (rows, others []ModelRow, choice []ModelPriorRow, err error) {
	judges, err := newModelJudges(priors)
	if err != nil {
		return nil, nil, nil, err
	}
	main, tried, errs := make([][]ModelRow, len(all)), make([][]ModelRow, len(all)), make([]error, len(all))
	var wait sync.WaitGroup
	for i, s := range all {
		wait.Go(func() { main[i], tried[i], errs[i] = s.modelRows(judges, cells[i].Result(), cells[i].Effort()) })
	}
	wait.Wait()
	for _, half := range []bool{true, false} {
		var some []ModelRow
		for i, s := range all {
			if s.choice == half {
				some = append(some, tried[i]...)
			}
		}
		for _, s := range SummarizeModels(some) {
			e := cells[0].Effort()
			s.Covers, s.Least, s.SE, s.Below, s.Fitted, s.Length = round(s.Covers), round(s.Least), round(s.SE),
				round(s.Below), round(s.Fitted), round(s.Length)
			choice = append(choice, ModelPriorRow{Half: halfName(half), ModelSummary: s, Seed: e.Seed, Date: e.Date})
		}
	}
	return slices.Concat(main...), slices.Concat(tried...), choice, errors.Join(errs...)
}

func halfName(choice bool) string {
	if choice {
		return "choice"
	}
	return "test"
}

func (s setting) modelRows(all []modelJudges, outcomes []outcome, e study.Effort) (main, tried []ModelRow, err error) {
	for _, j := range all {
		for _, c := range s.alone(j.m, outcomes) {
			for _, p := range j.main {
				main = append(main, c.modelRow(p.method, p.prior, c.held(p), e))
			}
			for _, p := range j.tried {
				tried = append(tried, c.modelRow(p.method, p.prior, c.held(p), e))
			}
			if c.counts == nil || c.metric == "error" {
				continue
			}
			h, err := c.heldByPosterior()
			if err != nil {
				return nil, nil, err
			}
			main = append(main, c.modelRow(Posterior, "", h, e))
		}
	}
	return main, tried, nil
}

// held counts intervals.
type held struct{ n, above, below, known, fitted, length float64 }

// take counts an interval against the expected metric, and against the metric of the fitted
// models where it is known.
func (h *held) take(low, high, expected, fitted float64) {
	h.n++
	h.length += high - low
	add(&h.above, low > expected, 1)
	add(&h.below, high < expected, 1)
	if !math.IsNaN(fitted) {
		h.known++
		add(&h.fitted, low <= fitted && fitted <= high, 1)
	}
}

// ofFitted returns the metric of the fitted models of a data set, NaN if it is unknown.
func (c contest) ofFitted(i int) float64 {
	if c.fitted == nil {
		return math.NaN()
	}
	return c.fitted[i]
}

// held judges a procedure on the metric of one model.
func (c contest) held(p procedure) held {
	var h held
	for i, s := range c.stats {
		if defined(s) {
			b := p.bound(s)
			h.take(s.Mean-b, s.Mean+b, c.delta, c.ofFitted(i))
		}
	}
	return h
}

// heldByPosterior judges the equal-tailed interval of Wang and Li.
func (c contest) heldByPosterior() (held, error) {
	var h held
	metric, err := posterior.ParseMetrics(c.metric)
	if err != nil {
		return h, err
	}
	weight := posterior.WeightBCV(c.m)
	for i, s := range c.stats {
		if !defined(s) {
			continue
		}
		d, err := posterior.NewDistribution(metric[0], c.counts[i][0].Scale(weight), 1)
		if err != nil {
			return h, err
		}
		interval, err := d.EqualTailed(1 - 2*modelAlpha)
		if err != nil {
			return h, err
		}
		h.take(interval.Low, interval.High, c.delta, c.ofFitted(i))
	}
	return h, nil
}

// modelRow turns counts into shares.
func (c contest) modelRow(method, prior string, h held, e study.Effort) ModelRow {
	covers := 1 - (h.above+h.below)/h.n
	return ModelRow{Data: c.setting.name, N: c.setting.n, Model: c.setting.learners[c.a].name, Metric: c.metric,
		M: c.m, Rho1: round(c.rho1), Rho2: round(c.rho2),
		Choice: c.setting.choice, Method: method, Prior: prior, Above: round(h.above / h.n),
		Below: round(h.below / h.n), Covers: round(covers),
		SE: round(math.Sqrt(covers * (1 - covers) / h.n)), Fitted: round(h.fitted / h.known),
		Length: round(h.length / h.n / (2 * 1.959964 * c.sd)),
		Value:  round(c.delta), SD: round(c.sd), Sets: int(h.n), Undefined: c.undefined, Seed: e.Seed, Date: e.Date}
}

// SummarizeLearners returns the summary of the chosen prior for each of the named learners; the
// name takes the place of the prior.
func SummarizeLearners(rows []ModelRow, names ...string) []ModelSummary {
	var out []ModelSummary
	for _, name := range names {
		for _, s := range SummarizeModels(study.Where(rows, func(r ModelRow) bool {
			return r.Model == name && r.Method == Paired && r.Prior == Chosen
		})) {
			s.Prior = name
			out = append(out, s)
		}
	}
	return out
}
