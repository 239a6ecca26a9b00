package voting

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/voting"
)

// CountSource draws the confusion counts of two models on the replications of an
// m x 2 BCV of one data set after the other.
type CountSource interface {
	// String names the source and its settings.
	String() string
	// Draw writes the counts of the first 1, 2, ... replications, added up, to a
	// and b, and returns the counts that the models have in expectation on new
	// records, up to a common factor.
	Draw(a, b []posterior.Counts, rng *rand.Rand) (trueA, trueB posterior.Counts, err error)
}

// LookStudy simulates the operating characteristics of the sequential Bayes
// test (sequential.Bayes) beside the decisions of the test at a fixed m: how often
// each decides for H0, for H1, or not at all.
type LookStudy struct {
	Source CountSource
	Start  int       // m at the first look
	Max    int       // m at the last look
	Gammas []float64 // bounds on the posterior probability
	Sets   int       // data sets per shard
	Shards int       // 2 or more
	Seed   uint64
}

// The methods that a LookStudy compares.
var lookMethods = [...]string{"sequential", "fixed at first", "fixed at last"}

// lookCell counts the decisions of one method for one metric and gamma.
type lookCell struct {
	H0, H1 sim.Proportion
	M      sim.Moments
}

// lookState is the result of a shard.
type lookState struct {
	Cells    []lookCell      // by metric, gamma, method
	Least    []sim.Quantiles // of the least P(H0) that a method sees, by metric and method
	Estimate []sim.Moments   // of the difference of the modes, by metric
	Variance []sim.Moments   // of the posterior variance of the difference, by metric
	Truth    sim.Batches[[2]posterior.Counts]
}

func (c *lookCell) merge(from lookCell) {
	c.H0.Merge(from.H0)
	c.H1.Merge(from.H1)
	c.M.Merge(from.M)
}

func mergeLooks(into *lookState, from lookState) {
	moments := study.Elementwise((*sim.Moments).Merge)
	study.Elementwise((*lookCell).merge)(&into.Cells, from.Cells)
	study.Elementwise((*sim.Quantiles).Merge)(&into.Least, from.Least)
	moments(&into.Estimate, from.Estimate)
	moments(&into.Variance, from.Variance)
	into.Truth.Merge(from.Truth)
}

// LookResult is the outcome of a LookStudy.
type LookResult struct {
	Rows   []LookRow
	Bounds []LookBoundRow
}

// Run simulates the study; options as in package sim.
func (s LookStudy) Run(ctx context.Context, opt sim.Options) ([]LookRow, []LookBoundRow, error) {
	e, err := s.Experiment("looks")
	if err != nil {
		return nil, nil, err
	}
	r, err := e.Run(ctx, opt)
	return r.Rows, r.Bounds, err
}

// Experiment returns the study under the name of its logs.
func (s LookStudy) Experiment(name string) (*study.Experiment[LookResult], error) {
	if s.Start < 1 || s.Max < s.Start {
		return nil, fmt.Errorf("voting: looks from m = %d to %d; start at 1 or later and end there or later", s.Start,
			s.Max)
	}
	if len(s.Gammas) == 0 {
		return nil, errors.New("voting: no gamma; give at least one bound on the posterior probability, such as 0.05")
	}
	return study.New(name, sim.Experiment[lookState, struct{}]{
		Plan: sim.Plan{Name: "looks " + s.Source.String(), Version: 1, Seed: s.Seed, Shards: s.Shards,
			Config: map[string]any{"source": s.Source, "start": s.Start, "max": s.Max, "gammas": s.Gammas,
				"sets": s.Sets}},
		Shard: func(ctx context.Context, _ struct{}, _ int, rng *rand.Rand) (lookState, error) {
			return s.shard(ctx, rng)
		},
		Merge: mergeLooks,
	}, func(state lookState, _ study.Effort) (LookResult, error) {
		return LookResult{Rows: s.rows(state), Bounds: s.bounds(state)}, nil
	}), nil
}

