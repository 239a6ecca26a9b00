package nested

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
)

// The other procedures whose estimates are kept. Those about losses of records are 0 for
// metrics that have none.
const (
	resampledT = iota // corrected resampled t of 100 hold-outs
	halvesZ           // conservative Z of Nadeau and Bengio, 5 hold-outs and 10 pairs of halves
	tenFoldT
	fiveFoldT
	recordsZ // Bayle et al. on 10-fold CV
	nestedCV // Bates, Hastie and Tibshirani, two 10-fold CVs
	others
)

// Numbers of trainings that are about those of 10 half-splits with two inner replications beside
// 3 to 10 replications: 86 to 100.
const (
	holdOuts       = 100
	halfHoldOuts   = 5 // 105 trainings with 10 pairs of halves
	nestedCVFolds  = 10
	nestedCVRounds = 2 // of 55 trainings
)

// of takes an estimate and its standard error from a test.
func of(test func(infer.Differences, infer.Options) (infer.Result, error), d infer.Differences) (mean, error) {
	r, err := test(d, infer.Options{})
	if err != nil || r.NoSpread {
		return mean{Value: float32(r.Estimate)}, err
	}
	df := math.Inf(1)
	if r.DF != nil {
		df = r.DF[0]
	}
	se := (r.CI.High - r.CI.Low) / 2 / special.StudentCritical(r.Alpha/2, df)
	return mean{float32(r.Estimate), float32(se)}, nil
}

// resampled takes hold-outs of a tenth of the records, and some in each half of 10 divisions
// with validation sets of the same size.
func (b *bench) resampled(rng *rand.Rand, o outcome) error {
	valid := b.n / 10
	all, err := b.holdOuts(nil, valid, holdOuts, rng)
	if err != nil {
		return err
	}
	divisions, err := cv.New(cv.RHS, b.n, cv.Options{M: most, Seed: rng.Uint64()})
	if err != nil {
		return err
	}
	halves := make([][][2]float64, len(o))
	for _, s := range divisions.Splits {
		var pair [2][][]float64
		for h, records := range [...][]int32{s.Train, s.Valid} {
			if pair[h], err = b.holdOuts(records, valid, halfHoldOuts, rng); err != nil {
				return err
			}
		}
		for k := range o {
			halves[k] = append(halves[k], [2]float64{stat.Mean(pair[0][k], nil), stat.Mean(pair[1][k], nil)})
		}
	}
	for k := range o {
		d, err := infer.DifferencesOf(column(all[k]))
		if err == nil {
			d, err = d.WithTraining(same(holdOuts, b.n-valid))
		}
		if err == nil {
			d, err = d.WithValidation(same(holdOuts, valid))
		}
		if err != nil {
			return err
		}
		if o[k].Others[resampledT], err = of(infer.CorrectedResampledT, d); err != nil {
			return err
		}
		if d, err = infer.DifferencesOf(column(all[k][:halfHoldOuts])); err == nil {
			d, err = d.WithHalves(halves[k])
		}
		if err != nil {
			return err
		}
		if o[k].Others[halvesZ], err = of(infer.ConservativeZ, d); err != nil {
			return err
		}
	}
	return nil
}

// holdOuts returns differences on hold-outs from some records, nil for all, by metric.
func (b *bench) holdOuts(records []int32, valid, count int, rng *rand.Rand) ([][]float64, error) {
	n := b.n
	if records != nil {
		n = len(records)
	}
	set, err := cv.New(cv.RLT, n, cv.Options{M: count, Train: n - valid, Seed: rng.Uint64()})
	if err != nil {
		return nil, err
	}
	out := make([][]float64, len(b.metrics))
	for _, s := range set.Splits {
		if records != nil {
			for _, list := range [...][]int32{s.Train, s.Valid} {
				for i, at := range list {
					list[i] = records[at]
				}
			}
		}
		d, err := b.fold(s.Train, s.Valid)
		if err != nil {
			return nil, err
		}
		for k := range d {
			out[k] = append(out[k], d[k])
		}
	}
	return out, nil
}

// column returns a row for each number.
func column(x []float64) [][]float64 {
	var out [][]float64
	for _, v := range x {
		out = append(out, []float64{v})
	}
	return out
}

// same returns rows of one number.
func same(rows, value int) [][]int { return slices.Repeat([][]int{{value}}, rows) }

// fiveFold takes the t-test of 5-fold CV.
func (b *bench) fiveFold(rng *rand.Rand, o outcome) error {
	set, err := cv.New(cv.KFold, b.n, cv.Options{K: 5, Seed: rng.Uint64()})
	if err != nil {
		return err
	}
	means, _, err := b.folds(set.Splits)
	if err != nil {
		return err
	}
	return kFoldT(o, means, fiveFoldT)
}

// kFoldT enters the t-test of the folds of a K-fold CV.
func kFoldT(o outcome, all [][]float64, at int) error {
	for k := range o {
		d, err := infer.DifferencesOf([][]float64{all[k]})
		if err != nil {
			return err
		}
		if o[k].Others[at], err = of(infer.KFoldT, d); err != nil {
			return err
		}
	}
	return nil
}

