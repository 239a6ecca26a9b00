package calibration

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// FamilyWise is the study of several models: how often any false claim is made of k models
// that are all equal.
var FamilyWise = study.Study{Name: "family-wise", Title: "false claims of several equal models, any of them",
	Seconds: 25, Plan: familyPlan}

// FamilyRow is how often a procedure claims anything of k equal models on 5 x 2 CV. Their
// metrics are normal, with the correlation 1/2 between models and Rho1, Rho2 between
// folds; the nominal level is 0.05 for the family.
type FamilyRow struct {
	K        int     `dataframe:"models"`
	Rho1     float64 `dataframe:"rho1"`
	Rho2     float64 `dataframe:"rho2"`
	Method   string  `dataframe:"method"`
	Any      float64 `dataframe:"any_false_claim"`
	SE       float64 `dataframe:"any_false_claim_se"`
	DataSets int     `dataframe:"data_sets"`
	Seed     int     `dataframe:"seed"`
	Date     string  `dataframe:"date"`
}

// familyMethods are what is counted: all pairs by bcv-t with Holm's p-values, all pairs by
// paired posteriors of their own, the simultaneous intervals of the joint posterior, and
// its P(best) at most 0.05, if somebody takes that for a verdict.
var familyMethods = []string{"bcv-t, Holm", "paired, each pair by itself", "simultaneous intervals",
	"P(best) at most 0.05"}

// familyCell is one number of models with one pair of correlations.
type familyCell struct {
	k          int
	rho1, rho2 float64
}

func familyCells() []familyCell {
	var out []familyCell
	for _, k := range []int{3, 5, 10} {
		for _, rho := range [][2]float64{{0.1, 0.2}, {0.2, 0.3}, {0.4, 0.45}} {
			out = append(out, familyCell{k: k, rho1: rho[0], rho2: rho[1]})
		}
	}
	return out
}

// familyPlan has one simulation per cell.
func familyPlan(cfg study.Config) (study.Plan, error) {
	sets, perShard := 20, 10
	if cfg.Scale == study.Paper {
		sets, perShard = 1000, 25
	}
	var cells []*study.Experiment[[]int]
	for _, c := range familyCells() {
		cells = append(cells, c.experiment(sets, perShard, cfg.Seed))
	}
	return study.PlanOf(func() []study.Table {
		var rows []FamilyRow
		for i, c := range familyCells() {
			for k, count := range cells[i].Result() {
				share := float64(count) / float64(sets)
				rows = append(rows, FamilyRow{K: c.k, Rho1: c.rho1, Rho2: c.rho2, Method: familyMethods[k],
					Any: share, SE: math.Sqrt(share * (1 - share) / float64(sets)),
					DataSets: sets, Seed: int(cfg.Seed), Date: time.Now().UTC().Format(time.DateOnly)})
			}
		}
		return []study.Table{study.NewTable("family_wise", rows)}
	}, cells...), nil
}

func (c familyCell) id() string {
	return fmt.Sprintf("family-wise, %d models, rho1=%g, rho2=%g", c.k, c.rho1, c.rho2)
}

func (c familyCell) experiment(sets, perShard int, seed uint64) *study.Experiment[[]int] {
	return study.New(c.id(), sim.Experiment[[]int, struct{}]{
		Plan: sim.Plan{Name: c.id(), Version: 1, Seed: seed, Shards: sets / perShard,
			Config: map[string]any{"sets": perShard, "m": most, "draws": familyDraws}},
		Shard: study.Each(perShard, func(_ struct{}, rng *rand.Rand, counts *[]int) error {
			metrics, err := c.draw(rng)
			if err != nil {
				return err
			}
			claims, err := familyClaims(metrics, rng.Uint64())
			if *counts == nil {
				*counts = make([]int, len(claims))
			}
			for k, claimed := range claims {
				if claimed {
					(*counts)[k]++
				}
			}
			return err
		}),
		Merge: study.Elementwise(func(into *int, from int) { *into += from }),
	}, study.State)
}

// draw returns the metrics of k equal models on the folds of a 5 x 2 CV.
func (c familyCell) draw(rng *rand.Rand) ([][][2]float64, error) {
	common, own := make([]float64, 2*most), make([]float64, 2*most)
	if err := simdata.NormalLosses(0, 1, c.rho1, c.rho2, common, rng); err != nil {
		return nil, err
	}
	out := make([][][2]float64, c.k)
	for i := range out {
		if err := simdata.NormalLosses(0, 1, c.rho1, c.rho2, own, rng); err != nil {
			return nil, err
		}
		for j := range most {
			out[i] = append(out[i], [2]float64{common[2*j] + own[2*j], common[2*j+1] + own[2*j+1]})
		}
	}
	return out, nil
}

// familyDraws is the number of draws of the joint posterior.
const familyDraws = 4000

// familyClaims reports which methods claim anything.
func familyClaims(metrics [][][2]float64, seed uint64) ([4]bool, error) {
	const level = 0.05
	var claims [4]bool
	var p []float64
	for a := range metrics {
		for b := range a {
			mu, pairs := make([][]float64, most), make([][2]float64, most)
			for j := range most {
				for f := range 2 {
					pairs[j][f] = metrics[b][j][f] - metrics[a][j][f]
				}
				mu[j] = pairs[j][:]
			}
			d, err := infer.DifferencesOf(mu)
			if err != nil {
				return claims, err
			}
			r, err := infer.BCVT(d, infer.Options{})
			if err != nil {
				return claims, err
			}
			p = append(p, r.PValue)
			post, err := paired.New(pairs, nil)
			if err != nil {
				return claims, err
			}
			claims[1] = claims[1] || math.Min(post.CDF(0), post.Survival(0)) <= level/2
		}
	}
	holm, err := infer.Holm(p)
	if err != nil {
		return claims, err
	}
	for _, v := range holm {
		claims[0] = claims[0] || v <= level
	}
	j, err := paired.NewJoint(metrics, nil)
	if err != nil {
		return claims, err
	}
	c, sd, err := j.Simultaneous(1-level, familyDraws, seed)
	if err != nil {
		return claims, err
	}
	means := j.Means()
	for a := range means {
		for b := range a {
			claims[2] = claims[2] || math.Abs(means[b]-means[a]) > c*sd[a][b]
		}
	}
	standings, err := j.Standings(false, 0, familyDraws, seed+1)
	if err != nil {
		return claims, err
	}
	for _, s := range standings {
		claims[3] = claims[3] || s.NearBest <= level
	}
	return claims, nil
}
