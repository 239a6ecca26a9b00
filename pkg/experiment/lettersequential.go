package experiment

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"path/filepath"
	"time"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/sim"
)

// letterSequential covers table 5.10: at the paper scale by a new run if there is
// a local copy of the data, otherwise by the stored run.
func letterSequential() Experiment {
	return Experiment{
		Name:  "letter-sequential",
		Title: "Type I errors of sequential tests on the UCI letter data",
		Items: []string{"thesis:table-5.10", "thesis:text"},
		Run: func(ctx context.Context, cfg Config) ([]Result, error) {
			rows, stored, err := letterSequentialRows(ctx, cfg)
			if err != nil {
				return nil, err
			}
			if cfg.Results != "" && cfg.Scale == Paper {
				if err := saveTable(cfg, "letter_sequential", rows); err != nil {
					return nil, err
				}
			}
			results, err := letterErrors(rows)
			return fromStore(results, stored), err
		},
	}
}

// letterSequentialRows runs the study or, without the data, reads the stored run.
func letterSequentialRows(ctx context.Context, cfg Config) (rows []LetterPower, stored bool, err error) {
	if cfg.Scale == Paper {
		d, err := dataset.Open("letter")
		if err == nil {
			mu, err := letterTruth(cfg.Data)
			if err != nil {
				return nil, false, err
			}
			opt := sim.Options{Progress: cfg.Progress}
			if cfg.Checkpoints != "" {
				opt.Checkpoint = filepath.Join(cfg.Checkpoints, "letter-sequential.ckpt")
			}
			rows, err := LetterSequential(ctx, d, mu, letterSets, cfg.Seed, opt)
			return rows, false, err
		}
		if !errors.Is(err, dataset.ErrNotFound) {
			return nil, false, err
		}
	}
	rows, err = Stored[LetterPower](cfg.Data, "letter_sequential")
	return rows, true, err
}

// LetterTruth is the true difference of one of the six experiments, loss of the
// tree less loss of the nearest neighbour.
type LetterTruth struct{ Mu, SE float64 }

// letterTruth reads the true differences from the run of table 5.9.
func letterTruth(fsys fs.FS) ([]LetterTruth, error) {
	rows, err := readCorrelations(fsys, letterFile)
	if err != nil {
		return nil, err
	}
	out := make([]LetterTruth, len(letterOmegas))
	for k := range out {
		for _, r := range rows {
			if r.A == fmt.Sprintf("Letter%d", k+1) && r.B == "tree" {
				out[k] = LetterTruth{r.Mean, r.MeanSE}
			}
		}
		if out[k].SE == 0 {
			return nil, fmt.Errorf("experiment: the correlations of the letter data have no row for Letter%d and the tree; run them anew", k+1)
		}
	}
	return out, nil
}

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

// letterToy holds the settings of the tests, those of the toy data.
var letterToy = Toy{Start: 3, Max: 12, Alpha: 0.05}

