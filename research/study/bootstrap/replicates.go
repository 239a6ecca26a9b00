package bootstrap

import (
	"math"
	"math/rand/v2"
	"slices"
)

// replicates hold how often a record is in a training set, by replicate and record.
type replicates [][]uint8

// copies is the largest multiplicity.
const copies = 8

// draw returns b replicates of n records of a kind, drawn again if a record comes too often.
func draw(kind string, n, b int, rng *rand.Rand) replicates {
	if kind == Frequencies || kind == Regularized {
		return regular(n, b, kind == Regularized, rng)
	}
	at := make([]int, n*b)
	for k := range at {
		if at[k] = k % n; kind == Random {
			at[k] = rng.IntN(n)
		}
	}
	if kind == Balanced {
		rng.Shuffle(len(at), func(i, j int) { at[i], at[j] = at[j], at[i] })
	}
	w := make(replicates, b)
	for r := range w {
		w[r] = make([]uint8, n)
		for _, i := range at[r*n : (r+1)*n] {
			w[r][i]++
		}
		if slices.Max(w[r]) > copies {
			return draw(kind, n, b, rng)
		}
	}
	return w
}

// profile is how often eight records are in a replicate, and a record in eight replicates: with the mean and the
// variance 1 of the bootstrap, and nearly its shares. Neighbours balance each other, so that the size of a replicate
// differs from n by 2 at most if 8 does not divide n.
var profile = [8]uint8{3, 0, 1, 0, 1, 2, 0, 1}

// contrasts are what regularized replicates have equal products of, by multiplicity: the multiplicity itself, and
// whether the record is left out, with mean 0 and variance 1.
var contrasts = [2][4]float64{{-1, 0, 1, 2}, {math.Sqrt(5. / 3), -math.Sqrt(3. / 5), -math.Sqrt(3. / 5),
	-math.Sqrt(3. / 5)}}

// regular returns b replicates, a multiple of 8, that meet the profile by replicate and by record, in random order or
// with equal overlaps, as nearly as exchanges reach them.
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
		if !overlaps || w.exchange(&g, r, s, i, j) {
			w[r][i], w[r][j], w[s][i], w[s][j] = l, k, k, l
		}
	}
	return w
}

// products returns the sums of products of the contrasts of any two replicates.
func (w replicates) products() (g [2][][]float64) {
	for f, value := range contrasts {
		for r := range w {
			g[f] = append(g[f], make([]float64, len(w)))
			for s := range w {
				for i, k := range w[r] {
					g[f][r][s] += value[k] * value[w[s][i]]
				}
			}
		}
	}
	return g
}

// exchange updates the products, and reports true, if their squares do not grow when records i and j change places in r
// and in s, which hold them equally often in opposite order. The product of r and s stays.
func (w replicates) exchange(g *[2][][]float64, r, s, i, j int) bool {
	growth := 0.0
	by := [2][]float64{make([]float64, len(w)), make([]float64, len(w))}
	for f, value := range contrasts {
		step := value[w[r][j]] - value[w[r][i]]
		for c := range w {
			if c != r && c != s {
				by[f][c] = step * (value[w[c][i]] - value[w[c][j]])
				growth += by[f][c] * (g[f][r][c] - g[f][s][c] + by[f][c])
			}
		}
	}
	if growth > 0 {
		return false
	}
	for f := range g {
		for c, d := range by[f] {
			g[f][r][c], g[f][s][c] = g[f][r][c]+d, g[f][s][c]-d
			g[f][c][r], g[f][c][s] = g[f][r][c], g[f][s][c]
		}
	}
	return true
}