// kFold takes 10-fold CVs with the pairs of folds left out that the nested CV of Bates,
// Hastie and Tibshirani needs.
func (b *bench) kFold(rng *rand.Rand, o outcome) error {
	set, err := cv.New(cv.RepeatedKFold, b.n, cv.Options{K: nestedCVFolds, M: nestedCVRounds, Seed: rng.Uint64()})
	if err != nil {
		return err
	}
	sums := make([]batesSums, len(o))
	for round := range nestedCVRounds {
		splits := set.Splits[round*nestedCVFolds:][:nestedCVFolds]
		means, outer, err := b.folds(splits)
		if err != nil {
			return err
		}
		if round == 0 {
			if err := b.tenFold(o, means, outer); err != nil {
				return err
			}
		}
		if err := b.pairs(splits, outer, sums); err != nil {
			return err
		}
	}
	for k := range o {
		if b.metrics[k].loss != nil {
			o[k].Others[nestedCV] = sums[k].mean(b.n)
		}
	}
	return nil
}

// folds returns, by metric, the differences on the folds of a K-fold CV, and the gaps of the records of each fold.
func (b *bench) folds(splits []cv.Split) (means [][]float64, gaps [][][]float64, err error) {
	means, gaps = make([][]float64, len(b.metrics)), make([][][]float64, len(b.metrics))
	for _, s := range splits {
		d, err := b.fold(s.Train, s.Valid)
		if err != nil {
			return nil, nil, err
		}
		for k := range d {
			means[k] = append(means[k], d[k])
			gaps[k] = append(gaps[k], slices.Clone(b.gaps[k][:len(s.Valid)]))
		}
	}
	return means, gaps, nil
}

// tenFold enters the tests on one 10-fold CV.
func (b *bench) tenFold(o outcome, means [][]float64, gaps [][][]float64) error {
	if err := kFoldT(o, means, tenFoldT); err != nil {
		return err
	}
	for k := range o {
		if b.metrics[k].loss == nil {
			continue
		}
		var err error
		if o[k].Others[recordsZ], err = ofRecords(gaps[k]); err != nil {
			return err
		}
	}
	return nil
}

// ofRecords takes the test of Bayle et al. from differences of losses, by fold.
func ofRecords(gaps [][]float64) (mean, error) {
	var zeros [][]float64
	for _, g := range gaps {
		zeros = append(zeros, make([]float64, len(g)))
	}
	d, err := infer.RecordDifferences([][][]float64{zeros}, [][][]float64{gaps})
	if err != nil {
		return mean{}, err
	}
	return of(infer.KFoldCIZ, d)
}

// pairs leaves out each pair of folds.
func (b *bench) pairs(splits []cv.Split, outer [][][]float64, sums []batesSums) error {
	inner := make([][nestedCVFolds][]float64, len(sums)) // gaps of other folds where one is left out
	left := make([]bool, b.n)
	for f := range splits {
		for g := range f {
			first, second := splits[f].Valid, splits[g].Valid
			both := slices.Concat(first, second)
			for _, i := range both {
				left[i] = true
			}
			var train []int32
			for i := range left {
				if !left[i] {
					train = append(train, int32(i))
				}
				left[i] = false
			}
			if _, err := b.fold(train, both); err != nil {
				return err
			}
			for k := range sums {
				inner[k][g] = append(inner[k][g], b.gaps[k][:len(first)]...)
				inner[k][f] = append(inner[k][f], b.gaps[k][len(first):len(both)]...)
			}
		}
	}
	for k := range sums {
		for f := range splits {
			sums[k].add(inner[k][f], outer[k][f])
		}
	}
	return nil
}

// batesSums collect what the interval of Bates, Hastie and Tibshirani (2023, algorithm 1) needs.
type batesSums struct {
	inner, outer []float64 // losses of records
	excess       float64   // of squared distances of means over variances of means
	folds        float64
}

// add takes the losses of the records of a fold, and those of the others in the cross-validation
// without it.
func (s *batesSums) add(inner, outer []float64) {
	value, variance := stat.MeanVariance(outer, nil)
	apart := stat.Mean(inner, nil) - value
	s.excess += apart*apart - variance/float64(len(outer))
	s.folds++
	s.inner, s.outer = append(s.inner, inner...), append(s.outer, outer...)
}

// mean returns the estimate less its bias, and the standard error: that of independent records times
// an inflation between 1 and √K. The constants are those of the authors' package nestedcv.
func (s *batesSums) mean(n int) mean {
	const k = nestedCVFolds
	value, sd := stat.MeanStdDev(s.inner, nil)
	bias := (value - stat.Mean(s.outer, nil)) * (1 + math.Pow((k-2.)/k, 1.5))
	if sd == 0 {
		return mean{Value: float32(value - bias)}
	}
	part := sd / math.Sqrt(math.Floor(float64(n)*(k-1)/k))
	inflation := min(max(math.Sqrt(max(0, s.excess/s.folds))/part, 1), math.Sqrt(k))
	return mean{float32(value - bias), float32(sd / math.Sqrt(float64(n)) * inflation)}
}
