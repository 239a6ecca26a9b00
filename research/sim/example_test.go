package sim_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/research/sim"
)

// meanLosses draws a data set of n standard normal responses and writes the
// hold-out losses of mean regression on all folds of a partition set: the mean
// squared difference of the validation records from the mean of the training
// records.
func meanLosses(losses, y []float64, folds []cv.Fold, rng *rand.Rand) {
	for i := range y {
		y[i] = rng.NormFloat64()
	}
	for f, fold := range folds {
		mean, loss := 0.0, 0.0
		for _, i := range fold.Train {
			mean += y[i] / float64(len(fold.Train))
		}
		for _, i := range fold.Valid {
			loss += (y[i] - mean) * (y[i] - mean) / float64(len(fold.Valid))
		}
		losses[f] = loss
	}
}

// pooled returns the mean variance of the d losses of an m x 2 BCV, the mean
// covariance of twins, and the mean covariance of losses of different replications.
func pooled(s sim.Covariance, d int) (out [3]float64) {
	var pairs [3]float64
	for i := range d {
		for j := range i + 1 {
			class := 2
			if i == j {
				class = 0
			} else if i/2 == j/2 {
				class = 1
			}
			out[class] += s.At(i, j)
			pairs[class]++
		}
	}
	for class := range out {
		out[class] /= pairs[class]
	}
	return out
}

// The variance of 3 x 2 BCV of mean regression over data sets, by 20,000 data
// sets in 50 shards: sigma², rho1 and rho2 come from the pooled covariances of
// the six hold-out losses, with standard errors from the jackknife over shards.
// The theory is exact (Wang 2019 thesis, example 5.1): rho1 = 8/(n+6), rho2 =
// (n+5)/(2n+12), and the variance follows from them (eq. 3.26).
func Example() {
	const n, m = 40, 3
	set, err := cv.New(cv.BCV, n, cv.Options{M: m, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	type batches = sim.Batches[sim.Covariance]
	experiment := sim.Experiment[batches, []float64]{
		Plan: sim.Plan{Name: "mean regression", Version: 1, Seed: 1, Shards: 50, Config: map[string]int{"n": n,
			"m": m, "data sets": 400}},
		Worker: func() []float64 { return make([]float64, n+2*m) },
		Shard: func(_ context.Context, w []float64, _ int, rng *rand.Rand) (batches, error) {
			s, folds := sim.NewCovariance(2*m), set.Folds()
			for range 400 {
				meanLosses(w[n:], w[:n], folds, rng)
				s.Add(w[n:])
			}
			return batches{Parts: []sim.Covariance{s}}, nil
		},
		Merge: func(into *batches, from batches) { into.Merge(from) },
	}
	result, err := experiment.Run(context.Background(), sim.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	values, ses := result.JackknifeAll((*sim.Covariance).Merge, func(s sim.Covariance) []float64 {
		c := pooled(s, 2*m)
		return []float64{c[1] / c[0], c[2] / c[0], c[0]*(1+c[1]/c[0])/(2*m) + (m-1.0)/m*c[2]}
	})
	sigma2 := 4.0/n + 24.0/n/n
	rho1, rho2 := 8/(n+6.0), (n+5)/(2*n+12.0)
	exact := []float64{rho1, rho2, sigma2*(1+rho1)/(2*m) + (m-1.0)/m*sigma2*rho2}
	for k, name := range []string{"rho1", "rho2", "variance of 3 x 2 BCV"} {
		fmt.Printf("%s: %.4f, exactly %.4f, within 3 standard errors: %t\n", name, values[k], exact[k],
			math.Abs(values[k]-exact[k]) < 3*ses[k])
	}
	// Output:
	// rho1: 0.1722, exactly 0.1739, within 3 standard errors: true
	// rho2: 0.4866, exactly 0.4891, within 3 standard errors: true
	// variance of 3 x 2 BCV: 0.0600, exactly 0.0600, within 3 standard errors: true
}
