package preferences

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/block-regularized/bcv/internal/special"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/pkg/infer/ranks"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// Preferences is the study of comparisons of answers.
var Preferences = study.Study{Name: "preferences", Title: "errors of tests of preferences between two models and among " +
	"several, and of intervals of what the place does", Seconds: 500, Plan: plan}

// Row is what a procedure does in one cell.
type Row struct {
	Procedure string  `dataframe:"procedure"`
	Form      string  `dataframe:"form"`        // of comparisons
	N         int     `dataframe:"comparisons"` // in a cluster where there are some
	Ties      float64 `dataframe:"ties"`
	Clusters  int     `dataframe:"clusters"` // 0: every comparison is its own
	Unequal   bool    `dataframe:"unequal"`
	Models    int     `dataframe:"models"`
	Apart     float64 `dataframe:"apart"`
	Place     float64 `dataframe:"place"`
	First     float64 `dataframe:"a_first"`
	Scope     string  `dataframe:"scope"`
	Two       float64 `dataframe:"two_sided"` // share that rejects what is true, at 5%; of several models of any false order
	TwoSE     float64 `dataframe:"two_sided_se"`
	Above     float64 `dataframe:"above"` // of one side at 5%: that the difference is above what it is, and below
	AboveSE   float64 `dataframe:"above_se"`
	Below     float64 `dataframe:"below"`
	BelowSE   float64 `dataframe:"below_se"`
	Refused   float64 `dataframe:"refused"` // share without an answer, which counts as no claim
	Sets      int     `dataframe:"data_sets"`
	Cell      string  `dataframe:"cell"` // in words
	Seed      int     `dataframe:"seed"`
	Date      string  `dataframe:"date"`
}

// counts are of sets of comparisons.
type counts struct {
	Sets, Two, Above, Below, Refused int
}

// part is what one shard finds of a procedure in its cell.
type part struct {
	Cell, Procedure int
	counts
}

const level = 0.05

// Procedures of the study.
const (
	exact    = "mcnemar-exact"
	midP     = "mcnemar-midp"
	tango    = "Tango's interval"
	clusterT = "cluster-t"
	looksT   = "looks-t"
	wins     = "wins of the first"
	weighed  = "both orders of the same weight"
	strength = "Bradley-Terry"
)

// procedures are those of a cell.
func (c cell) procedures() []string {
	switch {
	case c.form == independent && c.apart == 0:
		return []string{exact, midP, tango}
	case c.form == independent:
		return []string{tango}
	case c.form == looked:
		return []string{looksT}
	case c.form == placed:
		return []string{wins, weighed}
	case c.form == several:
		return []string{strength}
	}
	return []string{clusterT}
}

func plan(cfg study.Config) (study.Plan, error) {
	e := experiment(cfg.Scale, cfg.Seed)
	return study.PlanOf(func() []study.Table {
		return []study.Table{study.NewTable("preferences", e.Result()),
			study.NewTable("preferences_summary", Summarize(e.Result()))}
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
	return study.New("preferences", sim.Experiment[[]part, struct{}]{
		Plan: sim.Plan{Name: "preferences", Version: 1, Seed: seed, Shards: shards * len(all), Config: names},
		Shard: func(ctx context.Context, _ struct{}, shard int, rng *rand.Rand) ([]part, error) {
			return all[shard/shards].judge(ctx, shard/shards, sets, rng)
		},
		Merge: study.Append[part],
	}, func(parts []part, e study.Effort) ([]Row, error) {
		sums := make([][]counts, len(all))
		for i, c := range all {
			sums[i] = make([]counts, len(c.procedures()))
		}
		for _, p := range parts {
			study.Add(&sums[p.Cell][p.Procedure], p.counts)
		}
		var rows []Row
		for i, c := range all {
			for k, name := range c.procedures() {
				rows = append(rows, c.row(name, sums[i][k], e))
			}
		}
		return rows, nil
	})
}

// claims says what is claimed falsely of one set of comparisons.
type claims struct{ two, above, below, refused bool }

func (k *counts) add(c claims) {
	k.Sets++
	for n, is := range map[*int]bool{&k.Two: c.two, &k.Above: c.above, &k.Below: c.below, &k.Refused: c.refused} {
		if is {
			*n++
		}
	}
}

// seldom is by how much fewer sets there are of several models, which take longer.
const seldom = 10

// judge draws sets of a cell.
func (c cell) judge(ctx context.Context, at, sets int, rng *rand.Rand) (out []part, err error) {
	for k := range c.procedures() {
		out = append(out, part{Cell: at, Procedure: k})
	}
	j := judge{cell: c, known: map[[2]float64][3]claims{}}
	if c.form == several && sets > seldom {
		sets /= seldom
	}
	for range sets {
		if err = ctx.Err(); err != nil {
			return nil, err
		}
		found, err := j.one(rng)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c, err)
		}
		for k := range out {
			out[k].add(found[k])
		}
	}
	return out, nil
}

