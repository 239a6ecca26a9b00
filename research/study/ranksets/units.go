package ranksets

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// Scores and kinds of models in units.
const (
	normal = "normal"
	drawn  = "shares of 5 draws"
	alike  = "alike"
	wild   = "wild"
	fixed  = "fixed"
)

// units is a cell of equal models. A score is a normal value of the item, half of which all models share, of the
// cluster (half of the rest), of the run (seeds in standard deviations of a score) and of the item in the run (0.3);
// right or wrong is its sign.
type units struct {
	models, items int
	scores        string
	clusters      int
	uneven        bool
	runs          int
	seeds         float64
	kinds         string
}

// unitCells are the cells with clusters, with runs, and of single items.
func unitCells() (out []units) {
	for _, k := range []int{3, 10, 50} {
		for _, scores := range []string{rightOrWrong, normal} {
			out = append(out, inClusters(k, scores)...)
			out = append(out, inRuns(k, scores)...)
		}
		for _, scores := range []string{normal, drawn} {
			for _, n := range []int{50, 200, 1000} {
				out = append(out, units{models: k, items: n, scores: scores, runs: 1})
			}
		}
	}
	return out
}

// inClusters returns cells with one run.
func inClusters(k int, scores string) (out []units) {
	for _, c := range []int{3, 5, 10, 20, 40} {
		for _, uneven := range []bool{false, true} {
			out = append(out, units{models: k, items: 10 * c, scores: scores, clusters: c, uneven: uneven, runs: 1})
		}
	}
	return append(out, units{models: k, items: 1000, scores: scores, clusters: 200, runs: 1})
}

// inRuns returns cells with several runs, with clusters also.
func inRuns(k int, scores string) (out []units) {
	for _, runs := range []int{2, 3, 5, 10} {
		add := func(items, clusters int, seeds float64, kinds string) {
			out = append(out, units{models: k, items: items, scores: scores, clusters: clusters, runs: runs, seeds: seeds,
				kinds: kinds})
		}
		for _, seeds := range []float64{0, 0.05, 0.2} {
			add(200, 0, seeds, alike)
		}
		for _, kinds := range []string{wild, fixed} {
			add(200, 0, 0.2, kinds)
		}
		add(50, 0, 0.1, fixed)
		if runs < 10 { // which would take as long as all others
			add(1000, 0, 0.1, fixed)
		}
		for _, c := range []int{5, 20, 40} {
			add(10*c, c, 0.1, alike)
		}
	}
	return out
}

// sets is the number of test sets of a cell.
func (c units) sets(scale study.Scale) int {
	switch {
	case scale != study.Paper:
		return perShard
	case c.models == 50 && c.items*c.runs > 3000:
		return 200
	case c.models == 50 || c.items*c.runs > 3000:
		return 400
	}
	return 1000
}

func (c units) String() string {
	return fmt.Sprintf("%d models, %d items, %s, %d clusters uneven %v, %d runs of %g, %s", c.models, c.items, c.scores,
		c.clusters, c.uneven, c.runs, c.seeds, c.kinds)
}

func (c units) experiment(sets int, seed uint64) *study.Experiment[counts] {
	id := "rank-sets, units, " + c.String()
	return study.New(id, sim.Experiment[counts, struct{}]{
		Plan: sim.Plan{Name: id, Version: 1, Seed: seed, Shards: sets / perShard,
			Config: map[string]any{"sets": perShard}},
		Shard: study.Each(perShard, func(_ struct{}, rng *rand.Rand, n *counts) error {
			models, clusters, runs := c.draw(rng)
			e, err := items.Joint(models, clusters, nil, runs)
			if err != nil {
				return err
			}
			if e.Draws = draws; e.Few() {
				e.Draws = 1 // no claim takes them
			}
			o, err := e.Order(ranks.Higher, 0.05, rng.Uint64())
			if err == nil {
				n.add(o, make([]float64, c.models))
			}
			return err
		}),
		Merge: study.Add[counts],
	}, study.State)
}

// row returns the shares of a cell.
func (c units) row(n counts, sets int, seed uint64) Row {
	r := n.row(c.models, sets, seed)
	r.Items, r.Truth, r.Scores, r.Correlation, r.LikelyBest = c.items, "equal", c.scores, 0.5, math.NaN()
	r.Clusters, r.Uneven, r.Runs, r.Seeds, r.Kinds = c.clusters, c.uneven, c.runs, c.seeds, c.kinds
	return r
}

// ofItems returns the cluster of each item, nil without clusters.
func (c units) ofItems() (out []int) {
	for k := range c.clusters {
		size := c.items / c.clusters
		if c.uneven {
			size = max(1, 2*(k+1)*c.items/(c.clusters*(c.clusters+1)))
		}
		for range size {
			out = append(out, k)
		}
	}
	return out
}

// draw returns the scores of all models, their clusters, and whether runs vary.
func (c units) draw(rng *rand.Rand) (models [][][]float64, clusters []int, runs bool) {
	clusters = c.ofItems()
	n := c.items
	if clusters != nil {
		n = len(clusters)
	}
	common := make([]float64, n)
	for i := range common {
		common[i] = math.Sqrt(0.5) * rng.NormFloat64()
	}
	for g := range c.models {
		seeds := c.seeds
		if g%3 == 2 {
			seeds *= map[string]float64{wild: 3, fixed: 0, alike: 1, "": 1}[c.kinds]
		}
		models = append(models, c.model(rng, common, clusters, seeds, c.kinds == fixed && g%3 == 2))
	}
	return models, clusters, c.runs > 1
}

// model returns the scores of one model by run and item; of a fixed one all runs are the same.
func (c units) model(rng *rand.Rand, common []float64, clusters []int, seeds float64, same bool) (out [][]float64) {
	own, ofCluster := make([]float64, len(common)), make([]float64, c.clusters)
	for k := range ofCluster {
		ofCluster[k] = math.Sqrt(0.25) * rng.NormFloat64()
	}
	for i := range own {
		own[i] = common[i]
		if clusters != nil {
			own[i] += ofCluster[clusters[i]] + math.Sqrt(0.25)*rng.NormFloat64()
		} else {
			own[i] += math.Sqrt(0.5) * rng.NormFloat64()
		}
	}
	for range c.runs {
		if same && len(out) > 0 {
			out = append(out, out[0])
			continue
		}
		run, scores := seeds*rng.NormFloat64(), make([]float64, len(own))
		for i, x := range own {
			scores[i] = c.score(rng, x+run)
		}
		out = append(out, scores)
	}
	return out
}

// score turns a normal value, with its part in the run, into a score.
func (c units) score(rng *rand.Rand, x float64) float64 {
	const rest, times = 0.3, 5
	switch c.scores {
	case normal:
		return x + rest*rng.NormFloat64()
	case drawn:
		right := 0.0
		for range times {
			if x+rng.NormFloat64() > 0 {
				right += 1.0 / times
			}
		}
		return right
	}
	if x+rest*rng.NormFloat64() > 0 {
		return 1
	}
	return 0
}
