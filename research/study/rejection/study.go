package rejection

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/custom"
)

// Study finds how often tests reject the equality of two classifiers
// (McNemar paper, §5.2): the error of the first kind at the first setting of the
// pair (table V), power at the others (figure 4). All tests see the same data sets.
type Study struct {
	Pair   ClassifierPair
	Power  bool   // the settings of the pair are the ones of figure 4 alone
	Own    []Test // tests of a program's own, besides Studied
	Sets   int    // data sets per shard
	Shards int
	Seed   uint64
}

// rejections counts, for each setting, the data sets on which each test rejects.
type rejections struct {
	Runs float64
	Hits [][]float64 // [setting][test]
}

// Run simulates the study; options as in package sim.
func (s Study) Run(ctx context.Context, opt sim.Options) (Result, error) {
	return s.Experiment().Run(ctx, opt)
}

// tests returns all tests of the study.
func (s Study) tests() []Test { return slices.Concat(Studied, s.Own) }

// Experiment returns the study as an experiment.
func (s Study) Experiment() *study.Experiment[Result] {
	var tests any = len(Studied)
	if len(s.Own) > 0 {
		var names []string
		for _, t := range s.tests() {
			names = append(names, t.Name)
		}
		tests = names
	}
	name := "mcnemar " + s.Pair.Data
	if s.Power {
		name += " power"
	}
	return study.New(name, sim.Experiment[rejections, struct{}]{
		Plan: sim.Plan{Name: "rejections " + s.Pair.Data, Version: 1, Seed: s.Seed, Shards: s.Shards,
			Config: s.Pair.config(map[string]any{"sets": s.Sets, "tests": tests})},
		Shard: study.Each(s.Sets, func(_ struct{}, rng *rand.Rand, out *rejections) error {
			if out.Hits == nil {
				*out = rejections{Runs: float64(s.Sets), Hits: make([][]float64, len(s.Pair.Settings))}
			}
			return s.Pair.compare(rng, func(setting int, t *tables) error { return s.count(&out.Hits[setting], t) })
		}),
		Merge: func(into *rejections, from rejections) {
			into.Runs += from.Runs
			for k := range from.Hits {
				for i, h := range from.Hits[k] {
					into.Hits[k][i] += h
				}
			}
		},
	}, func(counts rejections, effort study.Effort) (Result, error) {
		return Result{Study: s, Effort: effort, counts: counts}, nil
	})
}

// count runs the tests on one data set and counts the rejections.
func (s Study) count(hits *[]float64, t *tables) error {
	tests := s.tests()
	if *hits == nil {
		*hits = make([]float64, len(tests))
	}
	for i, test := range tests {
		r, err := test.run(t)
		if err != nil {
			return fmt.Errorf("%s: %w", test.Name, err)
		}
		if r.Reject {
			(*hits)[i]++
		}
	}
	return nil
}

// Result is the outcome of a study.
type Result struct {
	Study  Study
	Effort study.Effort
	counts rejections
}

// Row is how often one test rejected at one setting.
type Row struct {
	Data    string  `dataframe:"data"`
	Setting float64 `dataframe:"setting"`
	Family  string  `dataframe:"family"` // t, F, Z or McNemar
	Test    string  `dataframe:"test"`   // as in table V, or one of its other readings
	Share   float64 `dataframe:"share"`  // of the data sets on which the test rejects at level 0.05
	SE      float64 `dataframe:"se"`
	Runs    int     `dataframe:"runs"` // data sets
	Seed    int     `dataframe:"seed"`
}

// Rows returns one row per setting and test, in the order of table V, own tests last.
func (r Result) Rows() []Row {
	var out []Row
	for k, setting := range r.Study.Pair.Settings {
		for i, test := range r.Study.tests() {
			hits := r.counts.Hits[k][i]
			out = append(out, Row{Data: r.Study.Pair.Data, Setting: setting, Family: test.Family, Test: test.Name,
				Share: hits / r.counts.Runs, SE: ShareSE(hits, r.counts.Runs), Runs: int(r.counts.Runs),
				Seed: int(r.Study.Seed)})
		}
	}
	return out
}

