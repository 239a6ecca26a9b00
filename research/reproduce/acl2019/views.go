package acl2019

import (
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/study"
)

// WeightRow has the weights of m x 2 BCV and of the hold-out average.
type WeightRow struct {
	M       int     `dataframe:"m"`
	BCV     float64 `dataframe:"w(m)"`
	HoldOut float64 `dataframe:"hold-out average"`
}

// Weights returns the weights for some numbers of replications.
func Weights(replications ...int) []WeightRow {
	out := make([]WeightRow, len(replications))
	for i, m := range replications {
		out[i] = WeightRow{m, posterior.WeightBCV(m), 1 / float64(2*m)}
	}
	return out
}

// MonteCarloRow compares an exact probability with its Monte-Carlo estimate.
type MonteCarloRow struct {
	Task       string  `dataframe:"task"`
	Metric     string  `dataframe:"metric"`
	Exact      float64 `dataframe:"exact P(H0)"`
	MonteCarlo float64 `dataframe:"Monte Carlo"`
	SE         float64 `dataframe:"standard error"`
	Apart      float64 `dataframe:"errors apart"`
}

// MonteCarlo draws the posteriors of the three chunking tasks.
func MonteCarlo(cfg study.Config, draws int) ([]MonteCarloRow, error) {
	tasks, err := ChunkingTasks(cfg)
	if err != nil {
		return nil, err
	}
	options := posterior.Options{}
	options.Draws, options.Seed = draws, cfg.Seed
	comparisons, err := posterior.Compare(tasks, options)
	var out []MonteCarloRow
	for _, c := range comparisons {
		out = append(out, MonteCarloRow{
			Task: c.Task, Metric: c.Metric, Exact: c.PH0, MonteCarlo: c.MCPH0, SE: c.MCSE,
			Apart: (c.MCPH0 - c.PH0) / c.MCSE,
		})
	}
	return out, err
}

// WeightingRow has P(H0) of one comparison under three weightings of the same counts.
type WeightingRow struct {
	Task        string  `dataframe:"task"`
	Metric      string  `dataframe:"metric"`
	Independent float64 `dataframe:"P(H0) if independent"`
	BCV         float64 `dataframe:"P(H0) on 3 x 2 BCV"`
	HoldOut     float64 `dataframe:"P(H0) of the hold-out average"`
}

// ByWeighting tests the three chunking tasks under three weightings.
func ByWeighting(cfg study.Config) ([]WeightingRow, error) {
	tasks, err := ChunkingTasks(cfg)
	if err != nil {
		return nil, err
	}
	var out []WeightingRow
	for k, weighting := range []posterior.Weighting{posterior.RhoWeight{}, posterior.BCVWeight{},
		posterior.HoldOutWeight{}} {
		options := posterior.Options{}
		options.Weighting = weighting
		comparisons, err := posterior.Compare(tasks, options)
		if err != nil {
			return nil, err
		}
		for i, c := range comparisons {
			if k == 0 {
				out = append(out, WeightingRow{Task: c.Task, Metric: c.Metric})
			}
			*[]*float64{&out[i].Independent, &out[i].BCV, &out[i].HoldOut}[k] = c.PH0
		}
	}
	return out, nil
}

// F1Difference returns the posterior of the difference of F1 of one of the three
// chunking tasks, CWS, NER or ORG, with the test on it.
func F1Difference(cfg study.Config, task string) ([]posterior.DifferencePoint, posterior.Comparison, error) {
	tasks, err := ChunkingTasks(cfg)
	if err != nil {
		return nil, posterior.Comparison{}, err
	}
	i := slices.IndexFunc(tasks, func(t posterior.Task) bool { return t.Name == task })
	if i < 0 {
		return nil, posterior.Comparison{}, fmt.Errorf("acl2019: no task %q; choose CWS, NER or ORG", task)
	}
	options := posterior.Options{}
	options.Metrics = []posterior.Metric{posterior.F1}
	c, err := posterior.Compare(tasks[i:i+1], options)
	if err != nil {
		return nil, posterior.Comparison{}, err
	}
	a, b, err := tasks[i].Distributions(posterior.F1, options)
	if err != nil {
		return nil, posterior.Comparison{}, err
	}
	points, err := posterior.DifferenceCurve(task, a, b, 200)
	return points, c[0], err
}
