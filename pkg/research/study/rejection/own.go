package rejection

import (
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/custom"
)

// ownSettings are those of Rejections. The replications of the tests are part of them.
var ownSettings = []study.Setting{custom.LawSetting, custom.N(300), custom.Learners,
	{Name: "methods", Default: "all", About: "the tests, with commas between them, by their names in the table"}, custom.SetsSetting, custom.ShardsSetting}

// ownPlan has a simulation for each two learners of a researcher's own settings.
func ownPlan(cfg study.Config) (study.Plan, error) {
	r := custom.NewReader(ownSettings, cfg.Own)
	n := r.Count("n", 20)
	each, shards := r.Effort()
	var names []string
	for _, t := range Studied {
		names = append(names, t.Name)
	}
	tests := r.Choice("methods", names)
	law, learners := r.On(n, 2)
	if r.Err() == nil && law.New(1).Class == nil {
		r.Fail("law", "one with classes: the tests count errors")
	}
	if err := r.Err(); err != nil {
		return study.Plan{}, err
	}
	var e []*study.Experiment[Result]
	for i, a := range learners {
		for j, b := range learners[i+1:] {
			pair := ClassifierPair{Data: fmt.Sprintf("own-%d-%d", i+1, i+j+2), Settings: []float64{0}, N: n, OneDistribution: true,
				Distribution: func(float64) dataset.Generator { return law }, A: a, B: func(float64) learn.Learner { return b },
				Own: []string{law.String(), a.String(), b.String()}}
			e = append(e, Study{Pair: pair, Sets: each, Shards: shards, Seed: cfg.Seed}.Experiment())
		}
	}
	return study.Plan{Simulations: study.All(e), Tables: func() ([]study.Table, error) {
		var rows []OwnRow
		for _, r := range study.Results(e) {
			p := r.Study.Pair
			for _, row := range r.Rows() {
				if slices.Contains(tests, row.Test) {
					rows = append(rows, OwnRow{A: p.A.String(), B: p.B(0).String(), Law: law.String(), N: n,
						Family: row.Family, Test: row.Test, Share: row.Share, SE: row.SE, Sets: row.Runs, Seed: row.Seed})
				}
			}
		}
		return []study.Table{study.NewTable("rejections", rows)}, nil
	}}, nil
}

// OwnRow says how often one test rejects that two learners of a researcher's own have
// equal error rates.
type OwnRow struct {
	A      string  `dataframe:"a"`
	B      string  `dataframe:"b"`
	Law    string  `dataframe:"law"`
	N      int     `dataframe:"n"`
	Family string  `dataframe:"family"`
	Test   string  `dataframe:"test"`
	Share  float64 `dataframe:"share"` // of the data sets on which the test rejects at level 0.05
	SE     float64 `dataframe:"se"`
	Sets   int     `dataframe:"data_sets"`
	Seed   int     `dataframe:"seed"`
}
