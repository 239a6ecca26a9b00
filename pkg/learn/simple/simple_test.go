package simple

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/learntest"
)

// classes draws n records of k classes, the first feature constant. Class k has
// a name and no record.
func classes(n, p, k int) *dataset.Data {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(k)))
	d := &dataset.Data{X: mat.NewDense(n, p, nil), Class: make([]int32, n)}
	for c := range k + 1 {
		d.Classes = append(d.Classes, fmt.Sprint(c))
	}
	for i := range n {
		d.Class[i] = rng.Int32N(int32(k))
		for j := 1; j < p; j++ {
			d.X.Set(i, j, rng.NormFloat64()+float64(d.Class[i])*float64(j%2))
		}
	}
	return d
}

func responses(y ...float64) *dataset.Data {
	return &dataset.Data{X: mat.NewDense(len(y), 1, nil), Response: y}
}

func fitter(t *testing.T, l learn.Learner, d *dataset.Data) learn.Fitter {
	t.Helper()
	p, err := l.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	return p.NewFitter(nil)
}

func TestContract(t *testing.T) {
	y := make([]float64, 41)
	for i := range y {
		y[i] = 1e3 + math.Sin(float64(i))
	}
	for _, c := range []learntest.Case{
		{Learner: Mean{}, Data: responses(y...), Tolerance: 1e-12},
		{Learner: Majority{}, Data: classes(60, 1, 3)},
		{Learner: NearestMean{}, Data: classes(60, 4, 2)},
		{Learner: NearestMean{}, Data: classes(90, 5, 4)},
	} {
		learntest.Run(t, c)
	}
}

func TestMean(t *testing.T) {
	f := fitter(t, Mean{}, responses(1, 2, 4, 8, 16, 32, 64))
	for _, c := range []struct {
		train []int32
		want  float64
	}{
		{[]int32{3}, 8},
		{[]int32{0, 1, 2}, 7.0 / 3},
		{[]int32{0, 1, 2, 3}, 3.75},
		{[]int32{0, 1, 2, 3, 4, 5, 6}, 127.0 / 7},
	} {
		if _, err := f.Fit(t.Context(), c.train); err != nil {
			t.Fatal(err)
		}
		out := []float64{0, 0}
		f.Predict([]int32{5, 6}, out)
		if out[0] != c.want || out[1] != c.want {
			t.Errorf("trained on %v: %v, want %v", c.train, out, c.want)
		}
	}
}

func TestMajority(t *testing.T) {
	d := &dataset.Data{X: mat.NewDense(6, 1, nil), Class: []int32{2, 2, 1, 1, 0, 2}, Classes: []string{"a", "b", "c", "d"}}
	f := fitter(t, Majority{}, d).(learn.Prober)
	for _, c := range []struct {
		train []int32
		want  float64
		share []float64
	}{
		{[]int32{0, 1, 2}, 2, []float64{0, 1.0 / 3, 2.0 / 3, 0}},
		{[]int32{0, 1, 2, 3}, 1, []float64{0, 0.5, 0.5, 0}}, // a tie
		{[]int32{0, 2, 4}, 0, []float64{1.0 / 3, 1.0 / 3, 1.0 / 3, 0}},
		{[]int32{5}, 2, []float64{0, 0, 1, 0}},
	} {
		if _, err := f.Fit(t.Context(), c.train); err != nil {
			t.Fatal(err)
		}
		out, share := make([]float64, 2), make([]float64, 2*d.K())
		f.Predict([]int32{1, 4}, out)
		if err := f.Probabilities([]int32{1, 4}, share); err != nil {
			t.Fatal(err)
		}
		if out[0] != c.want || out[1] != c.want {
			t.Errorf("trained on %v: %v, want %v", c.train, out, c.want)
		}
		if diff := cmp.Diff(append(c.share, c.share...), share); diff != "" {
			t.Errorf("trained on %v: shares %s", c.train, diff)
		}
	}
}

func TestNearestMean(t *testing.T) {
	// The means are (1, 0), (4, 4) and, of class 3, (1, 2); class 2 has no record.
	d := &dataset.Data{
		X:       mat.NewDense(8, 2, []float64{0, 0, 2, 0, 4, 3, 4, 5, 1, 2, 1, 1, 4, 4, 2.5, 2}),
		Class:   []int32{0, 0, 1, 1, 3, 0, 0, 0},
		Classes: []string{"a", "b", "c", "d"},
	}
	f := fitter(t, NearestMean{}, d)
	if _, err := f.Fit(t.Context(), []int32{0, 1, 2, 3, 4}); err != nil {
		t.Fatal(err)
	}
	rows := []int32{5, 6, 7}
	out := make([]float64, 3)
	f.Predict(rows, out)
	if diff := cmp.Diff([]float64{0, 1, 3}, out); diff != "" { // (1, 1) is as near to class 0 as to class 3
		t.Error(diff)
	}
}

func TestNominalRefused(t *testing.T) {
	d := classes(10, 2, 2)
	d.Features = []dataset.Feature{{Name: "colour", Levels: []string{"red", "blue"}}, {Name: "size"}}
	if _, err := (NearestMean{}).Prepare(t.Context(), d); err == nil {
		t.Error("prepared a feature with levels")
	}
	if _, err := (Majority{}).Prepare(t.Context(), d); err != nil {
		t.Error(err)
	}
}

func ExampleMajority() {
	d := &dataset.Data{X: mat.NewDense(5, 1, nil), Class: []int32{0, 1, 1, 0, 1}, Classes: []string{"no", "yes"}}
	p, err := Majority{}.Prepare(context.Background(), d)
	if err != nil {
		fmt.Println(err)
		return
	}
	f := p.NewFitter(nil)
	if _, err := f.Fit(context.Background(), []int32{0, 1, 2}); err != nil {
		fmt.Println(err)
		return
	}
	out := make([]float64, 2)
	f.Predict([]int32{3, 4}, out)
	fmt.Println(out)
	// Output: [1 1]
}
