package sim

import (
	"fmt"
	"math"
)

// Covariance accumulates means and covariances of a vector of values, such as
// the hold-out losses of a partition set over data sets. Make it with
// NewCovariance, or merge into a zero value. Its fields are the state, for
// logs.
type Covariance struct {
	N    float64
	Mean []float64
	M2   []float64 // sums of products of deviations: lower triangle, row after row
}

// NewCovariance returns an empty accumulator of vectors of d values.
func NewCovariance(d int) Covariance {
	return Covariance{Mean: make([]float64, d), M2: make([]float64, d*(d+1)/2)}
}

// Add adds a vector. It panics if its length differs from the length of the accumulator.
func (c *Covariance) Add(x []float64) {
	checkLength(len(c.Mean), len(x))
	c.N++
	share, at := (c.N-1)/c.N, 0
	for i, v := range x {
		row, di := c.M2[at:at+i+1], share*(v-c.Mean[i])
		for j := range row {
			row[j] += di * (x[j] - c.Mean[j])
		}
		at += i + 1
	}
	for i, v := range x {
		c.Mean[i] += (v - c.Mean[i]) / c.N
	}
}

// Merge adds the vectors of o (Chan, Golub and LeVeque 1979). It panics if both
// hold vectors of different lengths.
func (c *Covariance) Merge(o Covariance) {
	if o.N == 0 {
		return
	}
	if c.N == 0 {
		c.N, c.Mean, c.M2 = o.N, append([]float64(nil), o.Mean...), append([]float64(nil), o.M2...)
		return
	}
	checkLength(len(c.Mean), len(o.Mean))
	n := c.N + o.N
	w, at := c.N/n*o.N, 0
	for i := range o.Mean {
		di := w * (o.Mean[i] - c.Mean[i])
		for j := range i + 1 {
			c.M2[at] += o.M2[at] + di*(o.Mean[j]-c.Mean[j])
			at++
		}
	}
	for i := range o.Mean {
		c.Mean[i] += (o.Mean[i] - c.Mean[i]) * (o.N / n)
	}
	c.N = n
}

func checkLength(want, got int) {
	if got != want {
		panic(fmt.Sprintf("sim: a vector of %d values for an accumulator of %d", got, want))
	}
}

// At returns the unbiased covariance of values i and j, the variance for i = j;
// NaN for fewer than two vectors.
func (c Covariance) At(i, j int) float64 {
	if c.N < 2 {
		return math.NaN()
	}
	i, j = max(i, j), min(i, j)
	return c.M2[i*(i+1)/2+j] / (c.N - 1)
}
