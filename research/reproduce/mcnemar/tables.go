package mcnemar

import (
	"context"
	"fmt"
	"math"

	"github.com/block-regularized/bcv/pkg/cv/oa"
	"github.com/block-regularized/bcv/research/designs"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/internal/arrays"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/correlation"
	"github.com/block-regularized/bcv/research/theory"
)

// Table3 covers the 5 x 2 BCV of table III, which is exact.
func Table3() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "splits",
		Title: "Splits of 5 x 2 BCV",
		Items: []string{"mcnemar:table-3"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			eight, err := oa.TwoLevel(8)
			if err != nil {
				return nil, err
			}
			return splits(designs.BCV(eight)), nil
		},
	}
}

// splits gives the 5 x 2 BCV in the column order of the paper:
// c, a, b, ab, ac.
func splits(d designs.Design) []reproduce.Result {
	var out []reproduce.Result
	for i, column := range []int{3, 0, 1, 2, 4} {
		train, valid := d.Blocks(column)
		out = append(out,
			reproduce.Result{Source: "mcnemar", Item: "table-3", Key: fmt.Sprintf("%d/S", i+1),
				Text: arrays.BlockList("D", train)},
			reproduce.Result{Source: "mcnemar", Item: "table-3", Key: fmt.Sprintf("%d/T", i+1),
				Text: arrays.BlockList("D", valid)})
	}
	return out
}

// DataSets covers the published numbers on rho1 and rho2 that are exact:
// the sizes of the data sets (McNemar paper, table IV) and its counts of
// experiments, and where the correlations of mean regression fall below 1/2
// (thesis, example 5.1).
func DataSets() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "correlation-numbers",
		Title: "Data sets and exact values behind the correlations",
		Items: []string{"mcnemar:table-4", "mcnemar:text", "thesis:text"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			out, err := dataSetSizes()
			if err != nil {
				return nil, err
			}
			learners, _ := correlation.McNemarAlgorithms()
			pairs := len(learners) * (len(learners) - 1) / 2
			sets := correlation.PublicSets()
			return append(out,
				reproduce.Result{Source: "mcnemar", Item: "text", Key: "5.1/pairs", Value: float64(pairs)},
				reproduce.Result{Source: "mcnemar", Item: "text", Key: "5.1/experiments",
					Value: float64(pairs * len(sets)),
					Note:  fmt.Sprintf("%d of them twice: donors is transfusion (E28)", pairs)},
				reproduce.Result{Source: "thesis", Item: "text", Key: "5.2.5/rho_A1_below_half_from_n",
					Value: float64(belowHalf()), Note: "8/(n+6) and (n+5)/(2n+12) are below 1/2 for all n above 10; " +
						"the text asks for more than it needs"},
			), nil
		},
		Studies: []study.Study{correlation.Scatter},
	}
}

// belowHalf returns the largest n up to which a correlation of mean regression is
// 1/2 or more.
func belowHalf() int {
	last := 0
	for n := 1; n <= 1000; n++ {
		if h := (theory.MeanRegression{N: n, Psi: 1}).HoldOut(); math.Max(h.Rho1, h.Rho2) >= 0.5 {
			last = n
		}
	}
	return last
}

// dataSetSizes sets the manifest, whose counts are checked whenever a data set is
// read, beside table IV. They are inputs of the experiments, not results.
func dataSetSizes() ([]reproduce.Result, error) {
	var out []reproduce.Result
	for k, s := range correlation.PublicSets() {
		e, err := public.Lookup(s.Manifest)
		if err != nil {
			return nil, err
		}
		for _, q := range []struct {
			name  string
			value int
		}{{"records", e.Records}, {"predictors", e.Features}, {"classes", e.Classes}} {
			out = append(out, reproduce.Result{Source: "mcnemar", Item: "table-4", Key: fmt.Sprintf("%d/%s/%s", k+1,
				s.Name, q.name), Value: float64(q.value), Input: true, Note: s.Note})
		}
	}
	return out, nil
}
