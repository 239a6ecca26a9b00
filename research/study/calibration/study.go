package calibration

import (
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/correlation"
)

// Calibration is the study of all procedures, on normal differences and on learners.
var Calibration = study.Study{Settings: ownSettings, Name: "calibration", Title: "false claims, power and coverage " +
	"of procedures for paired differences, and of intervals of one model", Seconds: 520,
	Plan: func(cfg study.Config) (study.Plan, error) {
		if cfg.Own != nil {
			return ownPlan(cfg)
		}
		return plan(cfg, settings(), "calibration", true)
	}}

// Letter is Calibration on the UCI letter data, of which it needs a local copy.
var Letter = study.Study{Name: "calibration-letter", Title: "the same on samples of the UCI letter data", Seconds: 60,
	Plan: func(cfg study.Config) (study.Plan, error) {
		all, err := letterSettings()
		if err != nil {
			return study.Plan{}, err
		}
		return plan(cfg, all, "calibration_letter", false)
	}}

// simulations are the simulations of the settings, at the scale and seed of a configuration.
func simulations(cfg study.Config, all []setting) []*study.Experiment[[]outcome] {
	var cells []*study.Experiment[[]outcome]
	for _, s := range all {
		cells = append(cells, s.experiment(s.sets(cfg.Scale), s.perShard(cfg.Scale), cfg.Seed))
	}
	return cells
}

// plan simulates the settings. The first study computes the shares on normal differences
// as well, and tries priors.
func plan(cfg study.Config, all []setting, table string, first bool) (study.Plan, error) {
	cells := simulations(cfg, all)
	return study.Plan{Simulations: study.All(cells), Tables: func() ([]study.Table, error) {
		empirical, err := correlation.Found(cfg.Data, false)
		if err != nil {
			return nil, err
		}
		alone, err := correlation.Found(cfg.Data, true)
		if err != nil {
			return nil, err
		}
		rows, others, choice, err := learnerRows(all, priors(empirical), cells)
		if err != nil {
			return nil, err
		}
		models, otherModels, modelChoice, err := modelRows(all, modelPriors(alone), cells)
		if err != nil {
			return nil, err
		}
		if !first { // chosen elsewhere
			if choice, err = study.Stored[PriorRow](cfg.Data, "calibration_priors"); err != nil {
				return nil, err
			}
			if modelChoice, err = study.Stored[ModelPriorRow](cfg.Data, "calibration_model_priors"); err != nil {
				return nil, err
			}
		}
		best, model := choose(choice), chooseModel(modelChoice)
		for _, r := range others {
			if r.Method == Paired && r.Prior == best {
				r.Prior = Chosen
				rows = append(rows, r)
			}
		}
		for _, r := range otherModels {
			if r.Prior == model {
				r.Prior = Chosen
				models = append(models, r)
			}
		}
		if !first {
			return []study.Table{study.NewTable(table, rows), study.NewTable(table+"_models", models)}, nil
		}
		normal, err := normalRows(withChosen(priors(empirical), best), int(cfg.Seed))
		if err != nil {
			return nil, err
		}
		return []study.Table{study.NewTable(table, append(normal, rows...)), study.NewTable(table+"_priors", choice),
			study.NewTable(table+"_models", models), study.NewTable(table+"_model_priors", modelChoice)}, nil
	}}, nil
}

// sets is the number of data sets of a setting: fewer of the largest, which are expensive.
func (s setting) sets(scale study.Scale) int {
	switch {
	case s.each > 0:
		return s.each * s.shards
	case scale != study.Paper:
		return 60
	case s.n >= 1000:
		return 1000
	}
	return 2000
}

func (s setting) perShard(scale study.Scale) int {
	if s.each > 0 {
		return s.each
	}
	if scale == study.Paper {
		return 50
	}
	return 10
}

// sizesNormal are the numbers of replications on normal differences.
var sizesNormal = []int{3, 5, 10}

// normalRows computes the shares on normal differences.
func normalRows(priors []namedPrior, seed int) ([]Row, error) {
	var out []Row
	for _, m := range sizesNormal {
		all, err := procedures(m, priors, alpha)
		if err != nil {
			return nil, err
		}
		for _, c := range cells() {
			for _, p := range all {
				wrong := c.claims(m, p, 0)
				r := Row{Kind: "normal", Metric: "any", M: m, Rho1: c.rho1, Rho2: c.rho2, Method: p.method,
					Prior: p.prior, FalseAbove: round(wrong), FalseBelow: round(wrong),
					Power: round(c.claims(m, p, effect)), Coverage: math.NaN(), Fitted: math.NaN(), Delta: math.NaN(),
					SD: math.NaN(), Seed: seed, Date: time.Now().UTC().Format(time.DateOnly)}
				if p.interval {
					r.Coverage = round(1 - 2*wrong)
				}
				out = append(out, r)
			}
			if m == most {
				r, err := c.sequentialRow(seed)
				if err != nil {
					return nil, err
				}
				out = append(out, r)
			}
		}
	}
	return out, nil
}

// learnerRows judges all procedures on all settings, which have run; others are of the
// priors that are tried.
func learnerRows(all []setting, priors []namedPrior,
	cells []*study.Experiment[[]outcome]) (rows, others []Row, choice []PriorRow, err error) {
	judges, err := newJudges(priors)
	if err != nil {
		return nil, nil, nil, err
	}
	main, tried, errs := make([][]Row, len(all)), make([][]Row, len(all)), make([]error, len(all))
	var wait sync.WaitGroup
	for i, s := range all {
		wait.Go(func() { main[i], tried[i], errs[i] = s.rows(judges, cells[i].Result(), cells[i].Effort()) })
	}
	wait.Wait()
	for _, half := range []bool{true, false} {
		var some []Row
		for i, s := range all {
			if s.choice == half {
				some = append(some, tried[i]...)
			}
		}
		for _, s := range Summarize(some) {
			e := cells[0].Effort()
			choice = append(choice, PriorRow{Half: halfName(half), Summary: s.rounded(), Seed: e.Seed, Date: e.Date})
		}
	}
	return slices.Concat(main...), slices.Concat(tried...), choice, errors.Join(errs...)
}

// judges are the procedures for one m; tried are bcv-t and the rectangles.
type judges struct {
	m           int
	main, tried []procedure
}

func newJudges(priors []namedPrior) ([]judges, error) {
	var out []judges
	for _, m := range counted {
		main, err := procedures(m, priors, alpha)
		if err != nil {
			return nil, err
		}
		tried, err := procedures(m, rectangles(), alpha)
		if err != nil {
			return nil, err
		}
		tried = slices.DeleteFunc(tried, func(p procedure) bool { return p.method != Paired && p.method != "bcv-t" })
		out = append(out, judges{m, main, tried})
	}
	return out, nil
}

// rows judges all procedures on the data sets of a setting.
func (s setting) rows(all []judges, outcomes []outcome, e study.Effort) (main, tried []Row, err error) {
	for _, j := range all {
		for _, c := range s.contests(j.m, outcomes) {
			for _, p := range j.main {
				main = append(main, c.row(c.tally(p), p, e))
			}
			for _, p := range j.tried {
				tried = append(tried, c.row(c.tally(p), p, e))
			}
			if j.m == most {
				main = append(main, c.row(c.tallySequential(), procedure{method: Sequential, interval: true}, e))
			}
			if c.counts == nil || c.metric == "error" {
				continue
			}
			t, err := c.tallyPosterior(alpha)
			if err != nil {
				return nil, nil, err
			}
			main = append(main, c.row(t, procedure{method: Posterior, interval: true}, e))
		}
	}
	return main, tried, nil
}
