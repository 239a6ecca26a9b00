package neighbour

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
)

// other is a training record as seen from the record that is predicted.
type other struct {
	square float64
	record int32
}

// ranked sorts the training records by weighted distance from record i, straight
// from the definition.
func ranked(d *dataset.Data, train []int32, weight []float64, i int32) []other {
	var out []other
	for _, r := range train {
		o := other{record: r}
		for j, w := range weight {
			diff := d.X.At(int(r), j) - d.X.At(int(i), j)
			o.square += w * diff * diff
		}
		out = append(out, o)
	}
	slices.SortStableFunc(out, func(a, b other) int { return cmp.Compare(a.square, b.square) })
	return out
}

// scales returns the weights that a scaling gives to squared differences.
func scales(d *dataset.Data, train []int32, s learn.Scaling) []float64 {
	weight := ones(d.P())
	switch s {
	case learn.PerDataSet:
		newSpace(d).scale(span(0, d.N()), weight)
	case learn.PerFold:
		newSpace(d).scale(train, weight)
	}
	return weight
}

// probabilities are computed as in kknn: distances divided by the distance of neighbour k+1, both kept off 0, and
// each other off 1.
func probabilities(d *dataset.Data, near []other, k int, kernel Kernel) []float64 {
	out := make([]float64, d.K())
	weight := func(int) float64 { return 1 }
	if kernel == Rectangular || len(near) == 1 {
		k = min(k, len(near))
	} else {
		k = min(k, len(near)-1)
		last := max(math.Sqrt(near[k].square), 1e-6)
		weight = func(j int) float64 { return 1 - min(max(math.Sqrt(near[j].square)/last, 1e-6), 1-1e-6) }
	}
	var sum float64
	for j, o := range near[:k] {
		out[d.Class[o.record]] += weight(j)
		sum += weight(j)
	}
	for c := range out {
		out[c] /= sum
	}
	return out
}

// grid draws a data set whose records lie on few points, with many equal
// distances, or one without equal distances; and a training set, large or small.
func grid(t *rapid.T) (*dataset.Data, []int32) {
	n := rapid.IntRange(1, 300).Draw(t, "n")
	p := rapid.IntRange(1, 6).Draw(t, "p")
	classes := rapid.Int32Range(1, 4).Draw(t, "classes")
	continuous := rapid.Bool().Draw(t, "continuous")
	share := rapid.SampledFrom([]float64{0, 0.05, 0.2, 0.5, 0.9}).Draw(t, "share")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	d := &dataset.Data{X: mat.NewDense(n, p, nil), Class: make([]int32, n)}
	for c := range classes {
		d.Classes = append(d.Classes, fmt.Sprint(c))
	}
	train := []int32{rng.Int32N(int32(n))}
	for i := range n {
		d.Class[i] = rng.Int32N(classes)
		for j := range p {
			x := float64(rng.IntN(4))
			if continuous {
				x = rng.NormFloat64()
			}
			d.X.Set(i, j, x)
		}
		if rng.Float64() < share {
			train = append(train, int32(i))
		}
	}
	slices.Sort(train)
	return d, slices.Compact(train)
}

func fitted(t rapid.TB, l learn.Learner, d *dataset.Data, train []int32) learn.Fitter {
	t.Helper()
	p, err := l.Prepare(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	f := p.NewFitter(nil)
	if _, err := f.Fit(context.Background(), train); err != nil {
		t.Fatal(err)
	}
	return f
}

// lister is a fitter whose search may use lists.
type lister interface {
	learn.SetFitter
	plan(pairs float64) error
}

// somehow fits l in one of the ways there are: alone, or as a fold or a twin of
// a partition set, by lists or without.
func somehow(t *rapid.T, l learn.Learner, d *dataset.Data, train []int32) learn.Fitter {
	f := fitted(t, l, d, train).(lister)
	if rapid.Bool().Draw(t, "lists") {
		if err := f.plan(math.Inf(1)); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Fit(context.Background(), train); err != nil {
			t.Fatal(err)
		}
	}
	rest := slices.DeleteFunc(span(0, d.N()), func(i int32) bool { return slices.Contains(train, i) })
	method := rapid.SampledFrom([]cv.Method{"", cv.RLT, cv.Mx2}).Draw(t, "method")
	if method == "" {
		return f
	}
	set, fold := cv.Set{Method: method, N: d.N(), Splits: []cv.Split{{Train: train, Valid: rest}}}, 0
	if method == cv.Mx2 {
		set.Splits = append(set.Splits, cv.Split{Train: rest, Valid: train})
		fold = 3
	}
	if err := f.Open(context.Background(), set); err != nil {
		t.Fatal(err)
	}
	if _, err := f.FitFold(context.Background(), fold); err != nil {
		t.Fatal(err)
	}
	return f
}

// listed fits l by lists.
func listed(t testing.TB, l learn.Learner, d *dataset.Data, train []int32) *knnFitter {
	t.Helper()
	f := fitted(t, l, d, train).(*knnFitter)
	if err := f.plan(math.Inf(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Fit(t.Context(), train); err != nil {
		t.Fatal(err)
	}
	return f
}

// Probabilities and classes agree with the definition, for training records too.
func TestKNNBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, train := grid(t)
		l := KNN{
			K:      rapid.IntRange(1, 12).Draw(t, "k"),
			Kernel: rapid.SampledFrom([]Kernel{Triangular, Rectangular}).Draw(t, "kernel"),
			Scale:  rapid.SampledFrom([]learn.Scaling{learn.Unscaled, learn.PerDataSet, learn.PerFold}).Draw(t, "scaling"),
		}
		f := somehow(t, l, d, train).(learn.Prober)
		rows := span(0, d.N())
		out, score := make([]float64, d.N()), make([]float64, d.N()*d.K())
		f.Predict(rows, out)
		if err := f.Probabilities(rows, score); err != nil {
			t.Fatal(err)
		}
		weight := scales(d, train, l.Scale)
		for _, i := range rows {
			want := probabilities(d, ranked(d, train, weight, i), l.K, l.Kernel)
			got := score[int(i)*d.K():][:d.K()]
			for c := range want {
				if math.Abs(got[c]-want[c]) > 1e-9 {
					t.Fatalf("%s, record %d: probabilities %v, want %v", l, i, got, want)
				}
			}
			if best := slices.Index(got, slices.Max(got)); out[i] != float64(best) {
				t.Fatalf("%s, record %d: class %v, probabilities %v", l, i, out[i], got)
			}
		}
	})
}

func TestWeightedNNBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, train := grid(t)
		var l WeightedNN
		weight := ones(d.P())
		if rapid.Bool().Draw(t, "weighted") {
			for j := range weight {
				weight[j] = rapid.SampledFrom([]float64{0.25, 1, 3, 17.25}).Draw(t, "weight")
			}
			l.Weights = weight
		}
		f := somehow(t, l, d, train)
		out := make([]float64, d.N())
		f.Predict(span(0, d.N()), out)
		for i, got := range out {
			if want := d.Class[ranked(d, train, weight, int32(i))[0].record]; got != float64(want) {
				t.Fatalf("%s, record %d: class %v, want %v", l, i, got, want)
			}
		}
	})
}
