// Package dependent simulates two equal learning algorithms on records that depend on each other, in groups or in time:
// how often a rule calls one of them better on folds of whole groups, of whole blocks in time, that divide the groups, and
// that roll forward in time.
package dependent

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/block-regularized/bcv/pkg/research/sim"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// Dependent is the study of the rules of infer and of the paired posterior on dependent records.
var Dependent = study.Study{Name: "dependent", Title: "errors on groups and series: whole, divided and rolling folds",
	Seconds: 340, Plan: plan}

// Row is how often a rule calls one of two equal algorithms better, two-sided at 5%, in a cell.
type Row struct {
	Records    string  `dataframe:"records"` // groups or series
	Learner    string  `dataframe:"learner"` // of both algorithms, on features of their own
	Sizes      string  `dataframe:"sizes"`   // of groups: equal or unequal
	Units      int     `dataframe:"units"`   // groups, or records of a series
	Dependence float64 `dataframe:"dependence"`
	Folds      string  `dataframe:"folds"`
	M          int     `dataframe:"m"` // replications; of rolling folds their number
	Rule       string  `dataframe:"rule"`
	Error      float64 `dataframe:"error"`
	SE         float64 `dataframe:"se"`
	Sets       int     `dataframe:"data_sets"`
	Seed       int     `dataframe:"seed"`
	Date       string  `dataframe:"date"`
}

// perShard is the number of data sets of a shard, which have the same folds.
const perShard = 50

func sets(scale study.Scale) int {
	if scale != study.Paper {
		return perShard
	}
	return 1000
}

func plan(cfg study.Config) (study.Plan, error) {
	var experiments []*study.Experiment[[]int]
	for _, c := range cells() {
		experiments = append(experiments, c.experiment(sets(cfg.Scale), cfg.Seed))
	}
	return study.PlanOf(func() []study.Table {
		var rows []Row
		for i, c := range cells() {
			for k, n := range experiments[i].Result() {
				rows = append(rows, c.row(c.rules()[k], float64(n)/float64(sets(cfg.Scale)), cfg))
			}
		}
		return []study.Table{study.NewTable("dependent", rows)}
	}, experiments...), nil
}

// experiment counts the false claims of each rule.
func (c cell) experiment(sets int, seed uint64) *study.Experiment[[]int] {
	id := fmt.Sprintf("dependent, %s %s, %s, %d, %g", c.sizes, c.records, c.learner, c.units, c.dependence)
	return study.New(id, sim.Experiment[[]int, struct{}]{
		Plan: sim.Plan{Name: id, Version: 1, Seed: seed, Shards: sets / perShard, Config: map[string]any{"sets": perShard}},
		Shard: func(ctx context.Context, _ struct{}, shard int, rng *rand.Rand) ([]int, error) {
			designs, err := c.designs(rng.Uint64())
			if err != nil {
				return nil, err
			}
			claims := make([]int, len(c.rules()))
			return study.Each(perShard, func(_ struct{}, rng *rand.Rand, into *[]int) error {
				*into = claims
				return c.add(claims, designs, rng)
			})(ctx, struct{}{}, shard, rng)
		},
		Merge: study.Elementwise(func(into *int, from int) { *into += from }),
	}, study.State)
}

// add draws a data set and counts the claims of each rule.
func (c cell) add(claims []int, designs []design, rng *rand.Rand) error {
	d := c.draw(rng)
	differences := make([]differences, len(designs))
	for i, on := range designs {
		var err error
		if differences[i], err = c.train(d, on); err != nil {
			return err
		}
	}
	for k, r := range c.rules() {
		claimed, err := r.claims(differences[r.design])
		if err != nil {
			return fmt.Errorf("%s, m = %d: %w", r.name, r.m, err)
		}
		if claimed {
			claims[k]++
		}
	}
	return nil
}

func (c cell) row(r rule, wrong float64, cfg study.Config) Row {
	n := sets(cfg.Scale)
	return Row{Records: c.records, Learner: c.learner, Sizes: c.sizes, Units: c.units, Dependence: c.dependence,
		Folds: names[c.records][r.design], M: r.m, Rule: r.name, Error: study.Round(wrong, 4),
		SE: study.Round(math.Sqrt(wrong*(1-wrong)/float64(n)), 4), Sets: n, Seed: int(cfg.Seed),
		Date: time.Now().UTC().Format(time.DateOnly)}
}
