package partition

import (
	"context"
	"errors"
	"io/fs"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset/public"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// Sizes is the study of block-regularized repeated learning-testing for sizes that the
// thesis leaves open; at the quick scale of 100 records alone.
var Sizes = study.Study{Name: "partition-sizes",
	Title: "how far sets of block-regularized learning-testing are from the ideal overlap", Seconds: 15,
	Plan: func(cfg study.Config) (study.Plan, error) {
		sizes, shares, splits := []int{100, 200, 500, 1000}, []float64{0.5, 0.6, 2. / 3, 0.8, 0.9}, []int{5, 6, 10, 15}
		if cfg.Scale == study.Quick {
			sizes = sizes[:1]
		}
		settings := map[string]any{"sizes": sizes, "shares": shares, "splits": splits}
		e := study.Steps("brlt", cfg.Seed, settings, len(sizes), func(_ context.Context, k int) ([]BRLTRow, error) {
			return BRLTTable(sizes[k:k+1], shares, splits, cfg.Seed)
		})
		return study.PlanOf(func() []study.Table {
			return []study.Table{study.NewTable("brlt", e.Result())}
		}, e), nil
	}}

// Conditions is the study of partition sets under conditions on entity types, for made
// sentences and, if there is a local copy, the sentences of CoNLL-2003.
var Conditions = study.Study{Name: "partition-conditions",
	Title: "regularized and random partition sets under limits of X²/J", Seconds: 45,
	Plan: func(cfg study.Config) (study.Plan, error) {
		made := comparison("conditions_made", "made sentences", MadeSentences(4000, cfg.Seed), cfg)
		e, names := []*study.Experiment[[]ConditionRow]{made}, []string{"conditions_made"}
		for _, folder := range public.Dirs() {
			types, err := CoNLL2003(folder)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return study.Plan{}, err
			}
			e, names = append(e, comparison("conditions_conll2003", "CoNLL-2003 English training set", types, cfg)),
				append(names, "conditions_conll2003")
			break
		}
		return study.Plan{Simulations: study.All(e), Tables: func() ([]study.Table, error) {
			var out []study.Table
			for k, rows := range study.Results(e) {
				out = append(out, study.NewTable(names[k], rows))
			}
			return out, nil
		}}, nil
	}}

// comparison compares sets of 15 replications with 1,000 random ones, at the quick
// scale 100, under three limits.
func comparison(name, data string, types cv.Condition, cfg study.Config) *study.Experiment[[]ConditionRow] {
	const m = 15
	limits, tries := []float64{1, 0.5, 0.1}, 100
	if cfg.Scale == study.Paper {
		tries = 1000
	}
	return study.Steps(name, cfg.Seed, map[string]any{"limits": limits, "tries": tries}, len(limits),
		func(_ context.Context, k int) ([]ConditionRow, error) {
			row, err := CompareConditions(data, []cv.Condition{types}, m, tries, limits[k], cfg.Seed)
			return []ConditionRow{row}, err
		})
}
