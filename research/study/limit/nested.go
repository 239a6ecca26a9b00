package limit

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/research/study"
)

// Nested results in the simulation: as many half-splits and inner replications as the papers have
// replications and folds.
const halfSplits, innerReplications = 10, 2

// gammas are by how much the variance of half of the records, per record, exceeds the one of all: S' and
// P' of nested-t are 2 gamma times S and P.
var gammas = []float64{1, 1.3}

// nested simulates nested-t on normal differences. Replications of data sets are uncorrelated beyond what
// S and P say, as they are for statistics that are linear in the records.
func (p problem) nested(e effort, gamma float64, seed uint64) (PointRow, error) {
	r := PointRow{M: p.m, Method: fmt.Sprintf("nested-t, gamma %g", gamma)}
	for i, c := range p.constraints {
		share, err := p.rejections(c, gamma, 0, e.Sets, rand.New(rand.NewPCG(seed, uint64(i))))
		if err != nil {
			return r, err
		}
		if share > r.Error {
			r.Error, r.Rho1, r.Rho2 = share, study.Round(c.rho1, 3), study.Round(c.rho2, 3)
		}
	}
	each := max(1, e.Sets/20)
	for i, c := range p.pairs {
		share, err := p.rejections(c, gamma, effect, each, rand.New(rand.NewPCG(seed, 1<<32+uint64(i))))
		if err != nil {
			return r, err
		}
		r.Power += share / float64(len(p.pairs))
	}
	r.ErrorSE = study.Round(math.Sqrt(r.Error*(1-r.Error)/float64(e.Sets)), 5)
	r.PowerSE = study.Round(math.Sqrt(r.Power*(1-r.Power)/float64(each*len(p.pairs))), 5)
	r.Error, r.Power = study.Round(r.Error, 5), study.Round(r.Power, 5)
	return r, nil
}

// rejections is the share of data sets in which nested-t rejects at Level.
func (p problem) rejections(c correlations, gamma, effect float64, sets int, rng *rand.Rand) (float64, error) {
	s, between := c.rho2, (1+c.rho1-2*c.rho2)/2
	shift := effect * math.Sqrt(s+between/float64(p.m))
	outer, inner := make([][]float64, p.m), make([][2][][2]float64, halfSplits)
	rejected := 0
	for range sets {
		common := shift + math.Sqrt(s)*rng.NormFloat64()
		for j := range outer {
			mean := common + math.Sqrt(between)*rng.NormFloat64()
			apart := math.Sqrt((1-c.rho1)/2) * rng.NormFloat64()
			outer[j] = []float64{mean - apart, mean + apart}
		}
		for j := range inner {
			for h := range 2 {
				half := math.Sqrt(2*gamma*s) * rng.NormFloat64()
				inner[j][h] = make([][2]float64, innerReplications)
				for i := range inner[j][h] {
					y := half + math.Sqrt(2*gamma*between)*rng.NormFloat64()
					inner[j][h][i] = [2]float64{y, y} // the test takes the mean of both folds
				}
			}
		}
		d, err := infer.DifferencesOf(outer)
		if err != nil {
			return 0, err
		}
		if d, err = d.WithInner(inner); err != nil {
			return 0, err
		}
		r, err := infer.NestedT(d, infer.Options{Alpha: Level})
		if err != nil {
			return 0, err
		}
		if r.Reject {
			rejected++
		}
	}
	return float64(rejected) / float64(sets), nil
}
