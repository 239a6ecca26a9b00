package bootstrap

import (
	"math"
	"math/rand/v2"
	"slices"
)

// replicates are bootstrap training sets: how often each holds each record, by replicate and record.
type replicates [][]uint8

// copies is the largest multiplicity.
const copies = 8

// draws are the ways to draw replicates of n records.
var draws = []struct {
	name string
	draw func(n, b int, rng *rand.Rand) replicates
}{
	{Random, func(n, b int, rng *rand.Rand) replicates {
		return fill(n, b, func(at []int) {
			for k := range at {
				at[k] = rng.IntN(n)
			}
		})
	}},
	{Balanced, func(n, b int, rng *rand.Rand) replicates {
		return fill(n, b, func(at []int) {
			for k := range at {
				at[k] = k % n
			}
			rng.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
		})
	}},
	{Frequencies, func(n, b int, rng *rand.Rand) replicates { return regular(n, b, false, rng) }},
	{Regularized, func(n, b int, rng *rand.Rand) replicates { return regular(n, b, true, rng) }},
}

// fill returns b replicates of n records each, drawn one after the other, and again if a record comes too often.
func fill(n, b int, draw func(at []int)) replicates {
	at := make([]int, n*b)
	for {
		draw(at)
		w, most := make(replicates, b), uint8(0)
		for r := range w {
			w[r] = make([]uint8, n)
			for _, i := range at[r*n : (r+1)*n] {
				w[r][i]++
			}
			most = max(most, slices.Max(w[r]))
		}
		if most <= copies {
			return w
		}
	}
}

// profile is how often eight records are in a replicate, and a record in eight replicates: as often 0, 1 and 2 or more
// times as in a bootstrap, nearly, with its mean and variance, which are 1. Neighbours balance each other, so that
// the size of a replicate differs from n by 2 at most if 8 does not divide n.
var profile = [8]uint8{3, 0, 1, 0, 1, 2, 0, 1}

// regular returns b replicates, a multiple of 8, in all of which the profile is met, by replicate and by record. If
// overlaps is set, then any two of them share about equally many records, and are about equally correlated.
func regular(n, b int, overlaps bool, rng *rand.Rand) replicates {
	w := make(replicates, b)
	var order []int
	for r := range w {
		if r%len(profile) == 0 {
			order = rng.Perm(n)
		}
		w[r] = make([]uint8, n)
		for k, i := range order {
			w[r][i] = profile[(k+r)%len(profile)]
		}
	}
	g := w.products()
	for range 100 * n * b {
		r, s, i, j := rng.IntN(b), rng.IntN(b), rng.IntN(n), rng.IntN(n)
		k, l := w[r][i], w[r][j]
		if r == s || k == l || w[s][i] != l || w[s][j] != k {
			continue
		}
		if !overlaps || w.exchange(g, r, s, i, j) {
			w[r][i], w[r][j], w[s][i], w[s][j] = l, k, k, l
		}
	}
	return w
}

// contrast is what two replicates have equal products of: the multiplicity, and whether the record is left out, both
// with mean 0 and variance 1.
func contrast(f int, k uint8) float64 {
	if f == 0 {
		return float64(k) - 1
	}
	if k == 0 {
		return math.Sqrt(5. / 3)
	}
	return -math.Sqrt(3. / 5)
}

// products returns the sums of products of the contrasts of any two replicates.
func (w replicates) products() (g [2][][]float64) {
	for f := range g {
		g[f] = make([][]float64, len(w))
		for r := range w {
			g[f][r] = make([]float64, len(w))
			for s := range w {
				for i, k := range w[r] {
					g[f][r][s] += contrast(f, k) * contrast(f, w[s][i])
				}
			}
		}
	}
	return g
}

// exchange reports whether the squares of the products of different replicates do not grow if records i and j change
// places in r and s, where they have the same multiplicities in the opposite order, and then changes the products.
// Sums of records and of replicates stay, and so does the product of r and s.
func (w replicates) exchange(g [2][][]float64, r, s, i, j int) bool {
	growth := 0.0
	var by [2][]float64
	for f := range g {
		by[f] = make([]float64, len(w))
		step := contrast(f, w[r][j]) - contrast(f, w[r][i])
		for c := range w {
			if c != r && c != s {
				by[f][c] = step * (contrast(f, w[c][i]) - contrast(f, w[c][j]))
				growth += by[f][c] * (g[f][r][c] - g[f][s][c] + by[f][c])
			}
		}
	}
	if growth > 0 {
		return false
	}
	for f := range g {
		for c, d := range by[f] {
			g[f][r][c] += d
			g[f][c][r] = g[f][r][c]
			g[f][s][c] -= d
			g[f][c][s] = g[f][s][c]
		}
	}
	return true
}

// Spread describes the overlaps of all pairs of replicates.
type Spread struct {
	Out, OutSD         float64 // records that both leave out
	Product, ProductSD float64 // sum of the products of multiplicities
}

// spread returns the mean and the standard deviation over pairs.
func (w replicates) spread() (p Spread) {
	pairs := 0.0
	for r := range w {
		for s := range r {
			out, product := 0.0, 0.0
			for i, k := range w[r] {
				if product += float64(k) * float64(w[s][i]); k == 0 && w[s][i] == 0 {
					out++
				}
			}
			pairs++
			p.Out, p.OutSD = p.Out+out, p.OutSD+out*out
			p.Product, p.ProductSD = p.Product+product, p.ProductSD+product*product
		}
	}
	p.Out, p.Product = p.Out/pairs, p.Product/pairs
	p.OutSD = math.Sqrt(max(p.OutSD/pairs-p.Out*p.Out, 0))
	p.ProductSD = math.Sqrt(max(p.ProductSD/pairs-p.Product*p.Product, 0))
	return p
}
