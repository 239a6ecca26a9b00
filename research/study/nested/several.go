package nested

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/calibration"
)

// crowd is a number of equal learners, each with features of its own, that are compared by error rate in all pairs.
type crowd struct {
	from    twoClasses
	n, each int // records, and features of a learner
	learner learn.Learner
}

// crowds returns the cells with several learners.
func crowds() []crowd {
	return []crowd{
		{classes(20, 0.6), 200, 2, calibration.LDA{}}, {classes(20, 0.6), 100, 2, naiveBayes{}},
		{classes(20, 0.6), 400, 2, naiveBayes{}},
	}
}

// crowded are the numbers of learners, the first of a cell.
var crowded = [2]int{3, 10}

// Procedures that claim a difference of a pair in the first of Holm's steps over all pairs.
const (
	holmNested = "nested-t"
	holmFewer  = "nested-t, M degrees of freedom"
	holmBCVT   = "bcv-t"
)

var holm = [...]string{holmNested, holmFewer, holmBCVT}

// crowdReplications are those beside 10 half-splits with 2 inner replications.
const crowdReplications = 5

// SeveralRow is how often Holm's procedure claims any difference between equal learners, nominal 0.05.
type SeveralRow struct {
	Data      string  `dataframe:"data"`
	N         int     `dataframe:"n"`
	Learner   string  `dataframe:"learner"`
	Learners  int     `dataframe:"learners"`
	Procedure string  `dataframe:"procedure"`
	M         int     `dataframe:"m"`
	False     float64 `dataframe:"false_claims"`
	FalseSE   float64 `dataframe:"false_claims_se"`
	Sets      int     `dataframe:"data_sets"`
	Seed      int     `dataframe:"seed"`
	Date      string  `dataframe:"date"`
}

// smallest are the least p-values of all pairs of a data set, by number of learners and procedure.
type smallest [len(crowded)][len(holm)]float64

func (c crowd) id() string {
	return fmt.Sprintf("nested, several, %v, %d, %v on %d", c.from, c.n, c.learner, c.each)
}

func (c crowd) experiment(scale study.Scale, seed uint64) *study.Experiment[[]smallest] {
	sets, perShard := setting{sets: some}.sizes(scale)
	return study.New(c.id(), sim.Experiment[[]smallest, *dataset.Data]{
		Plan: sim.Plan{Name: c.id(), Version: 1, Seed: seed, Shards: sets / perShard,
			Config: map[string]any{"sets": perShard, "learners": crowded, "m": crowdReplications}},
		Worker: func() *dataset.Data { return c.from.New(c.n) },
		Shard: study.Each(perShard, func(d *dataset.Data, rng *rand.Rand, out *[]smallest) error {
			p, err := c.one(d, rng)
			*out = append(*out, p)
			return err
		}),
		Merge: study.Append[smallest],
	}, study.State)
}

// one draws a data set, and returns the least p-values.
func (c crowd) one(d *dataset.Data, rng *rand.Rand) (smallest, error) {
	c.from.Fill(d, rng)
	set, err := cv.New(cv.BCV, c.n, cv.Options{M: crowdReplications, Seed: rng.Uint64()})
	if err != nil {
		return smallest{}, err
	}
	nest, err := cv.Nest(set, most, wideInner, cv.Options{})
	if err != nil {
		return smallest{}, err
	}
	var all [][]float64 // by learner and fold, outer ones first
	for i := range crowded[len(crowded)-1] {
		values, err := c.rates(d, i, set, nest)
		if err != nil {
			return smallest{}, fmt.Errorf("%s: %w", c.id(), err)
		}
		all = append(all, values)
	}
	var out smallest
	for i, k := range crowded {
		if out[i], err = leastOf(all[:k]); err != nil {
			return out, err
		}
	}
	return out, nil
}

// rates returns the error rates of the learner with the i-th features on all folds.
func (c crowd) rates(d *dataset.Data, i int, set cv.Set, nest cv.Nested) (out []float64, err error) {
	var columns []int
	for j := range c.each {
		columns = append(columns, i*c.each+j)
	}
	prepared, err := c.learner.Prepare(context.Background(), study.Columns(d, columns))
	if err != nil {
		return nil, err
	}
	fit, said := prepared.NewFitter(nil), make([]float64, c.n)
	add := func(s cv.Split) error {
		if _, err := fit.Fit(context.Background(), s.Train); err != nil {
			return err
		}
		fit.Predict(s.Valid, said[:len(s.Valid)])
		wrong := 0.0
		for k, record := range s.Valid {
			if said[k] != d.Target(record) {
				wrong++
			}
		}
		out = append(out, wrong/float64(len(s.Valid)))
		return nil
	}
	for _, f := range set.Folds() {
		if err := add(f.Split); err != nil {
			return nil, err
		}
	}
	for i := range nest.FoldCount() {
		if err := add(nest.Fold(i).Split); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// leastOf returns the least p-value of all pairs by each procedure.
func leastOf(all [][]float64) (least [len(holm)]float64, err error) {
	for k := range least {
		least[k] = 1
	}
	for b := range all {
		for a := range b {
			d, err := crowdDifferences(all[a], all[b])
			if err != nil {
				return least, err
			}
			nested, err := infer.NestedT(d, infer.Options{})
			if err != nil {
				return least, err
			}
			bcvT, err := infer.BCVT(d, infer.Options{})
			if err != nil {
				return least, err
			}
			fewer := 1.0
			if !nested.NoSpread {
				fewer = 2 * special.StudentTail(math.Abs(nested.Statistic), most)
			}
			for k, p := range [len(holm)]float64{nested.PValue, fewer, bcvT.PValue} {
				least[k] = min(least[k], p)
			}
		}
	}
	return least, nil
}

// crowdDifferences are those of two learners, of which the values are in the order of rates.
func crowdDifferences(a, b []float64) (infer.Differences, error) {
	at := func(i int) [2]float64 { return [2]float64{b[2*i] - a[2*i], b[2*i+1] - a[2*i+1]} }
	var outer [][]float64
	for j := range crowdReplications {
		pair := at(j)
		outer = append(outer, pair[:])
	}
	inner := make([][2][][2]float64, most)
	for i := range 2 * most * wideInner {
		half := &inner[i/(2*wideInner)][i/wideInner%2]
		*half = append(*half, at(crowdReplications+i))
	}
	d, err := infer.DifferencesOf(outer)
	if err != nil {
		return d, err
	}
	return d.WithInner(inner)
}

// severalRows judges Holm's procedures on all crowds, which have run.
func severalRows(cells []*study.Experiment[[]smallest]) (out []SeveralRow) {
	for c, of := range crowds() {
		found, e := cells[c].Result(), cells[c].Effort()
		for i, k := range crowded {
			for p, name := range holm {
				claims := study.Where(found, func(s smallest) bool { return s[i][p] <= 0.05/float64(k*(k-1)/2) })
				share, n := float64(len(claims))/float64(len(found)), float64(len(found))
				out = append(out, SeveralRow{Data: of.from.String(), N: of.n, Learner: of.learner.String(), Learners: k,
					Procedure: name, M: crowdReplications, False: round(share), FalseSE: round(math.Sqrt(share * (1 - share) / n)),
					Sets: len(found), Seed: e.Seed, Date: e.Date})
			}
		}
	}
	return out
}
