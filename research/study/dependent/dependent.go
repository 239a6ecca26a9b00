// Package dependent simulates two equal learning algorithms on records that depend on each other, in groups or
// time: how often a rule calls one better, on folds that keep groups or blocks in time whole, divide them, or roll on
// in time.
package dependent

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/research/sim"
	"github.com/block-regularized/bcv/research/study"
)

// Dependent is the study of tests and of the paired posterior on dependent records.
var Dependent = study.Study{Name: "dependent", Title: "errors on groups and series: whole, divided and rolling folds",
	Seconds: 400, Plan: plan}

// Row is how often a rule calls one of two equal algorithms better, two-sided at 5%.
type Row struct {
	Records    string  `dataframe:"records"` // groups or series
	Learner    string  `dataframe:"learner"` // of both algorithms, on two features each
	Sizes      string  `dataframe:"sizes"`   // of groups: equal (5 records) or unequal (every fifth 16, others 2)
	Units      int     `dataframe:"units"`   // groups, or records of a series
	Dependence float64 `dataframe:"dependence"`
	Folds      string  `dataframe:"folds"`
	M          int     `dataframe:"m"` // replications; of rolling folds their number
	Rule       string  `dataframe:"rule"`
	Error      float64 `dataframe:"error"`
	SE         float64 `dataframe:"se"`
	Sets       int     `dataframe:"data_sets"`
	Seed       int     `dataframe:"seed"`
	Date       string  `dataframe:"date"`
}

// cells are rows without folds and results. Dependence is the correlation of records of one group, or of neighbours.
func cells() []Row {
	var out []Row
	for _, learner := range []string{"least squares", "logistic regression", nearest} {
		for i, dependence := range []float64{0, 0.1, 0.5} {
			for _, units := range []int{20, 50, 100} {
				if learner == nearest && units == 100 {
					continue // for time alone
				}
				c := Row{Records: groups, Learner: learner, Sizes: "equal", Units: units, Dependence: dependence}
				out = append(out, c, c)
				out[len(out)-1].Sizes = "unequal"
			}
			for _, units := range []int{200, 500, 1000} {
				if learner != nearest || units < 1000 {
					out = append(out, Row{Records: series, Learner: learner, Units: units, Dependence: []float64{0, 0.5, 0.9}[i]})
				}
			}
		}
	}
	return out
}

func plan(cfg study.Config) (study.Plan, error) {
	sets := perShard
	if cfg.Scale == study.Paper {
		sets = 1000
	}
	var experiments []*study.Experiment[[]Row]
	for _, c := range cells() {
		c.Sets, c.Seed = sets, int(cfg.Seed)
		experiments = append(experiments, c.experiment())
	}
	return study.PlanOf(func() []study.Table {
		return []study.Table{study.NewTable("dependent", study.Rows(experiments, func(r []Row) []Row { return r }))}
	}, experiments...), nil
}

// perShard is the number of data sets of a shard, which have the same folds.
const perShard = 50

func (c Row) experiment() *study.Experiment[[]Row] {
	id := fmt.Sprintf("dependent, %s %s, %s, %d, %g", c.Sizes, c.Records, c.Learner, c.Units, c.Dependence)
	sum := study.Elementwise(func(into *int, from int) { *into += from })
	return study.New(id, sim.Experiment[[]int, struct{}]{
		Plan: sim.Plan{Name: id, Version: 1, Seed: uint64(c.Seed), Shards: c.Sets / perShard,
			Config: map[string]any{"sets": perShard}},
		Shard: func(ctx context.Context, w struct{}, shard int, rng *rand.Rand) ([]int, error) {
			designs, err := c.designs(rng.Uint64())
			if err != nil {
				return nil, err
			}
			return study.Each(perShard, func(_ struct{}, rng *rand.Rand, into *[]int) error {
				claims, err := c.claims(c.draw(rng), designs)
				if err == nil {
					sum(into, claims)
				}
				return err
			})(ctx, w, shard, rng)
		},
		Merge: sum,
	}, func(counts []int, _ study.Effort) ([]Row, error) {
		designs, err := c.designs(0)
		var rows []Row
		for _, on := range designs {
			c.Folds = on.name
			for _, c.M = range on.counts {
				for _, c.Rule = range on.rules {
					wrong := float64(counts[len(rows)]) / float64(c.Sets)
					c.Error, c.SE = wrong, study.Round(math.Sqrt(wrong*(1-wrong)/float64(c.Sets)), 4)
					c.Date = time.Now().UTC().Format(time.DateOnly)
					rows = append(rows, c)
				}
			}
		}
		return rows, err
	})
}

