package calibration

import (
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/custom"
)

// ownSettings are the settings of Calibration. The procedures are judged at 3, 5 and 10
// replications, and their priors are the ones that the stored study has chosen.
var ownSettings = []study.Setting{custom.Distribution, custom.N(200), custom.Learners, custom.SetsSetting,
	custom.ShardsSetting}

// ownPlan has one simulation, of a researcher's own settings: all pairs of the learners.
func ownPlan(cfg study.Config) (study.Plan, error) {
	r := custom.NewReader(ownSettings, cfg.Own)
	s := setting{name: "own", n: r.Count("n", 20)}
	s.each, s.shards = r.Effort()
	from, learners := r.On(s.n, 2)
	if r.Err() == nil && len(from.New(1).Classes) > 2 {
		r.Fail("distribution", "one of two classes, or of a number: precision and recall are about the second class")
	}
	if err := r.Err(); err != nil {
		return study.Plan{}, err
	}
	s.distribution = from
	for b, l := range learners {
		s.learners = append(s.learners, named{name: l.String(), learner: l})
		for a := range b {
			s.pairs = append(s.pairs, [2]int{a, b})
		}
	}
	return plan(cfg, []setting{s}, "calibration", false)
}
