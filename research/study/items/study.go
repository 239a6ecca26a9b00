package items

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// Items is the study of procedures for two models on one test set.
var Items = study.Study{Name: "items", Title: "false claims, coverage and power of procedures for two models on the " +
	"items of one test set, with runs, draws and clusters", Seconds: 640, Plan: plan}

// Row is how one procedure does in one cell.
type Row struct {
	Group       string  `dataframe:"group"`
	A           string  `dataframe:"scores_a"`
	B           string  `dataframe:"scores_b"`
	Metric      string  `dataframe:"metric"`     // of the whole set; empty for the mean score
	Kind        string  `dataframe:"kind"`       // of scores
	Prevalence  float64 `dataframe:"prevalence"` // with a metric of the whole set
	Difficulty  float64 `dataframe:"difficulty"` // share that the models have in common
	N           int     `dataframe:"n"`
	Clusters    int     `dataframe:"clusters"` // 0: every item is its own
	Unequal     bool    `dataframe:"unequal"`  // cluster k has a size in proportion to k²
	ICC         float64 `dataframe:"icc"`
	Runs        int     `dataframe:"runs"` // or draws: of A, and of B unless the cell in words has another number
	RunVariance float64 `dataframe:"run_variance"`
	Paired      bool    `dataframe:"paired_runs"`
	Difference  float64 `dataframe:"difference"` // true
	Procedure   string  `dataframe:"procedure"`
	Scope       string  `dataframe:"scope"`
	// shares of false claims, nominal 0.05: of the two-sided test, and that the difference is above what it is, and
	// below
	Two     float64 `dataframe:"two_sided" table:"blank"`
	TwoSE   float64 `dataframe:"two_sided_se" table:"blank"`
	Above   float64 `dataframe:"above" table:"blank"`
	AboveSE float64 `dataframe:"above_se" table:"blank"`
	Below   float64 `dataframe:"below" table:"blank"`
	BelowSE float64 `dataframe:"below_se" table:"blank"`
	// of 95% intervals that hold the difference; blank for a test without one
	Coverage   float64 `dataframe:"coverage" table:"blank"`
	CoverageSE float64 `dataframe:"coverage_se" table:"blank"`
	// of claims of the right side by the two-sided test; blank where the true difference is 0
	Power   float64 `dataframe:"power" table:"blank"`
	PowerSE float64 `dataframe:"power_se" table:"blank"`
	Sets    int     `dataframe:"data_sets"`
	Refused int     `dataframe:"refused"` // data sets, besides, on which the score or a resampled one is 0/0
	Cell    string  `dataframe:"cell"`    // in words
	Seed    int     `dataframe:"seed"`
	Date    string  `dataframe:"date"`
}

// part is what one shard finds in its cell, by procedure.
type part struct {
	Cell   int
	Counts []counts
}

// Areas is the same study of probabilities: AUC, and log losses of items.
var Areas = study.Study{Name: "items-areas", Title: "false claims, coverage and power of DeLong's test of AUC, in " +
	"clusters too, and of the t-test of log losses", Seconds: 120,
	Plan: func(cfg study.Config) (study.Plan, error) { return planOf(cfg, "items_areas", areas, logLosses) }}

func plan(cfg study.Config) (study.Plan, error) { return planOf(cfg, "items", groups...) }

// planOf simulates groups of cells.
func planOf(cfg study.Config, table string, groups ...string) (study.Plan, error) {
	var simulations []*study.Experiment[[]Row]
	for _, group := range groups {
		simulations = append(simulations, experiment(group, cfg.Scale, cfg.Seed))
	}
	return study.PlanOf(func() []study.Table {
		rows := study.Rows(simulations, func(of []Row) []Row { return of })
		return []study.Table{study.NewTable(table, rows), study.NewTable(table+"_summary", Summarize(rows))}
	}, simulations...), nil
}

// experiment simulates the cells of a group: each in shards of its own.
func experiment(group string, scale study.Scale, seed uint64) *study.Experiment[[]Row] {
	of := study.Where(append(cells(), ofProbabilities()...), func(c cell) bool { return c.group == group })
	shards, sets := 1, 4
	if scale == study.Paper {
		shards, sets = 5, 2000
	}
	var names []string
	for _, c := range of {
		names = append(names, c.String())
	}
	return study.New("items, "+group, sim.Experiment[[]part, *worker]{
		Plan:   sim.Plan{Name: "items, " + group, Version: 1, Seed: seed, Shards: shards * len(of), Config: names},
		Worker: func() *worker { return &worker{} },
		Shard: func(ctx context.Context, w *worker, shard int, rng *rand.Rand) ([]part, error) {
			counts, err := w.judge(ctx, of[shard/shards], sets, rng)
			return []part{{shard / shards, counts}}, err
		},
		Merge: study.Append[part],
	}, func(parts []part, e study.Effort) ([]Row, error) { return rowsOf(of, parts, e), nil })
}

// judge judges data sets of a cell by all procedures, of which those that do not fit have no sets.
func (w *worker) judge(ctx context.Context, c cell, sets int, rng *rand.Rand) ([]counts, error) {
	w.set(c)
	all := procedures()
	out := make([]counts, len(all))
	for set := range sets {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		w.draw(rng)
		for k, p := range all {
			if p.fits(c) && set%max(p.every, 1) == 0 {
				if err := p.judge(w, &out[k]); err != nil {
					return nil, err
				}
			}
		}
	}
	return out, nil
}

// rowsOf adds up the shards of each cell.
func rowsOf(of []cell, parts []part, e study.Effort) []Row {
	all := procedures()
	sums := make([][]counts, len(of))
	for _, p := range parts {
		if sums[p.Cell] == nil {
			sums[p.Cell] = make([]counts, len(all))
		}
		for k, c := range p.Counts {
			study.Add(&sums[p.Cell][k], c)
		}
	}
	var out []Row
	for i, c := range of {
		for k, p := range all {
			if p.fits(c) {
				out = append(out, c.row(p, sums[i][k], e))
			}
		}
	}
	return out
}

func (c cell) row(p procedure, k counts, e study.Effort) Row {
	r := Row{Group: c.group, A: c.a.name, B: c.b.name, Metric: c.metric, Kind: c.kind(), Prevalence: c.prevalence,
		Difficulty: c.difficulty, N: c.n, Clusters: c.clusters, Unequal: c.unequal, ICC: c.icc, Runs: c.runs,
		RunVariance: c.runVariance, Paired: c.paired, Difference: study.Round(c.truth(), 6), Procedure: p.name,
		Scope: scope(p.name, c), Sets: k.Sets, Refused: k.Refused, Cell: c.String(), Seed: e.Seed, Date: e.Date}
	share := func(count int, known bool) (rate, se float64) {
		if !known {
			return math.NaN(), math.NaN()
		}
		rate = float64(count) / float64(k.Sets)
		return study.Round(rate, 5), study.Round(math.Sqrt(rate*(1-rate)/float64(k.Sets)), 5)
	}
	claims := !p.equality || !c.different
	r.Two, r.TwoSE = share(k.Two, claims)
	r.Above, r.AboveSE = share(k.Above, claims)
	r.Below, r.BelowSE = share(k.Below, claims)
	r.Coverage, r.CoverageSE = share(k.Sets-k.Missed, !p.equality)
	r.Power, r.PowerSE = share(k.Found, c.different)
	return r
}
