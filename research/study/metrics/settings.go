package metrics

import (
	"fmt"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/bench"
	"github.com/block-regularized/bcv/research/study/calibration"
)

// setting is a distribution of data and two learners: with each metric a cell of the study.
type setting struct {
	from     simdata.Generator
	n        int
	learners [2]bench.Learner
	equal    bool // the learners are exchangeable: the expected difference is 0
}

// id names the logs of a setting.
func (s setting) id() string {
	return fmt.Sprintf("metrics, %v, %d, %v, %v", s.from, s.n, s.learners[0], s.learners[1])
}

// regression reports whether the learners predict a number.
func (s setting) regression() bool { return s.from.New(1).Class == nil }

// metrics returns the names of the metrics of the setting.
func (s setting) metrics() []string {
	if s.regression() {
		return []string{"r2", "rmse", "mae"}
	}
	return []string{"roc_auc", "average_precision", "log_loss", "brier_score", "f1_macro", "matthews_corrcoef", "accuracy"}
}

// sizes of the data sets.
var sizes = []int{100, 300, 1000}

// settings returns the cells.
func settings() []setting {
	classes := simdata.Gaussians{P: 10, Shifted: 10, Shift: 0.4}
	apart := simdata.Gaussians{P: 10, Shifted: 10, Shift: 0.8}
	rare := rareClass{apart, 0.2}
	numbers := simdata.SREG{P: 20}
	logistic := linear.Logistic{Penalty: 1}
	strict, ols, ridge := linear.Logistic{Penalty: 30}, linear.OLS{}, linear.Ridge{Lambda: 20}
	lda, cart, near := calibration.LDA{}, tree.CART{}, neighbour.KNN{K: 15, Kernel: neighbour.Rectangular}
	type two = [2]bench.Learner
	on := bench.On
	var out []setting
	for _, n := range sizes {
		out = append(out,
			setting{classes, n, two{on(logistic, 1, 5), on(logistic, 6, 10)}, true},
			setting{classes, n, two{on(logistic, 1, 8), on(logistic, 3, 10)}, true},
			setting{classes, n, two{on(logistic, 1, 5), on(logistic, 1, 10)}, false},
			setting{classes, n, two{on(logistic, 1, 10), on(strict, 1, 10)}, false},
			setting{classes, n, two{on(lda, 1, 10), on(logistic, 1, 10)}, false},
			setting{classes, n, two{on(cart, 1, 10), on(logistic, 1, 10)}, false},
			setting{classes, n, two{on(near, 1, 10), on(logistic, 1, 10)}, false},
			setting{apart, n, two{on(logistic, 1, 5), on(logistic, 6, 10)}, true},
			setting{rare, n, two{on(logistic, 1, 5), on(logistic, 6, 10)}, true},
			setting{numbers, n, two{on(ols, 1, 10), on(ols, 11, 20)}, true},
			setting{numbers, n, two{on(ols, 1, 10), on(ols, 6, 15)}, true},
			setting{numbers, n, two{on(ols, 1, 10), on(ols, 1, 20)}, false},
			setting{numbers, n, two{on(ols, 1, 20), on(ridge, 1, 20)}, false})
	}
	return out
}

// sets returns the numbers of data sets, fewer of the largest, and of those in a shard.
func (s setting) sets(scale study.Scale) (sets, perShard int) {
	switch {
	case scale != study.Paper:
		return 8, 4
	case s.n >= 1000:
		return 500, 20
	}
	return 1000, 20
}

// rareClass is simdata.Gaussians with a share of the second class other than a half.
type rareClass struct {
	simdata.Gaussians
	share float64
}

func (g rareClass) String() string {
	return fmt.Sprintf("%v, %g%% positives", g.Gaussians, 100*g.share)
}

func (g rareClass) Fill(d *dataset.Data, rng *rand.Rand) {
	for i := range d.Class {
		d.Class[i] = 0
		if rng.Float64() < g.share {
			d.Class[i] = 1
		}
		row := d.X.RawRowView(i)
		for j := range row {
			row[j] = g.Shift*float64(d.Class[i]) + rng.NormFloat64()
		}
	}
}
