package nested

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/calibration"
)

// What is run on each data set; smaller numbers are its beginning.
const (
	most      = 10 // replications beside which there are inner ones
	mostInner = 4  // inner replications in the halves of as many half-splits
	wide      = 20 // half-splits, the further ones with fewer inner replications
	wideInner = 2
	large     = 50 // replications of the outer set that has as many trainings
)

// counted are the numbers of replications that are judged.
var counted = []int{3, 5, most}

// outcome is what one data set gives, by metric: differences of B minus A.
type outcome []measured

type measured struct {
	Outer   [][2]float32 // on the folds of the first replications
	Inner   [][]float32  // on inner replications, means of two folds, by half (2 of each half-split)
	Records []float32    `json:",omitempty"` // variance of the mean over records, by counted
	Rarest  []int        `json:",omitempty"` // records of the rarer class, and of all, by metrics of counts
	Large   folds        // of the large set
	Others  [others]mean // of other procedures
}

// folds are the differences on the folds in the statistics of package paired.
type folds calibration.Sums

func foldsOf(d [][2]float64) folds { return folds(calibration.SumsOf(d)) }

// mean is an estimate with its standard error, 0 where nothing is known about chance.
type mean struct{ Value, SE float32 }

// bench validates the two learners of a setting on one data set.
type bench struct {
	setting
	d      *dataset.Data
	fits   [2]learn.Fitter
	scores bool
	said   [2][]prediction // on the validation records of the last fold
	gaps   [][]float64     // differences of their losses, by metric
	buffer []float64
}

// scorer gives the log odds of the second class.
type scorer interface {
	Score(rows []int32, out []float64)
}

// experiment simulates data sets of the setting. Folds alone are those of the m x 2 BCV and its inner ones.
func (s setting) experiment(scale study.Scale, seed uint64, foldsAlone bool) *study.Experiment[[]outcome] {
	sets, perShard := s.sizes(scale)
	var names []string
	for _, m := range s.metrics {
		names = append(names, m.name)
	}
	config := map[string]any{"sets": perShard, "metrics": names, "most": most, "inner": mostInner,
		"wide": []int{wide, wideInner}, "large": large}
	version := 1
	if s.counts() {
		version = 2 // with the records of the rarest class
	}
	if foldsAlone {
		config["folds alone"] = true
	}
	return study.New(s.id(), sim.Experiment[[]outcome, *dataset.Data]{
		Plan:   sim.Plan{Name: s.id(), Version: version, Seed: seed, Shards: sets / perShard, Config: config},
		Worker: func() *dataset.Data { return s.from.New(s.n) },
		Shard: study.Each(perShard, func(d *dataset.Data, rng *rand.Rand, out *[]outcome) error {
			o, err := s.one(d, rng, foldsAlone)
			*out = append(*out, o)
			return err
		}),
		Merge: study.Append[outcome],
	}, study.State)
}

// counts reports whether a metric is a function of counts by class.
func (s setting) counts() bool {
	return slices.ContainsFunc(s.metrics, func(m metric) bool { return m.kind == Ratios })
}

// one draws a data set and takes all differences on it.
func (s setting) one(d *dataset.Data, rng *rand.Rand, foldsAlone bool) (outcome, error) {
	s.from.Fill(d, rng)
	b, err := newBench(s, d)
	if err != nil {
		return nil, err
	}
	o := make(outcome, len(s.metrics))
	steps := []func(*rand.Rand, outcome) error{b.halves, b.resampled, b.kFold, b.fiveFold}
	if foldsAlone {
		steps = steps[:1]
	}
	for k, m := range s.metrics {
		if m.kind == Ratios {
			o[k].Rarest = []int{rarest(d.Class), s.n}
		}
	}
	for _, run := range steps {
		if err := run(rng, o); err != nil {
			return nil, fmt.Errorf("%s: %w", s.id(), err)
		}
	}
	return o, nil
}

// rarest returns the number of records of the rarer of two classes.
func rarest(class []int32) int {
	positives := 0
	for _, c := range class {
		positives += int(c)
	}
	return min(positives, len(class)-positives)
}

