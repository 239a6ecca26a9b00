package tree

import "math"

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
