package tree

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
)

// numbers returns a data set of one numeric feature.
func numbers(x []float64, class []int32) *dataset.Data {
	d := &dataset.Data{Name: "numbers", X: mat.NewDense(len(x), 1, x), Class: class}
	for c := range slices.Max(class) + 1 {
		d.Classes = append(d.Classes, fmt.Sprint(c))
	}
	return d
}

// TestLearners runs the tests that all learners pass.
func TestLearners(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	data := []*dataset.Data{letters(120, rng), mixed(90, 3, true, rng), mixed(90, 2, true, rng)}
	for _, l := range []learn.Learner{CART{}, CART{Criterion: Gini}, CART{MinDev: -1, MinLeaf: 1}, C45{}} {
		for _, d := range data {
			learntest.Run(t, learntest.Case{Learner: l, Data: d})
		}
	}
}

// TestRandomRuns does the same for forests and shuffled features. Their draws depend on the numbers of
// the records, so that a copy gives another forest: any classes pass there, and
// TestForestCopy takes its place. The stream of random numbers is allocated;
// TestForestAllocations counts that.
func TestRandomRuns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, d := range []*dataset.Data{letters(60, rng), mixed(60, 3, true, rng)} {
		for _, l := range []learn.Learner{Forest{Trees: 5, Seed: 1}, CART{Criterion: Gini, Shuffle: true}} {
			learntest.Run(t, learntest.Case{Learner: l, Data: d, Tolerance: float64(d.K()), Allocates: true})
		}
	}
}

// fit prepares a learner on d and fits it.
func fit(t *testing.T, l learn.Learner, d *dataset.Data, train []int32) learn.Prober {
	t.Helper()
	p, err := l.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	f := p.NewFitter(nil)
	if _, err := f.Fit(t.Context(), train); err != nil {
		t.Fatal(err)
	}
	return f.(learn.Prober)
}

// classes returns the predictions of a fit.
func classes(f learn.Fitter, rows []int32) []float64 {
	out := make([]float64, len(rows))
	f.Predict(rows, out)
	return out
}

// numbersFrom returns the numbers from lo to hi-1.
func numbersFrom(lo, hi int) []int32 {
	var out []int32
	for i := lo; i < hi; i++ {
		out = append(out, int32(i))
	}
	return out
}

// TestForestCopy compares a forest on a subset with one on a copy in which the
// training records keep their numbers.
func TestForestCopy(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for i := range 6 {
		d := mixed(80, 3, i%2 == 0, rng)
		f := Forest{Trees: 7, Seed: uint64(i)}
		train, rest := numbersFrom(0, 40), numbersFrom(40, 80)
		want := classes(fit(t, f, d, train), rest)
		p, err := f.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		again := p.NewFitter(nil)
		for _, other := range [][]int32{rest, train[:1], train} {
			if _, err := again.Fit(t.Context(), other); err != nil {
				t.Fatal(err)
			}
		}
		if got := classes(again, rest); !slices.Equal(got, want) {
			t.Errorf("reused: classes %v, want %v", got, want)
		}
		// Without the records 60 to 79, one by one in front of the rest.
		small := d.Take(slices.Concat(train, rest[:20]))
		if got := classes(fit(t, f, small, train), rest[:20]); !slices.Equal(got, want[:20]) {
			t.Errorf("copy: classes %v, want %v", got, want[:20])
		}
	}
}

