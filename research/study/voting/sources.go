package voting

import (
	"context"
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// CorrelatedCounts draws counts of two independent models without data or
// learners: n records, half of them positive, each predicted right with
// probability Right (plus Difference for B), so that P, R and F1 of the
// algorithms are Right and Right + Difference. Correlations have two sources: the
// data set, from which the probability varies by a Beta distribution that gives any two
// predictions on it the correlation Set, and the record, which gives two
// predictions of one record by different replications the correlation Record
// more. The lemma 5.3 of Wang's thesis (2019), losses that depend on the test
// record alone, is Set = 0, Record = 1.
type CorrelatedCounts struct {
	N           int
	Right       float64
	Difference  float64
	Set, Record float64 // in [0, 1]
}

// String names the settings.
func (c CorrelatedCounts) String() string {
	rho1, rho2 := c.Correlations()
	return fmt.Sprintf("model(n=%d, right=%g, difference=%g, rho1=%.2f, rho2=%.2f)", c.N, c.Right, c.Difference, rho1,
		rho2)
}

// Correlations returns rho1 and rho2 of the recall on one fold: of the two
// folds of a replication, and of folds of different replications, which share
// half their records in a block-regularized CV.
func (c CorrelatedCounts) Correlations() (rho1, rho2 float64) {
	h := float64(c.N) / 4 // positive records per fold
	record := c.Set + (1-c.Set)*c.Record
	v := 1 + (h-1)*c.Set
	return h * c.Set / v, (record/2 + (h-0.5)*c.Set) / v
}

// Draw draws the counts of one data set.
func (c CorrelatedCounts) Draw(a, b []posterior.Counts, rng *rand.Rand) (trueA, trueB posterior.Counts, err error) {
	truth := func(p float64) posterior.Counts { return posterior.Counts{TP: p, FP: 1 - p, FN: 1 - p} }
	for k, out := range [...][]posterior.Counts{a, b} {
		c.draw(c.Right+float64(k)*c.Difference, out, rng)
	}
	return truth(c.Right), truth(c.Right + c.Difference), nil
}

// draw writes the summed counts of one model.
func (c CorrelatedCounts) draw(p float64, out []posterior.Counts, rng *rand.Rand) {
	clear(out)
	right := make([]bool, len(out))
	for class := range 2 {
		model := ClassModel{P: p, Rho2: c.Record}
		if c.Set > 0 {
			model.P = distuv.Beta{Alpha: p * (1 - c.Set) / c.Set, Beta: (1 - p) * (1 - c.Set) / c.Set, Src: rng}.Rand()
		}
		for range c.N / 2 {
			model.vote(right, rng)
			for i, hit := range right {
				switch {
				case class == 1 && hit:
					out[i].TP++
				case class == 1:
					out[i].FN++
				case !hit:
					out[i].FP++
				}
			}
		}
	}
	for i := 1; i < len(out); i++ {
		out[i] = out[i].Add(out[i-1])
	}
}

// RivalLearners cross-validates two logistic regressions on N records of two
// classes. Every feature separates the classes by Shift. Both learners see
// Shared of the features, A another OwnA and B another OwnB: with OwnA = OwnB
// they are equal by symmetry, so that a decision for either is an error. The
// truth is P, R and F1 of the algorithms trained on N/2 records.
type RivalLearners struct {
	N                  int
	Shift              float64
	Shared, OwnA, OwnB int
}

// String names the settings.
func (r RivalLearners) String() string {
	return fmt.Sprintf("logistic(n=%d, shift=%g, shared=%d, own a=%d, own b=%d)", r.N, r.Shift, r.Shared, r.OwnA,
		r.OwnB)
}

// rival is one of the learners on one data set.
type rival struct {
	data     *dataset.Data
	fit      learn.Fitter
	features int
}

// Draw draws a data set and cross-validates both learners.
func (r RivalLearners) Draw(a, b []posterior.Counts, rng *rand.Rand) (trueA, trueB posterior.Counts, err error) {
	p := r.Shared + r.OwnA + r.OwnB
	d := simdata.Draw(simdata.Gaussians{P: p, Shifted: p, Shift: r.Shift}, r.N, rng)
	set, err := cv.New(cv.BCV, r.N, cv.Options{M: len(a), Seed: rng.Uint64()})
	if err != nil {
		return trueA, trueB, err
	}
	truth := [...]*posterior.Counts{&trueA, &trueB}
	for k, out := range [...][]posterior.Counts{a, b} {
		rival, err := r.rival(d, k)
		if err != nil {
			return trueA, trueB, err
		}
		if *truth[k], err = rival.validate(set, r.Shift, out); err != nil {
			return trueA, trueB, err
		}
	}
	return trueA, trueB, nil
}

// rival prepares learner A (0) or B (1) on its own features.
func (r RivalLearners) rival(d *dataset.Data, k int) (*rival, error) {
	first, own := r.Shared, r.OwnA
	if k == 1 {
		first, own = r.Shared+r.OwnA, r.OwnB
	}
	var columns []int
	for j := range r.Shared + r.OwnA + r.OwnB {
		if j < r.Shared || first <= j && j < first+own {
			columns = append(columns, j)
		}
	}
	out := &rival{data: study.Columns(d, columns), features: len(columns)}
	prepared, err := linear.Logistic{}.Prepare(context.Background(), out.data)
	if err != nil {
		return nil, err
	}
	out.fit = prepared.NewFitter(nil)
	return out, nil
}

// validate writes the summed counts and returns the expected ones of all fits.
func (r *rival) validate(set cv.Set, shift float64, out []posterior.Counts) (truth posterior.Counts, err error) {
	predicted := make([]float64, set.N)
	var sum posterior.Counts
	all := simdata.Gaussians{P: r.features, Shifted: r.features, Shift: shift}
	for f := range set.FoldCount() {
		fold := set.Fold(f)
		if _, err := r.fit.Fit(context.Background(), fold.Train); err != nil {
			return truth, err
		}
		said := predicted[:len(fold.Valid)]
		r.fit.Predict(fold.Valid, said)
		sum = sum.Add(study.Confusion(said, r.data, fold.Valid, 1))
		out[f/2] = sum
		truth = truth.Add(all.Counts(r.fit.(linear.Model), nil))
	}
	return truth, nil
}
