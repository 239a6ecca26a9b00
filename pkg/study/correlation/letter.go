package correlation

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/pkg/sim"
)

// LetterOmegas are the weights of the nearest neighbour in experiments Letter1 to
// Letter6 of the thesis.
var LetterOmegas = []float64{1, 5, 10, 17.25, 25, 2048}

// LetterStudy is the study of thesis table 5.9: data sets of 300 records drawn with
// replacement from d, the UCI letter data with its 26 classes; the nearest
// neighbour with each of the six omegas, and last the tree. The names of the
// algorithms are those of the table: A is the neighbour, B the tree (erratum E27).
// The thesis does not say how many replications it took; rho1 and rho2 do not
// depend on it.
func LetterStudy(d *dataset.Data, sets int, seed uint64) Study {
	const shards = 50
	s := Study{Name: "letter", Law: dataset.Population{Data: d}, N: 300, M: 5, Sets: sets / shards, Shards: shards, Seed: seed}
	for k, w := range LetterOmegas {
		s.Learners = append(s.Learners, neighbour.WeightedNN{Weights: neighbour.LetterWeights(w)})
		s.Labels = append(s.Labels, fmt.Sprintf("Letter%d", k+1))
	}
	s.Learners, s.Labels = append(s.Learners, learn.Learner(tree.CART{})), append(s.Labels, "tree")
	return s
}

// LetterCorrelations runs the LetterStudy, sets being a multiple of 50, and returns
// the rows of the seven learners and of their pairs.
func LetterCorrelations(ctx context.Context, d *dataset.Data, sets int, seed uint64, opt sim.Options) ([]StoredCorrelation, error) {
	if sets < 50 || sets%50 != 0 {
		return nil, fmt.Errorf("correlation: %d data sets; give a multiple of 50", sets)
	}
	return stored(ctx, LetterStudy(d, sets, seed), opt)
}
