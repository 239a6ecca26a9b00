package nested

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/learn/tree"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/calibration"
)

// setting is a distribution of data and two learners, compared by some metrics: each is a
// cell of the study.
type setting struct {
	from     simdata.Generator
	n        int
	learners [2]learner
	metrics  []metric
	equal    bool // the learners are exchangeable: the expected difference is 0 by construction
	choice   bool // the form of the nested test may be chosen on it; the others confirm
	sets     int  // data sets at the paper scale
}

// learner is an algorithm that sees some features, from first to last, counted from 1.
type learner struct {
	learn.Learner
	first, last int
}

func (l learner) String() string { return fmt.Sprintf("%v x%d-%d", l.Learner, l.first, l.last) }

// id names the logs of a setting.
func (s setting) id() string {
	return fmt.Sprintf("nested, %v, %d, %v, %v", s.from, s.n, s.learners[0], s.learners[1])
}

// sets of a cell, and of one with expensive learners.
const many, some = 1000, 600

// settings returns the cells. Which of them choose is part of the design: it was fixed before
// any of them had run, so that every kind of metric and of learner, and H0 by construction,
// is among both. The cells of the prototypes, from which the first form came, choose.
func settings() []setting {
	return append(classifications(), regressions()...)
}

func classifications() []setting {
	exchangeable := func(l learn.Learner, each int) [2]learner {
		return [2]learner{{l, 1, each}, {l, each + 1, 2 * each}}
	}
	discriminants := exchangeable(calibration.LDA{}, 3)
	near := func(k int) learn.Learner { return neighbour.KNN{K: k, Kernel: neighbour.Rectangular} }
	few := func(positives float64) twoClasses {
		g := classes(6, 0.8)
		g.positives = positives
		return g
	}
	heavy := classes(6, 0.6)
	heavy.heavy = true
	six, ten := classes(6, 0.6), classes(10, 0.5)
	on := func(a, b learn.Learner, last int) [2]learner { return [2]learner{{a, 1, last}, {b, 1, last}} }
	return []setting{
		// LDA on exchangeable features
		{six, 200, discriminants, []metric{errorRate, macroF1, auc, logLoss}, true, true, many},
		{six, 100, discriminants, []metric{errorRate, auc, logLoss}, true, true, many},
		{six, 60, discriminants, []metric{errorRate, auc, logLoss}, true, false, many},
		{six, 1000, discriminants, []metric{errorRate, macroF1, auc}, true, false, some},
		{six, 5000, discriminants, []metric{errorRate, auc, logLoss}, true, false, 300},
		{few(0.2), 200, discriminants, []metric{f1, macroF1, auc}, true, true, many},
		{few(0.2), 600, discriminants, []metric{f1, macroF1, auc}, true, false, many},
		{few(0.05), 1000, discriminants, []metric{f1, auc}, true, true, some},
		{few(0.05), 600, discriminants, []metric{f1, auc}, true, false, many},
		{heavy, 100, discriminants, []metric{errorRate}, true, true, many},
		{heavy, 200, discriminants, []metric{errorRate, macroF1, logLoss}, true, false, many},
		{ten, 200, [2]learner{{calibration.LDA{}, 1, 8}, {calibration.LDA{}, 3, 10}}, []metric{errorRate, auc}, true,
			false, many},
		// unstable learners on exchangeable features
		{ten, 200, exchangeable(tree.CART{}, 5), []metric{errorRate, macroF1}, true, true, some},
		{ten, 600, exchangeable(tree.CART{}, 5), []metric{errorRate, macroF1}, true, false, some},
		{ten, 200, exchangeable(tree.CART{Criterion: tree.Gini}, 5), []metric{errorRate}, true, false, some},
		{ten, 100, exchangeable(near(9), 5), []metric{errorRate}, true, true, many},
		{ten, 200, exchangeable(near(1), 5), []metric{errorRate, macroF1}, true, false, many},
		// different learners
		{ten, 200, on(near(1), near(9), 10), []metric{errorRate}, false, true, many},
		{ten, 600, on(near(1), near(9), 10), []metric{errorRate, macroF1}, false, false, some},
		{ten, 200, on(calibration.LDA{}, near(9), 10), []metric{errorRate}, false, true, many},
		{ten, 100, on(calibration.LDA{}, near(9), 10), []metric{errorRate, macroF1}, false, false, many},
		{ten, 600, on(tree.CART{}, calibration.LDA{}, 10), []metric{errorRate, macroF1}, false, true, some},
		{ten, 200, on(tree.CART{}, calibration.LDA{}, 10), []metric{errorRate, macroF1}, false, false, some},
		{ten, 200, [2]learner{{calibration.LDA{}, 1, 5}, {calibration.LDA{}, 1, 10}}, []metric{errorRate, auc, logLoss},
			false, false, many},
	}
}

