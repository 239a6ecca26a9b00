package tree

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// choice is the best division of a node found so far.
type choice struct {
	feature   int32   // or leaf
	num, den  uint64  // Gini: num/den is the sum over both children of (sum of squared class weights) / weight
	after     float64 // deviance: the sum over the children of weight times entropy
	pure      bool    // whether both children are pure, so that no other division is better
	low, high uint32  // numeric feature: the greatest code on the left and the least on the right
	cut       uint32  // numeric feature: the greatest code of the whole data set on the left
	routes    []int32 // nominal feature, by level: which child, or -1 if the node lacks the level
	ways      int     // nominal feature: the number of children
}

// reset discards the division.
func (c *choice) reset() {
	c.feature, c.num, c.den, c.pure = leaf, 0, 1, false
}

// keysOf returns the keys of a node in numeric feature j.
func (g *grower) keysOf(s span, j int32) []uint64 {
	if s.keys != unsorted {
		return g.keys[j][s.keys : s.keys+s.hi-s.lo]
	}
	return g.sort(g.rows[s.lo:s.hi], j)
}

// giniSplit finds the division of least Gini impurity, even if it is not less than the node's.
func giniSplit(g *grower, s span) bool {
	g.best.reset()
	if g.mtry > 0 {
		g.sample(s)
	} else {
		for _, j := range s.features {
			g.giniTry(s, j)
			if g.best.pure {
				break
			}
		}
	}
	return g.settle()
}

// sample considers mtry features, drawn without replacement, and further ones as long as none of them varies in the
// node.
func (g *grower) sample(s span) {
	rest := len(s.features)
	varies := false
	for drawn := 0; rest > 0 && (drawn < g.mtry || !varies); drawn++ {
		r := below(g.rng, rest)
		rest--
		s.features[r], s.features[rest] = s.features[rest], s.features[r]
		varies = g.giniTry(s, s.features[rest]) || varies
		if g.best.pure {
			return
		}
	}
}

// below returns a random number from 0 to n-1. Its probabilities differ by less
// than 2^-32.
func below(rng *rand.Rand, n int) int {
	return int(rng.Uint64() >> 32 * uint64(n) >> 32)
}

// giniTry looks for a better division by feature j, and reports whether the
// feature varies in the node.
func (g *grower) giniTry(s span, j int32) bool {
	if g.levels[j] > 0 {
		return g.subsets(s, j, g.giniOffer)
	}
	keys := g.keysOf(s, j)
	if keys[0]>>32 == keys[len(keys)-1]>>32 {
		return false
	}
	g.giniScan(j, keys)
	return true
}

// settle completes the best division, if there is one.
func (g *grower) settle() bool {
	b := &g.best
	if b.feature == leaf {
		return false
	}
	if g.levels[b.feature] == 0 {
		b.cut = g.cut(b.feature, b.low, b.high, g.right)
	}
	return true
}

// giniScan looks for a better threshold of numeric feature j.
//
// With class weights l on the left and t in the node, whose sums are n and N,
// the sum of squares on the right is Σt² + Σl² - 2Σlt. The best threshold makes
//
//	Σl²/n + Σr²/(N-n) = (N Σl² + n(Σt² - 2Σlt)) / (n(N-n))
//
// greatest. A record of class c and weight w adds w(2l+w) to Σl² and wt to Σlt.
func (g *grower) giniScan(j int32, keys []uint64) {
	left, total, info := g.left, g.total[:len(g.left)], g.info
	clear(left)
	weight, square := g.weight, g.square
	num, den := g.best.num, g.best.den
	wide := weight > narrow
	var n, sq, cross int64
	at := -1
	for i, next := range keys[1:] {
		k := keys[i]
		in := info[uint32(k)]
		c, w := in&0xffff, int64(in>>16)
		l := int64(left[c])
		left[c] = int32(l + w)
		sq += w * (2*l + w)
		cross += w * int64(total[c])
		n += w
		a, b := uint64(sq*weight+(square-2*cross)*n), uint64(n*(weight-n))
		better := (num*b - a*den) >> 63
		if wide {
			better = greater(a, den, num, b)
		}
		// The threshold counts if the next code is greater.
		if (k>>32-next>>32)>>63&better != 0 && n >= g.minLeaf && weight-n >= g.minLeaf {
			num, den, at = a, b, i
			if a == uint64(weight)*b {
				break
			}
		}
	}
	if at >= 0 {
		g.best.feature, g.best.num, g.best.den = j, num, den
		g.best.pure = num == uint64(weight)*den
		g.best.low, g.best.high = uint32(keys[at]>>32), uint32(keys[at+1]>>32)
	}
}

