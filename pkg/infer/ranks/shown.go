package ranks

import "slices"

// Shown says which of k models are shown to be better than which: Shown[i][j] is true where model i is shown to be
// better than model j. If any false entry has probability alpha at most, so have all false statements of its methods
// together.
type Shown [][]bool

// NewShown returns a Shown of k models in which nothing is shown.
func NewShown(k int) Shown {
	out := make(Shown, k)
	for i := range out {
		out[i] = make([]bool, k)
	}
	return out
}

// Rank returns the rank interval of a model: its rank is above the number of models that are shown to be better, and
// leaves room for those shown to be worse (Mogstad, Romano, Shaikh and Wilhelm 2024, section 3). The intervals of
// all models hold at once. Equal models share the smallest of their ranks.
func (s Shown) Rank(i int) (low, high int) {
	low, high = 1, len(s)
	for j := range s {
		if s[j][i] {
			low++
		}
		if s[i][j] {
			high--
		}
	}
	return low, high
}

// Apart reports whether two models are shown to differ.
func (s Shown) Apart(i, j int) bool { return s[i][j] || s[j][i] }

// Groups returns sets of models of which no two are shown to differ: two models share a group exactly if they are
// not shown to differ, and no group can be enlarged. A model that is shown to differ from all others is a group by
// itself. Groups and their members have the given order of the models, usually from the best.
//
// Each pair that no group has yet starts one with the models furthest apart in the order, which takes in every model
// that fits. Where the order alone decides, these are the bars of a critical-difference diagram; otherwise they are
// among the letters of Piepho (2004), of which there may be exponentially many.
func (s Shown) Groups(order []int) [][]int {
	k := len(order)
	var out [][]int
	together := NewShown(k)
	for a := range k {
		for b := k - 1; b >= a; b-- {
			if together[a][b] || s.Apart(order[a], order[b]) {
				continue
			}
			places := []int{a}
			if b > a {
				places = append(places, b)
			}
			for c := range k {
				misfit := func(p int) bool { return c == p || s.Apart(order[c], order[p]) }
				if !slices.ContainsFunc(places, misfit) {
					places = append(places, c)
				}
			}
			slices.Sort(places)
			var group []int
			for _, p := range places {
				group = append(group, order[p])
				for _, q := range places {
					together[p][q] = true
				}
			}
			out = append(out, group)
		}
	}
	return out
}
