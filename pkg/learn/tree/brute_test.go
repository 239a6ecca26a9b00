package tree

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// mixed draws a data set with ties: whole features of few values, constant and
// nominal ones, and classes that depend on them or not.
func mixed(n, classes int, nominal bool, rng *rand.Rand) *dataset.Data {
	const p = 6
	d := &dataset.Data{Name: "mixed", X: mat.NewDense(n, p, nil), Class: make([]int32, n),
		Features: make([]dataset.Feature, p)}
	for c := range classes {
		d.Classes = append(d.Classes, fmt.Sprint(c))
	}
	spread := make([]int, p)
	for j := range p {
		d.Features[j].Name = fmt.Sprintf("x%d", j)
		spread[j] = []int{1, 2, 3, 5, 9, 1000}[rng.IntN(6)]
		if nominal && j%2 == 0 {
			spread[j] = 1 + rng.IntN(6)
			for l := range spread[j] {
				d.Features[j].Levels = append(d.Features[j].Levels, fmt.Sprint(l))
			}
		}
	}
	for i := range n {
		for j := range p {
			d.X.Set(i, j, float64(rng.IntN(spread[j])))
		}
		d.Class[i] = int32(rng.IntN(classes))
		if rng.IntN(3) > 0 {
			d.Class[i] = int32(int(d.X.At(i, 1)+d.X.At(i, 2)) % classes)
		}
	}
	return d
}

// way is a division of a node: the children of its training records, and by
// feature and, if numeric, by the values on both sides of the threshold.
type way struct {
	feature   int
	low, high float64
	children  [][]int32
}

// ways returns all divisions of the records by feature j: by each threshold, or
// by each subset of levels, or by all levels.
func ways(d *dataset.Data, rows []int32, j int, fan bool) []way {
	var values []float64
	for _, r := range rows {
		values = append(values, d.X.At(int(r), j))
	}
	slices.Sort(values)
	values = slices.Compact(values)
	divide := func(children int, of func(v float64) int) [][]int32 {
		out := make([][]int32, children)
		for _, r := range rows {
			c := of(d.X.At(int(r), j))
			out[c] = append(out[c], r)
		}
		return out
	}
	var out []way
	switch {
	case len(values) < 2:
	case !d.Features[j].Nominal():
		for k, v := range values[:len(values)-1] {
			out = append(out, way{feature: j, low: v, high: values[k+1], children: divide(2, func(x float64) int {
				if x <= v {
					return 0
				}
				return 1
			})})
		}
	case fan:
		out = append(out, way{feature: j, children: divide(len(values),
			func(x float64) int { return slices.Index(values, x) })})
	default:
		for mask := 1; mask < 1<<(len(values)-1); mask++ {
			out = append(out, way{feature: j, children: divide(2, func(x float64) int {
				return 1 - mask>>slices.Index(values, x)&1
			})})
		}
	}
	return out
}

// counts returns the class weights of records, and their sum.
func counts(g *grower, rows []int32) ([]int64, int64) {
	out, sum := make([]int64, g.k), int64(0)
	for _, r := range rows {
		out[g.info[r]&0xffff] += int64(g.info[r] >> 16)
		sum += int64(g.info[r] >> 16)
	}
	return out, sum
}

// gini returns the sum over children of (sum of squared class weights)/weight,
// which is greatest where the impurity is least.
func gini(g *grower, children [][]int32) *big.Rat {
	out := new(big.Rat)
	for _, rows := range children {
		c, n := counts(g, rows)
		var sq int64
		for _, w := range c {
			sq += w * w
		}
		out.Add(out, big.NewRat(sq, n))
	}
	return out
}

// entropy returns the sum over children of weight times entropy, in nats.
func entropy(g *grower, children [][]int32) float64 {
	out := 0.0
	for _, rows := range children {
		c, n := counts(g, rows)
		for _, w := range c {
			if w > 0 {
				out -= float64(w) * math.Log(float64(w)/float64(n))
			}
		}
	}
	return out
}

// large reports whether all children have the least weight.
func large(g *grower, w way) bool {
	for _, rows := range w.children {
		if _, n := counts(g, rows); n < g.minLeaf {
			return false
		}
	}
	return true
}