// LetterSequential runs the tests on data sets drawn from d, the UCI letter data,
// sets being a multiple of 50; truth holds the true differences of the six
// experiments.
func LetterSequential(ctx context.Context, d *dataset.Data, truth []LetterTruth, sets int, seed uint64, opt sim.Options) ([]LetterPower, error) {
	if sets < 50 || sets%50 != 0 || len(truth) != len(letterOmegas) {
		return nil, fmt.Errorf("experiment: %d data sets and %d true differences; give a multiple of 50 and %d", sets, len(truth), len(letterOmegas))
	}
	before := cpuSeconds()
	paths, err := letterPaths(ctx, LetterStudy(d, sets, seed), opt)
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
	cost, date := cpuSeconds()-before, time.Now().UTC().Format(time.DateOnly)
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
func letterPaths(ctx context.Context, s CorrelationStudy, opt sim.Options) ([][]observedPath, error) {
	s.M = letterToy.Max
	e := sim.Experiment[sim.Batches[[][]float64], *correlationScratch]{
		Plan: sim.Plan{Name: "letter sequential", Version: 1, Seed: s.Seed, Shards: s.Shards,
			Config: map[string]any{"law": s.Law.String(), "n": s.N, "m": s.M, "sets": s.Sets}},
		Worker: func() *correlationScratch { return newCorrelationScratch(s) },
		Shard: func(ctx context.Context, w *correlationScratch, _ int, rng *rand.Rand) (sim.Batches[[][]float64], error) {
			var rows [][]float64
			for range s.Sets {
				err := ctx.Err()
				if err == nil {
					err = s.dataSet(w, rng)
				}
				if err != nil {
					return sim.Batches[[][]float64]{}, err
				}
				tree := w.losses[len(w.losses)-1]
				for _, h := range w.losses[:len(w.losses)-1] {
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
	out := make([][]observedPath, experiments)
	for _, rows := range batches.Parts {
		for i, row := range rows {
			out[i%experiments] = append(out[i%experiments], observe(row))
		}
	}
	return out, nil
}

// letterTest is one of the tests with its way to stop.
type letterTest struct {
	test, stopping string
	level          float64
	looks          infer.Looks
}

// letterTests returns the tests of one experiment; paths and the true difference
// are what the adjusted ones are adjusted to.
func letterTests(paths []observedPath, mu float64) ([]letterTest, error) {
	var out []letterTest
	add := func(test, stopping string, first int, level float64) {
		out = append(out, letterTest{test, stopping, level, letterToy.Looks(test, infer.Correlation{}, first, level)})
	}
	for _, test := range []string{Paired, BMx2} {
		add(test, OneLook, letterToy.Max, letterToy.Alpha)
		add(test, FirstCrossing, letterToy.Start, letterToy.Alpha)
		add(test, Adjusted, letterToy.Start, adjustTo(paths, test, mu))
	}
	for _, c := range []struct {
		stopping string
		shape    infer.Shape
	}{{CalibratedLook, infer.Equal}, {CalibratedLate, infer.Late}} {
		s := infer.Sequential{Options: infer.Options{Alternative: infer.Greater, Alpha: letterToy.Alpha}, Start: letterToy.Start, Max: letterToy.Max, Rule: infer.Calibrated{Shape: c.shape}}
		looks, err := s.Looks()
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
func adjustTo(paths []observedPath, test string, mu float64) float64 {
	lo, hi := 1e-6, 0.5
	for hi/lo > 1.002 {
		mid := math.Sqrt(lo * hi)
		if share, _ := follow(paths, letterToy.Looks(test, infer.Correlation{}, letterToy.Start, mid), mu); share.Mean > letterToy.Alpha {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo
}

// letterOperations runs all tests of one experiment at all thresholds.
func letterOperations(paths []observedPath, truth LetterTruth) ([]LetterPower, error) {
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

// letterErrors sets the errors at Delta = mu beside table 5.10, which shows those of
// one look at m = 12, as table 5.8 does.
func letterErrors(rows []LetterPower) ([]Result, error) {
	find := func(experiment, test, stopping string) (LetterPower, error) {
		for _, r := range rows {
			if r.Experiment == experiment && r.Test == test && r.Stopping == stopping && r.Excess == 0 {
				return r, nil
			}
		}
		return LetterPower{}, fmt.Errorf("experiment: the sequential tests on the letter data have no row for %q, %q, %q at Delta = mu; run them anew", experiment, test, stopping)
	}
	var out []Result
	s := samplingOf("thesis:table-5.9")
	for _, test := range []string{Paired, BMx2} {
		for k := range letterOmegas {
			label := fmt.Sprintf("Letter%d", k+1)
			one, err := find(label, test, OneLook)
			if err != nil {
				return nil, err
			}
			first, err := find(label, test, FirstCrossing)
			if err != nil {
				return nil, err
			}
			r := Result{Source: "thesis", Item: "table-5.10", Key: test + "/" + label, Value: first.Reject, SE: first.RejectSE, PublishedSE: s.share(first.Reject), Resolution: 0.05,
				Explanations: []Explanation{{Erratum: "E24", Reading: "one look at m = 12 with one-sided t_0.05", Value: one.Reject, SE: one.RejectSE, PublishedSE: s.share(one.Reject)}},
				Note:         fmt.Sprintf("%d data sets, seed %d, %s, %.0f CPU seconds for the whole table", one.Sets, one.Seed, one.Date, one.CPUSeconds)}
			out = append(out, r)
			if test == Paired && label == "Letter6" {
				r.Item, r.Key = "text", "5.8.2/max_type1_98paired_letter6"
				out = append(out, r)
			}
		}
	}
	return out, nil
}
