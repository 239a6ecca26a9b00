package neighbour

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/block-regularized/bcv/internal/numtest"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
	"github.com/block-regularized/bcv/research/simdata"
)

// constant sets feature j of d to one value.
func constant(d *dataset.Data, j int) *dataset.Data {
	for i := range d.N() {
		d.X.Set(i, j, 0.1)
	}
	return d
}

// coarse rounds the features of d, so that many distances are equal and many 0.
func coarse(d *dataset.Data) *dataset.Data {
	d.X.Apply(func(_, _ int, v float64) float64 { return math.Round(v) }, d.X)
	return d
}

func TestContract(t *testing.T) {
	rare := normal(90, 4, 3)
	rare.Classes = append(rare.Classes, "rare")
	rare.Class[7] = 3 // in the training set or in the validation set alone
	for _, c := range []learntest.Case{
		{Learner: KNN{}, Data: constant(normal(90, 4, 2), 1)},
		{Learner: KNN{}, Data: rare},
		{Learner: KNN{}, Data: coarse(normal(240, 3, 2))},
		{Learner: KNN{K: 1, Kernel: Rectangular}, Data: normal(61, 3, 4)},
		{Learner: KNN{K: 40, Scale: learn.PerDataSet}, Data: constant(normal(90, 4, 2), 0), FeaturesOfAll: "scale=dataset"},
		{Learner: KNN{K: 7, Scale: learn.PerFold}, Data: constant(normal(90, 4, 3), 2)},
		{Learner: WeightedNN{}, Data: rare},
		{Learner: WeightedNN{simdata.EXP6Weights(0.29)}, Data: normal(150, 2, 6)},
	} {
		learntest.Run(t, c)
	}
}

// fixture is a fit of scikit-learn.
type fixture struct {
	K             int
	Kernel        Kernel
	Scale         learn.Scaling
	Classes       int
	X             [][]float64
	Y             []int32
	Train, Valid  []int32
	Probabilities [][]float64
}

func TestScikitLearn(t *testing.T) {
	text, err := os.ReadFile("testdata/scikit_learn.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []fixture }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 8 {
		t.Fatalf("%d cases, want 8", len(file.Cases))
	}
	for _, c := range file.Cases {
		d := &dataset.Data{X: mat.NewDense(len(c.X), len(c.X[0]), nil), Class: c.Y}
		for i, row := range c.X {
			d.X.SetRow(i, row)
		}
		for k := range c.Classes {
			d.Classes = append(d.Classes, fmt.Sprint(k))
		}
		l := KNN{K: c.K, Kernel: c.Kernel, Scale: c.Scale}
		f := fitted(t, l, d, c.Train).(learn.Prober)
		got := make([]float64, len(c.Valid)*c.Classes)
		if err := f.Probabilities(c.Valid, got); err != nil {
			t.Fatal(err)
		}
		for r, row := range c.Probabilities {
			for k, want := range row {
				if p := got[r*c.Classes+k]; math.Abs(p-want) > 1e-6 {
					t.Errorf("%s, %d classes, record %d: probability %v of class %d, want %v", l, c.Classes, c.Valid[r], p, k, want)
				}
			}
		}
	}
}

func TestFNN(t *testing.T) {
	rows := numtest.Fixture(t, "fnn.csv")
	d := &dataset.Data{X: mat.NewDense(len(rows), 16, nil), Classes: []string{"0", "1", "2", "3", "4"}}
	var train, valid []int32
	var want []float64
	number := func(s string) float64 { return numtest.Float(t, s) }
	for i, row := range rows {
		d.Class = append(d.Class, int32(number(row[1])))
		for j, v := range row[3:] {
			d.X.Set(i, j, number(v))
		}
		if row[0] == "1" {
			train = append(train, int32(i))
		} else {
			valid = append(valid, int32(i))
			want = append(want, number(row[2]))
		}
	}
	f := fitted(t, WeightedNN{simdata.LetterWeights(17.25)}, d, train)
	got := make([]float64, len(valid))
	f.Predict(valid, got)
	if diff := cmp.Diff(want, got); diff != "" || len(got) != 100 {
		t.Error(diff)
	}
}

// line puts records of one feature at the given places.
func line(class []int32, x ...float64) *dataset.Data {
	return &dataset.Data{X: mat.NewDense(len(x), 1, x), Class: class, Classes: []string{"a", "b", "c"}}
}