// inspect calls check for each node of the tree at root, with its training records and the records of its children.
func inspect(t *testing.T, g *grower, root int32, check func(at int32, rows []int32, children [][]int32, depth int)) {
	t.Helper()
	var visit func(at int32, rows []int32, depth int)
	visit = func(at int32, rows []int32, depth int) {
		n := g.nodes[at]
		if n.feature < 0 {
			check(at, rows, nil, depth)
			return
		}
		var children [][]int32
		for _, r := range rows {
			c := 0
			code := g.codes[int(r)*g.p+int(n.feature)]
			if g.levels[n.feature] > 0 {
				c = int(g.routes[n.cut+code])
			} else if code > n.cut {
				c = 1
			}
			for c >= len(children) {
				children = append(children, nil)
			}
			children[c] = append(children[c], r)
		}
		check(at, rows, children, depth)
		for c, part := range children {
			child := g.nodes[n.child+int32(c)]
			if got := g.rows[child.lo:child.hi]; !slices.Equal(got, part) {
				t.Fatalf("node %d holds records %v, want %v", n.child+int32(c), got, part)
			}
			visit(n.child+int32(c), part, depth+1)
		}
	}
	visit(root, slices.Clone(g.rows), 0)
}

// checkBinary compares each division with all possible ones. Of equals the first
// feature and threshold must have won if first is true.
func checkBinary(t *testing.T, d *dataset.Data, g *grower, root int32, deviance, first bool) {
	t.Helper()
	base := entropy(g, [][]int32{g.rows})
	inspect(t, g, root, func(at int32, rows []int32, children [][]int32, depth int) {
		c, weight := counts(g, rows)
		if want := int32(slices.Index(c, slices.Max(c))); (children == nil || g.nominal) && g.nodes[at].class != want {
			t.Fatalf("class of node %d is %d, want %d", at, g.nodes[at].class, want)
		}
		var best *way
		var bestGini *big.Rat
		bestEntropy := entropy(g, [][]int32{rows})
		slack := tie * bestEntropy
		bestEntropy -= g.minDev * base
		pure := slices.Max(c) == weight
		if !pure && weight >= g.minSplit && (g.maxDepth == 0 || depth < g.maxDepth) {
			for j := range d.P() {
				for _, w := range ways(d, rows, j, false) {
					if !large(g, w) {
						continue
					}
					if deviance {
						if e := entropy(g, w.children); e < bestEntropy-slack {
							best, bestEntropy = &w, e
						}
					} else if s := gini(g, w.children); bestGini == nil || s.Cmp(bestGini) > 0 {
						best, bestGini = &w, s
					}
				}
			}
		}
		if (children == nil) != (best == nil) {
			t.Fatalf("node %d with records %v: divided %t, want %t", at, rows, children != nil, best != nil)
		}
		if best == nil {
			return
		}
		if deviance && math.Abs(entropy(g, children)-bestEntropy) > slack {
			t.Fatalf("node %d: entropy %v, want %v", at, entropy(g, children), bestEntropy)
		}
		if !deviance && gini(g, children).Cmp(bestGini) != 0 {
			t.Fatalf("node %d: Gini sum %v, want %v", at, gini(g, children), bestGini)
		}
		if !first {
			return
		}
		n := g.nodes[at]
		if int(n.feature) != best.feature {
			t.Fatalf("node %d: feature %d, want %d", at, n.feature, best.feature)
		}
		if v := d.Features[best.feature]; !v.Nominal() {
			checkCut(t, d, g, n, best)
		}
	})
}

// checkCut checks that the values of all records are on the right side of the
// middle.
func checkCut(t *testing.T, d *dataset.Data, g *grower, n node, w *way) {
	t.Helper()
	middle := (w.low + w.high) / 2
	for i := range d.N() {
		x := d.X.At(i, w.feature)
		left := x < middle || (x == middle && !g.right)
		if got := g.codes[i*g.p+w.feature] <= n.cut; got != left {
			t.Fatalf("value %v left of %v: %t, want %t", x, middle, got, left)
		}
	}
}

// half returns about half of the records.
func half(n int, rng *rand.Rand) []int32 {
	var out []int32
	for i := range n {
		if rng.IntN(2) == 0 {
			out = append(out, int32(i))
		}
	}
	if out == nil {
		return []int32{0}
	}
	return out
}

