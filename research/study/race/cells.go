package race

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/pkg/learn/neighbour"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/research/simdata"
	"github.com/block-regularized/bcv/research/study"
)

// cell is a number of algorithms, what is true of them and where their losses come from.
type cell struct {
	losses string // normal, or a learner
	models int
	truth  string
	spread string  // of normal losses
	rho    float64 // rho1 and rho2 of normal losses
}

// The losses are normal, or of a learner.
const (
	normal = "normal"
	whole  = "logistic regression, whole groups"
)

var learners = map[string]learn.Learner{"logistic regression": linear.Logistic{}, whole: linear.Logistic{},
	"5 nearest neighbours": neighbour.KNN{}}

// truths are expected losses by place, in standard deviations of a difference. A fifth, at least 2, are tied.
var truths = map[string]func(place, tied float64) float64{
	"equal":                     func(_, _ float64) float64 { return 0 },
	"one better by 3":           func(i, _ float64) float64 { return 3 * min(i, 1) },
	"one better by 5":           func(i, _ float64) float64 { return 5 * min(i, 1) },
	"ladder of 1":               func(i, _ float64) float64 { return i },
	"ladder of 0.1":             func(i, _ float64) float64 { return i / 10 },
	"a fifth tied, better by 4": func(i, tied float64) float64 { return 4 * min(1, max(i-tied+1, 0)) },
	"a fifth tied, ladder of 1": func(i, tied float64) float64 { return max(i-tied+1, 0) },
}

// spreads are the standard deviations of algorithms by place and number.
var spreads = map[string]func(i, k int) float64{
	"equal":                          func(int, int) float64 { return 1 },
	"half of them 10 times as large": func(i, _ int) float64 { return []float64{1, 0.1}[i%2] },
	"from 1 to 10":                   func(i, k int) float64 { return math.Pow(10, -float64(i)/float64(k-1)) },
	related:                          func(int, int) float64 { return 1 },
}

const related = "two groups of correlation 0.9"

func cells() []cell {
	var out []cell
	add := func(losses string, k int, spread string, rho float64, truths ...string) {
		for _, truth := range truths {
			out = append(out, cell{losses, k, truth, spread, rho})
		}
	}
	const tied, ladder = "a fifth tied, better by 4", "a fifth tied, ladder of 1"
	for _, k := range []int{3, 10, 20, 50} {
		for _, rho := range []float64{0.2, 0.5} {
			add(normal, k, "equal", rho, "equal", "one better by 3", "one better by 5", "ladder of 1", "ladder of 0.1", tied,
				ladder)
		}
		for _, spread := range []string{"half of them 10 times as large", "from 1 to 10", related} {
			add(normal, k, spread, 0.5, "equal", tied, ladder)
		}
		for _, losses := range []string{"logistic regression", whole, "5 nearest neighbours"} {
			if k < 50 {
				add(losses, k, "", 0, "equal", "one better by 5", ladder)
			}
		}
	}
	return out
}

// expected returns the expected losses, the smallest first: of learners up to a decreasing function.
func (c cell) expected() []float64 {
	out := make([]float64, c.models)
	for i := range out {
		out[i] = truths[c.truth](float64(i), float64(max(2, c.models/5)))
	}
	return out
}

// draw returns losses by algorithm and fold. Differences of normal losses have standard deviation 1.
func (c cell) draw(rng *rand.Rand) ([][]float64, error) {
	if c.losses != normal {
		return c.train(rng)
	}
	out, shared, part := make([][]float64, c.models), make([][]float64, 2), 0.0
	if c.spread == related {
		part = 0.9
	}
	for g := range shared {
		shared[g] = make([]float64, 2*last)
		if err := simdata.NormalLosses(0, math.Sqrt(part/2), c.rho, c.rho, shared[g], rng); err != nil {
			return nil, err
		}
	}
	for i, mu := range c.expected() {
		out[i] = make([]float64, 2*last)
		sd := math.Sqrt((1-part)/2) * spreads[c.spread](i, c.models)
		if err := simdata.NormalLosses(mu, sd, c.rho, c.rho, out[i], rng); err != nil {
			return nil, err
		}
		floats.Add(out[i], shared[i%2])
	}
	return out, nil
}

// records is the size of a data set of learners, perGroup the size of its groups.
const records, perGroup = 200, 5

// train trains the learner of the cell on one pair of features after the other. The class is the sign of the sum of
// all features with weights and noise: pairs of equal weights are exchangeable and have equal expected losses, larger
// weights have smaller ones. With groups, half of the variance of features and noise is of the group.
func (c cell) train(rng *rand.Rand) ([][]float64, error) {
	d := &dataset.Data{X: mat.NewDense(records, 2*c.models, nil), Class: make([]int32, records),
		Classes: []string{"0", "1"}}
	opt, method, part := cv.Options{M: last, Seed: rng.Uint64()}, cv.BCV, 0.0
	if c.losses == whole {
		method, part, opt.Groups = cv.Grouped, 0.5, make([]string, records)
	}
	expected, group := c.expected(), make([]float64, 2*c.models+1)
	for i := range records {
		if i%perGroup == 0 {
			for j := range group {
				group[j] = rng.NormFloat64()
			}
		}
		draw := func(j int) float64 { return math.Sqrt(part)*group[j] + math.Sqrt(1-part)*rng.NormFloat64() }
		y := 2 * draw(2*c.models)
		for j := range 2 * c.models {
			x := draw(j)
			d.X.Set(i, j, x)
			y += x * 3 / (1 + expected[j/2])
		}
		if y > 0 {
			d.Class[i] = 1
		}
		if c.losses == whole {
			opt.Groups[i] = fmt.Sprint(i / perGroup)
		}
	}
	set, err := cv.New(method, records, opt)
	if err != nil {
		return nil, err
	}
	out := make([][]float64, c.models)
	for i := range out {
		pair := study.Columns(d, []int{2 * i, 2*i + 1})
		prepared, err := learners[c.losses].Prepare(context.Background(), pair)
		if err != nil {
			return nil, err
		}
		out[i] = make([]float64, 2*last)
		e := holdout.NewEvaluator(c.losses, prepared, pair)
		if err := e.Losses(context.Background(), set, metric.ZeroOne, out[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}