func (s LookStudy) shard(ctx context.Context, rng *rand.Rand) (lookState, error) {
	metrics := posterior.Metrics()
	state := lookState{Cells: make([]lookCell, len(metrics)*len(s.Gammas)*len(lookMethods)),
		Least:    make([]sim.Quantiles, len(metrics)*len(lookMethods)),
		Estimate: make([]sim.Moments, len(metrics)), Variance: make([]sim.Moments, len(metrics))}
	a, b := make([]posterior.Counts, s.Max), make([]posterior.Counts, s.Max)
	var truth [2]posterior.Counts
	for range s.Sets {
		if err := ctx.Err(); err != nil {
			return lookState{}, err
		}
		trueA, trueB, err := s.Source.Draw(a, b, rng)
		if err != nil {
			return lookState{}, fmt.Errorf("%s: %w", s.Source, err)
		}
		truth[0], truth[1] = truth[0].Add(trueA), truth[1].Add(trueB)
		for i, metric := range metrics {
			if err := s.metric(&state, i, metric, a, b); err != nil {
				return lookState{}, err
			}
		}
	}
	state.Truth.Parts = [][2]posterior.Counts{truth}
	return state, nil
}

// metric adds what the methods do on one data set.
func (s LookStudy) metric(state *lookState, i int, metric posterior.Metric, a, b []posterior.Counts) error {
	looks, last, err := s.looks(metric, a, b)
	if err != nil {
		return err
	}
	state.Estimate[i].Add(last[1].Mode() - last[0].Mode())
	state.Variance[i].Add(last[0].Variance() + last[1].Variance())
	end := len(looks)
	for k, use := range [len(lookMethods)][]look{looks, looks[:1], looks[end-1:]} {
		least := math.Inf(1)
		for _, l := range use {
			least = math.Min(least, l.h0)
		}
		state.Least[i*len(lookMethods)+k].Add(math.Exp(least))
		for g, gamma := range s.Gammas {
			m, h0, h1 := decide(use, math.Log(gamma))
			c := &state.Cells[(i*len(s.Gammas)+g)*len(lookMethods)+k]
			c.H0.Add(h0)
			c.H1.Add(h1)
			c.M.Add(float64(m))
		}
	}
	return nil
}

// look holds the log probabilities of both hypotheses at one m.
type look struct {
	m      int
	h0, h1 float64
}

// looks tests at every m, and returns the posterior distributions at the last.
func (s LookStudy) looks(metric posterior.Metric, a,
	b []posterior.Counts) (out []look, last [2]posterior.Distribution, err error) {
	for m := s.Start; m <= s.Max; m++ {
		w := posterior.WeightBCV(m)
		for k, c := range [...]posterior.Counts{a[m-1], b[m-1]} {
			if last[k], err = posterior.NewDistribution(metric, c.Scale(w), 1); err != nil {
				return nil, last, err
			}
		}
		l := look{m: m}
		if l.h0, l.h1, err = posterior.LogDifference(last[0], last[1], 0); err != nil {
			return nil, last, err
		}
		out = append(out, l)
	}
	return out, last, nil
}

// decide stops at the first look where one hypothesis is as good as excluded.
func decide(looks []look, bound float64) (m int, h0, h1 bool) {
	for _, l := range looks {
		m, h0, h1 = l.m, l.h1 < bound, l.h0 < bound
		if h0 || h1 {
			break
		}
	}
	return m, h0, h1
}

// LookRow is the behaviour of one method.
type LookRow struct {
	Source       string  `dataframe:"source"`
	Metric       string  `dataframe:"metric"`
	Difference   float64 `dataframe:"difference"` // true nu_B - nu_A
	DifferenceSE float64 `dataframe:"difference_se"`
	// standard deviation over data sets of the difference of the posterior modes at the last look
	Spread      float64 `dataframe:"spread"`
	SpreadSE    float64 `dataframe:"spread_se"`
	PosteriorSD float64 `dataframe:"posterior_sd"` // root mean posterior variance of the difference there
	Gamma       float64 `dataframe:"gamma"`
	Method      string  `dataframe:"method"`
	M           float64 `dataframe:"m"` // mean number of replications used
	MSE         float64 `dataframe:"m_se"`
	H1          float64 `dataframe:"h1"` // share of decisions for H1, B better
	H1SE        float64 `dataframe:"h1_se"`
	H0          float64 `dataframe:"h0"` // share of decisions for H0
	H0SE        float64 `dataframe:"h0_se"`
	Undecided   float64 `dataframe:"undecided"`
	DataSets    int     `dataframe:"data_sets"`
	Seed        int     `dataframe:"seed"`
}

