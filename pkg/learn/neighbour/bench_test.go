package neighbour

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/research/simdata"
)

// normal draws n records of k classes with p features, the first tenth of
// which differ by half a standard deviation from class to class.
func normal(n, p, k int) *dataset.Data {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(p)))
	d := &dataset.Data{X: mat.NewDense(n, p, nil), Class: make([]int32, n)}
	for c := range k {
		d.Classes = append(d.Classes, fmt.Sprint(c))
	}
	for i := range n {
		d.Class[i] = rng.Int32N(int32(k))
		for j := range p {
			x := rng.NormFloat64()
			if j < (p+9)/10 {
				x += 0.5 * float64(d.Class[i])
			}
			d.X.Set(i, j, x)
		}
	}
	return d
}

func BenchmarkKNN(b *testing.B) {
	holdOut(b, KNN{}, normal(1000, 20, 2))
}

func BenchmarkKNNClasses(b *testing.B) {
	holdOut(b, KNN{}, normal(1000, 20, 26))
}

func BenchmarkWeightedNN(b *testing.B) {
	holdOut(b, WeightedNN{simdata.LetterWeights(17.25)}, normal(300, 16, 26))
}

// holdOut takes 3 x 2 BCV partition sets of one data set, six evaluations each:
// fit on a half, predict the other half. The time of a set holds a thousandth of
// the preparation.
func holdOut(b *testing.B, l learn.Learner, d *dataset.Data) {
	start := time.Now()
	p, err := l.Prepare(b.Context(), d)
	if err != nil {
		b.Fatal(err)
	}
	f := p.NewFitter(nil).(lister)
	if err := f.plan(math.Inf(1)); err != nil {
		b.Fatal(err)
	}
	preparation := time.Since(start).Seconds()
	out := make([]float64, d.N())
	for seed := uint64(0); b.Loop(); seed++ {
		set, err := cv.New(cv.BCV, d.N(), cv.Options{M: 3, Seed: seed})
		if err == nil {
			err = f.Open(b.Context(), set)
		}
		for k := 0; k < 6 && err == nil; k++ {
			_, err = f.FitFold(b.Context(), k)
			valid := set.Fold(k).Valid
			f.Predict(valid, out[:len(valid)])
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(1e3*preparation, "ms/preparation")
	b.ReportMetric(6/(b.Elapsed().Seconds()/float64(b.N)+preparation/1000), "evaluations/s")
}

// BenchmarkLists sorts the neighbours of all records.
func BenchmarkLists(b *testing.B) {
	d := normal(1000, 20, 2)
	for b.Loop() {
		p, err := KNN{}.Prepare(b.Context(), d)
		if err != nil {
			b.Fatal(err)
		}
		if err := p.NewFitter(nil).(lister).plan(math.Inf(1)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDirect trains on half of the records and predicts the other half without
// lists, on one processor.
func BenchmarkDirect(b *testing.B) {
	for _, p := range []int{2, 20, 50, 200} {
		b.Run(fmt.Sprint("p=", p), func(b *testing.B) {
			d := normal(20_000, p, 2)
			f := fitted(b, KNN{}, d, span(0, 10_000))
			rows, out := span(10_000, 20_000), make([]float64, 10_000)
			for b.Loop() {
				f.Predict(rows, out)
			}
		})
	}
}
