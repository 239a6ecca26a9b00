package calibration

import (
	"math"
	"math/rand/v2"
	"time"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/study"
)

// Decisions is the study of the sequential Bayes test, as bcv run --rule bayes has it: how
// often it calls one of two learners better that are equal.
var Decisions = study.Study{Name: "bayes-decisions",
	Title: "false decisions of the sequential Bayes test about equal learners", Seconds: 150, Plan: decisionsPlan}

// DecisionRow is how often the sequential Bayes test, with gamma = 0.05 and looks from
// m = 3 to 12, decides for one of two learners that are equal by construction.
type DecisionRow struct {
	Setting string  `dataframe:"setting"`
	Data    string  `dataframe:"data"`
	N       int     `dataframe:"n"`
	Equal   string  `dataframe:"equal"` // their features
	Metric  string  `dataframe:"metric"`
	Gamma   float64 `dataframe:"gamma"`
	False   float64 `dataframe:"false_decisions"`
	SE      float64 `dataframe:"false_se"`
	M       float64 `dataframe:"mean_m"` // replications used, on average
	Sets    int     `dataframe:"data_sets"`
	Seed    int     `dataframe:"seed"`
	Date    string  `dataframe:"date"`
}

// decisionGamma is the default of the test.
const decisionGamma = 0.05

// decisionSettings are the logistic regressions of levels.
func decisionSettings() []levelSetting { return levelSettings()[:2] }

// decisionCounts are sums over data sets, by metric.
type decisionCounts struct{ False, M [3]float64 }

func decisionsPlan(cfg study.Config) (study.Plan, error) {
	sets, perShard := 10, 5
	if cfg.Scale == study.Paper {
		sets, perShard = 500, 25
	}
	var cells []*study.Experiment[decisionCounts]
	for _, s := range decisionSettings() {
		cells = append(cells, s.decisions(sets, perShard, cfg.Seed))
	}
	return study.PlanOf(func() []study.Table {
		var rows []DecisionRow
		for i, s := range decisionSettings() {
			sum, n := cells[i].Result(), float64(sets)
			for k, metric := range decisionMetrics {
				wrong := sum.False[k] / n
				rows = append(rows, DecisionRow{Setting: s.name, Data: s.from.String(), N: LevelRecords,
					Equal: featuresOf(s.a, s.b), Metric: metric.String(), Gamma: decisionGamma,
					False: round(wrong), SE: round(math.Sqrt(wrong * (1 - wrong) / n)), M: round(sum.M[k] / n),
					Sets: sets, Seed: int(cfg.Seed), Date: time.Now().UTC().Format(time.DateOnly)})
			}
		}
		return []study.Table{study.NewTable("bayes_decisions", rows)}
	}, cells...), nil
}

// decisionMetrics are what the test compares.
var decisionMetrics = []posterior.Metric{posterior.Precision, posterior.Recall, posterior.F1}

func (s levelSetting) decisions(sets, perShard int, seed uint64) *study.Experiment[decisionCounts] {
	config := map[string]any{"features": []any{s.a, s.b}, "gamma": decisionGamma}
	return simulate(s, "bayes-decisions, "+s.name, config, sets, perShard, seed, s.decide, study.Add[decisionCounts])
}

// decide runs the test by each metric on one data set.
func (s levelSetting) decide(d *dataset.Data, rng *rand.Rand, sum *decisionCounts) error {
	set, err := cv.New(cv.BCV, LevelRecords, cv.Options{M: sequential.LastLook, Seed: rng.Uint64()})
	if err != nil {
		return err
	}
	fitters, err := s.fitters(d, s.a, s.b)
	if err != nil {
		return err
	}
	var counts [2][]posterior.Counts // by fold
	for k, fit := range fitters {
		err := validate(d, set, fit, func(predicted []float64, valid []int32) {
			c := study.Confusion(predicted, d, valid, 1)
			counts[k] = append(counts[k], posterior.Counts{TP: float64(c.TP), FP: float64(c.FP), FN: float64(c.FN)})
		})
		if err != nil {
			return err
		}
	}
	for k, metric := range decisionMetrics {
		test := sequential.Bayes{Metric: metric, Start: sequential.FirstLook, Max: sequential.LastLook,
			Gamma: decisionGamma}
		o, err := test.Run(func(m int) (sequential.PairCounts, error) {
			from, to := 2*m-2, 2*m
			return sequential.PairCounts{A: [2]posterior.Counts(counts[0][from:to]),
				B: [2]posterior.Counts(counts[1][from:to])}, nil
		})
		if err != nil {
			return err
		}
		add(&sum.False[k], o.Decision != sequential.Undecided, 1)
		sum.M[k] += float64(o.Stop)
	}
	return nil
}
