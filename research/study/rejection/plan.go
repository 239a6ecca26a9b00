package rejection

import (
	"github.com/block-regularized/bcv/research/study"
)

// Rejections is the study of the rejections of fourteen tests and of the true error
// rates of the classifiers that they compare.
var Rejections = With()

// With returns the study Rejections with tests of a program's own besides the others, on a
// researcher's own settings (study.Config.Own) and on the pairs of the paper.
func With(own ...Test) study.Study {
	return study.Study{Settings: ownSettings, Name: "rejections", Seconds: 600,
		Title: "rejections of equality by fourteen tests, and true error rates of the classifiers",
		Plan: func(cfg study.Config) (study.Plan, error) {
			if cfg.Own != nil {
				return ownPlan(cfg, own)
			}
			p, err := NewPlan(cfg, own...)
			return p.Plan, err
		}}
}

// Plan holds the experiments of Rejections.
type Plan struct {
	study.Plan
	Tests  []*study.Experiment[Result]
	Errors []*study.Experiment[ErrorResult]
}

// NewPlan returns the plan of a scale, with tests of a program's own besides the others.
func NewPlan(cfg study.Config, own ...Test) (Plan, error) {
	tests, errors, err := Studies(cfg)
	if err != nil {
		return Plan{}, err
	}
	var p Plan
	for _, s := range tests {
		s.Own = own
		p.Tests = append(p.Tests, s.Experiment())
	}
	for _, s := range errors {
		p.Errors = append(p.Errors, s.Experiment())
	}
	p.Simulations = append(study.All(p.Tests), study.All(p.Errors)...)
	p.Plan.Tables = func() ([]study.Table, error) {
		return []study.Table{study.NewTable("mcnemar_table_5", study.Rows(p.Tests, Result.Rows)),
			study.NewTable("mcnemar_errors", study.Rows(p.Errors, ErrorResult.Rows))}, nil
	}
	return p, nil
}

// Studies returns what a scale runs: at the quick scale a few hundred data
// sets at equal error rates; at the paper's 10,000 or 6,000, which leave 3 standard
// errors below a fifth of the level 0.05, 1,000 or more at other settings, and true
// error rates.
func Studies(cfg study.Config) ([]Study, []ErrorStudy, error) {
	pairs, err := classifierPairs()
	if err != nil {
		return nil, nil, err
	}
	const shards = 20
	power := map[string]int{"Epsilon": 10000, "EXP6": 1000, "Simple": 1000, "UCI letter": 1000}
	sets := map[string]int{"Epsilon": 10000, "EXP6": 6000, "Simple": 6000, "UCI letter": 6000}
	if cfg.Scale == study.Quick {
		sets = map[string]int{"Epsilon": 300, "EXP6": 200, "Simple": 100}
	}
	var rejections []Study
	var errors []ErrorStudy
	for _, p := range pairs {
		if sets[p.Data] == 0 {
			continue
		}
		if cfg.Scale == study.Quick {
			p.Settings = p.Settings[:1]
		}
		equal, others := p, p
		equal.Settings, others.Settings = p.Settings[:1], p.Settings[1:]
		rejections = append(rejections, Study{Pair: equal, Sets: sets[p.Data] / shards, Shards: shards, Seed: cfg.Seed})
		if len(others.Settings) > 0 {
			rejections = append(rejections, Study{Pair: others, Power: true, Sets: power[p.Data] / shards,
				Shards: shards, Seed: cfg.Seed})
		}
		errors = append(errors, errorStudies(p, cfg)...)
	}
	return rejections, errors, nil
}

// errorStudies returns the studies of the true error rates of a pair: on n records,
// and around the setting of equal rates on n/2, the training sets of two-fold CV.
func errorStudies(p ClassifierPair, cfg study.Config) []ErrorStudy {
	half := p
	half.N = p.N / 2
	sets := 5 // a shard of 20
	switch {
	case p.Data == "EXP6":
		p.Settings, half.Settings = []float64{0.2, 0.25, 0.29, 0.33, 0.4, 0.5, 0.7, 1}, []float64{0.2, 0.25, 0.29,
			0.33, 1}
	case p.Data == "UCI letter":
		p.Settings, half.Settings = []float64{40, 30.09, 20, 5, 1}, []float64{40, 30.09, 20}
		sets = 2
	default:
		if cfg.Scale == study.Quick || p.Distribution == nil {
			return nil
		}
		return []ErrorStudy{{Pair: p, Sets: sets, Shards: 20, Seed: cfg.Seed}}
	}
	if cfg.Scale == study.Quick {
		p.Settings, half.Settings, sets = []float64{0.2, 0.29, 0.4, 1}, []float64{0.2, 0.29, 0.4, 1}, 1
	}
	return []ErrorStudy{{Pair: p, Sets: sets, Shards: 20, Seed: cfg.Seed}, {Pair: half, Sets: sets, Shards: 20,
		Seed: cfg.Seed}}
}
