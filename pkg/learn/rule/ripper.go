// Package rule learns lists of rules such as "if petal.width <= 0.6 then
// setosa".
//
// RIPPER (Cohen 1995, Fast effective rule induction, ICML) learns rules for one class after the other, from the
// rarest to the second most frequent; records that no rule covers get the most frequent class. A rule grows on two
// thirds of the records by the condition with the largest gain, p (log2(p+1)/(t+1) - log2(P+1)/(T+1)) for a
// condition that keeps t of T records and p of P positive ones, and is pruned on the rest. Rules are added as long
// as the description length of rules and errors is within 64 bits of the smallest one. Then each rule is compared
// with two alternatives, a newly grown rule and a rule grown further from it, which is done twice; and rules that
// do not shorten the description are dropped.
//
// Details that the paper leaves open follow JRip in Weka: given the same random numbers, both find the same rules.
package rule

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/internal/name"
)

// RIPPER is the rule learner with its settings. Zero settings are the defaults
// of JRip. Its fitter is a learn.Prober: the probabilities of a record are, as in JRip, the shares of the classes
// among the training records that its rule covers and no earlier rule does.
type RIPPER struct {
	// Folds is the number of parts of the records, one of which prunes rules while the others grow them; at least
	// 2, 0 means 3.
	Folds int
	// MinNo is the least number of records of its class that a condition may
	// leave to a growing rule; 0 means 2.
	MinNo int
	// Optimizations is the number of times that the rules of a class are revised; 0 means 2, -1 means never.
	Optimizations int
	// Seed seeds the random divisions into growing and pruning records.
	Seed uint64
}

// String returns "ripper" with the settings that are not defaults, as
// "ripper(folds=5, seed=2)".
func (r RIPPER) String() string {
	setting := func(key string, value, usual int) string {
		return name.Setting(key, cmp.Or(value, usual), usual)
	}
	return name.Of("ripper", setting("folds", r.Folds, 3), setting("minno", r.MinNo, 2),
		setting("optimizations", r.Optimizations, 2), name.Setting("seed", r.Seed, 0))
}

// Traits says that the learner draws random numbers.
func (r RIPPER) Traits() learn.Traits {
	return learn.Traits{ForRun: func(run int) learn.Learner {
		again := r
		again.Seed = learn.RunSeed(r.Seed, run)
		return again
	}}
}

// Prepare sorts the values of each feature. It returns an error if d is
// incomplete or has no classes, or if a setting is out of range.
func (r RIPPER) Prepare(ctx context.Context, d *dataset.Data) (learn.Prepared, error) {
	if err := learn.Classification("rule", d); err != nil {
		return nil, err
	}
	switch {
	case r.Folds < 0 || r.Folds == 1:
		return nil, fmt.Errorf("rule: %d folds; give at least 2 (3 by default)", r.Folds)
	case r.MinNo < 0:
		return nil, fmt.Errorf("rule: MinNo is %d; give at least 1 (2 by default)", r.MinNo)
	case r.Optimizations < -1:
		return nil, fmt.Errorf("rule: %d optimizations; give at least 1 (2 by default), or -1 for none", r.Optimizations)
	}
	p := &prepared{
		data: d, seed: r.Seed,
		folds: orDefault(r.Folds, 3), minNo: orDefault(r.MinNo, 2), rounds: max(0, orDefault(r.Optimizations, 2)),
		features: make([]feature, d.P()), log: make([]float64, d.N()+2),
	}
	for j := range p.features {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p.features[j] = newFeature(d, j)
	}
	for i := range p.log {
		p.log[i] = math.Log2(float64(i))
	}
	return p, nil
}

func orDefault(v, usually int) int {
	if v == 0 {
		return usually
	}
	return v
}

// prepared is RIPPER with the ranks of a data set.
type prepared struct {
	data                 *dataset.Data
	seed                 uint64
	folds, minNo, rounds int
	features             []feature
	log                  []float64 // log2 of 0, 1, ..., N+1
}

// NewFitter returns a fitter with its own memory.
func (p *prepared) NewFitter(*learn.Pool) learn.Fitter { return newFitter(p) }

// feature holds a column of the data as codes: the rank of a number among the
// different values, from 0, or the level of a nominal feature.
type feature struct {
	nominal bool
	code    []int32   // n
	values  []float64 // of a number: the different values, ascending; code indexes them
	levels  int       // of a nominal feature
}

func newFeature(d *dataset.Data, j int) feature {
	f := feature{code: make([]int32, d.N())}
	if l := d.Feature(j).Levels; l != nil {
		f.nominal, f.levels = true, len(l)
		for i := range f.code {
			f.code[i] = int32(d.X.At(i, j))
		}
		return f
	}
	for i := range f.code {
		f.values = append(f.values, d.X.At(i, j))
	}
	slices.Sort(f.values)
	f.values = slices.Compact(f.values)
	for i := range f.code {
		k, _ := slices.BinarySearch(f.values, d.X.At(i, j))
		f.code[i] = int32(k)
	}
	return f
}