// TestPrepareFirst compares forests on the first features with forests on data sets of these features.
func TestPrepareFirst(t *testing.T) {
	d := mixed(80, 3, true, rand.New(rand.NewPCG(5, 5)))
	order := []int{1, 3, 0, 5, 2, 4} // two numeric features, a nominal one, and so on
	columns := func(k int) *dataset.Data {
		out := *d
		out.X, out.Features = mat.NewDense(80, k, nil), nil
		for at, j := range order[:k] {
			out.X.SetCol(at, mat.Col(nil, j, d.X))
			out.Features = append(out.Features, d.Features[j])
		}
		return &out
	}
	train, rest := numbersFrom(0, 40), numbersFrom(40, 80)
	for _, mtry := range []int{0, 3} {
		first, err := Forest{Trees: 9, Mtry: mtry}.PrepareFirst(t.Context(), columns(6))
		if err != nil {
			t.Fatal(err)
		}
		for k := 1; k <= 6; k++ {
			f := first(k).NewFitter(nil)
			if _, err := f.Fit(t.Context(), train); err != nil {
				t.Fatal(err)
			}
			want := classes(fit(t, Forest{Trees: 9, Mtry: min(mtry, k)}, columns(k), train), rest)
			if got := classes(f, rest); !slices.Equal(got, want) {
				t.Errorf("mtry %d, %d features: classes %v, want %v", mtry, k, got, want)
			}
		}
	}
	if _, err := (Forest{Mtry: 7}).PrepareFirst(t.Context(), d); err == nil {
		t.Error("want an error of Mtry 7 of 6 features")
	}
}

// TestConstantFeatures checks that a forest looks further while the features that
// it drew are constant: with one feature that varies, all trees are complete.
func TestConstantFeatures(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(40, 10, nil), Class: make([]int32, 40), Classes: []string{"a", "b"}}
	for i := range 40 {
		d.X.Set(i, 6, float64(i))
		d.Class[i] = int32(i / 3 % 2)
	}
	g := fit(t, Forest{Trees: 1, Mtry: 1}, d, numbersFrom(0, 40)).(*forestFitter).g
	for at, n := range g.nodes {
		for _, r := range g.rows[n.lo:n.hi] {
			if n.feature == leaf && d.Class[r] != n.class {
				t.Errorf("leaf %d of class %d has record %d of class %d", at, n.class, r, d.Class[r])
			}
		}
	}
}

// TestVotes compares predictions and scores with the votes of the trees, taken
// one record at a time, for numbers of records that four does not divide.
func TestVotes(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	for i := range 20 {
		d := mixed(400, 4, i%4 == 0, rng)
		f := fit(t, Forest{Trees: 30, Seed: uint64(i)}, d, numbersFrom(0, 80)).(*forestFitter)
		rows := numbersFrom(80, 345+i)
		scores := make([]float64, len(rows)*4)
		if err := f.Probabilities(rows, scores); err != nil {
			t.Fatal(err)
		}
		for k, class := range classes(f, rows) {
			votes := make([]float64, 4)
			for _, root := range f.roots {
				votes[f.g.nodes[f.g.arrive(root, rows[k])].class]++
			}
			for c := range votes {
				votes[c] /= 30
			}
			if !slices.Equal(scores[4*k:4*k+4], votes) || int(class) != slices.Index(votes, slices.Max(votes)) {
				t.Fatalf("record %d: class %v, scores %v, want %v", rows[k], class, scores[4*k:4*k+4], votes)
			}
		}
	}
}

// TestForestAllocations allows for learn.RandFor, which allocates twice.
func TestForestAllocations(t *testing.T) {
	d := letters(100, rand.New(rand.NewPCG(4, 4)))
	train, rest := numbersFrom(0, 50), numbersFrom(50, 100)
	f := fit(t, Forest{Trees: 5}, d, train)
	out, scores := make([]float64, 50), make([]float64, 50*26)
	if n := testing.AllocsPerRun(20, func() {
		if _, err := f.Fit(t.Context(), train); err != nil {
			t.Fatal(err)
		}
	}); n > 2 {
		t.Errorf("a fit allocates %v times", n)
	}
	if n := testing.AllocsPerRun(20, func() { f.Predict(rest, out); _ = f.Probabilities(rest, scores) }); n > 0 {
		t.Errorf("predictions allocate %v times", n)
	}
}

