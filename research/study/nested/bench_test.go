package nested

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/research/internal/check"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// direct computes without shortcuts what a bench does, by squared errors.
type direct struct {
	t *testing.T
	setting
	d *dataset.Data
}

// gaps returns the differences of losses of the validation records.
func (x direct) gaps(train, valid []int32) []float64 {
	out := make([]float64, len(valid))
	for sign, l := range x.learners {
		var columns []int
		for j := l.first - 1; j < l.last; j++ {
			columns = append(columns, j)
		}
		prepared, err := l.Prepare(context.Background(), study.Columns(x.d, columns))
		if err != nil {
			x.t.Fatal(err)
		}
		fit, said := prepared.NewFitter(nil), make([]float64, len(valid))
		if _, err := fit.Fit(context.Background(), train); err != nil {
			x.t.Fatal(err)
		}
		fit.Predict(valid, said)
		for k, i := range valid {
			out[k] += float64(2*sign-1) * (said[k] - x.d.Response[i]) * (said[k] - x.d.Response[i])
		}
	}
	return out
}

// mean returns the difference on a fold.
func (x direct) mean(train, valid []int32) float64 { return stat.Mean(x.gaps(train, valid), nil) }

// set returns a partition set with the next seed.
func (x direct) set(method cv.Method, n int, opt cv.Options, rng *rand.Rand) cv.Set {
	opt.Seed = rng.Uint64()
	s, err := cv.New(method, n, opt)
	if err != nil {
		x.t.Fatal(err)
	}
	return s
}

// What a data set gives is what the definitions say.
func TestOutcome(t *testing.T) {
	s := setting{from: simdata.SREG{P: 4}, n: 60, metrics: []metric{squaredError},
		learners: [2]learner{{linear.OLS{}, 1, 2}, {linear.OLS{}, 3, 4}}}
	o, err := s.one(s.from.New(s.n), rand.New(rand.NewPCG(4, 4)), false)
	if err != nil {
		t.Fatal(err)
	}
	rng, x := rand.New(rand.NewPCG(4, 4)), direct{t, s, s.from.New(s.n)}
	s.from.Fill(x.d, rng)
	set := x.set(cv.BCV, s.n, cv.Options{M: large}, rng)
	x.outer(set, o[0])
	x.inner(set, o[0])
	x.holdOuts(rng, o[0])
}

// outer checks the differences of the large set, and the variance of the records.
func (x direct) outer(set cv.Set, got measured) {
	records := make([]float64, x.n)
	for j, p := range set.Splits {
		first, second := x.gaps(p.Train, p.Valid), x.gaps(p.Valid, p.Train)
		if j < most {
			check.Near(x.t, "difference on a first fold", float64(got.Outer[j][0]), stat.Mean(first, nil), 1e-6)
			check.Near(x.t, "difference on a second fold", float64(got.Outer[j][1]), stat.Mean(second, nil), 1e-6)
		}
		for k, i := range p.Valid {
			records[i] += first[k]
		}
		for k, i := range p.Train {
			records[i] += second[k]
		}
		for k, m := range counted {
			if m == j+1 {
				want := stat.Variance(records, nil) / float64(m*m*x.n)
				check.Near(x.t, "variance of the records", float64(got.Records[k]), want, 1e-6*want)
			}
		}
	}
	check.Near(x.t, "mean of the large set", got.Large.Mean, stat.Mean(records, nil)/large, 1e-12)
}

// inner checks the means of two inner folds in each half.
func (x direct) inner(set cv.Set, got measured) {
	for half := range 2 * wide {
		r := mostInner
		if half >= 2*most {
			r = wideInner
		}
		check.MustEqual(x.t, "inner replications", len(got.Inner[half]), r)
		nest, err := cv.Nest(set, half/2+1, r, cv.Options{})
		if err != nil {
			x.t.Fatal(err)
		}
		for i := range r {
			p := nest.Inner.Splits[half*r+i]
			want := (x.mean(p.Train, p.Valid) + x.mean(p.Valid, p.Train)) / 2
			check.Near(x.t, "inner mean", float64(got.Inner[half][i]), want, 1e-6)
		}
	}
}

// holdOuts checks the hold-outs of a tenth, and those in halves.
func (x direct) holdOuts(rng *rand.Rand, got measured) {
	valid := x.n / 10
	var all, squares []float64
	for _, p := range x.set(cv.RLT, x.n, cv.Options{M: holdOuts, Train: x.n - valid}, rng).Splits {
		all = append(all, x.mean(p.Train, p.Valid))
	}
	for _, p := range x.set(cv.RHS, x.n, cv.Options{M: most}, rng).Splits {
		var y [2]float64
		for h, records := range [...][]int32{p.Train, p.Valid} {
			n := len(records)
			for _, q := range x.set(cv.RLT, n, cv.Options{M: halfHoldOuts, Train: n - valid}, rng).Splits {
				var train, held []int32
				for _, i := range q.Train {
					train = append(train, records[i])
				}
				for _, i := range q.Valid {
					held = append(held, records[i])
				}
				y[h] += x.mean(train, held) / halfHoldOuts
			}
		}
		squares = append(squares, (y[0]-y[1])*(y[0]-y[1])/2)
	}
	mean, variance := stat.MeanVariance(all, nil)
	resampled, z := got.Others[resampledT], got.Others[halvesZ]
	check.Near(x.t, "mean of hold-outs", float64(resampled.Value), mean, 1e-6)
	check.Near(x.t, "its standard error", float64(resampled.SE), math.Sqrt(variance*(1./holdOuts+1./9)), 1e-6)
	check.Near(x.t, "mean of the first hold-outs", float64(z.Value), stat.Mean(all[:halfHoldOuts], nil), 1e-6)
	check.Near(x.t, "standard error from halves", float64(z.SE), math.Sqrt(stat.Mean(squares, nil)), 1e-6)
}

// The test of Bayle et al. is about the losses of all records.
func TestOfRecords(t *testing.T) {
	got, err := ofRecords([][]float64{{1, 2}, {3, 6}})
	if err != nil {
		t.Fatal(err)
	}
	check.Near(t, "estimate", float64(got.Value), 3, 1e-6)
	check.Near(t, "standard error", float64(got.SE), math.Sqrt(3.5/4), 1e-6)
	same, err := of(infer.KFoldT, must(infer.DifferencesOf([][]float64{{2, 2, 2}})))
	if err != nil || same.SE != 0 || same.Value != 2 {
		t.Errorf("equal differences give %v, %v; want the estimate 2 without a standard error", same, err)
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// The variance over data sets of the mean over all partitions is that of the large set, less what its partitions
// add.
func TestOverPartitions(t *testing.T) {
	added := 2. * (large - 1) * large // of a mean: 1
	all := []measured{{Large: folds{Mean: 1, Between: added}}, {Large: folds{Mean: 5, Between: 3 * added}}}
	check.Near(t, "standard deviation", overPartitions(all), math.Sqrt(8-2), 1e-12)
	check.Equal(t, "where partitions explain all", overPartitions(append(all[:0:0], all[0], all[0])), 0)
}
