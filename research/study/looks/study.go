package looks

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// Looks is the study of looks at items.
var Looks = study.Study{Name: "looks-at-items", Title: "errors, power and items saved by looks after every item of one " +
	"test set", Seconds: 400, Plan: plan}

// Row is what looks do in one cell.
type Row struct {
	Differences string  `dataframe:"differences"` // their distribution
	Kind        string  `dataframe:"kind"`        // of scores
	Planned     int     `dataframe:"planned"`
	Clusters    int     `dataframe:"clusters"` // 0: every item is its own
	Unequal     bool    `dataframe:"unequal"`
	Apart       int     `dataframe:"apart"` // the true difference in standard errors of the mean of all planned items
	Scope       string  `dataframe:"scope"`
	Two         float64 `dataframe:"two_sided"` // share of test sets in which some look rejects the true difference, at 5%
	TwoSE       float64 `dataframe:"two_sided_se"`
	Above       float64 `dataframe:"above"` // of one side at 5%: that the difference is above what it is, and below
	AboveSE     float64 `dataframe:"above_se"`
	Below       float64 `dataframe:"below"`
	BelowSE     float64 `dataframe:"below_se"`
	Power       float64 `dataframe:"power" table:"blank"` // of claims of the right side, two-sided, by some look
	Fixed       float64 `dataframe:"fixed_power" table:"blank"`
	Saved       float64 `dataframe:"saved" table:"blank"` // mean share of the planned items that is not asked
	Sets        int     `dataframe:"data_sets"`
	Cell        string  `dataframe:"cell"` // in words
	Seed        int     `dataframe:"seed"`
	Date        string  `dataframe:"date"`
}

// counts are of test sets.
type counts struct {
	Sets, Two, Above, Below, Found, Fixed, Asked int
}

// part is what one shard finds in its cell.
type part struct {
	Cell int
	counts
}

// level of all tests.
const level = 0.05

// firstLook and firstClusters are the numbers of items, and of clusters, at the first look.
const firstLook, firstClusters = 20, 10

func plan(cfg study.Config) (study.Plan, error) {
	e := experiment(cfg.Scale, cfg.Seed)
	return study.PlanOf(func() []study.Table {
		return []study.Table{study.NewTable("looks", e.Result()), study.NewTable("looks_summary", Summarize(e.Result()))}
	}, e), nil
}

func experiment(scale study.Scale, seed uint64) *study.Experiment[[]Row] {
	shards, sets := 1, 4
	if scale == study.Paper {
		shards, sets = 5, 2000
	}
	all := cells()
	var names []string
	for _, c := range all {
		names = append(names, c.String())
	}
	return study.New("looks-at-items", sim.Experiment[[]part, struct{}]{
		Plan: sim.Plan{Name: "looks-at-items", Version: 1, Seed: seed, Shards: shards * len(all), Config: names},
		Shard: func(ctx context.Context, _ struct{}, shard int, rng *rand.Rand) ([]part, error) {
			k, err := all[shard/shards].judge(ctx, sets, rng)
			return []part{{shard / shards, k}}, err
		},
		Merge: study.Append[part],
	}, func(parts []part, e study.Effort) ([]Row, error) {
		sums := make([]counts, len(all))
		for _, p := range parts {
			study.Add(&sums[p.Cell], p.counts)
		}
		var rows []Row
		for i, c := range all {
			rows = append(rows, c.row(sums[i], e))
		}
		return rows, nil
	})
}

// judge looks at test sets of a cell.
func (c cell) judge(ctx context.Context, sets int, rng *rand.Rand) (k counts, err error) {
	r := newRule(c)
	for range sets {
		if err = ctx.Err(); err != nil {
			return k, err
		}
		var p path
		if c.clusters == 0 {
			p = r.items(rng)
		} else if p, err = r.clusters(rng); err != nil {
			return k, err
		}
		k.add(p, c.planned)
	}
	return k, nil
}

// path is what happens on one test set: the number of items at the first look that decides, 0 for none.
type path struct {
	two, above, below int // about the true difference
	found, lost       int // about no difference: the right side and the wrong one
	fixed             bool
}