// SizeRow is a row of data sets of N records.
type SizeRow struct {
	N int `dataframe:"n"`
	Row
}

// SizeRows returns the rows with the size of the data sets.
func (r Result) SizeRows() []SizeRow {
	var out []SizeRow
	for _, row := range r.Rows() {
		out = append(out, SizeRow{r.Study.Pair.N, row})
	}
	return out
}

// ShareSE is the standard error of a share, from the share with one more hit and
// one more miss: it is not 0 where the share is.
func ShareSE(hits, runs float64) float64 {
	p := (hits + 1) / (runs + 2)
	return math.Sqrt(p * (1 - p) / runs)
}

// PowerCurves returns the rows of the named tests, in their order, on the data whose
// settings move the error rates apart. Settings of UCI letter change their sign: the
// rates there move apart as upsilon falls, and so to the right, as for the others.
func PowerCurves(rows []Row, tests ...string) []Row {
	var out []Row
	for _, test := range tests {
		for _, r := range rows {
			if r.Test != test || r.Data == "Epsilon" {
				continue
			}
			if r.Data == "UCI letter" {
				r.Setting = -r.Setting
			}
			out = append(out, r)
		}
	}
	return out
}

// ownSettings are the settings of Rejections. Each test has its own replications.
var ownSettings = []study.Setting{custom.Distribution, custom.N(300), custom.Learners,
	{Name: "methods", Default: "all", About: "the tests, with commas between them, by their names in the table"},
	custom.SetsSetting, custom.ShardsSetting}

// ownPlan has a simulation for each two learners of a researcher's own settings; tests are
// the tests of a program's own.
func ownPlan(cfg study.Config, own []Test) (study.Plan, error) {
	r := custom.NewReader(ownSettings, cfg.Own)
	n := r.Count("n", 20)
	each, shards := r.Effort()
	var names []string
	for _, t := range slices.Concat(Studied, own) {
		names = append(names, t.Name)
	}
	tests := r.Choice("methods", names)
	from, learners := r.On(n, 2)
	if r.Err() == nil && from.New(1).Class == nil {
		r.Fail("distribution", "one with classes: the tests count errors")
	}
	if err := r.Err(); err != nil {
		return study.Plan{}, err
	}
	var e []*study.Experiment[Result]
	for i, a := range learners {
		for j, b := range learners[i+1:] {
			pair := NewPair(fmt.Sprintf("own-%d-%d", i+1, i+j+2), from, n, a, b)
			e = append(e, Study{Pair: pair, Own: own, Sets: each, Shards: shards, Seed: cfg.Seed}.Experiment())
		}
	}
	return study.PlanOf(func() []study.Table {
		var rows []OwnRow
		for _, r := range study.Results(e) {
			p := r.Study.Pair
			for _, row := range r.Rows() {
				if slices.Contains(tests, row.Test) {
					rows = append(rows, OwnRow{A: p.A.String(), B: p.B(0).String(), Distribution: from.String(), N: n,
						Family: row.Family, Test: row.Test, Share: row.Share, SE: row.SE, Sets: row.Runs,
						Seed: row.Seed})
				}
			}
		}
		return []study.Table{study.NewTable("rejections", rows)}
	}, e...), nil
}

// OwnRow is how often one test rejects that two learners of a researcher's own have equal
// error rates.
type OwnRow struct {
	A            string  `dataframe:"a"`
	B            string  `dataframe:"b"`
	Distribution string  `dataframe:"distribution"`
	N            int     `dataframe:"n"`
	Family       string  `dataframe:"family"`
	Test         string  `dataframe:"test"`
	Share        float64 `dataframe:"share"` // of the data sets on which the test rejects at level 0.05
	SE           float64 `dataframe:"se"`
	Sets         int     `dataframe:"data_sets"`
	Seed         int     `dataframe:"seed"`
}
