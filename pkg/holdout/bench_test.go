package holdout

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/learn/linear"
)

// BenchmarkWorkers evaluates ridge regression on 40 replications with one worker
// and with two; the second should take 1.8 times less (wall time, on two
// processors that do nothing else).
func BenchmarkWorkers(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	const n, p = 400, 400
	d := &dataset.Data{X: mat.NewDense(n, p, nil), Response: make([]float64, n)}
	for i := range n {
		d.Response[i] = rng.NormFloat64()
		for j := range p {
			d.X.Set(i, j, rng.NormFloat64())
		}
	}
	set, err := cv.NewBCV(n, 40, 1)
	if err != nil {
		b.Fatal(err)
	}
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			for b.Loop() {
				plan := Plan{Data: d, Learners: []learn.Learner{linear.Ridge{}}, Set: set, Workers: workers}
				if _, err := Run(context.Background(), plan); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(80*float64(b.N)/b.Elapsed().Seconds(), "evaluations/s")
		})
	}
}
