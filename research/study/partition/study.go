package partition

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/study"
)

// BRLTRow compares the regularization parameter k that method BRLT reaches with
// the least possible one and with the best of 1,000 random sets.
type BRLTRow struct {
	N            int     `dataframe:"n"`
	N1           int     `dataframe:"n1"`
	J            int     `dataframe:"j"`
	K            float64 `dataframe:"k"`
	Bound        float64 `dataframe:"bound"` // no set has a smaller k
	Random       float64 `dataframe:"best_of_1000_random"`
	Milliseconds float64 `dataframe:"milliseconds"` // of method BRLT, wall time
}

// BRLTTable makes block-regularized repeated learning-testing for sizes that
// the thesis leaves open (§2.2.5).
func BRLTTable(sizes []int, shares []float64, splits []int, seed uint64) ([]BRLTRow, error) {
	var out []BRLTRow
	for _, n := range sizes {
		for _, share := range shares {
			n1 := int(share*float64(n) + 0.5)
			for _, j := range splits {
				start := time.Now()
				s, err := cv.New(cv.BRLT, n, cv.Options{Train: n1, M: j, Seed: seed})
				if err != nil {
					return nil, err
				}
				took := time.Since(start)
				random, err := cv.BestOfRandom(n, n1, j, cv.IdealOverlap(n, n1, j), 1000, seed)
				if err != nil {
					return nil, err
				}
				out = append(out, BRLTRow{N: n, N1: n1, J: j, K: s.Regularization(), Bound: cv.LeastDistance(n, n1, j),
					Random: random, Milliseconds: float64(took.Microseconds()) / 1000})
			}
		}
	}
	return out, nil
}

// ConditionRow compares regularized with random partition sets under one limit
// of X²/J.
type ConditionRow struct {
	Data         string  `dataframe:"data"`
	Sentences    int     `dataframe:"sentences"`
	M            int     `dataframe:"m"`
	Limit        float64 `dataframe:"limit"`
	Worst        float64 `dataframe:"worst_regularized"` // largest X²/J in all splits and conditions
	Tries        int     `dataframe:"random_tries"`
	RandomMeets  int     `dataframe:"random_meets"`  // random sets with X²/J <= limit in all splits
	RandomMedian float64 `dataframe:"random_median"` // median of their largest X²/J
	Milliseconds float64 `dataframe:"milliseconds"`  // of the regularized set
}

// CompareConditions makes a regularized m x 2 BCV and many random m x 2 CVs.
func CompareConditions(data string, conditions []cv.Condition, m, tries int, limit float64,
	seed uint64) (ConditionRow, error) {
	n := len(conditions[0].Of)
	row := ConditionRow{Data: data, Sentences: n, M: m, Limit: limit, Tries: tries}
	start := time.Now()
	s, err := cv.New(cv.BCV, n, cv.Options{M: m, Seed: seed, Conditions: conditions, Limit: limit})
	if err != nil {
		return row, err
	}
	row.Milliseconds = float64(time.Since(start).Microseconds()) / 1000
	if row.Worst, err = worstRatio(s, conditions); err != nil {
		return row, err
	}
	worst := make([]float64, tries)
	for i := range worst {
		r, err := cv.New(cv.Mx2, n, cv.Options{M: m, Seed: seed + uint64(i)})
		if err != nil {
			return row, err
		}
		if worst[i], err = worstRatio(r, conditions); err != nil {
			return row, err
		}
		if worst[i] <= limit {
			row.RandomMeets++
		}
	}
	row.RandomMedian = median(worst)
	return row, nil
}

func worstRatio(s cv.Set, conditions []cv.Condition) (float64, error) {
	distances, err := s.Distances(conditions)
	w := 0.0
	for _, d := range distances {
		w = max(w, d.Ratio)
	}
	return w, err
}

// MadeSentences makes entity types of n sentences with about the shares of a
// newswire corpus: most sentences have none to three.
func MadeSentences(n int, seed uint64) cv.Condition {
	rng := rand.New(rand.NewPCG(seed, 4))
	types := make([][]string, n)
	for i := range types {
		for range rng.IntN(4) {
			types[i] = append(types[i], []string{"LOC", "LOC", "PER", "PER", "ORG", "ORG", "MISC"}[rng.IntN(7)])
		}
	}
	return cv.MultisetCondition(fmt.Sprintf("entity types of %d made sentences", n), types)
}

func median(x []float64) float64 {
	x = slices.Clone(x)
	slices.Sort(x)
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

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
