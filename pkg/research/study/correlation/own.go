package correlation

import (
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/custom"
)

// ownSettings are the settings of Scatter.
var ownSettings = []study.Setting{custom.Distribution, custom.N(300), custom.Learners,
	{Name: "m", Default: "5", About: "replications of m x 2 BCV, 2 or more"}, custom.SetsSetting, custom.ShardsSetting}

// ownPlan has one simulation, of a researcher's own settings.
func ownPlan(cfg study.Config) (study.Plan, error) {
	r := custom.NewReader(ownSettings, cfg.Own)
	s := Study{Name: "own", N: r.Count("n", 4), M: r.Count("m", 2), Seed: cfg.Seed}
	s.Sets, s.Shards = r.Effort()
	if _, err := cv.New(cv.BCV, s.N, cv.Options{M: s.M, Seed: 1}); err != nil {
		r.Fail("m", "another: "+err.Error())
	}
	s.Distribution, s.Learners = r.On(s.N, 1)
	if err := r.Err(); err != nil {
		return study.Plan{}, err
	}
	e, err := s.Experiment("own-correlations")
	if err != nil {
		return study.Plan{}, err
	}
	return study.PlanOf(func() []study.Table {
		return []study.Table{storedTable("rho_scatter", []Result{e.Result()})}
	}, e), nil
}
