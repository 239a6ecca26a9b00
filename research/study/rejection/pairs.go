package rejection

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/simdata"
)

// ClassifierPair is one column of the McNemar paper's table V: two classifiers A
// and B, and a distribution of data sets. Settings change B or the distribution; at the first the
// paper finds equal error rates, so that tests err when they reject; the others
// are for the power curves.
type ClassifierPair struct {
	Data            string // as in table V
	Setting         string // what Settings are, "" if there is nothing to set
	Settings        []float64
	N               int
	Distribution    func(setting float64) simdata.Generator // nil for Epsilon, whose losses are drawn
	OneDistribution bool                                    // the distribution is the same for all settings
	A               learn.Learner
	B               func(setting float64) learn.Learner
	Own             []string // what else the results depend on; nil for the pairs of the paper
}

// NewPair returns the pair of two learners on data sets of n records of one distribution,
// which has classes. data names it in rows.
func NewPair(data string, distribution simdata.Generator, n int, a, b learn.Learner) ClassifierPair {
	return ClassifierPair{Data: data, Settings: []float64{0}, N: n, OneDistribution: true,
		Distribution: func(float64) simdata.Generator { return distribution },
		A:            a, B: func(float64) learn.Learner { return b },
		Own: []string{distribution.String(), a.String(), b.String()}}
}

// config is what the logs of a study of the pair depend on, besides its own entries.
func (p ClassifierPair) config(entries map[string]any) map[string]any {
	entries["settings"], entries["n"] = p.Settings, p.N
	if p.Own != nil {
		entries["own"] = p.Own
	}
	return entries
}

// epsilonRate is the error rate of both algorithms on Epsilon.
const epsilonRate = 0.1

// classifierPairs returns the columns Epsilon, EXP6 and Simple of table V, and UCI
// letter if the data set has a local copy. (The fifth column, two convolutional
// networks on MNIST, is made by examples/mnist.)
func classifierPairs() ([]ClassifierPair, error) {
	out := []ClassifierPair{
		{Data: "Epsilon", Settings: []float64{epsilonRate}, N: 300},
		{Data: "EXP6", Setting: "omega", Settings: []float64{0.29, 0.33, 0.38, 0.44, 0.5, 0.6, 0.8, 1}, N: 300,
			Distribution: func(float64) simdata.Generator { return simdata.EXP6{} }, OneDistribution: true,
			A: tree.C45{},
			B: func(omega float64) learn.Learner {
				return neighbour.WeightedNN{Weights: simdata.EXP6Weights(omega)}
			}},
		{Data: "Simple", Setting: "delta", Settings: []float64{0, 0.1, 0.2, 0.3, 0.4, 0.6, 1}, N: 1000,
			Distribution: func(delta float64) simdata.Generator { return simdata.Simple(delta) }, A: linear.Logistic{},
			B: func(float64) learn.Learner { return simple.Majority{} }},
	}
	letter, err := public.Open("letter")
	if errors.Is(err, public.ErrNotFound) {
		return out, nil
	}
	return append(out, letterPair(letter)), err
}

// letterPair is the column of a data set that is its own population.
func letterPair(letter *dataset.Data) ClassifierPair {
	return ClassifierPair{Data: "UCI letter", Setting: "upsilon", Settings: []float64{30.09, 25, 20, 15, 10, 5, 1},
		N:               300,
		Distribution:    func(float64) simdata.Generator { return simdata.Population{Data: letter} },
		OneDistribution: true, A: tree.CART{},
		B: func(upsilon float64) learn.Learner {
			return neighbour.WeightedNN{Weights: simdata.LetterWeights(upsilon)}
		}}
}

// PartitionSet is one of the partition sets behind the tests.
type PartitionSet int

// The partition sets behind the tests. The 10-fold CV of a test is the first
// replication of the 10 x 10 CV; its hold-out the first of 15; its 3 x 2 BCV the
// first replications of the 5 x 2 BCV. So each test has the set it asks for, but
// tests share data and sets.
const (
	HoldOuts     PartitionSet = iota // 15 with n1 = 2n/3
	HoldOuts9                        // 15 with n1 = 9n/10
	TenByTen                         // 10 x 10-fold CV
	FiveByTwo                        // 5 x 2 CV
	FiveByTwoBCV                     // 5 x 2 BCV
	partitionKinds
)

