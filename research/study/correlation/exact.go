package correlation

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/simple"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
)

// NormalResponses is the distribution of independent responses from N(0,1); its one feature
// is 0.
type NormalResponses struct{}

// String names the distribution.
func (NormalResponses) String() string { return "N(0,1)" }

// New returns a data set of n records.
func (NormalResponses) New(n int) *dataset.Data {
	return &dataset.Data{X: mat.NewDense(n, 1, nil), Response: make([]float64, n)}
}

// Fill draws the responses.
func (NormalResponses) Fill(d *dataset.Data, rng *rand.Rand) {
	for i := range d.Response {
		d.Response[i] = rng.NormFloat64()
	}
}

// TrueMean is the learner that predicts 0, the mean of NormalResponses, whatever its
// training records: its losses depend on the test record alone, as lemma 5.3 of
// Wang's thesis (2019) wants it.
type TrueMean struct{}

// String names the learner.
func (TrueMean) String() string { return "truth" }

// Traits are none.
func (TrueMean) Traits() learn.Traits { return learn.Traits{} }

// Prepare returns the learner itself.
func (TrueMean) Prepare(context.Context, *dataset.Data) (learn.Prepared, error) {
	return TrueMean{}, nil
}

// NewFitter returns the learner itself.
func (TrueMean) NewFitter(*learn.Pool) learn.Fitter { return TrueMean{} }

// Fit does nothing.
func (TrueMean) Fit(context.Context, []int32) (learn.Report, error) { return learn.Report{}, nil }

// Predict writes zeros to out.
func (TrueMean) Predict(_ []int32, out []float64) { clear(out) }

// ExactRow sets simulated correlations beside exact ones.
type ExactRow struct {
	N         int     `dataframe:"n"`
	Losses    string  `dataframe:"losses of"`
	Rho1Exact float64 `dataframe:"rho1 exact"`
	Rho1      float64 `dataframe:"rho1 simulated"`
	Rho1SE    float64 `dataframe:"rho1 error"`
	Rho2Exact float64 `dataframe:"rho2 exact"`
	Rho2      float64 `dataframe:"rho2 simulated"`
	Rho2SE    float64 `dataframe:"rho2 error"`
}

// ExactCases simulates four cases whose correlations are known: mean regression
// (thesis, example 5.1), losses of the test record alone (lemma 5.3), the difference
// of the two, and the majority of two equally likely classes. The first three take
// 250 times sets data sets, the last 100 times sets; at paper scale ten times as many.
func ExactCases(ctx context.Context, cfg study.Config, sets int) ([]ExactRow, error) {
	if cfg.Scale == study.Paper {
		sets *= 10
	}
	run := func(s Study) (Result, error) {
		s.M, s.Shards, s.Seed = 5, 50, cfg.Seed
		return s.Run(ctx, sim.Options{})
	}
	var out []ExactRow
	for _, n := range []int{20, 100} {
		r, err := run(Study{Name: "normal", Distribution: NormalResponses{}, N: n,
			Learners: []learn.Learner{simple.Mean{}, TrueMean{}}, Sets: 5 * sets})
		if err != nil {
			return nil, fmt.Errorf("correlation: %w", err)
		}
		mean, rows := theory.MeanRegression{N: n, Psi: 1}, r.Learners()
		out = append(out,
			exactRow(n, "mean regression", mean.HoldOut(), rows[0]),
			exactRow(n, "the true mean", theory.HoldOut{Rho1: 0, Rho2: 0.5}, rows[1]),
			exactRow(n, "their difference", mean.AgainstTruth(), r.Pair(0, 1)))
	}
	r, err := run(Study{Name: "equal classes", Distribution: simdata.Simple(0), N: 1000,
		Learners: []learn.Learner{simple.Majority{}}, Sets: 2 * sets})
	if err != nil {
		return nil, fmt.Errorf("correlation: %w", err)
	}
	return append(out, exactRow(1000, "majority", theory.BalancedMajority(1000), r.Learners()[0])), nil
}

func exactRow(n int, losses string, exact theory.HoldOut, r Row) ExactRow {
	return ExactRow{N: n, Losses: losses, Rho1Exact: exact.Rho1, Rho1: r.Rho1, Rho1SE: r.Rho1SE, Rho2Exact: exact.Rho2,
		Rho2: r.Rho2, Rho2SE: r.Rho2SE}
}

// DistributionTally counts the pairs of the seven McNemar algorithms on one
// distribution, among the pairs that have correlations: within the bounds of the McNemar
// paper, and, against lemma 5.4 of the thesis, with a larger correlation than both
// algorithms.
type DistributionTally struct {
	Distribution string `dataframe:"law"`
	Pairs        int    `dataframe:"pairs"`
	Admissible   int    `dataframe:"within the bounds"`
	Rho1Above    int    `dataframe:"rho1 above both"`
	Rho2Above    int    `dataframe:"rho2 above both"`
}

// SimulatedPairs runs the seven McNemar algorithms on data sets of 100 records of
// three simulated distributions, 50 times sets data sets each, at paper scale ten times as
// many. It returns the rows of the pairs that have correlations, and their counts.
func SimulatedPairs(ctx context.Context, cfg study.Config, sets int) ([]Row, []DistributionTally, error) {
	if cfg.Scale == study.Paper {
		sets *= 10
	}
	learners, labels := McNemarAlgorithms()
	var rows []Row
	var tallies []DistributionTally
	for _, d := range []struct {
		name         string
		distribution simdata.Generator
	}{{"SCLA", simdata.SCLA(20)}, {"twonorm", simdata.Twonorm{}}, {"waveform", simdata.Waveform{}}} {
		r, err := Study{Name: d.distribution.String(), Distribution: d.distribution, N: 100, M: 5,
			Learners: learners, Labels: labels, Sets: sets, Shards: 50, Seed: cfg.Seed}.Run(ctx, sim.Options{})
		if err != nil {
			return nil, nil, err
		}
		t, defined := againstLemma(d.name, r.Learners(), r.Pairs())
		rows, tallies = append(rows, defined...), append(tallies, t)
	}
	return rows, tallies, nil
}

// againstLemma counts pairs against lemma 5.4 and returns the pairs with correlations
// under the name of the distribution.
func againstLemma(distribution string, learners, pairs []Row) (DistributionTally, []Row) {
	alone := map[string]Row{}
	for _, r := range learners {
		alone[r.A] = r
	}
	t := DistributionTally{Distribution: distribution, Pairs: len(pairs)}
	var defined []Row
	for _, p := range pairs {
		if math.IsNaN(p.Rho1) {
			continue
		}
		tally(&t.Admissible, p.Admissible())
		tally(&t.Rho1Above, p.Rho1 > max(alone[p.A].Rho1, alone[p.B].Rho1))
		tally(&t.Rho2Above, p.Rho2 > max(alone[p.A].Rho2, alone[p.B].Rho2))
		p.Data = distribution
		defined = append(defined, p)
	}
	return t, defined
}
