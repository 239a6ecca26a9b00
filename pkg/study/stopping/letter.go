package stopping

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/pkg/sim"
	"github.com/block-regularized/bcv/pkg/study"
	"github.com/block-regularized/bcv/pkg/study/correlation"
)

// LetterTruth is the true difference of one of the six experiments, loss of the
// tree less loss of the nearest neighbour.
type LetterTruth struct{ Mu, SE float64 }

// LetterPower is a point of thesis figures 5.5 and 5.6: what one test does with
// the hypothesis mu <= Delta in one of the experiments.
type LetterPower struct {
	Experiment string  `dataframe:"experiment"`
	Test       string  `dataframe:"test"`     // 98paired or bmx2
	Stopping   string  `dataframe:"stopping"` // one of LetterStoppings
	Level      float64 `dataframe:"nominal_level"`
	Mu         float64 `dataframe:"mu"`     // true difference
	Excess     float64 `dataframe:"excess"` // mu - Delta
	Reject     float64 `dataframe:"reject"` // share of the data sets: the type I error at excess <= 0
	RejectSE   float64 `dataframe:"reject_se"`
	Stop       float64 `dataframe:"mean_stop"`
	StopSE     float64 `dataframe:"mean_stop_se"`
	Sets       int     `dataframe:"data_sets"`
	Seed       int     `dataframe:"seed"`
	CPUSeconds float64 `dataframe:"cpu_seconds"` // of all rows together
	Date       string  `dataframe:"date"`        // of the run
}

// The ways to stop. The first two are those that table 5.8 was read with; the
// third has the nominal level at which the error at Delta = mu is alpha in this
// very experiment, as figures 5.5 and 5.6; the last two are for bmx2 alone.
const (
	OneLook        = "one look"
	FirstCrossing  = "first crossing"
	Adjusted       = "first crossing, adjusted"
	CalibratedLook = "calibrated, equal"
	CalibratedLate = "calibrated, late"
)

// LetterStoppings lists them.
var LetterStoppings = []string{OneLook, FirstCrossing, Adjusted, CalibratedLook, CalibratedLate}

// LetterExcesses are 13 values of mu - Delta from -0.15 to 0.15; the thesis shows
// figures only. One standard deviation of a hold-out difference is 0.054.
func LetterExcesses() []float64 {
	var out []float64
	for i := -6; i <= 6; i++ {
		out = append(out, float64(i)/40)
	}
	return out
}

// LetterToy holds the settings of the tests, those of the toy data.
var LetterToy = Toy{Start: 3, Max: 12, Alpha: 0.05}

// LetterSequential runs the tests on data sets drawn from d, the UCI letter data,
// sets being a multiple of 50; truth holds the true differences of the six
// experiments.
func LetterSequential(ctx context.Context, d *dataset.Data, truth []LetterTruth, sets int, seed uint64, opt sim.Options) ([]LetterPower, error) {
	if sets < 50 || sets%50 != 0 || len(truth) != len(correlation.LetterOmegas) {
		return nil, fmt.Errorf("stopping: %d data sets and %d true differences; give a multiple of 50 and %d", sets, len(truth), len(correlation.LetterOmegas))
	}
	before := study.CPUSeconds()
	paths, err := letterPaths(ctx, correlation.LetterStudy(d, sets, seed), opt)
	if err != nil {
		return nil, err
	}
	var out []LetterPower
	for k, t := range truth {
		rows, err := letterOperations(paths[k], t)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			rows[i].Experiment = fmt.Sprintf("Letter%d", k+1)
		}
		out = append(out, rows...)
	}
	cost, date := study.CPUSeconds()-before, time.Now().UTC().Format(time.DateOnly)
	for i := range out {
		out[i].Sets, out[i].Seed, out[i].CPUSeconds, out[i].Date = sets, int(seed), cost, date
	}
	return out, nil
}

