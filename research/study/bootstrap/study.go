package bootstrap

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/covariance"
)

// Study is the simulation of bootstrap estimates, and of m x 2 BCV with as many trainings.
var Study = study.Study{Name: "bootstrap", Title: "random, balanced and regularized bootstrap: variance of the " +
	"leave-one-out bootstrap and of .632+", Seconds: 380, Plan: plan}

// The kinds of training sets.
const (
	Random      = "random"
	Balanced    = "balanced"
	Frequencies = "frequencies"
	Regularized = "regularized"
	Halves      = "m x 2 BCV"
)

var (
	kinds     = [5]string{Random, Balanced, Frequencies, Regularized, Halves}
	estimates = [2]string{"leave-one-out", ".632+"} // the mean of folds stands in the place of the first
	sizes     = [2]int{16, 48}                      // numbers of training sets
)

// Row is the variance of an estimate.
type Row struct {
	Config   string  `dataframe:"config"`
	Estimate string  `dataframe:"estimate"`
	Kind     string  `dataframe:"replicates"`
	B        int     `dataframe:"b"` // training sets
	Mean     float64 `dataframe:"mean"`
	Total    float64 `dataframe:"variance"`
	TotalSE  float64 `dataframe:"variance_se"`
	Given    float64 `dataframe:"variance_given_data"` // over training sets, mean over data sets
	GivenSE  float64 `dataframe:"variance_given_data_se"`
	// in percent of the whole variance of the estimate with random replicates, on the same data sets
	Share   float64 `dataframe:"given_pct"` // variance given the data
	ShareSE float64 `dataframe:"given_pct_se"`
	Saved   float64 `dataframe:"given_saved_pct"` // by how much that is smaller than with random replicates
	SavedSE float64 `dataframe:"given_saved_pct_se"`
	Whole   float64 `dataframe:"total_saved_pct"` // by how much the whole variance is smaller, of which Saved is a part
	WholeSE float64 `dataframe:"total_saved_pct_se"`
	Sets    int     `dataframe:"data_sets"`
	study.Effort
}

// own are configurations beside those of the thesis, small enough for many data sets.
var own = []covariance.Study{
	{Config: "SREG+lm+100+20", Distribution: simdata.SREG{P: 20}, N: 100, Learner: linear.OLS{}},
	{Config: "SCLA+knn+200+20", Distribution: simdata.SCLA(20), N: 200, Learner: covariance.KNN},
}

// sets are the numbers of data sets; configurations without a local copy of their data are left out.
var sets = map[string]int{"SREG+lm+100+20": 2000, "SCLA+knn+200+20": 400, "SREG+lm+500+100": 300,
	"glass+knn+150+9": 500, "glass+svm+150+9": 500, "iris+knn+100+4": 1000, "iris+svm+100+4": 1000,
	"krvskp+knn+200+36": 300, "krvskp+svm+200+36": 300, "pageblock+knn+300+10": 200, "wave+svm+300+40": 200,
	"wdbc+svm+300+30": 200, "WQ+lm+100+11": 2000, "WQ+lso+100+11": 1000, "AQ+lm+200+11": 600}

// shards is the number of shards of a configuration.
const shards = 20

func plan(cfg study.Config) (study.Plan, error) {
	all, err := covariance.Configurations(cfg)
	all = append(all, own...)
	if cfg.Scale != study.Paper {
		all = own[:1]
	}
	var experiments []*study.Experiment[[]Row]
	for _, c := range all {
		if c.Sets = sets[c.Config]; cfg.Scale != study.Paper {
			c.Sets = shards
		}
		if c.Sets > 0 {
			experiments = append(experiments, experiment(c, cfg.Seed))
		}
	}
	return study.PlanOf(func() []study.Table {
		return []study.Table{study.NewTable("bootstrap", study.Rows(experiments, func(r []Row) []Row { return r }))}
	}, experiments...), err
}

// cell has sums over data sets of two estimates with training sets of their own.
type cell struct{ Sum, Square, Gap float64 }

func (c *cell) add(x [2]float64) {
	c.Sum += (x[0] + x[1]) / 2
	c.Square += (x[0]*x[0] + x[1]*x[1]) / 2
	c.Gap += (x[0] - x[1]) * (x[0] - x[1]) / 2
}

