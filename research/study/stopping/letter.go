package stopping

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/sequential"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/correlation"
)

// LetterTruth is the true difference of one of the six experiments, loss of the
// tree less loss of the nearest neighbour.
type LetterTruth struct{ Mu, SE float64 }

// LetterRow is a point of thesis figures 5.5 and 5.6: what one test does with
// the hypothesis mu <= Delta in one of the experiments.
type LetterRow struct {
	Experiment string  `dataframe:"experiment"`
	Test       string  `dataframe:"test"`     // Dietterich or BCV
	Stopping   string  `dataframe:"stopping"` // one of LetterStoppings
	Level      float64 `dataframe:"nominal_level"`
	Mu         float64 `dataframe:"mu"`     // true difference
	Excess     float64 `dataframe:"excess"` // mu - Delta
	Reject     float64 `dataframe:"reject"` // share of the data sets: the type I error at excess <= 0
	RejectSE   float64 `dataframe:"reject_se"`
	Stop       float64 `dataframe:"mean_stop"`
	StopSE     float64 `dataframe:"mean_stop_se"`
	Sets       int     `dataframe:"data_sets"`
	study.Effort
}

// The ways to stop. The first two are the ones that table 5.8 was read with; the
// third has the nominal level at which the error at Delta = mu is alpha in this
// very experiment, as figures 5.5 and 5.6; the last two are for BCV alone.
const (
	OneLook        = "one look"
	FirstCrossing  = "first crossing"
	Adjusted       = "first crossing, adjusted"
	calibratedLook = "calibrated, equal"
	calibratedLate = "calibrated, late"
)

// LetterStoppings lists them.
var LetterStoppings = []string{OneLook, FirstCrossing, Adjusted, calibratedLook, calibratedLate}

// letterExcesses are 13 values of mu - Delta from -0.15 to 0.15; the thesis shows
// figures only. One standard deviation of a hold-out difference is 0.054.
func letterExcesses() []float64 {
	var out []float64
	for i := -6; i <= 6; i++ {
		out = append(out, float64(i)/40)
	}
	return out
}

// letterSettings holds the settings of the tests, as on normal differences.
var letterSettings = Normal{Start: 3, Max: 12, Alpha: 0.05}

// letterExperiment returns the tests on data sets drawn from d, the UCI letter data,
// sets being a multiple of 50; truth holds the true differences of the six experiments
// of thesis table 5.9.
//
// All experiments share data sets, partition sets and trees. They differ from the ones of
// table 5.9, where the true differences come from, because the plans have different
// names.
func letterExperiment(d *dataset.Data, truth []LetterTruth, sets int,
	seed uint64) (*study.Experiment[[]LetterRow], error) {
	if sets < 50 || sets%50 != 0 || len(truth) != len(correlation.LetterOmegas) {
		return nil, fmt.Errorf("stopping: %d data sets and %d true differences; give a multiple of 50 and %d", sets,
			len(truth), len(correlation.LetterOmegas))
	}
	s := correlation.LetterStudy(d, sets, seed)
	s.M = letterSettings.Max
	plan := sim.Plan{Name: "letter sequential", Version: 1, Seed: s.Seed, Shards: s.Shards,
		Config: map[string]any{"law": s.Distribution.String(), "n": s.N, "m": s.M, "sets": s.Sets}}
	// The state of a shard is the differences of each experiment, one after the other for
	// each data set, on as many replications as the last look has.
	shard := study.Each(s.Sets, func(w *correlation.Scratch, rng *rand.Rand, rows *[][]float64) error {
		if err := s.DataSet(w, rng); err != nil {
			return err
		}
		tree := w.Losses[len(w.Losses)-1]
		for _, h := range w.Losses[:len(w.Losses)-1] {
			row := make([]float64, len(h))
			for f := range h {
				row[f] = tree[f] - h[f]
			}
			*rows = append(*rows, row)
		}
		return nil
	})
	return study.New("letter-sequential",
		study.Batched(plan, func() *correlation.Scratch { return correlation.NewScratch(s) }, shard),
		func(batches sim.Batches[[][]float64], effort study.Effort) ([]LetterRow, error) {
			return letterRows(batches, truth, sets, effort)
		}), nil
}