// letterPaths evaluates the learners of a study on as many replications as the
// last look has, and returns the paths of each experiment, one a data set. All
// experiments share data sets, partition sets and trees. They differ from those
// of table 5.9, where the true differences come from, because the plans have
// different names.
func letterPaths(ctx context.Context, s correlation.Study, opt sim.Options) ([][]sequential.Path, error) {
	s.M = LetterToy.Max
	e := sim.Experiment[sim.Batches[[][]float64], *correlation.Scratch]{
		Plan: sim.Plan{Name: "letter sequential", Version: 1, Seed: s.Seed, Shards: s.Shards,
			Config: map[string]any{"law": s.Law.String(), "n": s.N, "m": s.M, "sets": s.Sets}},
		Worker: func() *correlation.Scratch { return correlation.NewScratch(s) },
		Shard: func(ctx context.Context, w *correlation.Scratch, _ int, rng *rand.Rand) (sim.Batches[[][]float64], error) {
			var rows [][]float64
			for range s.Sets {
				err := ctx.Err()
				if err == nil {
					err = s.DataSet(w, rng)
				}
				if err != nil {
					return sim.Batches[[][]float64]{}, err
				}
				tree := w.Losses[len(w.Losses)-1]
				for _, h := range w.Losses[:len(w.Losses)-1] {
					row := make([]float64, len(h))
					for f := range h {
						row[f] = tree[f] - h[f]
					}
					rows = append(rows, row)
				}
			}
			return sim.Batches[[][]float64]{Parts: [][][]float64{rows}}, nil
		},
		Merge: func(into *sim.Batches[[][]float64], from sim.Batches[[][]float64]) { into.Merge(from) },
	}
	batches, err := e.Run(ctx, opt)
	if err != nil {
		return nil, err
	}
	experiments := len(s.Learners) - 1
	out := make([][]sequential.Path, experiments)
	for _, rows := range batches.Parts {
		for i, row := range rows {
			p, err := sequential.Observe(twins(row))
			if err != nil {
				return nil, err
			}
			out[i%experiments] = append(out[i%experiments], p)
		}
	}
	return out, nil
}

// letterTest is one of the tests with its way to stop.
type letterTest struct {
	test, stopping string
	level          float64
	looks          sequential.Boundary
}

// letterTests returns the tests of one experiment; paths and the true difference
// are what the adjusted ones are adjusted to.
func letterTests(paths []sequential.Path, mu float64) ([]letterTest, error) {
	var out []letterTest
	add := func(test, stopping string, first int, level float64) {
		out = append(out, letterTest{test, stopping, level, LetterToy.Looks(test, sequential.Correlation{}, first, level)})
	}
	for _, test := range []string{Paired, BMx2} {
		add(test, OneLook, LetterToy.Max, LetterToy.Alpha)
		add(test, FirstCrossing, LetterToy.Start, LetterToy.Alpha)
		add(test, Adjusted, LetterToy.Start, adjustTo(paths, test, mu))
	}
	for _, c := range []struct {
		stopping string
		shape    sequential.Shape
	}{{CalibratedLook, sequential.Equal}, {CalibratedLate, sequential.Late}} {
		s := sequential.Test{Options: infer.Options{Alternative: infer.Greater, Alpha: LetterToy.Alpha}, Start: LetterToy.Start, Max: LetterToy.Max, Rule: sequential.Calibrated{Shape: c.shape}}
		looks, err := s.Boundary()
		if err != nil {
			return nil, err
		}
		levels, err := s.Levels()
		if err != nil {
			return nil, err
		}
		out = append(out, letterTest{BMx2, c.stopping, levels[len(levels)-1], looks})
	}
	return out, nil
}

// adjustTo finds the nominal level of every look at which the test errs in a
// share alpha of the paths.
func adjustTo(paths []sequential.Path, test string, mu float64) float64 {
	lo, hi := 1e-6, 0.5
	for hi/lo > 1.002 {
		mid := math.Sqrt(lo * hi)
		if share, _ := follow(paths, LetterToy.Looks(test, sequential.Correlation{}, LetterToy.Start, mid), mu); share.Mean > LetterToy.Alpha {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo
}

// letterOperations runs all tests of one experiment at all thresholds.
func letterOperations(paths []sequential.Path, truth LetterTruth) ([]LetterPower, error) {
	tests, err := letterTests(paths, truth.Mu)
	if err != nil {
		return nil, err
	}
	var out []LetterPower
	for _, t := range tests {
		for _, x := range LetterExcesses() {
			reject, stop := follow(paths, t.looks, truth.Mu-x)
			r := LetterPower{Test: t.test, Stopping: t.stopping, Level: t.level, Mu: truth.Mu, Excess: x, Reject: reject.Mean, Stop: stop.Mean, StopSE: stop.MeanSE()}
			// The true difference has an error of its own, which moves the threshold.
			const step = 0.005
			above, _ := follow(paths, t.looks, truth.Mu-x-step)
			below, _ := follow(paths, t.looks, truth.Mu-x+step)
			slope := (above.Mean - below.Mean) / (2 * step)
			r.RejectSE = math.Hypot(math.Sqrt(reject.Mean*(1-reject.Mean)/reject.N), slope*truth.SE)
			out = append(out, r)
		}
	}
	return out, nil
}