// LookBoundRow is the gamma with which a method decides for H1 in 5% of the data
// sets. Where the models are equal, that is a test of level 5%.
type LookBoundRow struct {
	Source     string  `dataframe:"source"`
	Metric     string  `dataframe:"metric"`
	Difference float64 `dataframe:"difference"`
	Method     string  `dataframe:"method"`
	Gamma      float64 `dataframe:"gamma_05"`
	Low        float64 `dataframe:"gamma_05_low"` // one standard error in probability below and above
	High       float64 `dataframe:"gamma_05_high"`
	DataSets   int     `dataframe:"data_sets"`
	Seed       int     `dataframe:"seed"`
}

func (s LookStudy) rows(state lookState) []LookRow {
	var out []LookRow
	for i, metric := range posterior.Metrics() {
		difference, se := s.difference(state, metric)
		for g, gamma := range s.Gammas {
			for k, method := range lookMethods {
				c := state.Cells[(i*len(s.Gammas)+g)*len(lookMethods)+k]
				variance := state.Estimate[i].Variance()
				out = append(out, LookRow{Source: s.Source.String(), Metric: metric.String(), Difference: difference,
					DifferenceSE: se,
					Spread:       math.Sqrt(variance),
					SpreadSE:     state.Estimate[i].VarianceSE() / (2 * math.Sqrt(variance)),
					PosteriorSD:  math.Sqrt(state.Variance[i].Mean), Gamma: gamma, Method: method,
					M: c.M.Mean, MSE: c.M.MeanSE(), H1: c.H1.Value(), H1SE: c.H1.SE(), H0: c.H0.Value(),
					H0SE:      c.H0.SE(),
					Undecided: 1 - c.H1.Value() - c.H0.Value(), DataSets: s.Sets * s.Shards, Seed: int(s.Seed)})
			}
		}
	}
	return out
}

func (s LookStudy) bounds(state lookState) []LookBoundRow {
	const level = 0.05
	var out []LookBoundRow
	for i, metric := range posterior.Metrics() {
		difference, _ := s.difference(state, metric)
		for k, method := range lookMethods {
			q := state.Least[i*len(lookMethods)+k]
			se := math.Sqrt(level * (1 - level) / float64(q.N))
			out = append(out, LookBoundRow{Source: s.Source.String(), Metric: metric.String(), Difference: difference,
				Method: method,
				Gamma:  q.Quantile(level), Low: q.Quantile(level - se), High: q.Quantile(level + se), DataSets: q.N,
				Seed: int(s.Seed)})
		}
	}
	return out
}

// difference returns the true nu_B - nu_A with its standard error.
func (s LookStudy) difference(state lookState, metric posterior.Metric) (value, se float64) {
	return state.Truth.Jackknife(func(into *[2]posterior.Counts, from [2]posterior.Counts) {
		into[0], into[1] = into[0].Add(from[0]), into[1].Add(from[1])
	}, func(c [2]posterior.Counts) float64 { return c[1].Value(metric) - c[0].Value(metric) })
}

// Row is how often a vote of m correlated predictions is right.
type Row struct {
	M     int     `dataframe:"m"` // 0 means the limit of many
	P     float64 `dataframe:"p"` // probability that one prediction is right
	Rho2  float64 `dataframe:"rho2"`
	Beta  float64 `dataframe:"p_m"`       // by the Beta distribution of the voting paper, lemma 3
	Exact float64 `dataframe:"p_m_exact"` // beta-binomial; ties, for even m, are right
}

// Table computes a row for each m (0 for the limit), p and rho2.
func Table(ms []int, ps, rho2s []float64) ([]Row, error) {
	var out []Row
	for _, m := range ms {
		for _, p := range ps {
			for _, rho2 := range rho2s {
				r := Row{M: m, P: p, Rho2: rho2}
				var err error
				if m == 0 {
					r.Beta, err = voting.MajorityProbLimit(p, rho2)
					r.Exact = r.Beta
				} else if r.Beta, err = voting.MajorityProb(p, rho2, m); err == nil {
					r.Exact, err = voting.ExactMajorityProb(p, rho2, m, voting.TieRight)
				}
				if err != nil {
					return nil, err
				}
				out = append(out, r)
			}
		}
	}
	return out, nil
}