const (
	groups, series = "groups", "series"
	nearest        = "5 nearest neighbours"
	posterior      = "paired, uniform"
	nestedT        = "nested-t" // with 2 inner replications in 10 half-splits
)

var learners = map[string]learn.Learner{"least squares": linear.OLS{}, "logistic regression": linear.Logistic{},
	nearest: neighbour.KNN{}}

// unit returns the group of each record, or one of k blocks of a series of even length.
func (c Row) unit(k int) (out []string) {
	for i := range c.Units {
		size := map[string]int{"": 1, "equal": 5, "unequal": 2}[c.Sizes]
		if c.Sizes == "unequal" && i%5 == 0 {
			size = 16
		}
		out = append(out, slices.Repeat([]string{strconv.Itoa(i * k / c.Units)}, size)...)
	}
	return out
}

// column draws numbers of variance 1, for records of these groups.
func (c Row) column(of []string, rng *rand.Rand) []float64 {
	out, part := make([]float64, len(of)), c.Dependence
	effect := rng.NormFloat64()
	for i := range out {
		if c.Records == series && i > 0 {
			effect, part = out[i-1], c.Dependence*c.Dependence
		} else if i > 0 && of[i] != of[i-1] {
			effect = rng.NormFloat64()
		}
		out[i] = math.Sqrt(part)*effect + math.Sqrt(1-part)*rng.NormFloat64()
	}
	return out
}

// draw draws four features, the sum of which with as much noise is the response, or its sign the class. Features and
// noise depend alike, so that algorithms of two features each are exchangeable.
func (c Row) draw(rng *rand.Rand) *dataset.Data {
	of := c.unit(c.Units)
	d := &dataset.Data{X: mat.NewDense(len(of), 4, nil), Response: c.column(of, rng)}
	floats.Scale(2, d.Response)
	for j := range 4 {
		x := c.column(of, rng)
		d.X.SetCol(j, x)
		floats.Add(d.Response, x)
	}
	if c.Learner == "least squares" {
		return d
	}
	for _, y := range d.Response {
		d.Class = append(d.Class, map[bool]int32{true: 1}[y > 0])
	}
	d.Response, d.Classes = nil, []string{"0", "1"}
	return d
}

// design is a partition set, and what rules judge on it with which m.
type design struct {
	name   string
	method cv.Method
	opt    cv.Options
	rules  []string
	counts []int
	set    cv.Set
	nested cv.Nested
}