// judge judges sets of a cell; known are those of independent comparisons by the numbers of wins.
type judge struct {
	cell
	known map[[2]float64][3]claims
}

// one draws a set, and returns what each procedure claims.
func (j judge) one(rng *rand.Rand) ([]claims, error) {
	switch j.form {
	case several:
		return j.order(rng)
	case looked:
		return []claims{j.looks(rng)}, nil
	}
	s := items.Sample{A: make([][]float64, 1), B: make([][]float64, 1)}
	var first []int
	for _, x := range j.draw(rng) {
		s.A[0], s.B[0], first = append(s.A[0], 1-x.won), append(s.B[0], x.won), append(first, x.first)
		if j.clusters > 0 {
			s.Clusters = append(s.Clusters, x.cluster)
		}
	}
	truth, ofFirst := j.truth()
	switch j.form {
	case independent:
		return j.counted(s.B[0], truth)
	case placed:
		narrow, wide := s.Position(first, 2*level), s.Position(first, level)
		return []claims{outside(wide.Wins.Low, wide.Wins.High, narrow.Wins.Low, narrow.Wins.High, ofFirst),
			outside(wide.CorrectedInterval.Low, wide.CorrectedInterval.High, narrow.CorrectedInterval.Low,
				narrow.CorrectedInterval.High, truth)}, nil
	}
	var c claims
	for _, of := range []struct {
		side infer.Alternative
		is   *bool
	}{{infer.TwoSided, &c.two}, {infer.Greater, &c.above}, {infer.Less, &c.below}} {
		r, err := items.ClusterT(s, infer.Options{Alternative: of.side})
		if err != nil {
			return nil, err
		}
		*of.is = r.Reject
	}
	return []claims{c}, nil
}

// outside says on which side of intervals of 95% and 90% the truth lies. Without an interval nothing is claimed.
func outside(low, high, low90, high90, truth float64) claims {
	return claims{two: truth < low || truth > high, above: truth < low90, below: truth > high90, refused: math.IsNaN(low)}
}

// counted judges independent comparisons, whose order does not matter.
func (j judge) counted(won []float64, truth float64) ([]claims, error) {
	var c infer.Contingency
	for _, b := range won {
		switch b {
		case 0:
			c.N10++
		case 1:
			c.N01++
		default:
			c.N11++
		}
	}
	key := [2]float64{c.N01, c.N10}
	out, known := j.known[key]
	if !known {
		for k, test := range []func(infer.Contingency, infer.Options) (infer.Result, error){infer.McNemarExact, infer.McNemarMidP} {
			for _, of := range []struct {
				side infer.Alternative // of error rates, B minus A
				is   *bool
			}{{infer.TwoSided, &out[k].two}, {infer.Less, &out[k].above}, {infer.Greater, &out[k].below}} {
				r, err := test(c, infer.Options{Alternative: of.side})
				if err != nil {
					return nil, err
				}
				*of.is = r.Reject
			}
		}
		wide, err := infer.PairedEffect(c, infer.Options{Alpha: level})
		if err != nil {
			return nil, err
		}
		narrow, err := infer.PairedEffect(c, infer.Options{Alpha: 2 * level})
		if err != nil {
			return nil, err
		}
		out[2] = outside(-wide.DifferenceCI.High, -wide.DifferenceCI.Low, -narrow.DifferenceCI.High, -narrow.DifferenceCI.Low,
			truth)
		j.known[key] = out
	}
	if j.apart > 0 {
		return []claims{out[2]}, nil
	}
	return out[:], nil
}

// firstLook is the number of comparisons at the first look.
const firstLook = 20

// looks looks after every comparison.
func (j judge) looks(rng *rand.Rand) (c claims) {
	two, one := special.MaximumCritical(level, 2), special.MaximumCritical(level, 1)
	sum, squares := 0.0, 0.0
	for n := 1; n <= j.n; n++ {
		d := 2*j.won(rng, 0) - 1
		sum, squares = sum+d, squares+d*d
		v := (squares - sum*sum/float64(n)) / float64(n-1)
		if n < firstLook || !(v > 1e-9) {
			continue
		}
		t, at := sum/math.Sqrt(v*float64(n)), float64(n)/float64(j.n)
		if math.Abs(t) < one*0.9 { // the boundary in t is never nearer to 0 than that of the path
			continue
		}
		side := special.OffPath(one, float64(n-1), at)
		c.two = c.two || math.Abs(t) >= special.OffPath(two, float64(n-1), at)
		c.above, c.below = c.above || t >= side, c.below || t <= -side
	}
	return c
}

