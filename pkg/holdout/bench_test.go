package holdout

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/learn/linear"
	"github.com/block-regularized/bcv/research/simdata"
)

// BenchmarkWorkers evaluates ridge regression on 3 x 2 BCV partition sets of one
// data set, by one worker and by two, as a simulation does: two should take 1.8
// times less (wall time, on two processors that do nothing else).
func BenchmarkWorkers(b *testing.B) {
	const n = 400
	d := simdata.Draw(simdata.SREG{P: n}, n, rand.New(rand.NewPCG(1, 1)))
	prepared, err := linear.Ridge{}.Prepare(b.Context(), d)
	if err != nil {
		b.Fatal(err)
	}
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			var next atomic.Int64
			var group sync.WaitGroup
			for range workers {
				group.Go(func() {
					e := NewEvaluator("ridge", prepared, d)
					losses := make([]float64, 6)
					for k := next.Add(1); k <= int64(b.N); k = next.Add(1) {
						set, err := cv.New(cv.BCV, n, cv.Options{M: 3, Seed: uint64(k)})
						if err == nil {
							err = e.Losses(b.Context(), set, nil, losses)
						}
						if err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			group.Wait()
			b.ReportMetric(6*float64(b.N)/b.Elapsed().Seconds(), "evaluations/s")
		})
	}
}
