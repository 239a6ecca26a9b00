package tree

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// fixtureCase is a tree of another program, and the data that it saw.
type fixtureCase struct {
	Seed      int
	Classes   int
	Levels    []int
	X         [][]float64
	Y         []int32
	Train     []int32
	Predicted []float64 // of all records
	Leaves    int

	Settings struct {
		MinSamplesLeaf  int `json:"min_samples_leaf"`
		MinSamplesSplit int `json:"min_samples_split"`
		MaxDepth        int `json:"max_depth"`
	}
	Nodes [][3]float64 // feature, threshold and class of the nodes, in preorder
	Score [][]float64

	Mincut, Minsize int
	Mindev          float64

	Least int
}

// fixture reads the cases that a script in testdata has written.
func fixture(t *testing.T, name string) []fixtureCase {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out struct {
		Version string
		Cases   []fixtureCase
	}
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	if len(out.Cases) == 0 {
		t.Fatalf("%s: no cases", name)
	}
	return out.Cases
}

// data returns the data set of a case.
func (c fixtureCase) data() *dataset.Data {
	n, p := len(c.X), len(c.X[0])
	d := &dataset.Data{X: mat.NewDense(n, p, nil), Class: c.Y, Features: make([]dataset.Feature, p)}
	for k := range c.Classes {
		d.Classes = append(d.Classes, fmt.Sprint(k))
	}
	for j := range p {
		d.Features[j].Name = fmt.Sprintf("x%d", j)
		if c.Levels != nil {
			for l := range c.Levels[j] {
				d.Features[j].Levels = append(d.Features[j].Levels, fmt.Sprint(l))
			}
		}
	}
	for i, row := range c.X {
		d.X.SetRow(i, row)
	}
	return d
}

// compare fits a learner on the training records of a case and compares all
// predictions and the number of leaves.
func (c fixtureCase) compare(t *testing.T, l learn.Learner) {
	t.Helper()
	d := c.data()
	f := fit(t, l, d, c.Train)
	leaves := 0
	var g *grower
	switch f := f.(type) {
	case *fitter:
		g = f.g
	case *c45Fitter:
		g = f.g
		for _, child := range g.routes { // Weka makes leaves of levels without records
			if child < 0 {
				leaves++
			}
		}
	}
	for _, n := range g.nodes {
		if n.feature == leaf {
			leaves++
		}
	}
	if leaves != c.Leaves {
		t.Errorf("seed %d: %d leaves, want %d", c.Seed, leaves, c.Leaves)
	}
	wrong := 0
	for i, v := range classes(f, numbersFrom(0, d.N())) {
		if v != c.Predicted[i] {
			wrong++
		}
	}
	if wrong > 0 {
		t.Errorf("seed %d: %d of %d predictions differ", c.Seed, wrong, d.N())
	}
}

// TestScikitLearn compares features, thresholds, classes and scores of Gini trees with the trees of
// DecisionTreeClassifier.
func TestScikitLearn(t *testing.T) {
	for _, c := range fixture(t, "scikit_learn.json") {
		d := c.data()
		s := c.Settings
		f := fit(t, CART{Criterion: Gini, MinLeaf: s.MinSamplesLeaf, MinSplit: s.MinSamplesSplit, MaxDepth: s.MaxDepth}, d,
			c.Train).(*fitter)
		g := f.g
		at := 0
		var visit func(i int32)
		visit = func(i int32) {
			n, want := g.nodes[i], c.Nodes[at]
			at++
			if n.feature != int32(want[0]) {
				t.Fatalf("seed %d, node %d: feature %d, want %v", c.Seed, at, n.feature, want[0])
			}
			if n.feature == leaf {
				if float64(n.class) != want[2] {
					t.Errorf("seed %d, node %d: class %d, want %v", c.Seed, at, n.class, want[2])
				}
				return
			}
			v := g.values[n.feature]
			if v[n.cut] > want[1] || v[n.cut+1] <= want[1] {
				t.Errorf("seed %d, node %d: threshold from %v to %v, want %v", c.Seed, at, v[n.cut], v[n.cut+1], want[1])
			}
			visit(n.child)
			visit(n.child + 1)
		}
		visit(0)
		if at != len(c.Nodes) {
			t.Errorf("seed %d: %d nodes, want %d", c.Seed, at, len(c.Nodes))
		}
		rows := numbersFrom(0, d.N())
		if got := classes(f, rows); !slices.Equal(got, c.Predicted) {
			t.Errorf("seed %d: predictions %v, want %v", c.Seed, got, c.Predicted)
		}
		scores := make([]float64, d.N()*d.K())
		if err := f.Probabilities(rows, scores); err != nil {
			t.Fatal(err)
		}
		for i, want := range slices.Concat(c.Score...) {
			if math.Abs(scores[i]-want) > 1e-11 {
				t.Fatalf("seed %d: score %d is %v, want %v", c.Seed, i, scores[i], want)
			}
		}
	}
}

// TestRpart compares deviance trees with the trees of rpart, cut where R's tree stops.
func TestRpart(t *testing.T) {
	for _, c := range fixture(t, "rpart.json") {
		c.compare(t, CART{MinLeaf: c.Mincut, MinSplit: c.Minsize, MinDev: c.Mindev})
	}
}

// TestWeka compares C4.5 with J48.
func TestWeka(t *testing.T) {
	for _, c := range fixture(t, "weka.json") {
		c.compare(t, C45{MinLeaf: c.Least})
	}
}
