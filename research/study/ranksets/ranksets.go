// Package ranksets simulates how often the order of several models on the items of one test set is wrong: false
// statements that one model is better than another, rank intervals that miss, models falsely shown to be the best.
package ranksets

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// RankSets is the study of equal models, ladders and clusters of equals, 3 to 50 models on 50 to 1,000 items, and of
// equal models on items in 3 to 200 clusters and in 2 to 10 runs.
var RankSets = study.Study{Name: "rank-sets",
	Title: "false statements about the order of 3 to 50 models on the items of one test set", Seconds: 1000, Plan: plan}

// Row is what happened in a cell. Shares are of test sets; the nominal level of any false statement is 0.05.
type Row struct {
	Models      int     `dataframe:"models"`
	Items       int     `dataframe:"items"`
	Truth       string  `dataframe:"truth"`  // equal, ladder or clusters
	Scores      string  `dataframe:"scores"` // right or wrong, skewed, normal, or shares of 5 draws
	Correlation float64 `dataframe:"correlation"`
	Clusters    int     `dataframe:"clusters"`   // 0: every item is its own
	Uneven      bool    `dataframe:"uneven"`     // cluster k has a size in proportion to k
	Runs        int     `dataframe:"runs"`       // of each model
	Seeds       float64 `dataframe:"sd_of_runs"` // in standard deviations of a score
	Kinds       string  `dataframe:"kinds"`      // of models in runs: alike, or every third wild (3 times the seeds), fixed
	AnyFalse    float64 `dataframe:"any_false"`  // some model is shown to be better than one that is as good or better
	AnyFalseSE  float64 `dataframe:"any_false_se"`
	Missed      float64 `dataframe:"rank_missed"`                     // some rank interval does not hold all ranks that ties leave
	FalseBest   float64 `dataframe:"false_best"`                      // a model is shown to be the best and is not the only best one
	LikelyBest  float64 `dataframe:"false_p_best_0.95" table:"blank"` // the same of P(best) from 0.95, if somebody decides by it
	BestShown   float64 `dataframe:"best_shown"`                      // the best model is shown to be
	Width       float64 `dataframe:"rank_width"`                      // mean number of ranks in an interval
	Sets        int     `dataframe:"test_sets"`
	Seed        int     `dataframe:"seed"`
	Date        string  `dataframe:"date"`
}

// cell is a truth with a way of scoring.
type cell struct {
	models, items int
	truth, scores string
	correlation   float64
}

const (
	rightOrWrong = "right or wrong"
	skewed       = "skewed"
)

func cells() []cell {
	var out []cell
	for _, k := range []int{3, 10, 50} {
		for _, n := range []int{50, 200, 1000} {
			for _, truth := range []string{"equal", "ladder", "clusters"} {
				for _, scores := range []string{rightOrWrong, skewed} {
					for _, rho := range []float64{0.3, 0.8} {
						out = append(out, cell{k, n, truth, scores, rho})
					}
				}
			}
		}
	}
	return out
}

// counts are sums over test sets.
type counts struct {
	AnyFalse, Missed, FalseBest, LikelyBest, BestShown, Widths int
}

// draws of the order of one test set: the level is right on average with any number.
const draws = 2000

// perShard is the number of test sets of a shard.
const perShard = 20

// sets is the number of test sets of a cell.
func (c cell) sets(scale study.Scale) int {
	if scale != study.Paper {
		return perShard
	}
	return map[int]int{3: 2000, 10: 1000, 50: 200}[c.models]
}

// plan has one simulation per cell.
func plan(cfg study.Config) (study.Plan, error) {
	var experiments []*study.Experiment[counts]
	for _, c := range cells() {
		experiments = append(experiments, c.experiment(c.sets(cfg.Scale), cfg.Seed))
	}
	for _, c := range unitCells() {
		experiments = append(experiments, c.experiment(c.sets(cfg.Scale), cfg.Seed))
	}
	return study.PlanOf(func() []study.Table {
		var rows []Row
		for i, c := range cells() {
			rows = append(rows, c.row(experiments[i].Result(), c.sets(cfg.Scale), cfg.Seed))
		}
		for i, c := range unitCells() {
			rows = append(rows, c.row(experiments[len(cells())+i].Result(), c.sets(cfg.Scale), cfg.Seed))
		}
		return []study.Table{study.NewTable("rank_sets", rows)}
	}, experiments...), nil
}

