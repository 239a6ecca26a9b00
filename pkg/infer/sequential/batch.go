package sequential

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
)

// mostDraws bounds the paths of a simulation, which would take a day.
const mostDraws = 1_000_000_000

// moment holds the sums over draws of a number and of its square.
type moment struct{ sum, squares float64 }

func (m *moment) add(x float64) {
	m.sum += x
	m.squares += x * x
}

// mean returns the mean over n draws and its standard error.
func (m moment) mean(n int) (mean, se float64) {
	mean = m.sum / float64(n)
	return mean, math.Sqrt(max(m.squares/float64(n)-mean*mean, 0) / float64(n))
}

// batchDraws is the number of draws from one stream of random numbers. A batch
// is one unit of work, so that the result does not depend on the number of
// processors.
const batchDraws = 4096

// inBatches adds up what one returns for each batch, in the order of the
// batches.
func inBatches(draws int, seed uint64, one func(rng *rand.Rand, draws int) []moment) []moment {
	sums := make([][]moment, (draws+batchDraws-1)/batchDraws)
	var group sync.WaitGroup
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	for b := range sums {
		limit <- struct{}{}
		group.Go(func() {
			sums[b] = one(rand.New(rand.NewPCG(seed, uint64(b))), min(batchDraws, draws-b*batchDraws))
			<-limit
		})
	}
	group.Wait()
	total := sums[0]
	for _, s := range sums[1:] {
		for i, x := range s {
			total[i].sum += x.sum
			total[i].squares += x.squares
		}
	}
	return total
}

// upperNormal is the probability of a standard normal above x.
func upperNormal(x float64) float64 { return 0.5 * math.Erfc(x/math.Sqrt2) }