// Small cases, computed by hand from kknn's definition.
func TestKNNCases(t *testing.T) {
	const w = 1e-6 // kknn's least weight
	for _, c := range []struct {
		name    string
		learner KNN
		data    *dataset.Data
		train   []int32
		row     int32
		class   float64
		share   []float64
	}{
		{name: "weights 3/4 and 1/2", learner: KNN{K: 2}, data: line([]int32{0, 0, 1, 2}, 0, 1, 2, 4),
			train: []int32{1, 2, 3}, row: 0, class: 0, share: []float64{0.6, 0.4, 0}},
		{name: "lowest class of a tie", learner: KNN{K: 2}, data: line([]int32{0, 2, 1, 0}, 0, 1, -1, 4),
			train: []int32{1, 2, 3}, row: 0, class: 1, share: []float64{0, 0.5, 0.5}},
		{name: "lowest record of equal distances", learner: KNN{K: 1}, data: line([]int32{0, 2, 1, 0}, 0, 1, -1, 4),
			train: []int32{1, 2, 3}, row: 0, class: 2, share: []float64{0, 0, 1}},
		{name: "all at the last distance", learner: KNN{K: 3}, data: line([]int32{0, 1, 1, 0, 0}, 0, 1, -1, 1, -1),
			train: []int32{1, 2, 3, 4}, row: 0, class: 1, share: []float64{1.0 / 3, 2.0 / 3, 0}},
		{name: "copies of the record", learner: KNN{K: 3}, data: line([]int32{0, 1, 0, 1, 2}, 3, 3, 3, 3, 3),
			train: []int32{1, 2, 3, 4}, row: 0, class: 1, share: []float64{1.0 / 3, 2.0 / 3, 0}},
		{name: "a copy and two at the last distance", learner: KNN{K: 2}, data: line([]int32{0, 2, 1, 0}, 0, 0, -1, 1),
			train: []int32{1, 2, 3}, row: 0, class: 2, share: []float64{0, w, 1 - w}},
		{name: "two records: the nearer votes", learner: KNN{}, data: line([]int32{0, 0, 1}, 0, 3, 2), train: []int32{1, 2},
			row: 0, class: 1, share: []float64{0, 1, 0}},
		{name: "one record", learner: KNN{}, data: line([]int32{0, 2, 1}, 0, 3, 2), train: []int32{1}, row: 0, class: 2,
			share: []float64{0, 0, 1}},
		{name: "one record, rectangular", learner: KNN{Kernel: Rectangular}, data: line([]int32{0, 2, 1}, 0, 3, 2),
			train: []int32{1}, row: 0, class: 2, share: []float64{0, 0, 1}},
		{name: "five records: four vote", learner: KNN{}, data: line([]int32{0, 0, 1, 1, 1, 2}, 0, 1, 2, 3, 4, 5),
			train: []int32{1, 2, 3, 4, 5}, row: 0, class: 1, share: []float64{0.4, 0.6, 0}},
		{name: "rectangular: all five vote", learner: KNN{Kernel: Rectangular},
			data: line([]int32{0, 0, 1, 1, 1, 2}, 0, 1, 2, 3, 4, 5), train: []int32{1, 2, 3, 4, 5}, row: 0, class: 1,
			share: []float64{0.2, 0.6, 0.2}},
		{name: "a training record is its own neighbour", learner: KNN{K: 1}, data: line([]int32{2, 0, 0, 1}, 0, 1, 2, 4),
			train: []int32{0, 1, 2, 3}, row: 0, class: 2, share: []float64{0, 0, 1}},
	} {
		f := fitted(t, c.learner, c.data, c.train).(learn.Prober)
		class, share := make([]float64, 1), make([]float64, 3)
		f.Predict([]int32{c.row}, class)
		if err := f.Probabilities([]int32{c.row}, share); err != nil {
			t.Fatal(err)
		}
		for k := range share {
			if math.Abs(share[k]-c.share[k]) > 1e-12 {
				t.Errorf("%s: shares %v, want %v", c.name, share, c.share)
			}
		}
		if class[0] != c.class {
			t.Errorf("%s: class %v, want %v", c.name, class[0], c.class)
		}
	}
}

// A scale is 1/variance, a constant feature's 0.
func TestScale(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	d := constant(normal(50, 3, 2), 1)
	var records []int32
	var x []float64
	for i := range d.N() {
		d.X.Set(i, 2, 1e6+rng.NormFloat64())
		if i%3 > 0 {
			records = append(records, int32(i))
			x = append(x, d.X.At(i, 2))
		}
	}
	weight := make([]float64, 3)
	newSpace(d).scale(records, weight)
	if want := 1 / stat.Variance(x, nil); math.Abs(weight[2]/want-1) > 1e-9 {
		t.Errorf("weight %v, want %v", weight[2], want)
	}
	if weight[1] != 0 {
		t.Errorf("weight %v of a constant feature", weight[1])
	}
}