// letterRows runs the tests on the differences of all data sets.
func letterRows(batches sim.Batches[[][]float64], truth []LetterTruth, sets int,
	effort study.Effort) ([]LetterRow, error) {
	paths := make([][]sequential.Path, len(truth))
	for _, rows := range batches.Parts {
		for i, row := range rows {
			p, err := sequential.Observe(twins(row))
			if err != nil {
				return nil, err
			}
			paths[i%len(truth)] = append(paths[i%len(truth)], p)
		}
	}
	var out []LetterRow
	for k, t := range truth {
		rows, err := letterCharacteristics(paths[k], t)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			rows[i].Experiment, rows[i].Sets, rows[i].Effort = fmt.Sprintf("Letter%d", k+1), sets, effort
		}
		out = append(out, rows...)
	}
	return out, nil
}

// LetterCurves returns the rows of thesis figures 5.5 and 5.6, and the curves of the
// calibrated rules: what can hold its level, by adjustment or calibration. Stopping
// names test and way to stop.
func LetterCurves(rows []LetterRow) []LetterRow {
	names := map[[2]string]string{
		{Dietterich, Adjusted}: Dietterich + ", adjusted",
		{BCV, Adjusted}:        BCV + ", adjusted",
		{BCV, calibratedLook}:  BCV + ", calibrated, equal",
		{BCV, calibratedLate}:  BCV + ", calibrated, late",
	}
	var out []LetterRow
	for _, r := range rows {
		if name := names[[2]string{r.Test, r.Stopping}]; name != "" {
			r.Stopping = name
			out = append(out, r)
		}
	}
	return out
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
		out = append(out, letterTest{test: test, stopping: stopping, level: level, looks: letterSettings.Looks(test,
			sequential.Correlation{}, first, level)})
	}
	for _, test := range []string{Dietterich, BCV} {
		add(test, OneLook, letterSettings.Max, letterSettings.Alpha)
		add(test, FirstCrossing, letterSettings.Start, letterSettings.Alpha)
		add(test, Adjusted, letterSettings.Start, adjustTo(paths, test, mu))
	}
	for _, c := range []struct {
		stopping string
		shape    sequential.Shape
	}{{calibratedLook, sequential.Equal}, {calibratedLate, sequential.Late}} {
		s := sequential.TTest{Options: infer.Options{Alternative: infer.Greater, Alpha: letterSettings.Alpha},
			Start: letterSettings.Start, Max: letterSettings.Max, Rule: sequential.Calibrated{Shape: c.shape}}
		looks, err := s.Boundary()
		if err != nil {
			return nil, err
		}
		levels, err := s.Levels()
		if err != nil {
			return nil, err
		}
		out = append(out, letterTest{test: BCV, stopping: c.stopping, level: levels[len(levels)-1], looks: looks})
	}
	return out, nil
}

// adjustTo finds the nominal level of every look at which the test errs in a
// share alpha of the paths.
func adjustTo(paths []sequential.Path, test string, mu float64) float64 {
	lo, hi := 1e-6, 0.5
	for hi/lo > 1.002 {
		mid := math.Sqrt(lo * hi)
		if share, _ := follow(paths, letterSettings.Looks(test, sequential.Correlation{}, letterSettings.Start, mid),
			mu); share.Mean > letterSettings.Alpha {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo
}

// letterCharacteristics runs all tests of one experiment at all thresholds.
func letterCharacteristics(paths []sequential.Path, truth LetterTruth) ([]LetterRow, error) {
	tests, err := letterTests(paths, truth.Mu)
	if err != nil {
		return nil, err
	}
	var out []LetterRow
	for _, t := range tests {
		for _, x := range letterExcesses() {
			reject, stop := follow(paths, t.looks, truth.Mu-x)
			r := LetterRow{Test: t.test, Stopping: t.stopping, Level: t.level, Mu: truth.Mu, Excess: x,
				Reject: reject.Mean, Stop: stop.Mean, StopSE: stop.MeanSE()}
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
