package tree

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// quinlan is C4.5 in plain words, one node at a time.
type quinlan struct {
	d       *dataset.Data
	g       *grower
	train   []int32
	minLeaf int
}

// offer returns the best division of records by feature j with its gain and
// gain ratio; ok is false if there is none.
func (q quinlan) offer(rows []int32, j int) (best way, gain, ratio float64, ok bool) {
	n := float64(len(rows))
	before := entropy(q.g, [][]int32{rows})
	bits := func(children [][]int32) float64 { return (before - entropy(q.g, children)) / n / math.Ln2 }
	split := func(children [][]int32) float64 {
		out := 0.0
		for _, c := range children {
			out -= float64(len(c)) / n * math.Log2(float64(len(c))/n)
		}
		return out
	}
	all := ways(q.d, rows, j, true)
	if q.d.Features[j].Nominal() {
		large := 0
		for _, w := range all {
			for _, c := range w.children {
				if len(c) >= q.minLeaf {
					large++
				}
			}
			best = w
		}
		if large < 2 {
			return best, 0, 0, false
		}
		gain = bits(best.children)
		return best, gain, gain / split(best.children), true
	}
	least := math.Min(0.1*n/float64(q.d.K()), 25)
	least = math.Max(least, float64(q.minLeaf))
	tried := 0
	for _, w := range all {
		if float64(len(w.children[0])) < least-same || float64(len(w.children[1])) < least-same {
			continue
		}
		tried++
		if b := bits(w.children); b > gain+same {
			best, gain = w, b
		}
	}
	if best.children == nil {
		return best, 0, 0, false
	}
	gain -= math.Log2(float64(tried)) / n
	return best, gain, gain / split(best.children), gain > same
}

// choose returns the best division of records, if there is one.
func (q quinlan) choose(rows []int32) (way, bool) {
	c, _ := counts(q.g, rows)
	if len(rows) < 2*q.minLeaf || int(slices.Max(c)) == len(rows) {
		return way{}, false
	}
	few := func(j int) bool {
		f := q.d.Features[j]
		return !f.Nominal() || float64(len(f.Levels)) < 0.3*float64(len(q.train))-same
	}
	anyFew := false
	for j := range q.d.P() {
		anyFew = anyFew || few(j)
	}
	sum, valid := 0.0, 0
	for j := range q.d.P() {
		if _, gain, _, ok := q.offer(rows, j); ok && (few(j) || !anyFew) {
			sum, valid = sum+gain, valid+1
		}
	}
	var best way
	most, found := 0.0, false
	for j := range q.d.P() {
		w, gain, ratio, ok := q.offer(rows, j)
		if ok && valid > 0 && gain >= sum/float64(valid)-1e-3 && ratio > most+same {
			best, most, found = w, ratio, true
		}
	}
	return best, found
}

// leaves returns the training records of the leaves of a collapsed tree, and
// how many of them are misclassified.
func (q quinlan) leaves(rows []int32) (parts [][]int32, wrong int) {
	c, _ := counts(q.g, rows)
	own := len(rows) - int(slices.Max(c))
	w, ok := q.choose(rows)
	if !ok {
		return [][]int32{rows}, own
	}
	for _, child := range w.children {
		p, e := q.leaves(child)
		parts, wrong = append(parts, p...), wrong+e
	}
	if wrong >= own {
		return [][]int32{rows}, own
	}
	return parts, wrong
}

// TestC45 compares trees on many small data sets with the trees of an implementation that follows the text.
func TestC45(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	divided := 0
	for i := range 200 {
		learner := C45{MinLeaf: i % 4}
		d := mixed(4+rng.IntN(200), 1+rng.IntN(4), i%3 > 0, rng)
		p, err := learner.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		f := p.NewFitter(nil).(*c45Fitter)
		train := half(d.N(), rng)
		if _, err := f.Fit(t.Context(), train); err != nil {
			t.Fatal(err)
		}
		want, _ := quinlan{d: d, g: f.g, train: train, minLeaf: or(learner.MinLeaf, 2)}.leaves(train)
		var got [][]int32
		inspect(t, f.g, 0, func(_ int32, rows []int32, children [][]int32, _ int) {
			if children == nil {
				got = append(got, slices.Sorted(slices.Values(rows)))
			}
		})
		if len(got) > 1 {
			divided++
		}
		if !slices.EqualFunc(got, want, slices.Equal[[]int32]) {
			t.Fatalf("data set %d: leaves %v, want %v", i, got, want)
		}
	}
	if divided < 50 {
		t.Errorf("%d of 200 trees have more than one leaf", divided)
	}
}

// TestC45Threshold checks that a threshold is a value of the training records.
func TestC45Threshold(t *testing.T) {
	d := numbers([]float64{0, 1, 4, 5, 6, 10, 11, 12, 13}, []int32{0, 0, 0, 0, 0, 1, 1, 1, 1})
	p, err := C45{}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	f := p.NewFitter(nil)
	out := make([]float64, 3)
	for _, test := range []struct {
		train []int32
		want  []float64 // classes of 5, 6, 10
	}{
		// The middle of 4 and 11 is 7.5; the threshold is 4 among these.
		{[]int32{0, 1, 2, 6, 7, 8}, []float64{1, 1, 1}},
		{[]int32{0, 1, 2, 3, 6, 7, 8}, []float64{0, 1, 1}},
		{[]int32{0, 1, 2, 4, 6, 7, 8}, []float64{0, 0, 1}},
	} {
		if _, err := f.Fit(t.Context(), test.train); err != nil {
			t.Fatal(err)
		}
		f.Predict([]int32{3, 4, 5}, out)
		if !slices.Equal(out, test.want) {
			t.Errorf("train %v: classes %v, want %v", test.train, out, test.want)
		}
	}
}

// TestC45Least checks how near to the ends a threshold can lie: a tenth of the
// records per class, at most 25 of them.
func TestC45Least(t *testing.T) {
	for _, test := range []struct{ n, low, want int }{
		{100, 5, 5}, {100, 4, 5}, {100, 7, 7}, {30, 2, 2}, {30, 3, 3},
		{400, 20, 20}, {400, 19, 20}, {700, 25, 25}, {700, 24, 25},
	} {
		x, class := make([]float64, test.n), make([]int32, test.n)
		for i := range x {
			x[i] = float64(i)
			if i < test.low {
				class[i] = 1
			}
		}
		g := fit(t, C45{}, numbers(x, class), numbersFrom(0, test.n)).(*c45Fitter).g
		if got := int(g.nodes[1].hi); got != test.want {
			t.Errorf("%d records, %d of them of one class: %d go left, want %d", test.n, test.low, got, test.want)
		}
	}
}