func regressions() []setting {
	ols := func(a, b, c, d int) [2]learner { return [2]learner{{linear.OLS{}, a, b}, {linear.OLS{}, c, d}} }
	twenty, ten := simdata.SREG{P: 20}, simdata.SREG{P: 10}
	squares := []metric{squaredError}
	return []setting{
		{twenty, 200, ols(1, 10, 11, 20), squares, true, true, many},
		{twenty, 100, ols(1, 10, 11, 20), squares, true, true, many},
		{twenty, 1000, ols(1, 10, 11, 20), squares, true, false, some},
		{twenty, 200, ols(1, 10, 6, 15), squares, true, false, many},
		{ten, 100, ols(1, 5, 6, 10), squares, true, false, many},
		{heavyRegression{ten}, 200, ols(1, 5, 6, 10), squares, true, true, many},
		{heavyRegression{ten}, 600, ols(1, 5, 6, 10), squares, true, false, many},
		{twenty, 200, ols(1, 10, 1, 20), squares, false, true, many},
		{twenty, 600, ols(1, 10, 1, 20), squares, false, false, some},
		{twenty, 100, [2]learner{{linear.OLS{}, 1, 20}, {linear.Ridge{Lambda: 20}, 1, 20}}, squares, false, false, many},
		{twenty, 200, [2]learner{{linear.OLS{}, 1, 20}, {linear.Ridge{Lambda: 20}, 1, 20}}, squares, false, true, many},
	}
}

// sizes returns the numbers of data sets and of those in a shard.
func (s setting) sizes(scale study.Scale) (sets, perShard int) {
	if scale == study.Paper {
		return s.sets, 20
	}
	return 4, 2
}

// twoClasses is simdata.Gaussians, all of whose features are shifted, with a share of
// positives other than a half, or with noise of Student's distribution.
type twoClasses struct {
	simdata.Gaussians
	positives float64 // share of the second class; 0 for a half
	heavy     bool    // the noise is t(3)/√3 and not N(0,1)
}

// classes returns a distribution of p exchangeable features.
func classes(p int, shift float64) twoClasses {
	return twoClasses{Gaussians: simdata.Gaussians{P: p, Shifted: p, Shift: shift}}
}

func (g twoClasses) String() string {
	name := g.Gaussians.String()
	if g.positives > 0 {
		name += fmt.Sprintf(", %g%% positives", 100*g.positives)
	}
	if g.heavy {
		name += ", t(3) noise"
	}
	return name
}

func (g twoClasses) Fill(d *dataset.Data, rng *rand.Rand) {
	positives := g.positives
	if positives == 0 {
		positives = 0.5
	}
	for i := range d.Class {
		d.Class[i] = 0
		if rng.Float64() < positives {
			d.Class[i] = 1
		}
		row := d.X.RawRowView(i)
		for j := range row {
			row[j] = g.Shift * float64(d.Class[i])
			if g.heavy {
				row[j] += student3(rng)
			} else {
				row[j] += rng.NormFloat64()
			}
		}
	}
}

// student3 draws from t(3), divided by its standard deviation √3.
func student3(rng *rand.Rand) float64 {
	squares := 0.0
	for range 3 {
		z := rng.NormFloat64()
		squares += z * z
	}
	return rng.NormFloat64() / math.Sqrt(squares)
}

// heavyRegression is simdata.SREG with more noise: √3 t(3).
type heavyRegression struct{ simdata.SREG }

func (g heavyRegression) String() string { return g.SREG.String() + ", t(3) noise" }

func (g heavyRegression) Fill(d *dataset.Data, rng *rand.Rand) {
	g.SREG.Fill(d, rng)
	for i := range d.Response {
		d.Response[i] += math.Sqrt(3) * student3(rng)
	}
}
