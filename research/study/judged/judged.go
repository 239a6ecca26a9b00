// Package judged simulates two equal models on items that a judge scored, and people a random sample of them: how often
// ppi-t calls one better, and how wide its intervals are beside those of people alone.
//
// All cells were declared before any of them had run.
package judged

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/block-regularized/bcv/pkg/infer"
	"github.com/block-regularized/bcv/pkg/infer/items"
	"github.com/block-regularized/bcv/research/study"
)

// Judged is the study of ppi-t.
var Judged = study.Study{Name: "judged", Title: "errors on items that a judge scored, and people some of them",
	Seconds: 400, Plan: plan}

// Row is how often ppi-t calls one of two equal models better.
type Row struct {
	Scores   string  `dataframe:"scores"`
	People   int     `dataframe:"people"`   // items that people scored
	Items    int     `dataframe:"items"`    // all
	Judge    float64 `dataframe:"judge"`    // share of answers that it scores as people do, or correlation with them
	Clusters int     `dataframe:"clusters"` // of all items; 0 where each is its own
	Rule     string  `dataframe:"rule"`
	OneSided float64 `dataframe:"one_sided"` // at 5%, on the side that errs more
	TwoSided float64 `dataframe:"two_sided"` // at 5%
	SE       float64 `dataframe:"se"`        // of both at most
	Width    float64 `dataframe:"width"`     // mean ratio of the interval's length to that of people alone
	Wider    float64 `dataframe:"wider"`     // share of data sets where that is above 1.02
	Sets     int     `dataframe:"data_sets"`
	Seed     int     `dataframe:"seed"`
	Date     string  `dataframe:"date"`
}

// Kinds of scores, as in the study items.
const (
	right  = "right or wrong"
	values = "other scores"
)

// cells are rows without rules and results.
func cells() (out []Row) {
	for _, judge := range []float64{.8, .9, .95, .98} {
		for _, people := range []int{30, 60, 100, 300} {
			for _, all := range []int{400, 2000} {
				out = append(out, Row{Scores: right, People: people, Items: all, Judge: judge})
			}
			out = append(out, Row{Scores: values, People: people, Items: 1000, Judge: judge})
		}
		for _, clusters := range []int{20, 50, 100} {
			out = append(out, Row{Scores: right, People: 3 * clusters, Items: 10 * clusters, Judge: judge, Clusters: clusters})
		}
	}
	return out
}

func plan(cfg study.Config) (study.Plan, error) {
	sets := 500
	if cfg.Scale == study.Paper {
		sets = 10_000
	}
	var experiments []*study.Experiment[[]Row]
	for _, c := range cells() {
		c.Sets, c.Seed = sets, int(cfg.Seed)
		experiments = append(experiments, c.experiment())
	}
	return study.PlanOf(func() []study.Table {
		return []study.Table{study.NewTable("judged", study.Rows(experiments, func(r []Row) []Row { return r }))}
	}, experiments...), nil
}

func (c Row) experiment() *study.Experiment[[]Row] {
	id := fmt.Sprintf("judged, %s, %d of %d, %g, %d", c.Scores, c.People, c.Items, c.Judge, c.Clusters)
	return study.Sums(id, c.Sets, uint64(c.Seed), func(rng *rand.Rand) ([]float64, error) { return measure(c.draw(rng)) },
		func(sums []float64, sets int) []Row {
			n := float64(sets)
			c.Rule, c.TwoSided, c.OneSided = "ppi-t", sums[2]/n, max(sums[0], sums[1])/n
			worst := max(c.TwoSided, c.OneSided)
			c.SE, c.Width = study.Round(math.Sqrt(worst*(1-worst)/n), 4), study.Round(sums[3]/n, 4)
			c.Wider = sums[4] / n
			c.Date = time.Now().UTC().Format(time.DateOnly)
			return []Row{c}
		})
}

// draw draws scores of two models that are equal in expectation, and those of a judge who favours the second.
func (c Row) draw(rng *rand.Rand) items.Sample {
	var people, judge [2][]float64
	var clusters []int
	var of [2]float64
	for i := range c.Items {
		for g := range 2 {
			if c.Clusters > 0 && i*c.Clusters%c.Items < c.Clusters {
				of[g] = rng.NormFloat64()
			}
			h, j := c.score(rng, of[g], g == 1)
			people[g], judge[g] = append(people[g], h), append(judge[g], j)
		}
		clusters = append(clusters, i*c.Clusters/c.Items)
	}
	order := rng.Perm(c.Items) // the first of which people score
	pick := func(x []float64, of []int) (out []float64) {
		for _, i := range of {
			out = append(out, x[i])
		}
		return out
	}
	scored, others := order[:c.People], order[c.People:]
	s := items.Sample{A: [][]float64{pick(people[0], scored)}, B: [][]float64{pick(people[1], scored)},
		Judge: &items.Judge{A: pick(judge[0], scored), B: pick(judge[1], scored), OthersA: pick(judge[0], others),
			OthersB: pick(judge[1], others)}}
	if c.Clusters > 0 {
		number := map[int]int{} // those of the sample first
		for k, i := range order {
			if _, known := number[clusters[i]]; !known {
				number[clusters[i]] = len(number)
			}
			if k < c.People {
				s.Clusters = append(s.Clusters, number[clusters[i]])
			} else {
				s.Judge.Clusters = append(s.Judge.Clusters, number[clusters[i]])
			}
		}
	}
	return s
}

// Settings of the models and of the judge.
const (
	quantile  = 0.6745 // of a normal value, so that models are right on 3 of 4 items
	ofCluster = 0.3    // share of the variance
	favour    = 0.2    // share of the wrong answers of the favoured model that the judge takes for right
	shift     = 0.3    // what the judge adds to other scores of the favoured model
)

// score draws the score of an answer by people and by the judge.
func (c Row) score(rng *rand.Rand, ofItem float64, favoured bool) (people, judge float64) {
	x := rng.NormFloat64()
	if c.Clusters > 0 {
		x = math.Sqrt(ofCluster)*ofItem + math.Sqrt(1-ofCluster)*x
	}
	if c.Scores == values {
		judge = c.Judge*x + math.Sqrt(1-c.Judge*c.Judge)*rng.NormFloat64()
		if favoured {
			judge += shift
		}
		return x, judge
	}
	if x < quantile {
		people = 1
	}
	judge = people
	if rng.Float64() > c.Judge {
		judge = 1 - people
	}
	if favoured && judge == 0 && rng.Float64() < favour {
		judge = 1
	}
	return people, judge
}

// measure returns 1 or 0 for a claim, on either side and two-sided, the length of the interval beside that of people
// alone, and 1 where it is longer.
func measure(s items.Sample) (out []float64, err error) {
	is := map[bool]float64{true: 1}
	var judged infer.Interval // of both sides
	for _, side := range []infer.Alternative{infer.Greater, infer.Less, infer.TwoSided} {
		r, err := items.PPIT(s, infer.Options{Alternative: side})
		if err != nil {
			return nil, err
		}
		out, judged = append(out, is[r.Reject]), r.CI
	}
	alone := items.ItemT
	if s.Clusters != nil {
		alone = items.ClusterT
	}
	people, err := alone(items.Sample{A: s.A, B: s.B, Clusters: s.Clusters}, infer.Options{})
	if err != nil {
		return nil, err
	}
	ratio := 1.0 // where all people agree
	if length := people.CI.High - people.CI.Low; length > 0 {
		ratio = (judged.High - judged.Low) / length
	}
	return append(out, ratio, is[ratio > 1.02]), nil
}