// TestDivisions compares each division of trees on many small data sets with all
// possible divisions.
func TestDivisions(t *testing.T) {
	tests := []struct {
		learner CART
		nominal bool
	}{
		{CART{Criterion: Gini}, false},
		{CART{Criterion: Gini}, true},
		{CART{Criterion: Gini, Shuffle: true}, true},
		{CART{Criterion: Gini, MinLeaf: 3, MinSplit: 9, MaxDepth: 4}, false},
		{CART{}, false},
		{CART{MinLeaf: 1, MinSplit: 2}, true},
		{CART{MinLeaf: 1, MinSplit: 2, MinDev: -1}, true},
		{CART{MinDev: 0.05, MaxDepth: 2}, false},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%v nominal=%t", test.learner, test.nominal), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, 7))
			for range 60 {
				d := mixed(4+rng.IntN(60), 1+rng.IntN(4), test.nominal, rng)
				p, err := test.learner.Prepare(t.Context(), d)
				if err != nil {
					t.Fatal(err)
				}
				f := p.NewFitter(nil).(*fitter)
				for range 3 {
					if _, err := f.Fit(t.Context(), half(d.N(), rng)); err != nil {
						t.Fatal(err)
					}
					checkBinary(t, d, f.g, 0, test.learner.Criterion == Deviance, !test.learner.Shuffle)
				}
			}
		})
	}
}

// TestForestDivisions does the same with the weighted records of a forest that
// looks at all features.
func TestForestDivisions(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for _, learner := range []Forest{{Trees: 3, Mtry: 6}, {Trees: 2, Mtry: 6, MinLeaf: 4}} {
		for i := range 60 {
			d := mixed(4+rng.IntN(60), 1+rng.IntN(4), i%2 == 0, rng)
			p, err := learner.Prepare(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			f := p.NewFitter(nil).(*forestFitter)
			// Theorem 4.5 does not hold with a least weight of children.
			if learner.MinLeaf > 1 && f.nominal {
				continue
			}
			train := half(d.N(), rng)
			if _, err := f.Fit(t.Context(), train); err != nil {
				t.Fatal(err)
			}
			checkBinary(t, d, f.g, f.roots[learner.Trees-1], false, false)
			if _, n := counts(f.g, f.g.rows); int(n) != len(train) {
				t.Fatalf("a tree has %d draws, want %d", n, len(train))
			}
		}
	}
}

// TestLargeDivisions does the same where products need 128 bits.
func TestLargeDivisions(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for i := range 2 {
		d := mixed(2*narrow+200, 3, i > 0, rng)
		f := fit(t, CART{Criterion: Gini, MaxDepth: 1}, d, half(d.N(), rng)).(*fitter)
		if len(f.g.rows) <= narrow {
			t.Fatalf("%d records; want more than %d", len(f.g.rows), narrow)
		}
		checkBinary(t, d, f.g, 0, false, true)
	}
}

// TestManyLevels checks the division of many levels among several classes: no
// set of the levels with the least shares of a class is better.
func TestManyLevels(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	const levels = exhaustive + 4
	for range 20 {
		d := &dataset.Data{X: mat.NewDense(300, 1, nil), Class: make([]int32, 300), Classes: []string{"a", "b", "c"},
			Features: []dataset.Feature{{Name: "x", Levels: make([]string, levels)}}}
		for i := range d.Class {
			level := rng.IntN(levels)
			d.X.Set(i, 0, float64(level))
			d.Class[i] = int32(rng.IntN(3))
			if rng.IntN(2) == 0 {
				d.Class[i] = int32(level % 3)
			}
		}
		g := fit(t, CART{Criterion: Gini, MaxDepth: 1}, d, numbersFrom(0, 300)).(*fitter).g
		var best *big.Rat
		for class := range int32(3) {
			share := make([]float64, levels)
			size := make([]float64, levels)
			for i, y := range d.Class {
				level := int(d.X.At(i, 0))
				size[level]++
				if y == class {
					share[level]++
				}
			}
			order := numbersFrom(0, levels)
			slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(share[a]/size[a], share[b]/size[b]) })
			for k := 1; k < levels; k++ {
				children := make([][]int32, 2)
				for i := range d.Class {
					c := 1
					if slices.Contains(order[:k], int32(d.X.At(i, 0))) {
						c = 0
					}
					children[c] = append(children[c], int32(i))
				}
				if s := gini(g, children); best == nil || s.Cmp(best) > 0 {
					best = s
				}
			}
		}
		n := g.nodes[1:]
		if got := gini(g, [][]int32{g.rows[n[0].lo:n[0].hi], g.rows[n[1].lo:n[1].hi]}); got.Cmp(best) != 0 {
			t.Errorf("Gini sum %v, want %v", got, best)
		}
	}
}
