package subsamples

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/bench"
	"github.com/block-regularized/bcv/research/study/calibration"
)

// SubSamples is the study on real data, of which it needs local copies at the paper scale.
var SubSamples = study.Study{Name: "subsamples", Title: "false claims, power and coverage of procedures on " +
	"sub-samples of letter, MNIST, connect-4 and adult", Seconds: 1300, Plan: plan}

// Row is how one procedure does in one cell.
type Row struct {
	Data      string `dataframe:"data"`
	Records   int    `dataframe:"records"` // of the data set
	N         int    `dataframe:"n"`       // of a sub-sample
	A         string `dataframe:"a"`
	B         string `dataframe:"b"`
	Equal     bool   `dataframe:"equal"`     // by construction
	Metric    string `dataframe:"metric"`    // its name in results
	Procedure string `dataframe:"procedure"` //
	Folds     string `dataframe:"folds"`     //
	Trainings int    `dataframe:"trainings"` // of each learner
	// records that train in each, and for which the true difference is
	Train int `dataframe:"train"`
	// share of false claims about the true difference by the two-sided rule, nominal 0.05
	False   float64 `dataframe:"false_two_sided" table:"blank"`
	FalseSE float64 `dataframe:"false_two_sided_se" table:"blank"`
	// of 95% intervals that hold it
	Coverage   float64 `dataframe:"coverage" table:"blank"`
	CoverageSE float64 `dataframe:"coverage_se" table:"blank"`
	// of claims of the right side by the two-sided rule, of the true difference; blank where that is 0
	Found   float64 `dataframe:"power_own" table:"blank"`
	FoundSE float64 `dataframe:"power_own_se" table:"blank"`
	// and of a difference of two standard deviations of the mean over all partitions, the same for all procedures
	Power      float64 `dataframe:"power" table:"blank"`
	PowerSE    float64 `dataframe:"power_se" table:"blank"`
	Delta      float64 `dataframe:"difference"`                  // true, of B minus A; 0 where equal
	DeltaSE    float64 `dataframe:"difference_se"`               //
	Mean       float64 `dataframe:"estimate" table:"blank"`      // mean
	SD         float64 `dataframe:"sd" table:"blank"`            // of the estimate
	Partitions float64 `dataframe:"sd_partitions" table:"blank"` // of the mean over all halves
	Sets       int     `dataframe:"sub_samples"`
	Undefined  int     `dataframe:"undefined"`         // sub-samples left out: the metric has no value on a fold
	Truth      int     `dataframe:"truth_sub_samples"` // those that the true difference comes from
	Seed       int     `dataframe:"seed"`
	Date       string  `dataframe:"date"`
}

// outcome is what one sub-sample gives, by metric.
type outcome []judged

type judged struct {
	Claims []bench.Claim // in the order of procedures
	Sums   []float32     // mean and between of package calibration on 5 x 2 BCV; nil where a fold has no value
}

// experiment draws sub-samples.
func (s setting) experiment(scale study.Scale, seed uint64) *study.Experiment[[]outcome] {
	sets, perShard := s.sets(scale)
	return study.New(s.id(), sim.Experiment[[]outcome, *dataset.Data]{
		Plan: sim.Plan{Name: s.id(), Version: 1, Seed: seed, Shards: sets / perShard, Config: map[string]any{
			"sets": perShard, "metrics": s.metrics, "replications": replications,
			"halves": halves, "inner": inner, "hold-outs": holdOuts, "parts": parts}},
		Worker: func() *dataset.Data { return s.from.New(s.n) },
		Shard: study.Each(perShard, func(d *dataset.Data, rng *rand.Rand, out *[]outcome) error {
			o, err := s.one(d, rng)
			*out = append(*out, o)
			return err
		}),
		Merge: study.Append[outcome],
	}, study.State)
}

// one draws a sub-sample, and takes the claims of all procedures.
func (s setting) one(d *dataset.Data, rng *rand.Rand) (outcome, error) {
	s.from.Fill(d, rng)
	b, err := bench.New(d, s.learners, s.metrics...)
	if err != nil {
		return nil, err
	}
	all, err := b.Run(partitions(s.n), rng)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.id(), err)
	}
	out := make(outcome, len(all))
	for k, x := range all {
		for _, p := range procedures {
			c, err := p.Of(x)
			if err != nil {
				return nil, fmt.Errorf("%s, %s, %s: %w", s.id(), s.metrics[k], p.Name, err)
			}
			out[k].Claims = append(out[k].Claims, c)
		}
		if pairs, ok := x.Pairs(); ok {
			sums := calibration.SumsOf(pairs)
			out[k].Sums = []float32{float32(sums.Mean), float32(sums.Between)}
		}
	}
	return out, nil
}

// others is how many records that a sub-sample does not have judge what it has trained.
const others = 1000

// truth are the differences of one sub-sample, by metric, where n/2 and where 9n/10 records train.
type truth [][2]float64

// truths draws further sub-samples with other records.
func (s setting) truths(scale study.Scale, seed uint64) *study.Experiment[[]truth] {
	sets, perShard := 1000, 50
	if scale != study.Paper {
		sets, perShard = 4, 2
	}
	id := s.id() + ", truth"
	return study.New(id, sim.Experiment[[]truth, *dataset.Data]{
		Plan: sim.Plan{Name: id, Version: 1, Seed: seed, Shards: sets / perShard, Config: map[string]any{
			"sets": perShard, "metrics": s.metrics, "others": others}},
		Worker: func() *dataset.Data { return s.from.New(s.n + others) },
		Shard: study.Each(perShard, func(d *dataset.Data, rng *rand.Rand, out *[]truth) error {
			x, err := s.judge(d, rng)
			*out = append(*out, x)
			return err
		}),
		Merge: study.Append[truth],
	}, study.State)
}

