package looks

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// differences is a distribution of the differences of items with mean 0 and a standard deviation.
type differences struct {
	name, kind string
	sd         float64
	draw       func(rng *rand.Rand) float64
	disagree   float64 // share of items that one model alone gets right; 0 for other scores
}

// Kinds of scores, as in the study items.
const (
	rightOrWrong = "right or wrong"
	alike        = "one distribution of scores" // so that differences are symmetric
	skewed       = "two distributions of scores with one mean"
)

func right(disagree float64) differences {
	return differences{name: fmt.Sprintf("right or wrong, %g%% disagree", 100*disagree), kind: rightOrWrong,
		sd: math.Sqrt(disagree), disagree: disagree}
}

var distributions = []differences{
	right(0.5), right(0.3), right(0.1), right(0.05),
	{name: "normal", kind: alike, sd: 1, draw: (*rand.Rand).NormFloat64},
	{name: "exponential less exponential", kind: alike, sd: math.Sqrt2, draw: func(rng *rand.Rand) float64 {
		return rng.ExpFloat64() - rng.ExpFloat64()
	}},
	{name: "20% of exponential less exponential", kind: alike, sd: math.Sqrt(0.4), draw: func(rng *rand.Rand) float64 {
		if rng.Float64() > 0.2 {
			return 0
		}
		return rng.ExpFloat64() - rng.ExpFloat64()
	}},
	{name: "exponential less normal", kind: skewed, sd: math.Sqrt(1.09), draw: func(rng *rand.Rand) float64 {
		return rng.ExpFloat64() - 1 - 0.3*rng.NormFloat64()
	}},
	{name: "exponential less a constant", kind: skewed, sd: 1, draw: func(rng *rand.Rand) float64 {
		return rng.ExpFloat64() - 1
	}},
}

// cell is a population of items, and how many are planned.
type cell struct {
	differences
	planned  int
	clusters int  // of 10 items on average; 0 where every item is its own
	unequal  bool // cluster k has a size in proportion to k², in random order, else all have one size
	apart    int  // the true difference, in standard errors of the mean of all planned independent items
}

// ofClusters are latent normal values with the correlation within clusters; right or wrong is whether that of a model,
// of which this share is, lies below a quantile.
const (
	correlation = 0.3
	share       = 0.8
	inCluster   = 10
)

func cells() (out []cell) {
	for _, d := range distributions {
		for _, planned := range []int{100, 200, 400, 1000, 5000} {
			for _, apart := range []int{0, 3, 5} {
				c := cell{differences: d, planned: planned, apart: apart}
				if c.disagree == 0 || c.truth() < 0.8*c.disagree {
					out = append(out, c)
				}
			}
		}
	}
	for _, d := range []differences{{name: "normal", kind: alike, sd: 1}, {name: "right or wrong", kind: rightOrWrong}} {
		for _, clusters := range []int{20, 50, 100} {
			for _, unequal := range []bool{false, true} {
				out = append(out, cell{differences: d, planned: inCluster * clusters, clusters: clusters, unequal: unequal})
			}
		}
	}
	return out
}

// truth is the true difference.
func (c cell) truth() float64 { return float64(c.apart) * c.sd / math.Sqrt(float64(c.planned)) }

// String names the cell in tables.
func (c cell) String() string {
	text := fmt.Sprintf("%s, %d planned", c.name, c.planned)
	if c.clusters > 0 {
		sizes := "equal"
		if c.unequal {
			sizes = "unequal"
		}
		text += fmt.Sprintf(" in %d %s clusters, correlation %g", c.clusters, sizes, correlation)
	}
	if c.apart > 0 {
		text += fmt.Sprintf(", %d standard errors apart", c.apart)
	}
	return text
}

// one draws the difference of an item.
func (c cell) one(rng *rand.Rand) float64 {
	if c.disagree == 0 {
		return c.draw(rng) + c.truth()
	}
	switch u := rng.Float64(); {
	case u < (c.disagree+c.truth())/2:
		return 1
	case u < c.disagree:
		return -1
	}
	return 0
}

// sizes returns the numbers of items of the clusters, in random order.
func (c cell) sizes(rng *rand.Rand) []int {
	out := slices.Repeat([]int{inCluster}, c.clusters)
	if c.unequal {
		sum := float64(c.clusters*(c.clusters+1)*(2*c.clusters+1)) / 6
		left := c.planned
		for k := range out {
			out[k] = max(1, int(math.Round(float64(c.planned)*float64((k+1)*(k+1))/sum)))
			left -= out[k]
		}
		out[c.clusters-1] += left
	}
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// cluster draws the differences of the items of a cluster.
func (c cell) cluster(rng *rand.Rand, size int) []float64 {
	of := [2]float64{rng.NormFloat64(), rng.NormFloat64()}
	latent := func(g int) float64 {
		return math.Sqrt(correlation)*of[g] + math.Sqrt(1-correlation)*rng.NormFloat64()
	}
	out := make([]float64, size)
	for i := range out {
		a, b := latent(0), latent(1)
		if c.kind == rightOrWrong {
			out[i] = isRight(b) - isRight(a)
		} else {
			out[i] = b - a
		}
	}
	return out
}

var quantile = distuv.UnitNormal.Quantile(share)

func isRight(x float64) float64 {
	if x < quantile {
		return 1
	}
	return 0
}