func (k *counts) add(p path, planned int) {
	k.Sets++
	for n, is := range map[*int]bool{&k.Two: p.two > 0, &k.Above: p.above > 0, &k.Below: p.below > 0, &k.Fixed: p.fixed,
		&k.Found: p.found > 0 && (p.lost == 0 || p.found < p.lost)} {
		if is {
			*n++
		}
	}
	at := planned
	for _, n := range []int{p.found, p.lost} {
		if n > 0 {
			at = min(at, n)
		}
	}
	k.Asked += at
}

// rule has the critical values of all looks at a cell.
type rule struct {
	cell
	twoSided, oneSided float64   // boundaries
	two, side          []float64 // critical t values by number of items, of two sides and of one, without clusters
	fixed              float64
}

func newRule(c cell) *rule {
	r := &rule{cell: c, twoSided: special.MaximumCritical(level, 2), oneSided: special.MaximumCritical(level, 1),
		two: make([]float64, c.planned+1), side: make([]float64, c.planned+1),
		fixed: special.StudentCritical(level/2, float64(c.planned-1))}
	for n := firstLook; n <= c.planned; n++ {
		at := float64(n) / float64(c.planned)
		r.two[n] = special.OffPath(r.twoSided, float64(n-1), at)
		r.side[n] = special.OffPath(r.oneSided, float64(n-1), at)
	}
	return r
}

// look adds a look after n items, with the t values about the true difference and about none.
func (p *path) look(n int, t, of0, two, one float64) {
	mark := func(first *int, is bool) {
		if is && *first == 0 {
			*first = n
		}
	}
	mark(&p.two, math.Abs(t) >= two)
	mark(&p.above, t >= one)
	mark(&p.below, t <= -one)
	mark(&p.found, of0 >= two)
	mark(&p.lost, of0 <= -two)
}

// items draws a test set item by item.
func (r *rule) items(rng *rand.Rand) (p path) {
	truth := r.truth()
	mean, squares := 0.0, 0.0
	for n := 1; n <= r.planned; n++ {
		d := r.one(rng)
		gap := d - mean
		mean += gap / float64(n)
		squares += gap * (d - mean)
		if n < firstLook || !(squares > 1e-9) {
			continue
		}
		se := math.Sqrt(squares / float64(n-1) / float64(n))
		t, of0 := (mean-truth)/se, mean/se
		if max(math.Abs(t), math.Abs(of0)) >= r.side[n] {
			p.look(n, t, of0, r.two[n], r.side[n])
		}
		if n == r.planned {
			p.fixed = of0 >= r.fixed
		}
	}
	return p
}

// clusters draws a test set cluster by cluster.
func (r *rule) clusters(rng *rand.Rand) (p path, err error) {
	var d []float64
	var of []int
	for k, size := range r.sizes(rng) {
		d = append(d, r.cluster(rng, size)...)
		for range size {
			of = append(of, k)
		}
		if k+1 < firstClusters {
			continue
		}
		t, err := items.ClusterT(items.Sample{A: [][]float64{make([]float64, len(d))}, B: [][]float64{d}, Clusters: of},
			infer.Options{})
		if err != nil {
			return p, err
		}
		if t.NoSpread {
			continue
		}
		at := float64(len(d)) / float64(r.planned)
		p.look(len(d), t.Statistic, t.Statistic, special.OffPath(r.twoSided, t.DF[0], at),
			special.OffPath(r.oneSided, t.DF[0], at))
	}
	return p, nil
}

func (c cell) row(k counts, e study.Effort) Row {
	share := func(count int) (rate, se float64) {
		rate = float64(count) / float64(k.Sets)
		return study.Round(rate, 5), study.Round(math.Sqrt(rate*(1-rate)/float64(k.Sets)), 5)
	}
	r := Row{Differences: c.name, Kind: c.kind, Planned: c.planned, Clusters: c.clusters, Unequal: c.unequal, Apart: c.apart,
		Scope: c.scope(), Power: math.NaN(), Fixed: math.NaN(), Saved: math.NaN(), Sets: k.Sets, Cell: c.String(),
		Seed: e.Seed, Date: e.Date}
	r.Two, r.TwoSE = share(k.Two)
	r.Above, r.AboveSE = share(k.Above)
	r.Below, r.BelowSE = share(k.Below)
	if c.apart > 0 {
		r.Power, _ = share(k.Found)
		r.Fixed, _ = share(k.Fixed)
		r.Saved = study.Round(1-float64(k.Asked)/float64(k.Sets*c.planned), 4)
	}
	return r
}