// order puts several models in order, and looks whether any pair is shown in the wrong one.
func (j judge) order(rng *rand.Rand) ([]claims, error) {
	names := make([]string, j.models)
	for m := range names {
		names[m] = fmt.Sprint(m)
	}
	e, err := ranks.BradleyTerry(names, j.among(rng))
	if err != nil {
		return []claims{{refused: true}}, nil
	}
	e.Draws = 4000
	o, err := e.Order(ranks.Higher, level, rng.Uint64())
	if err != nil {
		return nil, err
	}
	for b := range o.Shown {
		for a := range b {
			if o.Shown[a][b] || j.apart == 0 && o.Shown[b][a] {
				return []claims{{two: true}}, nil
			}
		}
	}
	return []claims{{}}, nil
}

func (c cell) row(procedure string, k counts, e study.Effort) Row {
	share := func(count int) (rate, se float64) {
		rate = float64(count) / float64(k.Sets)
		return study.Round(rate, 5), study.Round(math.Sqrt(rate*(1-rate)/float64(k.Sets)), 5)
	}
	r := Row{Procedure: procedure, Form: c.form, N: c.n, Ties: c.ties, Clusters: c.clusters, Unequal: c.unequal, Models: c.models,
		Apart: c.apart, Place: c.place, First: c.first, Scope: c.scope(), Sets: k.Sets, Cell: c.String(), Seed: e.Seed, Date: e.Date}
	r.Two, r.TwoSE = share(k.Two)
	r.Above, r.AboveSE = share(k.Above)
	r.Below, r.BelowSE = share(k.Below)
	r.Refused, _ = share(k.Refused)
	return r
}

// worth is the number of equal clusters whose squared shares have the sum of these.
func (c cell) worth() float64 {
	sum, squares := 0.0, 0.0
	for _, size := range c.sizes() {
		sum, squares = sum+float64(size), squares+float64(size)*float64(size)
	}
	return sum * sum / squares
}

// Scopes of cells.
const (
	recommended   = "recommended"
	fewCompared   = "recommended, fewer than 50 comparisons"
	fewClusters   = "recommended, fewer than 20 clusters"
	worthFew      = "recommended, clusters worth fewer than 10"
	inClusters    = "recommended, clusters"
	fewOfEach     = "recommended, fewer than 200 comparisons of each model"
	clustersOfAll = "recommended, several models in clusters"
)

var scopes = []string{recommended, fewCompared, inClusters, fewClusters, worthFew, fewOfEach, clustersOfAll}

func (c cell) scope() string {
	switch {
	case c.form == several && c.clusters > 0:
		return clustersOfAll
	case c.form == several && c.n < 100*c.models:
		return fewOfEach
	case c.clusters > 0 && c.worth() < 10-1e-9:
		return worthFew
	case c.clusters > 0 && c.clusters < 20:
		return fewClusters
	case c.clusters > 0:
		return inClusters
	case c.n < 50:
		return fewCompared
	}
	return recommended
}

// Summary is what a procedure does over the cells of one scope, for package known.
type Summary struct {
	Procedure string `dataframe:"procedure"`
	Scope     string `dataframe:"scope"`
	Kind      string `dataframe:"kind"`
	Cells     int    `dataframe:"cells"`
	study.Claims
	Coverage float64 `dataframe:"coverage"` // of intervals of 95%
	Least    float64 `dataframe:"least_coverage"`
	Sets     int     `dataframe:"data_sets"`
}

// kind of scores, as sentences say it.
const kind = "preferences"

// Summarize returns the summary of each procedure in each scope.
func Summarize(rows []Row) (out []Summary) {
	var procedures []string
	for _, r := range rows {
		if !slices.Contains(procedures, r.Procedure) {
			procedures = append(procedures, r.Procedure)
		}
	}
	for _, procedure := range procedures {
		for _, scope := range scopes {
			of := study.Where(rows, func(r Row) bool { return r.Scope == scope && r.Procedure == procedure })
			if len(of) == 0 {
				continue
			}
			s := Summary{Procedure: procedure, Scope: scope, Kind: kind, Cells: len(of), Sets: of[0].Sets}
			var cells []study.CellClaims
			for _, r := range of {
				cells = append(cells, study.CellClaims{Cell: r.Cell, Two: r.Two, TwoSE: r.TwoSE, Above: r.Above,
					AboveSE: r.AboveSE, Below: r.Below, BelowSE: r.BelowSE})
			}
			s.Claims = study.ClaimsOf(cells)
			s.Coverage, s.Least = study.Round(1-s.Two, 5), study.Round(1-s.WorstTwo, 5)
			out = append(out, s)
		}
	}
	return out
}
