package coverage

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// Config holds the settings of the example.
type Config struct {
	Records  int     // n
	Shift    float64 // distance of the class means in each of two features
	M        int     // replications of the BCV
	Level    float64 // nominal credibility
	DataSets int     // independent data sets; the paper does not give its number
}

// Default returns the published settings.
func Default(scale study.Scale) Config {
	c := Config{Records: 600, Shift: 0.5, M: 3, Level: 0.95, DataSets: 4000}
	if scale == study.Paper {
		c.DataSets = 200_000
	}
	return c
}

// Row is the behaviour of the credible interval of F1 under one
// weighting. "Holds the true F1" can mean two things, and the paper does not
// say which: F1 on new records of the very models that were fitted to the data
// given set, or F1 of the algorithm, over data sets too. The published numbers
// are for the first.
type Row struct {
	Weighting   string  `dataframe:"weighting"`
	Weight      float64 `dataframe:"weight"`
	Fitted      float64 `dataframe:"coverage_fitted"` // share of intervals that hold F1 of the fitted models
	FittedSE    float64 `dataframe:"coverage_fitted_se"`
	Algorithm   float64 `dataframe:"coverage_algorithm"` // share of intervals that hold F1 of the algorithm
	AlgorithmSE float64 `dataframe:"coverage_algorithm_se"`
	Length      float64 `dataframe:"length"` // mean length
	LengthSE    float64 `dataframe:"length_se"`
	LengthSD    float64 `dataframe:"length_sd"` // over data sets
}

// Result is the outcome of the example.
type Result struct {
	TrueF1   float64 // of the algorithm trained on n/2 records
	DataSets int
	Rows     []Row // w(m) first, then the hold-out average
}

// outcome is what one data set contributes.
type outcome struct {
	Population posterior.Counts // expected rates of its 2m fitted models, summed
	Intervals  [2]infer.Interval
}

// Run simulates the example.
func Run(ctx context.Context, cfg study.Config, c Config) (Result, error) {
	e := c.Experiment(cfg.Seed)
	err := study.Simulate(ctx, cfg, e)
	return e.Result(), err
}

// Experiment returns the simulation of the example. The confusion rates of a fitted
// model on new records are known in closed form, so that no test set is needed. Each
// data set has random numbers of its own, whatever its shard.
func (c Config) Experiment(seed uint64) *study.Experiment[Result] {
	const chunk = 200
	return study.New("coverage", sim.Experiment[[]outcome, struct{}]{
		Plan: sim.Plan{Name: "coverage", Version: 1, Seed: seed, Shards: (c.DataSets + chunk - 1) / chunk, Config: c},
		Shard: func(ctx context.Context, _ struct{}, shard int, _ *rand.Rand) ([]outcome, error) {
			var out []outcome
			for i := chunk * shard; i < min(chunk*(shard+1), c.DataSets); i++ {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				o, err := c.one(rand.New(rand.NewPCG(seed, uint64(i))))
				if err != nil {
					return nil, fmt.Errorf("data set %d: %w", i, err)
				}
				out = append(out, o)
			}
			return out, nil
		},
		Merge: study.Append[outcome],
	}, func(outcomes []outcome, _ study.Effort) (Result, error) { return c.summarize(outcomes), nil })
}

// Coverage is the study of the example with its published settings.
var Coverage = study.Study{Name: "coverage",
	Title: "how often credible intervals of F1 hold the true value, and their lengths", Seconds: 32,
	Plan: func(cfg study.Config) (study.Plan, error) {
		e := Default(cfg.Scale).Experiment(cfg.Seed)
		return study.PlanOf(func() []study.Table {
			return []study.Table{study.NewTable("coverage", e.Result().Rows)}
		}, e), nil
	}}

// one cross-validates logistic regression on one data set.
func (c Config) one(rng *rand.Rand) (outcome, error) {
	from := simdata.Gaussians{P: 2, Shifted: 2, Shift: c.Shift}
	d := simdata.Draw(from, c.Records, rng)
	set, err := cv.New(cv.BCV, c.Records, cv.Options{M: c.M, Seed: rng.Uint64()})
	if err != nil {
		return outcome{}, err
	}
	prepared, err := linear.Logistic{}.Prepare(context.Background(), d)
	if err != nil {
		return outcome{}, err
	}
	var o outcome
	var total posterior.Counts
	fit := prepared.NewFitter(nil)
	predicted := make([]float64, c.Records)
	for _, fold := range set.Folds() {
		if _, err := fit.Fit(context.Background(), fold.Train); err != nil {
			return outcome{}, err
		}
		fit.Predict(fold.Valid, predicted[:len(fold.Valid)])
		total = total.Add(study.Confusion(predicted, d, fold.Valid, 1))
		o.Population = o.Population.Add(from.Counts(fit.(linear.Model), nil))
	}
	for i, w := range c.weights() {
		distribution, err := posterior.NewDistribution(posterior.F1, total.Scale(w), 1)
		if err != nil {
			return outcome{}, err
		}
		if o.Intervals[i], err = distribution.EqualTailed(c.Level); err != nil {
			return outcome{}, err
		}
	}
	return o, nil
}

func (c Config) weights() [2]float64 {
	return [2]float64{posterior.WeightBCV(c.M), 1 / float64(2*c.M)}
}

func (c Config) summarize(outcomes []outcome) Result {
	var population posterior.Counts
	for _, o := range outcomes {
		population = population.Add(o.Population)
	}
	out := Result{DataSets: len(outcomes), TrueF1: f1(population)}
	n := float64(len(outcomes))
	share := func(hits int) (p, se float64) {
		p = float64(hits) / n
		return p, math.Sqrt(p * (1 - p) / n)
	}
	for i, name := range [...]string{posterior.BCV, posterior.HoldOutAverage} {
		row := Row{Weighting: name, Weight: c.weights()[i]}
		fitted, algorithm, lengths := 0, 0, make([]float64, len(outcomes))
		for k, o := range outcomes {
			ci := o.Intervals[i]
			lengths[k] = ci.High - ci.Low
			if truth := f1(o.Population); ci.Low <= truth && truth <= ci.High {
				fitted++
			}
			if ci.Low <= out.TrueF1 && out.TrueF1 <= ci.High {
				algorithm++
			}
		}
		row.Fitted, row.FittedSE = share(fitted)
		row.Algorithm, row.AlgorithmSE = share(algorithm)
		row.Length, row.LengthSD = stat.MeanStdDev(lengths, nil)
		row.LengthSE = row.LengthSD / math.Sqrt(n)
		out.Rows = append(out.Rows, row)
	}
	return out
}

// f1 returns 2TP/(2TP+FP+FN).
func f1(c posterior.Counts) float64 { return 2 * c.TP / (2*c.TP + c.FP + c.FN) }