func newBench(s setting, d *dataset.Data) (*bench, error) {
	b := &bench{setting: s, d: d, buffer: make([]float64, s.n), gaps: make([][]float64, len(s.metrics))}
	for k, m := range s.metrics {
		b.gaps[k] = make([]float64, s.n)
		b.scores = b.scores || m.kind == Ranks || m.kind == LogLosses
	}
	for i, l := range s.learners {
		var columns []int
		for j := l.first; j <= l.last; j++ {
			columns = append(columns, j-1)
		}
		prepared, err := l.Prepare(context.Background(), study.Columns(d, columns))
		if err != nil {
			return nil, fmt.Errorf("%v: %w", l, err)
		}
		b.fits[i] = prepared.NewFitter(nil)
		b.said[i] = make([]prediction, s.n)
	}
	return b, nil
}

// fold trains both learners and returns the difference by each metric. The gaps
// are those of the validation records, in their order.
func (b *bench) fold(train, valid []int32) ([]float64, error) {
	for i, fit := range b.fits {
		if _, err := fit.Fit(context.Background(), train); err != nil {
			return nil, fmt.Errorf("%v: %w", b.learners[i], err)
		}
		out := b.buffer[:len(valid)]
		fit.Predict(valid, out)
		for k, v := range out {
			b.said[i][k].value = v
		}
		if b.scores {
			fit.(scorer).Score(valid, out)
			for k, v := range out {
				b.said[i][k].score = v
			}
		}
	}
	difference := make([]float64, len(b.metrics))
	for k, m := range b.metrics {
		if m.loss == nil {
			difference[k] = m.of(b.said[1][:len(valid)], b.d, valid) - m.of(b.said[0][:len(valid)], b.d, valid)
			continue
		}
		for v, i := range valid {
			y := b.d.Target(i)
			b.gaps[k][v] = m.loss(y, b.said[1][v]) - m.loss(y, b.said[0][v])
			difference[k] += b.gaps[k][v]
		}
		difference[k] /= float64(len(valid))
	}
	return difference, nil
}

// halves takes the differences of an m x 2 BCV, large, and of the inner replications in the
// halves of its first replications.
func (b *bench) halves(rng *rand.Rand, o outcome) error {
	set, err := cv.New(cv.BCV, b.n, cv.Options{M: large, Seed: rng.Uint64()})
	if err != nil {
		return err
	}
	all := make([][][2]float64, len(o))
	records := make([][]float64, len(o)) // sums of the gaps of a record
	for k := range o {
		records[k] = make([]float64, b.n)
	}
	for _, f := range set.Folds() {
		d, err := b.fold(f.Train, f.Valid)
		if err != nil {
			return err
		}
		for k := range o {
			if f.Fold == 1 {
				all[k] = append(all[k], [2]float64{})
			}
			all[k][f.Replication-1][f.Fold-1] = d[k]
			if b.metrics[k].loss == nil || f.Replication > most {
				continue
			}
			for v, i := range f.Valid {
				records[k][i] += b.gaps[k][v]
			}
			if f.Fold == 2 && slices.Contains(counted, f.Replication) {
				o[k].Records = append(o[k].Records, float32(meanVariance(records[k], float64(f.Replication))))
			}
		}
	}
	for k := range o {
		for _, pair := range all[k][:most] {
			o[k].Outer = append(o[k].Outer, [2]float32{float32(pair[0]), float32(pair[1])})
		}
		o[k].Large = foldsOf(all[k])
	}
	return b.inside(set, o)
}

// inside takes the differences of the inner replications.
func (b *bench) inside(set cv.Set, o outcome) error {
	deep, err := cv.Nest(set, most, mostInner, cv.Options{})
	if err != nil {
		return err
	}
	broad, err := cv.Nest(set, wide, wideInner, cv.Options{})
	if err != nil {
		return err
	}
	var folds []cv.NestedFold
	for i := range deep.FoldCount() {
		folds = append(folds, deep.Fold(i))
	}
	for i := 2 * 2 * most * wideInner; i < broad.FoldCount(); i++ {
		folds = append(folds, broad.Fold(i))
	}
	for k := range o {
		o[k].Inner = make([][]float32, 2*wide)
	}
	var first []float64
	for _, f := range folds {
		d, err := b.fold(f.Train, f.Valid)
		if err != nil {
			return err
		}
		if f.Fold == 1 {
			first = d
			continue
		}
		half := 2*(f.HalfSplit-1) + f.Half - 1
		for k := range o {
			o[k].Inner[half] = append(o[k].Inner[half], float32((first[k]+d[k])/2))
		}
	}
	return nil
}

// meanVariance returns the variance of the mean of the records, each of which has a sum over
// some replications.
func meanVariance(sums []float64, replications float64) float64 {
	return stat.Variance(sums, nil) / (replications * replications) / float64(len(sums))
}