// TestForestOfOneFeature compares the trees of forests on one feature, which
// leaves nothing to chance but the records, with Gini trees on these records.
func TestForestOfOneFeature(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for i := range 50 {
		d := mixed(40, 3, false, rng)
		d = &dataset.Data{Name: d.Name, X: mat.DenseCopyOf(d.X.Slice(0, 40, 1, 2)), Class: d.Class, Classes: d.Classes}
		train, rest := numbersFrom(0, 25), numbersFrom(25, 40)
		stream := learn.RandFor(uint64(i), train)
		var drawn []int32
		for range train {
			drawn = append(drawn, train[below(stream, len(train))])
		}
		slices.Sort(drawn)
		want := classes(fit(t, CART{Criterion: Gini}, d.Take(slices.Concat(drawn, rest)), numbersFrom(0, 25)),
			numbersFrom(25, 40))
		got := classes(fit(t, Forest{Trees: 1, Seed: uint64(i)}, d, train), rest)
		if !slices.Equal(got, want) {
			t.Fatalf("classes %v, want %v", got, want)
		}
	}
}

// TestEdges fits data that leave little to learn.
func TestEdges(t *testing.T) {
	equal := numbers([]float64{3, 3, 3, 3, 3}, []int32{1, 0, 1, 0, 1})
	tests := []struct {
		name  string
		d     *dataset.Data
		train []int32
		want  []float64 // of all records
	}{
		{name: "equal records", d: equal, train: []int32{0, 1, 2, 3, 4}, want: []float64{1, 1, 1, 1, 1}},
		{name: "a tie of classes", d: equal, train: []int32{0, 1, 2, 3}, want: []float64{0, 0, 0, 0, 0}},
		{name: "one record", d: equal, train: []int32{2}, want: []float64{1, 1, 1, 1, 1}},
		{name: "duplicates of two classes", d: numbers([]float64{1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
			[]int32{1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1}),
			train: numbersFrom(0, 14), want: []float64{0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
	}
	for _, test := range tests {
		for _, l := range []learn.Learner{CART{Criterion: Gini}, CART{MinSplit: 2, MinLeaf: 1}, C45{}} {
			if got := classes(fit(t, l, test.d, test.train), numbersFrom(0, test.d.N())); !slices.Equal(got, test.want) {
				t.Errorf("%v, %s: classes %v, want %v", l, test.name, got, test.want)
			}
		}
	}
}

// TestSmallDecrease checks that a tree that is to take any decrease divides a node that
// is nearly pure: one record of 10,000. Its entropy is about ln 10,000 + 1, which is
// 0.0007 of the root's, 20,000 ln 2.
func TestSmallDecrease(t *testing.T) {
	const n = 20_000
	x, class := make([]float64, n), make([]int32, n)
	for i := range n {
		if i >= n/2 {
			x[i], class[i] = 1, 1
		}
	}
	x[n-1], class[n-1] = 2, 0
	got := classes(fit(t, CART{MinDev: -1, MinLeaf: 1}, numbers(x, class), numbersFrom(0, n)), []int32{0, n - 2, n - 1})
	if !slices.Equal(got, []float64{0, 1, 0}) {
		t.Errorf("classes %v, want 0, 1, 0", got)
	}
}

// TestXor checks that a Gini tree divides a node although no division lowers the
// impurity, and that the others do not.
func TestXor(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1}), Class: []int32{0, 1, 1, 0},
		Classes: []string{"same", "different"}}
	rows := numbersFrom(0, 4)
	for _, test := range []struct {
		learner learn.Learner
		want    []float64
	}{
		{CART{Criterion: Gini}, []float64{0, 1, 1, 0}},
		{CART{MinSplit: 2, MinLeaf: 1, MinDev: -1}, []float64{0, 0, 0, 0}},
		{C45{MinLeaf: 1}, []float64{0, 0, 0, 0}},
	} {
		if got := classes(fit(t, test.learner, d, rows), rows); !slices.Equal(got, test.want) {
			t.Errorf("%v: classes %v, want %v", test.learner, got, test.want)
		}
	}
}

