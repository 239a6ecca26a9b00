package correlation

import (
	"errors"
	"fmt"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/dataset/public"
	"github.com/block-regularized/bcv/pkg/research/simdata"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// sampleStudy estimates the correlations of all seven algorithms and their 21 pairs on
// one data set, as the McNemar paper does for its figure 1: 5 x 2 BCV of samples of 300
// records without replacement. samples is a multiple of 50 (the paper has 1,000).
func sampleStudy(name string, d *dataset.Data, samples int, seed uint64) (Study, error) {
	const shards = 50
	if samples < shards || samples%shards != 0 {
		return Study{}, fmt.Errorf("correlation: %d samples; give a multiple of %d", samples, shards)
	}
	learners, labels := McNemarAlgorithms()
	return Study{Name: name, Distribution: simdata.Sample{Data: d}, N: 300, M: 5, Learners: learners, Labels: labels,
		Sets: samples / shards, Shards: shards, Seed: seed}, nil
}

// Scatter is figure 1 of the McNemar paper on the data sets with a local copy: 1,000
// samples of each, at the quick scale 50.
var Scatter = study.Study{Settings: ownSettings, Name: "correlations",
	Title: "correlations of seven algorithms and their pairs on public data sets", Seconds: 670,
	Plan: func(cfg study.Config) (study.Plan, error) {
		if cfg.Own != nil {
			return ownPlan(cfg)
		}
		samples := 50
		if cfg.Scale == study.Paper {
			samples = 1000
		}
		var e []*study.Experiment[Result]
		for _, s := range PublicSets() {
			if s.Name == "donors" {
				continue // the same as transfusion
			}
			d, err := s.Open()
			if errors.Is(err, public.ErrNotFound) {
				continue
			}
			if err != nil {
				return study.Plan{}, err
			}
			one, err := sampleStudy(s.Name, d, samples, cfg.Seed)
			if err != nil {
				return study.Plan{}, err
			}
			experiment, err := one.Experiment("scatter-" + s.Name)
			if err != nil {
				return study.Plan{}, err
			}
			e = append(e, experiment)
		}
		return study.PlanOf(func() []study.Table {
			return []study.Table{storedTable("rho_scatter", study.Results(e))}
		}, e...), nil
	}}