// folds returns the number of folds of a replication.
func (p PartitionSet) folds() int { return []int{1, 1, 10, 2, 2}[p] }

// tables holds the contingency table of every fold of every partition set.
type tables [partitionKinds][]infer.Contingency

// newPartitions draws the partition sets for one data set.
func newPartitions(n int, rng *rand.Rand) (sets [partitionKinds]cv.Set, err error) {
	seed := rng.Uint64()
	for k, p := range [partitionKinds]struct {
		method cv.Method
		opt    cv.Options
	}{
		HoldOuts:     {cv.RLT, cv.Options{Train: 2 * n / 3, M: 15}},
		HoldOuts9:    {cv.RLT, cv.Options{Train: 9 * n / 10, M: 15}},
		TenByTen:     {cv.RepeatedKFold, cv.Options{K: 10, M: 10}},
		FiveByTwo:    {cv.Mx2, cv.Options{M: 5}},
		FiveByTwoBCV: {cv.BCV, cv.Options{M: 5}},
	} {
		p.opt.Seed = seed + uint64(k)
		if sets[k], err = cv.New(p.method, n, p.opt); err != nil {
			return sets, err
		}
	}
	return sets, nil
}

// compare draws a data set and calls visit with the tables of each setting.
func (p ClassifierPair) compare(rng *rand.Rand, visit func(setting int, t *tables) error) error {
	sets, err := newPartitions(p.N, rng)
	if err != nil {
		return err
	}
	if p.Distribution == nil {
		return p.compareLosses(&sets, rng, visit)
	}
	var d *dataset.Data
	var a []bool
	for k, setting := range p.Settings {
		if d == nil || !p.OneDistribution {
			d = simdata.Draw(p.Distribution(setting), p.N, rng)
			if a, err = wrong(p.A, d, &sets); err != nil {
				return err
			}
		}
		b, err := wrong(p.B(setting), d, &sets)
		if err != nil {
			return err
		}
		if err := visit(k, tabulate(&sets, a, b)); err != nil {
			return err
		}
	}
	return nil
}

// compareLosses draws the errors on each record, which no training changes.
func (p ClassifierPair) compareLosses(sets *[partitionKinds]cv.Set, rng *rand.Rand,
	visit func(int, *tables) error) error {
	a, b := make([]bool, p.N), make([]bool, p.N)
	for k, eps := range p.Settings {
		simdata.Epsilon(eps, a, b, rng)
		var allA, allB []bool
		err := eachFold(sets, func(_ cv.Set, _ int, valid []int32) error {
			for _, i := range valid {
				allA, allB = append(allA, a[i]), append(allB, b[i])
			}
			return nil
		})
		if err == nil {
			err = visit(k, tabulate(sets, allA, allB))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// eachFold visits all folds of all sets in order.
func eachFold(sets *[partitionKinds]cv.Set, visit func(set cv.Set, f int, valid []int32) error) error {
	for k := range sets {
		for f := range sets[k].FoldCount() {
			if err := visit(sets[k], f, sets[k].Fold(f).Valid); err != nil {
				return err
			}
		}
	}
	return nil
}

// wrong reports which predictions of the validation records of all folds are wrong.
func wrong(l learn.Learner, d *dataset.Data, sets *[partitionKinds]cv.Set) ([]bool, error) {
	prepared, err := l.Prepare(context.Background(), d)
	if err != nil {
		return nil, err
	}
	e := holdout.NewEvaluator(l.String(), prepared, d)
	defer e.Close()
	var out []bool
	err = eachFold(sets, func(set cv.Set, f int, valid []int32) error {
		if f == 0 {
			if err := e.Open(context.Background(), set); err != nil {
				return err
			}
		}
		predicted, err := e.Fold(context.Background(), f)
		for k, v := range predicted {
			out = append(out, int32(v) != d.Class[valid[k]])
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("rejection: %w", err)
	}
	return out, nil
}

// tabulate counts the errors of A and B, which stand in the order of eachFold.
func tabulate(sets *[partitionKinds]cv.Set, a, b []bool) *tables {
	t := new(tables)
	for k := range sets {
		for f := range sets[k].FoldCount() {
			var c infer.Contingency
			for range sets[k].Fold(f).Valid {
				c.Add(!a[0], !b[0])
				a, b = a[1:], b[1:]
			}
			t[k] = append(t[k], c)
		}
	}
	return t
}