// row returns the shares.
func (n counts) row(models, sets int, seed uint64) Row {
	share := func(count int) float64 { return study.Round(float64(count)/float64(sets), 5) }
	any := share(n.AnyFalse)
	return Row{Models: models, AnyFalse: any, AnyFalseSE: study.Round(math.Sqrt(any*(1-any)/float64(sets)), 5),
		Missed: share(n.Missed), FalseBest: share(n.FalseBest), LikelyBest: share(n.LikelyBest),
		BestShown: share(n.BestShown),
		Width:     study.Round(float64(n.Widths)/float64(models*sets), 4), Sets: sets, Seed: int(seed),
		Date: time.Now().UTC().Format(time.DateOnly)}
}

// row returns the shares of a cell.
func (c cell) row(n counts, sets int, seed uint64) Row {
	r := n.row(c.models, sets, seed)
	r.Items, r.Truth, r.Scores, r.Correlation, r.Runs = c.items, c.truth, c.scores, c.correlation, 1
	return r
}

func (c cell) experiment(sets int, seed uint64) *study.Experiment[counts] {
	id := fmt.Sprintf("rank-sets, %d models, %d items, %s, %s, correlation %g", c.models, c.items, c.truth, c.scores,
		c.correlation)
	return study.New(id, sim.Experiment[counts, struct{}]{
		Plan: sim.Plan{Name: id, Version: 1, Seed: seed, Shards: sets / perShard,
			Config: map[string]any{"sets": perShard, "draws": draws}},
		Shard: study.Each(perShard, func(_ struct{}, rng *rand.Rand, n *counts) error {
			e, err := items.Joint(c.draw(rng), nil, nil, false)
			if err != nil {
				return err
			}
			e.Draws = draws
			o, err := e.Order(ranks.Higher, 0.05, rng.Uint64())
			if err == nil {
				n.add(o, c.means())
			}
			return err
		}),
		Merge: study.Add[counts],
	}, study.State)
}

// means returns the expected scores of the models, best first. Right answers have probabilities of 0.5 to 0.9, skewed
// scores differ by up to a standard deviation.
func (c cell) means() []float64 {
	low, span := 0.5, 0.4
	if c.scores == skewed {
		low, span = 0, 1
	}
	out := make([]float64, c.models)
	for g := range out {
		switch c.truth {
		case "equal":
			out[g] = low + span/2
		case "ladder":
			out[g] = low + span*(1-float64(g)/float64(c.models-1))
		default: // the better half, and one more of an odd number
			out[g] = low + 3*span/4
			if 2*g > c.models {
				out[g] = low + span/4
			}
		}
	}
	return out
}

// draw returns the scores of all models on one test set: a normal variable for each model and item, of which the
// models share a part with the variance of the correlation, turned into right and wrong, or into lognormal scores
// with standard deviations of 1/2 to 2 in models of different kinds.
func (c cell) draw(rng *rand.Rand) [][][]float64 {
	const sigma = 0.8
	centre := math.Exp(sigma * sigma / 2)
	unit := centre * math.Sqrt(math.Exp(sigma*sigma)-1)
	means, out := c.means(), make([][][]float64, c.models)
	for g := range out {
		out[g] = [][]float64{make([]float64, c.items)}
	}
	for i := range c.items {
		common := math.Sqrt(c.correlation) * rng.NormFloat64()
		for g, mean := range means {
			z := common + math.Sqrt(1-c.correlation)*rng.NormFloat64()
			if c.scores == skewed {
				out[g][0][i] = mean + (math.Exp(sigma*z)-centre)/unit*math.Pow(2, float64(g%3-1))
			} else if math.Erfc(-z/math.Sqrt2)/2 < mean {
				out[g][0][i] = 1
			}
		}
	}
	return out
}

// add counts what an order says of models with these expected scores, best first.
func (n *counts) add(o ranks.Order, means []float64) {
	var any, missed, falseBest, likely bool
	for i := range means {
		low, high := o.Shown.Rank(i)
		n.Widths += high - low + 1
		best, worst, onlyBest := 1, len(means), true
		for j := range means {
			if means[j] > means[i] {
				best++
			}
			if means[j] < means[i] {
				worst--
			}
			onlyBest = onlyBest && (j == i || means[i] > means[j])
			any = any || o.Shown[i][j] && means[i] <= means[j]
		}
		missed = missed || low > best || high < worst
		falseBest = falseBest || high == 1 && !onlyBest
		likely = likely || o.Best[i] >= 0.95 && !onlyBest
		if onlyBest && high == 1 {
			n.BestShown++
		}
	}
	for sum, is := range map[*int]bool{&n.AnyFalse: any, &n.Missed: missed, &n.FalseBest: falseBest,
		&n.LikelyBest: likely} {
		if is {
			*sum++
		}
	}
}