// narrow is the greatest weight N of a node for which products of numerators, at most N³, and denominators, at most
// N²/4, are below 2^63.
const narrow = 1<<13 - 1

// greater returns 1 if ab > cd, otherwise 0.
func greater(a, b, c, d uint64) uint64 {
	h1, l1 := bits.Mul64(a, b)
	h2, l2 := bits.Mul64(c, d)
	_, borrow := bits.Sub64(l2, l1, 0)
	_, borrow = bits.Sub64(h2, h1, borrow)
	return borrow
}

// giniOffer compares the division that g.left describes, of weight n, with the best one, and copies its numbers if
// it is better.
func (g *grower) giniOffer(n int64) bool {
	var sq, cross int64
	for c, l := range g.left {
		sq += int64(l) * int64(l)
		cross += int64(l) * int64(g.total[c])
	}
	a, b := uint64(sq*g.weight+(g.square-2*cross)*n), uint64(n*(g.weight-n))
	if greater(a, g.best.den, g.best.num, b) == 0 {
		return false
	}
	g.best.num, g.best.den, g.best.pure = a, b, a == uint64(g.weight)*b
	return true
}

// tie is the difference of entropies, as a share of the node's, up to which they count as equal: far above rounding
// errors, far below real differences.
const tie = 1e-10

// devianceSplit finds the division of least deviance, if it lowers the deviance
// enough. The deviance of a node is twice its weight times its entropy.
func devianceSplit(g *grower, s span) bool {
	g.best.reset()
	g.setImpurity()
	if s.depth == 0 {
		g.root = g.impure
	}
	g.best.after = g.impure - g.minDev*g.root
	if g.best.after <= 1e-6*g.root {
		return false
	}
	for _, j := range s.features {
		if g.levels[j] > 0 {
			g.subsets(s, j, g.devianceOffer)
			continue
		}
		g.entropyScan(j, g.keysOf(s, j), g.minLeaf, tie*g.impure)
	}
	return g.settle()
}

// setImpurity computes g.impure from the class weights of the node.
func (g *grower) setImpurity() {
	f := g.nlogn[g.weight]
	for _, t := range g.total {
		f -= g.nlogn[t]
	}
	g.impure = f
}

// entropyScan looks for a threshold of numeric feature j, with at least minLeaf records on both sides, whose
// children have less entropy than the best division, by more than slack. It returns the number of thresholds. All
// weights are 1.
func (g *grower) entropyScan(j int32, keys []uint64, minLeaf int64, slack float64) int {
	size := len(keys)
	if keys[0]>>32 == keys[size-1]>>32 || int64(size) < 2*minLeaf {
		return 0
	}
	left, total, info, f := g.left, g.total[:len(g.left)], g.info, g.nlogn
	clear(left)
	inner := 0.0 // Σ f(l) + f(r) over the classes
	for _, t := range total {
		inner += f[t]
	}
	best, at, tried := g.best.after, -1, 0
	for i, next := range keys[1:] {
		k := keys[i]
		c := info[uint32(k)] & 0xffff
		l, r := left[c], total[c]-left[c]
		left[c] = l + 1
		inner += (f[l+1] - f[l]) - (f[r] - f[r-1])
		if k>>32 == next>>32 || int64(i+1) < minLeaf || int64(size-i-1) < minLeaf {
			continue
		}
		tried++
		if after := f[i+1] + f[size-i-1] - inner; after < best-slack {
			best, at = after, i
		}
	}
	if at >= 0 {
		g.best.feature, g.best.after = j, best
		g.best.low, g.best.high = uint32(keys[at]>>32), uint32(keys[at+1]>>32)
	}
	return tried
}

// devianceOffer compares the division that g.left describes, of weight n, with the best one, and copies its numbers
// if it is better.
func (g *grower) devianceOffer(n int64) bool {
	f := g.nlogn
	after := f[n] + f[g.weight-n]
	for c, l := range g.left {
		after -= f[l] + f[g.total[c]-l]
	}
	if after >= g.best.after-tie*g.impure {
		return false
	}
	g.best.after = after
	return true
}

// nlogn returns i log i for i from 0 to n.
func nlogn(n int) []float64 {
	f := make([]float64, n+1)
	for i := 2; i <= n; i++ {
		f[i] = float64(i) * math.Log(float64(i))
	}
	return f
}
