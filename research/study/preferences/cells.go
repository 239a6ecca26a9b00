package preferences

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/infer/ranks"
)

// Forms of cells.
const (
	independent = "independent comparisons"
	clustered   = "comparisons in clusters"
	exchanged   = "items in both orders"
	looked      = "a look after every comparison"
	placed      = "places"
	several     = "several models"
)

// cell is a population of comparisons.
type cell struct {
	form     string
	n        int     // comparisons; of clusters, on average in each
	ties     float64 // share of them, where models are equal and places do not matter
	clusters int     // 0 where every comparison is its own
	unequal  bool    // cluster k has a size in proportion to k², else all have one size
	apart    float64 // by which the latent quality of B is above that of A; of several models that of one above the next
	place    float64 // by which the first place raises it
	first    float64 // share of comparisons in which A is shown first
	models   int
}

// correlation is that of the latent differences within a cluster, and perCluster their number.
const (
	correlation = 0.3
	perCluster  = 5
)

func cells() (out []cell) {
	shares := []float64{0, 0.2, 0.5}
	for _, n := range []int{10, 20, 50, 100, 300, 1000} {
		for _, ties := range shares {
			for _, apart := range []float64{0, 0.5} {
				out = append(out, cell{form: independent, n: n, ties: ties, apart: apart})
			}
		}
	}
	for _, k := range []int{5, 10, 20, 50, 200} {
		for _, ties := range shares {
			for _, unequal := range []bool{false, true} {
				out = append(out, cell{form: clustered, n: perCluster, ties: ties, clusters: k, unequal: unequal})
			}
			out = append(out, cell{form: exchanged, n: 2, ties: ties, clusters: k, place: 0.3})
		}
	}
	for _, n := range []int{100, 400, 1000} {
		for _, ties := range shares {
			out = append(out, cell{form: looked, n: n, ties: ties})
		}
	}
	for _, n := range []int{20, 50, 200, 1000} {
		for _, first := range []float64{0.5, 0.8} {
			for _, place := range []float64{0, 0.3} {
				out = append(out, cell{form: placed, n: n, ties: 0.2, apart: 0.2, place: place, first: first})
			}
		}
	}
	for _, k := range []int{20, 100} {
		out = append(out, cell{form: placed, n: perCluster, ties: 0.2, clusters: k, apart: 0.2, place: 0.3, first: 0.8})
	}
	for _, k := range []int{3, 6, 12, 20} {
		for _, n := range []int{20, 100} { // of each model
			for _, apart := range []float64{0, 0.15} {
				out = append(out, cell{form: several, n: n * k, ties: 0.2, apart: apart, models: k})
			}
		}
		for _, clusters := range []int{10, 50} {
			out = append(out, cell{form: several, n: 4 * k, ties: 0.2, clusters: clusters, models: k})
		}
	}
	return out
}

// String names the cell in tables.
func (c cell) String() string {
	text := fmt.Sprintf("%s, %d", c.form, c.n)
	if c.models > 0 {
		text = fmt.Sprintf("%d models, %d comparisons", c.models, c.n)
	}
	if c.clusters > 0 {
		text += fmt.Sprintf(" in each of %d clusters", c.clusters)
		if c.unequal {
			text += " on average"
		}
	}
	text += fmt.Sprintf(", %g%% ties", 100*c.ties)
	if c.apart > 0 {
		text += fmt.Sprintf(", %g apart", c.apart)
	}
	if c.place > 0 {
		text += fmt.Sprintf(", first place worth %g", c.place)
	}
	if c.first > 0 {
		text += fmt.Sprintf(", A first in %g%%", 100*c.first)
	}
	return text
}

// edge is the size of a latent difference below which there is a tie.
func (c cell) edge() float64 { return distuv.UnitNormal.Quantile((1 + c.ties) / 2) }

// shares are those of comparisons that B wins and that A wins, with a latent difference of a mean.
func (c cell) shares(mean float64) (b, a float64) {
	return distuv.UnitNormal.CDF(mean - c.edge()), distuv.UnitNormal.CDF(-mean - c.edge())
}

// truth is the difference of win rates, B minus A, with both orders of the same weight, and the win rate of the first.
func (c cell) truth() (difference, first float64) {
	b, a := c.shares(c.apart + c.place) // B first
	lessB, moreA := c.shares(c.apart - c.place)
	difference = (b - a + lessB - moreA) / 2
	return difference, (1 + ((b-a)-(lessB-moreA))/2) / 2
}

// won draws whether B wins: 1, 0 or 1/2.
func (c cell) won(rng *rand.Rand, mean float64) float64 {
	switch x, edge := mean+rng.NormFloat64(), c.edge(); {
	case x > edge:
		return 1
	case x < -edge:
		return 0
	}
	return 0.5
}

// comparison is what B wins, its cluster, and which was shown first: 1 for A, 2 for B.
type comparison struct {
	won            float64
	cluster, first int
}

// draw draws all comparisons of two models.
func (c cell) draw(rng *rand.Rand) (out []comparison) {
	edge := c.edge()
	add := func(cluster, first int, mean, spread float64) {
		mean += c.apart
		switch first {
		case 1:
			mean -= c.place
		case 2:
			mean += c.place
		}
		x := comparison{won: 0.5, cluster: cluster, first: first}
		if z := mean + spread*rng.NormFloat64(); z > edge {
			x.won = 1
		} else if z < -edge {
			x.won = 0
		}
		out = append(out, x)
	}
	order := func() int {
		switch {
		case c.first == 0:
			return 0
		case rng.Float64() < c.first:
			return 1
		}
		return 2
	}
	if c.clusters == 0 {
		for i := range c.n {
			add(i, order(), 0, 1)
		}
		return out
	}
	for k, size := range c.sizes() {
		of := math.Sqrt(correlation) * rng.NormFloat64()
		for i := range size {
			first := order()
			if c.form == exchanged {
				first = i%2 + 1
			}
			add(k, first, of, math.Sqrt(1-correlation))
		}
	}
	return out
}

// sizes returns the numbers of comparisons of the clusters.
func (c cell) sizes() []int {
	out := make([]int, c.clusters)
	sum := float64(c.clusters*(c.clusters+1)*(2*c.clusters+1)) / 6
	for k := range out {
		if out[k] = c.n; c.unequal {
			out[k] = max(1, int(math.Round(float64(c.n*c.clusters)*float64((k+1)*(k+1))/sum)))
		}
	}
	return out
}

// among draws comparisons of several models, each of two at random. In a cluster every model is better or worse by a
// draw of its own.
func (c cell) among(rng *rand.Rand) (out []ranks.Comparison) {
	clusters := max(1, c.clusters)
	for k := range clusters {
		of := make([]float64, c.models)
		for m := range of {
			if c.clusters > 0 {
				of[m] = 0.5 * rng.NormFloat64()
			}
		}
		for range c.n {
			a, b := rng.IntN(c.models), rng.IntN(c.models-1)
			if b >= a {
				b++
			}
			x := ranks.Comparison{A: a, B: b, Cluster: len(out)}
			if c.clusters > 0 {
				x.Cluster = k
			}
			x.Won = 1 - c.won(rng, c.apart*float64(b-a)+of[b]-of[a])
			out = append(out, x)
		}
	}
	return out
}
