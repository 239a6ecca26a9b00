package correlation

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/dataset/public"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/research/simdata"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// LetterOmegas are the weights of the nearest neighbour in experiments Letter1 to
// Letter6 of the thesis.
var LetterOmegas = []float64{1, 5, 10, 17.25, 25, 2048}

// LetterStudy is the study of thesis table 5.9: sets data sets, a multiple of 50, of 300
// records drawn with replacement from d, the UCI letter data with its 26 classes; the nearest
// neighbour with each of the six omegas, and last the tree. The names of the
// algorithms are as in the table: A is the neighbour, B the tree (erratum E27).
// The thesis does not report how many replications it took; rho1 and rho2 do not
// depend on it.
func LetterStudy(d *dataset.Data, sets int, seed uint64) Study {
	const shards = 50
	s := Study{Name: "letter", Distribution: simdata.Population{Data: d}, N: 300, M: 5, Sets: sets / shards,
		Shards: shards, Seed: seed}
	for k, w := range LetterOmegas {
		s.Learners = append(s.Learners, neighbour.WeightedNN{Weights: simdata.LetterWeights(w)})
		s.Labels = append(s.Labels, fmt.Sprintf("Letter%d", k+1))
	}
	s.Learners, s.Labels = append(s.Learners, learn.Learner(tree.CART{})), append(s.Labels, "tree")
	return s
}

// Letter is the LetterStudy of 10,000 data sets, ten times the thesis's, at the quick
// scale of 100. It needs a local copy of the data.
var Letter = study.Study{Name: "letter-correlations",
	Title: "correlations of the nearest neighbour, the tree and their differences on the UCI letter data", Seconds: 20,
	Plan: func(cfg study.Config) (study.Plan, error) {
		e, err := letterExperiment(cfg)
		if err != nil {
			return study.Plan{}, err
		}
		return study.PlanOf(func() []study.Table {
			return []study.Table{storedTable(LetterTable, []Result{e.Result()})}
		}, e), nil
	}}

// LetterTable is the name of the table of Letter.
const LetterTable = "table_5_9"

// letterExperiment returns the LetterStudy of a scale, the error public.ErrNotFound if
// the data have no local copy.
func letterExperiment(cfg study.Config) (*study.Experiment[Result], error) {
	d, err := public.Open("letter")
	if err != nil {
		return nil, err
	}
	return LetterStudy(d, LetterSets(cfg.Scale), cfg.Seed).Experiment("letter-correlations")
}

// LetterSets is the number of data sets of a scale.
func LetterSets(scale study.Scale) int {
	if scale == study.Paper {
		return 10_000
	}
	return 100
}
