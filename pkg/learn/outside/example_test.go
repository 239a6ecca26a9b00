package outside_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn/outside"
)

const nearestMean = "../../../examples/nearest_mean.py"

// clouds returns n records of two classes with two numbers.
func clouds(n int) *dataset.Data {
	rng := rand.New(rand.NewPCG(1, 2))
	d := &dataset.Data{Name: "clouds", X: mat.NewDense(n, 2, nil), Classes: []string{"near", "far"}}
	for i := range n {
		c := int32(rng.IntN(2))
		d.X.SetRow(i, []float64{rng.NormFloat64() + float64(c), rng.NormFloat64() + float64(c)})
		d.Class = append(d.Class, c)
	}
	return d
}

// A script in Python is fitted in the folds of a 3 x 2 BCV.
func Example() {
	d := clouds(200)
	set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 3, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	c := outside.Command{
		Name: "python3", Args: []string{"../../../examples/nearest_mean.py", "--serve"},
		Label: "nearest mean", Serve: true, Timeout: time.Minute,
	}
	prepared, err := c.Prepare(context.Background(), d)
	if err != nil {
		fmt.Println(err)
		return
	}
	fitter := prepared.NewFitter(nil)
	for _, f := range set.Folds() {
		if _, err := fitter.Fit(context.Background(), f.Train); err != nil {
			fmt.Println(err)
			return
		}
		out, wrong := make([]float64, len(f.Valid)), 0
		fitter.Predict(f.Valid, out)
		for k, i := range f.Valid {
			if out[k] != d.Target(i) {
				wrong++
			}
		}
		fmt.Printf("%s, replication %d, fold %d: %d of %d wrong\n", c, f.Replication, f.Fold, wrong, len(out))
	}
	// Output:
	// nearest mean, replication 1, fold 1: 22 of 100 wrong
	// nearest mean, replication 1, fold 2: 25 of 100 wrong
	// nearest mean, replication 2, fold 1: 23 of 100 wrong
	// nearest mean, replication 2, fold 2: 24 of 100 wrong
	// nearest mean, replication 3, fold 1: 25 of 100 wrong
	// nearest mean, replication 3, fold 2: 23 of 100 wrong
}

// TestPython compares nearest_mean.py, started for each fit, with the same
// method in Go.
func TestPython(t *testing.T) {
	t.Parallel()
	d := clouds(60)
	c := outside.Command{Name: "python3", Args: []string{nearestMean}, Timeout: time.Minute}
	prepared, err := c.Prepare(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	fitter := prepared.NewFitter(nil)
	for k := range 2 {
		var train, valid []int32
		for i := range int32(d.N()) {
			if int(i)%2 == k {
				train = append(train, i)
			} else {
				valid = append(valid, i)
			}
		}
		if _, err := fitter.Fit(t.Context(), train); err != nil {
			t.Fatal(err)
		}
		got := make([]float64, len(valid))
		fitter.Predict(valid, got)
		if want := meanRule(d, train, valid); !slices.Equal(got, want) {
			t.Errorf("python predicts %v, Go %v", got, want)
		}
	}
}

func meanRule(d *dataset.Data, train, valid []int32) []float64 {
	var mean [2][2]float64
	var n [2]float64
	for _, i := range train {
		c := d.Class[i]
		n[c]++
		for j, v := range d.X.RawRowView(int(i)) {
			mean[c][j] += v
		}
	}
	out := make([]float64, len(valid))
	for k, i := range valid {
		var dist [2]float64
		for c := range dist {
			for j, v := range d.X.RawRowView(int(i)) {
				dist[c] += math.Pow(v-mean[c][j]/n[c], 2)
			}
		}
		if dist[1] < dist[0] {
			out[k] = 1
		}
	}
	return out
}
