// Package race simulates races of 3 to 50 learning algorithms: how often a rule drops one that is no worse than the one
// that it is compared with, whether the best one stays, and how many trainings are saved.
package race

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// Race is the study of the rule of package infer/race beside the rules of irace and finetune and successive halving,
// each with at most 12 x 2 trainings per algorithm.
var Race = study.Study{Name: "race", Title: "races of 3 to 50 algorithms: false drops, power and trainings saved",
	Seconds: 200, Plan: plan}

// Row is how a rule does in a cell. Shares are of data sets.
type Row struct {
	Losses string  `dataframe:"losses"` // normal, or the learner of all algorithms, on features of their own
	Models int     `dataframe:"models"`
	Truth  string  `dataframe:"truth"`
	Spread string  `dataframe:"spread"` // standard deviations of normal losses
	Rho    float64 `dataframe:"rho"`    // rho1 and rho2 of normal losses
	Rule   string  `dataframe:"rule"`
	// an algorithm is dropped by one that is not better in expectation; nominal 0.05 over all looks
	False    float64 `dataframe:"any_false"`
	FalseSE  float64 `dataframe:"any_false_se"`
	BestKept float64 `dataframe:"best_kept"` // the best algorithm, or one of several, is left at the end
	Winner   float64 `dataframe:"winner"`    // one of the best is left alone
	Left     float64 `dataframe:"left"`      // mean number of algorithms at the end
	Saved    float64 `dataframe:"saved"`     // mean share of the trainings
	SavedSE  float64 `dataframe:"saved_se"`
	Sets     int     `dataframe:"data_sets"`
	Seed     int     `dataframe:"seed"`
	Date     string  `dataframe:"date"`
}

// counts are sums over data sets of one rule.
type counts struct {
	False, Kept, Winner, Left int
	Saved, Squares            float64
}

func plan(cfg study.Config) (study.Plan, error) {
	var experiments []*study.Experiment[[]counts]
	for _, c := range cells() {
		experiments = append(experiments, c.experiment(c.sets(cfg.Scale), cfg.Seed))
	}
	return study.PlanOf(func() []study.Table {
		var rows []Row
		for i, c := range cells() {
			for k, n := range experiments[i].Result() {
				rows = append(rows, c.row(names[k], n, c.sets(cfg.Scale), cfg.Seed))
			}
		}
		return []study.Table{study.NewTable("race", rows)}
	}, experiments...), nil
}

// perShard is the number of data sets of a shard.
const perShard = 100

// sets is the number of data sets.
func (c cell) sets(scale study.Scale) int {
	switch {
	case scale != study.Paper:
		return perShard
	case c.losses != normal:
		return 1000
	}
	return min(5000, 75_000/c.models/perShard*perShard)
}

func (c cell) experiment(sets int, seed uint64) *study.Experiment[[]counts] {
	id := fmt.Sprintf("race, %s, %d models, %s, %s, rho=%g", c.losses, c.models, c.truth, c.spread, c.rho)
	return study.New(id, sim.Experiment[[]counts, struct{}]{
		Plan: sim.Plan{Name: id, Version: 1, Seed: seed, Shards: sets / perShard,
			Config: map[string]any{"sets": perShard, "last": last, "records": records}},
		Shard: study.Each(perShard, func(_ struct{}, rng *rand.Rand, sums *[]counts) error {
			losses, err := c.draw(rng)
			if err != nil {
				return err
			}
			all, err := rules(c.models)
			if err != nil {
				return err
			}
			if *sums == nil {
				*sums = make([]counts, len(all))
			}
			for k, r := range all {
				n, err := r.run(losses, c.expected())
				if err != nil {
					return err
				}
				study.Add(&(*sums)[k], n)
			}
			return nil
		}),
		Merge: study.Elementwise(study.Add[counts]),
	}, study.State)
}

func (c cell) row(rule string, n counts, sets int, seed uint64) Row {
	mean := func(sum float64) float64 { return sum / float64(sets) }
	round := func(x float64) float64 { return study.Round(x, 4) }
	wrong, saved := mean(float64(n.False)), mean(n.Saved)
	return Row{Losses: c.losses, Models: c.models, Truth: c.truth, Spread: c.spread, Rho: c.rho, Rule: rule,
		False: round(wrong), FalseSE: round(math.Sqrt(wrong * (1 - wrong) / float64(sets))),
		BestKept: round(mean(float64(n.Kept))), Winner: round(mean(float64(n.Winner))), Left: round(mean(float64(n.Left))),
		Saved: round(saved), SavedSE: round(math.Sqrt(max(mean(n.Squares)-saved*saved, 0) / float64(sets))),
		Sets: sets, Seed: int(seed), Date: time.Now().UTC().Format(time.DateOnly)}
}
