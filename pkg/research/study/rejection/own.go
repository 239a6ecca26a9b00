package rejection

import (
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/custom"
)

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
