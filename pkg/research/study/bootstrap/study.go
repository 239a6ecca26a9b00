package bootstrap

import (
	"context"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/research/sim"
	"github.com/block-regularized/bcv/pkg/research/simdata"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/covariance"
)

// Study is the simulation of bootstrap estimates with four kinds of replicates, and of m x 2 BCV with as many
// trainings.
var Study = study.Study{Name: "bootstrap", Title: "random, balanced and regularized bootstrap: variance of the " +
	"leave-one-out bootstrap and of .632+", Seconds: 600, Plan: plan}

// The kinds of training sets.
const (
	Random      = "random"
	Balanced    = "balanced"
	Frequencies = "frequencies"
	Regularized = "regularized"
	Halves      = "m x 2 BCV"
)

// The estimates.
const (
	LeaveOneOut = "leave-one-out"
	Plus        = ".632+"
	HalfSplits  = "mean of folds"
)

// sizes are the numbers of training sets.
var sizes = [2]int{16, 48}

// Row is the variance of an estimate.
type Row struct {
	Config     string  `dataframe:"config"`
	Estimate   string  `dataframe:"estimate"`
	Replicates string  `dataframe:"replicates"`
	B          int     `dataframe:"b"` // training sets
	Mean       float64 `dataframe:"mean"`
	Total      float64 `dataframe:"variance"`
	TotalSE    float64 `dataframe:"variance_se"`
	Given      float64 `dataframe:"variance_given_data"` // over training sets, mean over data sets
	GivenSE    float64 `dataframe:"variance_given_data_se"`
	// in percent of the whole variance of the estimate with random replicates, on the same data sets
	Share   float64 `dataframe:"given_pct"` // variance given the data
	ShareSE float64 `dataframe:"given_pct_se"`
	Saved   float64 `dataframe:"given_saved_pct"` // by how much that is smaller than with random replicates
	SavedSE float64 `dataframe:"given_saved_pct_se"`
	Whole   float64 `dataframe:"total_saved_pct"` // by how much the whole variance is smaller, of which Saved is a part
	WholeSE float64 `dataframe:"total_saved_pct_se"`
	OutSD   float64 `dataframe:"overlap_sd"` // records that two replicates both leave out, over pairs of one set
	Sets    int     `dataframe:"data_sets"`
	study.Effort
}

// configuration is a distribution of data with a learner.
type configuration struct {
	name    string
	draw    simdata.Generator
	n, sets int // records, and data sets at the paper scale
	learner learn.Learner
}

// own are configurations beside those of the thesis, small enough for many data sets.
var own = []configuration{
	{"SREG+lm+100+20", simdata.SREG{P: 20}, 100, 2000, linear.OLS{}},
	{"SCLA+knn+200+20", simdata.SCLA(20), 200, 400, covariance.KNN},
}

// ofThesis are numbers of data sets for configurations of the thesis; those without a local copy are left out.
var ofThesis = map[string]int{"SREG+lm+500+100": 300, "glass+knn+150+9": 500, "glass+svm+150+9": 500,
	"iris+knn+100+4": 1000, "iris+svm+100+4": 1000, "krvskp+knn+200+36": 300, "krvskp+svm+200+36": 300,
	"pageblock+knn+300+10": 200, "wave+svm+300+40": 200, "wdbc+svm+300+30": 200, "WQ+lm+100+11": 2000,
	"WQ+lso+100+11": 1000, "AQ+lm+200+11": 600}

// shards is the number of shards of a configuration.
const shards = 20

func configurations(cfg study.Config) ([]configuration, error) {
	if cfg.Scale != study.Paper {
		quick := own[0]
		quick.sets = shards
		return []configuration{quick}, nil
	}
	out := own
	all, err := covariance.Configurations(cfg)
	for _, s := range all {
		if sets := ofThesis[s.Config]; sets > 0 {
			out = append(out[:len(out):len(out)], configuration{s.Config, s.Distribution, s.N, sets, s.Learner})
		}
	}
	return out, err
}

