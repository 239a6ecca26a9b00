package calibration

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/correlation"
)

// EqualLearners is the study of two-sided claims about learners that are equal by
// construction, on data sets of Calibration.
var EqualLearners = study.Study{Name: "equal-learners",
	Title: "two-sided false claims about learners that are equal by construction", Seconds: 210, Plan: equalPlan}

// TwoSidedRow is how often one procedure, two-sided at 0.05, claims a difference of two
// learners that are equal by construction: they see as many exchangeable features.
type TwoSidedRow struct {
	Data   string  `dataframe:"data"`
	N      int     `dataframe:"n"`
	A      string  `dataframe:"a"`
	B      string  `dataframe:"b"`
	Metric string  `dataframe:"metric"`
	M      int     `dataframe:"m"`
	Method string  `dataframe:"method"`
	Prior  string  `dataframe:"prior"` // of the paired posterior
	False  float64 `dataframe:"false_claims"`
	SE     float64 `dataframe:"false_se"`
	Sets   int     `dataframe:"data_sets"`
	Seed   int     `dataframe:"seed"`
	Date   string  `dataframe:"date"`
}

// equalSettings are the settings of Calibration with equal learners, of which the equal pairs are judged, and nearest
// neighbours on strong signals, which Calibration does not have: its priors are chosen and tested without them.
func equalSettings() []setting {
	out := study.Where(settings(), func(s setting) bool { return slices.ContainsFunc(s.pairs, s.equal) })
	strong := setting{n: LevelRecords}
	for i, k := range []int{1, 5, 25} {
		for _, first := range []int{0, 4} {
			strong.learners = append(strong.learners, named{fmt.Sprintf("%d-NN x%d-%d", k, first+1, first+4), nearest(k),
				[]int{first, first + 1, first + 2, first + 3}})
		}
		strong.pairs = append(strong.pairs, [2]int{2 * i, 2*i + 1})
	}
	shift, logit := strong, strong
	shift.name, shift.distribution = "strong shift", strongShift
	logit.name, logit.distribution = "strong logit", strongLogit
	return append(out, shift, logit)
}

func equalPlan(cfg study.Config) (study.Plan, error) {
	all := equalSettings()
	cells := simulations(cfg, all)
	return study.Plan{Simulations: study.All(cells), Tables: func() ([]study.Table, error) {
		empirical, err := correlation.Found(cfg.Data, false)
		if err != nil {
			return nil, err
		}
		var rows []TwoSidedRow
		for _, m := range counted {
			judges, err := procedures(m, priors(empirical), alpha/2)
			if err != nil {
				return nil, err
			}
			for i, s := range all {
				more, err := s.twoSided(m, judges, cells[i].Result(), cells[i].Effort())
				if err != nil {
					return nil, err
				}
				rows = append(rows, more...)
			}
		}
		return []study.Table{study.NewTable("equal_learners", rows)}, nil
	}}, nil
}

// twoSided judges all procedures on the equal pairs of a setting, the posterior of Wang and
// Li among them, each with half of alpha a side.
func (s setting) twoSided(m int, all []procedure, outcomes []outcome, e study.Effort) ([]TwoSidedRow, error) {
	var out []TwoSidedRow
	for _, c := range s.contests(m, outcomes) {
		if !s.equal(s.pairs[c.pair]) {
			continue
		}
		for _, p := range all {
			out = append(out, c.twoSidedRow(c.tally(p), p, e))
		}
		if c.counts == nil || c.metric == "error" {
			continue
		}
		t, err := c.tallyPosterior(alpha / 2)
		if err != nil {
			return nil, err
		}
		out = append(out, c.twoSidedRow(t, procedure{method: Posterior}, e))
	}
	return out, nil
}

// equal reports whether a pair is equal by construction.
func (s setting) equal(pair [2]int) bool {
	a, b := s.learners[pair[0]], s.learners[pair[1]]
	return a.columns != nil && len(a.columns) == len(b.columns)
}

// twoSidedRow turns counts into shares.
func (c contest) twoSidedRow(t tally, p procedure, e study.Effort) TwoSidedRow {
	wrong := (t.above + t.below) / t.n
	return TwoSidedRow{Data: c.setting.name, N: c.setting.n, A: c.setting.learners[c.a].name,
		B: c.setting.learners[c.b].name, Metric: c.metric, M: c.m,
		Method: p.method, Prior: p.prior, False: round(wrong), SE: round(math.Sqrt(wrong * (1 - wrong) / t.n)),
		Sets: int(t.n), Seed: e.Seed, Date: e.Date}
}

// TwoSidedSummary is what a procedure does over the cells of one kind of metric.
type TwoSidedSummary struct {
	Metrics string  `dataframe:"metrics"` // one of Kinds
	Method  string  `dataframe:"method"`
	Prior   string  `dataframe:"prior"`
	Cells   int     `dataframe:"cells"`
	Sets    int     `dataframe:"data_sets"` // of a cell, at least
	False   float64 `dataframe:"false_claims"`
	Largest float64 `dataframe:"largest"`
	SE      float64 `dataframe:"largest_se"` // of a cell of that share
}

// Kinds of metrics, in the names of TwoSidedSummary.
const (
	ErrorRates = "error rates"
	Ratios     = "precision, recall and F1"
	Squares    = "squared errors"
)

// SummarizeTwoSided returns the false claims of the two-sided rule for each kind of metric,
// method and prior, in the order in which they come.
func SummarizeTwoSided(rows []TwoSidedRow) []TwoSidedSummary {
	key := func(r TwoSidedRow) TwoSidedSummary {
		kind := Ratios
		switch r.Metric {
		case "error":
			kind = ErrorRates
		case "squared error":
			kind = Squares
		}
		return TwoSidedSummary{Metrics: kind, Method: r.Method, Prior: r.Prior}
	}
	var out []TwoSidedSummary
	for _, of := range study.Group(rows, key) {
		s := key(of[0])
		s.Cells, s.Sets = len(of), of[0].Sets
		for _, r := range of {
			s.False += r.False / float64(len(of))
			s.Sets = min(s.Sets, r.Sets)
			if r.False > s.Largest {
				s.Largest, s.SE = r.False, r.SE
			}
		}
		out = append(out, s)
	}
	return out
}
