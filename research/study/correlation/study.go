package correlation

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// Study simulates the correlations rho1 and rho2 of the hold-out
// estimates of an m x 2 BCV, for several learners on one distribution, and for the
// difference of each two of them (thesis §5.2.5; 5x2 BCV McNemar paper, §5.1).
// On each data set all learners share one partition set.
//
// rho1 belongs to the two folds within a replication, rho2 to folds of different
// replications, whatever the sources call them (erratum E15).
type Study struct {
	Name         string // of the distribution, in the rows
	Distribution simdata.Generator
	N            int
	M            int // replications, 2 or more
	Learners     []learn.Learner
	Labels       []string // of the learners, in the rows; nil for their names
	Sets         int      // data sets per shard
	Shards       int
	Seed         uint64
}

// label returns the name of a learner in the rows.
func (s Study) label(a int) string {
	if s.Labels != nil {
		return s.Labels[a]
	}
	return s.Learners[a].String()
}

func (s Study) check() error {
	switch {
	case s.M < 2:
		return fmt.Errorf("correlation: %d replications; rho2 takes 2 or more", s.M)
	case len(s.Learners) == 0:
		return errors.New("correlation: no learners; give one or more")
	case s.Labels != nil && len(s.Labels) != len(s.Learners):
		return fmt.Errorf("correlation: %d labels for %d learners; give one per learner, or none", len(s.Labels),
			len(s.Learners))
	case s.Sets*s.Shards < 2:
		return fmt.Errorf("correlation: %d shards of %d data sets; covariances take 2 data sets or more", s.Shards,
			s.Sets)
	}
	return nil
}

// sums are sums over data sets. The estimates of a learner on a data
// set are taken apart into their mean u, the deviations v of the means of the
// replications from it, and half the differences w of the two folds of each
// replication. Folds and replications being exchangeable, v and w have mean 0, and
// for two learners a and b, or one and the same,
//
//	covariance on the same fold        Cov(u_a, u_b) + E[v_a v_b] + E[w_a w_b]
//	on the other fold                  Cov(u_a, u_b) + E[v_a v_b] - E[w_a w_b]
//	in another replication             Cov(u_a, u_b) - E[v_a v_b]/(m-1)
//
// where E is over data sets and replications. These estimates are unbiased.
type sums struct {
	Mean         sim.Covariance // of u
	Replications []float64      // v_a v_b, mean over replications: lower triangle, row after row
	Folds        []float64      // w_a w_b
}

// newSums returns empty sums for a number of learners.
func newSums(learners int) sums {
	pairs := learners * (learners + 1) / 2
	return sums{sim.NewCovariance(learners), make([]float64, pairs), make([]float64, pairs)}
}

// Add adds a data set: losses holds the estimates of each learner, fold by fold.
func (s *sums) Add(losses [][]float64) {
	u := make([]float64, len(losses))
	for a, h := range losses {
		u[a] = stat.Mean(h, nil)
	}
	at := 0
	for a, ha := range losses {
		for b, hb := range losses[:a+1] {
			v, w := 0.0, 0.0
			for f := 0; f < len(ha); f += 2 {
				v += ((ha[f]+ha[f+1])/2 - u[a]) * ((hb[f]+hb[f+1])/2 - u[b])
				w += (ha[f] - ha[f+1]) / 2 * (hb[f] - hb[f+1]) / 2
			}
			s.Replications[at] += v * 2 / float64(len(ha))
			s.Folds[at] += w * 2 / float64(len(ha))
			at++
		}
	}
	s.Mean.Add(u)
}

func mergeSums(into *sums, from sums) {
	if from.Mean.N == 0 {
		return
	}
	if into.Mean.N == 0 {
		*into = newSums(len(from.Mean.Mean))
	}
	into.Mean.Merge(from.Mean)
	for k := range from.Folds {
		into.Replications[k] += from.Replications[k]
		into.Folds[k] += from.Folds[k]
	}
}

// Run simulates the study; options as in package sim.
func (s Study) Run(ctx context.Context, opt sim.Options) (Result, error) {
	e, err := s.Experiment(s.Name)
	if err != nil {
		return Result{}, err
	}
	return e.Run(ctx, opt)
}

// Experiment returns the study under the name of its logs.
func (s Study) Experiment(name string) (*study.Experiment[Result], error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	var learners []string
	for _, l := range s.Learners {
		learners = append(learners, l.String())
	}
	plan := sim.Plan{Name: "correlations " + s.Name, Version: 1, Seed: s.Seed, Shards: s.Shards,
		Config: map[string]any{"law": s.Distribution.String(), "n": s.N, "m": s.M, "learners": learners,
			"sets": s.Sets}}
	shard := study.Each(s.Sets, func(w *Scratch, rng *rand.Rand, all *sums) error {
		if all.Folds == nil {
			*all = newSums(len(s.Learners))
		}
		err := s.DataSet(w, rng)
		if err == nil {
			all.Add(w.Losses)
		}
		return err
	})
	return study.New(name, study.Batched(plan, func() *Scratch { return NewScratch(s) }, shard),
		func(batches sim.Batches[sums], effort study.Effort) (Result, error) {
			return Result{Study: s, Effort: effort, batches: batches}, nil
		}), nil
}

// Scratch is the memory of a worker.
type Scratch struct {
	data   *dataset.Data
	Losses [][]float64 // of each learner, fold by fold
}

// NewScratch returns the memory of a worker.
func NewScratch(s Study) *Scratch {
	w := &Scratch{data: s.Distribution.New(s.N)}
	for range s.Learners {
		w.Losses = append(w.Losses, make([]float64, 2*s.M))
	}
	return w
}

// DataSet draws one data set and a partition set, and writes the losses.
func (s Study) DataSet(w *Scratch, rng *rand.Rand) error {
	s.Distribution.Fill(w.data, rng)
	set, err := cv.New(cv.BCV, s.N, cv.Options{M: s.M, Seed: rng.Uint64()})
	if err != nil {
		return err
	}
	for a, l := range s.Learners {
		prepared, err := l.Prepare(context.Background(), w.data)
		if err != nil {
			return err
		}
		e := holdout.NewEvaluator(l.String(), prepared, w.data)
		err = errors.Join(e.Losses(context.Background(), set, nil, w.Losses[a]), e.Close())
		if err != nil {
			return err
		}
	}
	return nil
}

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