// variance returns the whole variance over n data sets: between their means, and half of what is given the data.
func (c cell) variance(n float64) float64 {
	return (c.Square-c.Gap/2-c.Sum*c.Sum/n)/(n-1) + c.Gap/2/n
}

// sums are by number and kind of training sets and by estimate.
type sums struct {
	N     float64
	Cells [len(sizes)][len(kinds)][len(estimates)]cell
}

func experiment(c covariance.Study, seed uint64) *study.Experiment[[]Row] {
	plan := sim.Plan{Name: "bootstrap " + c.Config, Version: 1, Seed: seed, Shards: shards,
		Config: map[string]any{"distribution": c.Distribution.String(), "n": c.N, "learner": c.Learner.String(),
			"sets": c.Sets / shards, "sizes": sizes}}
	shard := func(ctx context.Context, d *dataset.Data, k int, rng *rand.Rand) (sums, error) {
		draw := drawing(c.N, rng)
		return study.Each(c.Sets/shards, func(d *dataset.Data, rng *rand.Rand, all *sums) error {
			c.Distribution.Fill(d, rng)
			s, err := newSample(c.Learner, d)
			if err == nil {
				err = all.add(s, draw, rng)
			}
			return err
		})(ctx, d, k, rng)
	}
	return study.New("bootstrap-"+c.Config,
		study.Batched(plan, func() *dataset.Data { return c.Distribution.New(c.N) }, shard),
		func(b sim.Batches[sums], e study.Effort) ([]Row, error) { return rows(c.Config, b, e), nil })
}

// drawing returns a function that draws b replicates of a kind. Regular ones are made once, and the records take their
// places in them in a random order.
func drawing(n int, rng *rand.Rand) func(kind string, b int) replicates {
	made := map[string]replicates{}
	return func(kind string, b int) replicates {
		if kind == Random || kind == Balanced {
			return draw(kind, n, b, rng)
		}
		name := fmt.Sprint(kind, b)
		if made[name] == nil {
			made[name] = draw(kind, n, b, rng)
		}
		order, out := rng.Perm(n), make(replicates, b)
		for r, from := range made[name] {
			for _, k := range order {
				out[r] = append(out[r], from[k])
			}
		}
		return out
	}
}

// add adds a data set: each estimate twice, from training sets of its own.
func (all *sums) add(s *sample, draw func(kind string, b int) replicates, rng *rand.Rand) (err error) {
	all.N++
	for size, b := range sizes {
		for k, kind := range kinds {
			var found, corrected [2]float64
			for i := range found {
				if kind == Halves {
					found[i], err = s.halves(b, rng.Uint64())
				} else {
					found[i], err = s.leaveOneOut(draw(kind, b))
				}
				if err != nil {
					return err
				}
				corrected[i] = s.plus(found[i])
			}
			all.Cells[size][k][0].add(found)
			all.Cells[size][k][1].add(corrected)
		}
	}
	return nil
}

// rows returns the variances with standard errors, which are jackknifed over shards. Folds are compared with the
// leave-one-out bootstrap.
func rows(config string, batches sim.Batches[sums], e study.Effort) (out []Row) {
	for size, b := range sizes {
		for kind, name := range kinds {
			for k, estimate := range estimates {
				v, se := batches.JackknifeAll(study.Add[sums], func(s sums) []float64 {
					random, x := s.Cells[size][0][k], s.Cells[size][kind][k]
					total, percent := x.variance(s.N), 100/random.variance(s.N)
					return []float64{x.Sum / s.N, total, x.Gap / s.N, percent * x.Gap / s.N, percent * (random.Gap - x.Gap) / s.N,
						100 - percent*total, s.N}
				})
				for i := 3; i < 6; i++ {
					v[i], se[i] = study.Round(v[i], 3), study.Round(se[i], 3)
				}
				if name == Halves {
					estimate = "mean of folds"
				}
				if name != Halves || k == 0 {
					out = append(out, Row{config, estimate, name, b, v[0], v[1], se[1], v[2], se[2], v[3], se[3], v[4], se[4],
						v[5], se[5], int(v[6]), e})
				}
			}
		}
	}
	return out
}