func plan(cfg study.Config) (study.Plan, error) {
	all, err := configurations(cfg)
	if err != nil {
		return study.Plan{}, err
	}
	var experiments []*study.Experiment[[]Row]
	for _, c := range all {
		experiments = append(experiments, c.experiment(cfg.Seed))
	}
	return study.PlanOf(func() []study.Table {
		return []study.Table{study.NewTable("bootstrap", study.Rows(experiments, func(r []Row) []Row { return r }))}
	}, experiments...), nil
}

// cell has sums over data sets of two estimates with training sets of their own.
type cell struct{ Sum, Square, Gap, Out float64 }

// sums are by number and kind of training sets and by estimate.
type sums struct {
	N     float64
	Cells [len(sizes)][5][2]cell
}

func (c *cell) add(x, y float64) {
	c.Sum += (x + y) / 2
	c.Square += (x*x + y*y) / 2
	c.Gap += (x - y) * (x - y) / 2
}

func (c configuration) experiment(seed uint64) *study.Experiment[[]Row] {
	perShard := c.sets / shards
	plan := sim.Plan{Name: "bootstrap " + c.name, Version: 1, Seed: seed, Shards: shards,
		Config: map[string]any{"distribution": c.draw.String(), "n": c.n, "learner": c.learner.String(), "sets": perShard,
			"sizes": sizes}}
	shard := func(ctx context.Context, d *dataset.Data, k int, rng *rand.Rand) (sums, error) {
		draw := drawing(c.n, rng)
		return study.Each(perShard, func(d *dataset.Data, rng *rand.Rand, all *sums) error {
			c.draw.Fill(d, rng)
			s, err := newSample(c.learner, d)
			if err != nil {
				return err
			}
			all.N++
			return all.add(s, draw, rng)
		})(ctx, d, k, rng)
	}
	return study.New("bootstrap-"+c.name, study.Batched(plan, func() *dataset.Data { return c.draw.New(c.n) }, shard),
		func(b sim.Batches[sums], e study.Effort) ([]Row, error) { return c.rows(b, e), nil })
}

// drawing returns a function that draws b replicates of a kind. Regular ones are made once, and the records take their
// places in them in a random order.
func drawing(n int, rng *rand.Rand) func(kind, b int, rng *rand.Rand) replicates {
	made := map[[2]int]replicates{}
	return func(kind, b int, again *rand.Rand) replicates {
		if kind < 2 {
			return draws[kind].draw(n, b, again)
		}
		at := [2]int{kind, b}
		if made[at] == nil {
			made[at] = draws[kind].draw(n, b, rng)
		}
		order, out := again.Perm(n), make(replicates, b)
		for r, from := range made[at] {
			out[r] = make([]uint8, n)
			for i, k := range order {
				out[r][i] = from[k]
			}
		}
		return out
	}
}

// add adds a data set: each estimate twice, from training sets of its own.
func (all *sums) add(s *sample, draw func(kind, b int, rng *rand.Rand) replicates, rng *rand.Rand) error {
	for size, b := range sizes {
		for kind := range len(draws) {
			var found [2]float64
			cells := &all.Cells[size][kind]
			for k := range found {
				w := draw(kind, b, rng)
				one, err := s.leaveOneOut(w)
				if err != nil {
					return err
				}
				found[k] = one
				cells[0].Out += w.spread().OutSD / 2
			}
			cells[0].add(found[0], found[1])
			cells[1].add(s.plus(found[0]), s.plus(found[1]))
		}
		first, err := s.halves(b, rng.Uint64())
		if err != nil {
			return err
		}
		second, err := s.halves(b, rng.Uint64())
		if err != nil {
			return err
		}
		all.Cells[size][len(draws)][0].add(first, second)
	}
	return nil
}