// TestUnseenLevel predicts records with a level that no training record has.
func TestUnseenLevel(t *testing.T) {
	d := numbers([]float64{0, 0, 0, 1, 1, 2}, []int32{1, 1, 1, 0, 0, 0})
	d.Features = []dataset.Feature{{Name: "colour", Levels: []string{"red", "green", "blue"}}}
	for _, l := range []learn.Learner{CART{Criterion: Gini}, CART{MinSplit: 2, MinLeaf: 1}, C45{}} {
		f := fit(t, l, d, numbersFrom(0, 5))
		if got := classes(f, []int32{0, 3, 5}); !slices.Equal(got, []float64{1, 0, 1}) {
			t.Errorf("%v: classes %v", l, got)
		}
		scores := make([]float64, 6)
		if err := f.Probabilities([]int32{5, 0, 3}, scores); err != nil {
			t.Fatal(err)
		}
		if want := []float64{0.4, 0.6, 0, 1, 1, 0}; !slices.Equal(scores, want) {
			t.Errorf("%v: scores %v, want %v", l, scores, want)
		}
	}
}

// TestScores checks that scores are probabilities whose greatest is the class.
func TestScores(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	d := letters(700, rng)
	train, rest := numbersFrom(0, 350), numbersFrom(350, 700)
	for _, l := range []learn.Learner{CART{}, CART{Criterion: Gini}, C45{}, Forest{Trees: 20}} {
		f := fit(t, l, d, train)
		k := d.K()
		scores := make([]float64, k*len(rest))
		if err := f.Probabilities(rest, scores); err != nil {
			t.Fatal(err)
		}
		for i, class := range classes(f, rest) {
			p := scores[i*k:][:k]
			sum := 0.0
			for _, v := range p {
				sum += v
			}
			if sum < 1-1e-12 || sum > 1+1e-12 || p[int(class)] != slices.Max(p) {
				t.Fatalf("%v: class %v with scores %v", l, class, p)
			}
		}
	}
}

// TestErrors checks the errors of Prepare and Fit.
func TestErrors(t *testing.T) {
	d := numbers([]float64{1, 2, 3, 4}, []int32{0, 1, 0, 1})
	for _, test := range []struct {
		learner learn.Learner
		want    string
	}{
		{CART{MinLeaf: -1}, "tree: MinSplit 0, MinLeaf -1, MaxDepth 0; none may be negative"},
		{CART{Criterion: 7}, "tree: criterion 7; use tree.Deviance or tree.Gini"},
		{CART{MinDev: 1.5}, "tree: MinDev 1.5; give a share of the root's deviance below 1"},
		{CART{Criterion: Gini, MinDev: 0.1}, "tree: MinDev 0.1 with the Gini criterion; it limits deviance; leave it out"},
		{CART{Shuffle: true}, "tree: Shuffle with the Deviance criterion; use it with tree.Gini"},
		{C45{MinLeaf: -2}, "tree: MinLeaf -2; give at least 1 (2 by default)"},
		{Forest{Trees: -5}, "tree: Trees -5, Mtry 0, MinLeaf 0; none may be negative"},
		{Forest{Mtry: 2}, "tree: Mtry 2 of 1 features; give at most 1"},
	} {
		if _, err := test.learner.Prepare(t.Context(), d); err == nil || err.Error() != test.want {
			t.Errorf("%v: error %q, want %q", test.learner, err, test.want)
		}
	}
	for _, l := range []learn.Learner{CART{}, C45{}, Forest{}} {
		p, err := l.Prepare(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.NewFitter(nil).Fit(t.Context(), nil); err == nil ||
			!strings.HasPrefix(err.Error(), "tree: no training records") {
			t.Errorf("%v: error %v", l, err)
		}
	}
}