func TestString(t *testing.T) {
	for _, c := range []struct {
		learner learn.Learner
		want    string
	}{
		{KNN{}, "knn"},
		{KNN{K: 5, Kernel: Triangular, Scale: learn.Unscaled}, "knn"},
		{KNN{7, Rectangular, learn.PerFold}, "knn(k=7, kernel=rectangular, scale=fold)"},
		{WeightedNN{}, "1nn"},
		{WeightedNN{simdata.EXP6Weights(0.5)}, "1nn(weights=0.5 2)"},
	} {
		if got := c.learner.String(); got != c.want {
			t.Errorf("%#v is called %s, want %s", c.learner, got, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	d := normal(20, 2, 2)
	nominal := normal(20, 2, 2)
	nominal.X.Zero()
	nominal.Features = []dataset.Feature{{Name: "colour", Levels: []string{"red", "blue"}}, {Name: "size"}}
	huge := normal(20, 2, 2)
	huge.X.Set(3, 1, 1e200)
	for _, c := range []struct {
		learner learn.Learner
		data    *dataset.Data
		want    string
	}{
		{KNN{K: -1}, d, "K is -1"},
		{KNN{Kernel: "cosine"}, d, `kernel "cosine"`},
		{KNN{Scale: "range"}, d, `scale "range"`},
		{WeightedNN{[]float64{1, 2, 3}}, d, "3 weights for 2 features"},
		{WeightedNN{[]float64{1, -2}}, d, "weight of feature x2 is -2"},
		{WeightedNN{[]float64{math.NaN(), 1}}, d, "weight of feature x1 is NaN"},
		{WeightedNN{[]float64{1, math.Inf(1)}}, d, "weight of feature x2 is +Inf"},
		{WeightedNN{[]float64{0, 0}}, d, "all 2 weights are 0"},
		{KNN{}, nominal, "colour has levels"},
		{WeightedNN{}, nominal, "colour has levels"},
		{KNN{}, huge, "feature x2"},
		{WeightedNN{}, huge, "feature x2"},
	} {
		if _, err := c.learner.Prepare(t.Context(), c.data); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.learner, err, c.want)
		}
	}
}

func TestEmptyFold(t *testing.T) {
	d := normal(10, 2, 2)
	set := cv.Set{Method: cv.RLT, N: 10, Splits: []cv.Split{{Valid: span(0, 10)}}}
	for _, l := range []learn.Learner{KNN{}, KNN{Scale: learn.PerFold}, WeightedNN{}} {
		f := fitted(t, l, d, span(0, 10)).(learn.SetFitter)
		if err := f.Open(t.Context(), set); err != nil {
			t.Fatal(err)
		}
		if _, err := f.FitFold(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "no training records") {
			t.Errorf("%s: error %v", l, err)
		}
	}
}

// Features that are nearly constant in a training set make distances overflow.
func TestScaleOverflow(t *testing.T) {
	d := normal(10, 2, 2)
	for i := range 5 {
		d.X.Set(i, 1, float64(i)*1e-154)
	}
	p, err := KNN{Scale: learn.PerFold}.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.NewFitter(nil).Fit(t.Context(), span(0, 5)); err == nil || !strings.Contains(err.Error(), "feature x2") {
		t.Errorf("error %v", err)
	}
}

// Data sets of more than 65,536 records have no masks, with the same results.
func TestWithoutMasks(t *testing.T) {
	d := coarse(normal(200, 3, 2))
	all := span(0, d.N())
	with, without := listed(t, KNN{}, d, all[:90]), listed(t, KNN{}, d, all[:90])
	without.short = false
	if _, err := without.Fit(t.Context(), all[:90]); err != nil {
		t.Fatal(err)
	}
	if with.look == 0 || without.look != 0 {
		t.Fatalf("masks of %d and of %d elements", with.look, without.look)
	}
	want, got := make([]float64, d.N()), make([]float64, d.N())
	with.Predict(all, want)
	without.Predict(all, got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestScoreAllocations(t *testing.T) {
	d := normal(200, 3, 3)
	f := fitted(t, KNN{}, d, span(0, 100)).(learn.Prober)
	rows, out := span(100, 200), make([]float64, 100*d.K())
	if n := testing.AllocsPerRun(5, func() { _ = f.Probabilities(rows, out) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func ExampleKNN() {
	d := &dataset.Data{
		X:       mat.NewDense(6, 1, []float64{0, 1, 2, 6, 11, 5}),
		Class:   []int32{0, 0, 0, 1, 1, 1},
		Classes: []string{"left", "right"},
	}
	p, err := KNN{K: 3}.Prepare(context.Background(), d)
	if err != nil {
		fmt.Println(err)
		return
	}
	f := p.NewFitter(nil).(learn.Prober)
	if _, err := f.Fit(context.Background(), []int32{0, 1, 2, 3, 4}); err != nil {
		fmt.Println(err)
		return
	}
	class, share := make([]float64, 1), make([]float64, 2)
	f.Predict([]int32{5}, class)
	if err := f.Probabilities([]int32{5}, share); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s, shares %.3f\n", d.Classes[int(class[0])], share)
	// Output: right, shares [0.429 0.571]
}

func ExampleWeightedNN() {
	d := &dataset.Data{
		X:       mat.NewDense(3, 2, []float64{0, 0, 1, 4, 3, 0}),
		Class:   []int32{0, 0, 1},
		Classes: []string{"near", "far"},
	}
	for _, omega := range []float64{1, 4} {
		p, err := WeightedNN{simdata.EXP6Weights(omega)}.Prepare(context.Background(), d)
		if err != nil {
			fmt.Println(err)
			return
		}
		f := p.NewFitter(nil)
		if _, err := f.Fit(context.Background(), []int32{1, 2}); err != nil {
			fmt.Println(err)
			return
		}
		class := make([]float64, 1)
		f.Predict([]int32{0}, class)
		fmt.Println(d.Classes[int(class[0])])
	}
	// Output:
	// far
	// near
}