// judge draws a sub-sample with other records, and judges by these what it has trained, in parts of the size of a fold.
func (s setting) judge(d *dataset.Data, rng *rand.Rand) (truth, error) {
	s.from.Fill(d, rng)
	b, err := bench.New(d, s.learners, s.metrics...)
	if err != nil {
		return nil, err
	}
	order := make([]int32, d.N())
	for i, j := range rng.Perm(d.N()) {
		order[i] = int32(j)
	}
	out := make(truth, len(s.metrics))
	for k, train := range [2]int{s.n / 2, s.n - s.n/parts} {
		if err := b.Train(slices.Sorted(slices.Values(order[:train]))); err != nil {
			return nil, err
		}
		counts := make([]float64, len(out))
		for part := range slices.Chunk(order[s.n:], s.n-train) {
			d, err := b.Validate(slices.Sorted(slices.Values(part)))
			if err != nil {
				return nil, err
			}
			for metric, x := range d {
				if !math.IsNaN(x) {
					out[metric][k] += x
					counts[metric]++
				}
			}
		}
		for metric := range out {
			out[metric][k] /= counts[metric]
		}
	}
	return out, nil
}

// plan draws sub-samples of all settings.
func plan(cfg study.Config) (study.Plan, error) {
	of, err := populations(cfg.Scale)
	if err != nil {
		return study.Plan{}, err
	}
	all := settings(of)
	var simulations []study.Simulation
	cells, truths := make([]*study.Experiment[[]outcome], len(all)), make([]*study.Experiment[[]truth], len(all))
	for i, s := range all {
		cells[i] = s.experiment(cfg.Scale, cfg.Seed)
		simulations = append(simulations, cells[i])
		if !s.equal {
			truths[i] = s.truths(cfg.Scale, cfg.Seed)
			simulations = append(simulations, truths[i])
		}
	}
	return study.Plan{Simulations: simulations, Tables: func() ([]study.Table, error) {
		var rows []Row
		for i, s := range all {
			var known []truth
			if !s.equal {
				known = truths[i].Result()
			}
			rows = append(rows, s.rows(cells[i].Result(), known, cells[i].Effort())...)
		}
		return []study.Table{study.NewTable("subsamples", rows)}, nil
	}}, nil
}

// rows judges all procedures by all metrics.
func (s setting) rows(outcomes []outcome, known []truth, e study.Effort) []Row {
	var out []Row
	for metric := range s.metrics {
		sd := overPartitions(outcomes, metric)
		for k, p := range procedures {
			claims := make([]bench.Claim, len(outcomes))
			for i, o := range outcomes {
				claims[i] = o[metric].Claims[k]
			}
			delta, se := difference(known, metric, p.most)
			r := Row{Data: s.name, Records: s.records, N: s.n, A: s.learners[0].String(), B: s.learners[1].String(),
				Equal: s.equal, Metric: s.metrics[metric], Procedure: p.Name, Folds: p.folds(), Trainings: p.trainings,
				Train: p.train(s.n), Delta: round(delta), DeltaSE: round(se), Partitions: round(sd), Truth: len(known),
				Seed: e.Seed, Date: e.Date}
			out = append(out, r.judged(claims, delta, effect*sd))
		}
	}
	return out
}

// effect is the difference in power, in standard deviations of the mean over all partitions.
const effect = 2

// judged fills in what the claims are worth.
func (r Row) judged(claims []bench.Claim, delta, effect float64) Row {
	on, j := bench.EstimatesOf(claims), bench.Judge(claims, delta, effect)
	share := func(to, se *float64, share float64) {
		*to, *se = round(share), round(math.Sqrt(share*(1-share)/float64(on.Sets)))
	}
	share(&r.False, &r.FalseSE, j.Either)
	share(&r.Coverage, &r.CoverageSE, 1-j.Either)
	share(&r.Power, &r.PowerSE, j.Power)
	if share(&r.Found, &r.FoundSE, j.Found); r.Equal {
		r.Found, r.FoundSE = math.NaN(), math.NaN()
	}
	r.Mean, r.SD, r.Sets, r.Undefined = round(on.Mean), round(on.SD), on.Sets, on.Undefined
	return r
}

// difference returns the mean of the true differences by a metric, where most of the records train or half of them,
// with its standard error; 0 if there are none.
func difference(known []truth, metric int, most bool) (mean, se float64) {
	var of []float64
	for _, x := range known {
		k := 0
		if most {
			k = 1
		}
		of = append(of, x[metric][k])
	}
	if of == nil {
		return 0, 0
	}
	mean, sd := stat.MeanStdDev(of, nil)
	return mean, sd / math.Sqrt(float64(len(of)))
}

// overPartitions returns the standard deviation, over sub-samples, of the mean over all halves: that of the mean over
// 5 x 2 BCV without what its partitions add.
func overPartitions(outcomes []outcome, metric int) float64 {
	var means, added []float64
	for _, o := range outcomes {
		if s := o[metric].Sums; s != nil {
			means = append(means, float64(s[0]))
			added = append(added, float64(s[1])/2/(replications-1)/replications)
		}
	}
	return math.Sqrt(max(0, stat.Variance(means, nil)-stat.Mean(added, nil)))
}

// round keeps five digits after the point, beyond all errors.
func round(x float64) float64 { return study.Round(x, 5) }