func (c Row) designs(seed uint64) ([]design, error) {
	of, halves, counts := c.unit(c.Units), []string{"bcv-t", posterior}, []int{3, 5, 10}
	nested := []string{"bcv-t", posterior, nestedT}
	out := []design{
		{name: "halves of whole groups", method: cv.Grouped, opt: cv.Options{Groups: of}, rules: nested, counts: counts},
		{name: "halves that divide groups", method: cv.BCV, rules: halves, counts: []int{3, 10}},
		{"10-fold of whole groups", cv.KFold, cv.Options{Groups: of}, []string{"corrected-repeated-kfold-t"}, []int{1},
			cv.Set{}, cv.Nested{}},
	}
	if c.Records == series {
		var times []float64
		for i := range of {
			times = append(times, float64(i))
		}
		rolling := []string{"resampled-t", "corrected-resampled-t"}
		out = []design{
			{name: "halves of 8 blocks", method: cv.Grouped, opt: cv.Options{Groups: c.unit(8)}, rules: halves,
				counts: counts[:2]},
			{name: "halves of 16 blocks", method: cv.Grouped, opt: cv.Options{Groups: c.unit(16)}, rules: nested,
				counts: counts[2:]},
			{name: "halves of single records", method: cv.BCV, rules: halves, counts: []int{3, 10}},
			{name: "rolling", method: cv.Rolling, opt: cv.Options{K: 5, Times: times}, rules: rolling, counts: []int{5}},
			{name: "rolling", method: cv.Rolling, opt: cv.Options{K: 10, Times: times}, rules: rolling, counts: []int{10}},
		}
	}
	for i := range out {
		d, err := &out[i], error(nil)
		if d.opt.Seed = seed; d.method.TwoFold() {
			d.opt.M = d.counts[len(d.counts)-1]
		}
		if d.set, err = cv.New(d.method, len(of), d.opt); err == nil && slices.Contains(d.rules, nestedT) {
			d.nested, err = cv.Nest(d.set, 10, 2, cv.Options{Groups: d.opt.Groups})
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// differences returns the differences of the losses of two algorithms by fold: of the learner of the cell on the
// first two features, and on the others.
func (c Row) differences(d *dataset.Data, set cv.Set) ([]float64, error) {
	var losses [2][]float64
	for k := range losses {
		own := study.Columns(d, []int{2 * k, 2*k + 1})
		prepared, err := learners[c.Learner].Prepare(context.Background(), own)
		if err != nil {
			return nil, err
		}
		losses[k] = make([]float64, len(set.Folds()))
		e := holdout.NewEvaluator(c.Learner, prepared, own)
		if err := e.Losses(context.Background(), set, holdout.DefaultLoss(own), losses[k]); err != nil {
			return nil, err
		}
	}
	floats.Sub(losses[1], losses[0])
	return losses[1], nil
}

// claims returns 1 for each rule that calls one algorithm better, and 0 for the others.
func (c Row) claims(d *dataset.Data, designs []design) (out []int, err error) {
	for _, on := range designs {
		var inner []float64
		folds, err := c.differences(d, on.set)
		if err == nil && on.nested.Halves > 0 {
			inner, err = c.differences(d, on.nested.Inner)
		}
		for _, m := range on.counts {
			for _, rule := range on.rules {
				claimed := false
				if err == nil {
					claimed, err = on.claims(rule, m, folds, inner)
				}
				if err != nil {
					return nil, err
				}
				out = append(out, map[bool]int{true: 1}[claimed])
			}
		}
	}
	return out, nil
}

// claims reports whether a rule calls an algorithm better after m replications.
func (on design) claims(rule string, m int, folds, inner []float64) (bool, error) {
	if rule == posterior {
		p, err := paired.New(pairs(folds[:2*m]), nil)
		return err == nil && min(p.CDF(0), p.Survival(0)) <= 0.025, err
	}
	per := cmp.Or(map[cv.Method]int{cv.KFold: len(folds), cv.Rolling: 1}[on.method], 2)
	d, err := infer.DifferencesOf(slices.Collect(slices.Chunk(folds[:per*m], per)))
	switch {
	case err != nil:
	case on.method == cv.Rolling:
		var train, valid [][]int
		for _, s := range on.set.Splits {
			train, valid = append(train, []int{len(s.Train)}), append(valid, []int{len(s.Valid)})
		}
		if d, err = d.WithTraining(train); err == nil {
			d, err = d.WithValidation(valid)
		}
	case rule == nestedT:
		var halves [][2][][2]float64
		for h := range slices.Chunk(pairs(inner), 4) {
			halves = append(halves, [2][][2]float64{h[:2], h[2:]})
		}
		d, err = d.WithInner(halves)
	}
	if err == nil && on.method != cv.Rolling {
		d, err = d.WithMethod(on.method)
	}
	if err != nil {
		return false, err
	}
	r, err := infer.Run(rule, d, infer.Options{Alpha: 0.05})
	return r.Reject, err
}

func pairs(folds []float64) (out [][2]float64) {
	for p := range slices.Chunk(folds, 2) {
		out = append(out, [2]float64(p))
	}
	return out
}
