package sim

import (
	"fmt"
	"math"
)

// Covariance accumulates means and covariances of a vector of values, such as
// the hold-out losses of a partition set over data sets. Make it with
// NewCovariance, or merge into a zero value. Its fields are the state.
type Covariance struct {
	N    float64
	Mean []float64
	M2   []float64 // d x d sums of products of deviations, lower triangle, row-major
}

// NewCovariance returns an empty accumulator of vectors of d values.
func NewCovariance(d int) Covariance {
	return Covariance{Mean: make([]float64, d), M2: make([]float64, d*d)}
}

// Add adds a vector. It panics if its length is not that of the accumulator.
func (c *Covariance) Add(x []float64) {
	d := len(c.Mean)
	if len(x) != d {
		panic(fmt.Sprintf("sim: a vector of %d values for an accumulator of %d", len(x), d))
	}
	c.N++
	share := (c.N - 1) / c.N
	for i, v := range x {
		row, di := c.M2[i*d:i*d+i+1], share*(v-c.Mean[i])
		for j := range row {
			row[j] += di * (x[j] - c.Mean[j])
		}
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
	d := len(o.Mean)
	if c.N == 0 {
		c.N, c.Mean, c.M2 = o.N, append([]float64(nil), o.Mean...), append([]float64(nil), o.M2...)
		return
	}
	if len(c.Mean) != d {
		panic(fmt.Sprintf("sim: vectors of %d values merged into vectors of %d", d, len(c.Mean)))
	}
	n := c.N + o.N
	w := c.N / n * o.N
	for i := range d {
		di := o.Mean[i] - c.Mean[i]
		for j := range i + 1 {
			c.M2[i*d+j] += o.M2[i*d+j] + w*di*(o.Mean[j]-c.Mean[j])
		}
	}
	for i := range d {
		c.Mean[i] += (o.Mean[i] - c.Mean[i]) * (o.N / n)
	}
	c.N = n
}

// At returns the unbiased covariance of values i and j, the variance for i = j;
// NaN for fewer than two vectors.
func (c Covariance) At(i, j int) float64 {
	if c.N < 2 {
		return math.NaN()
	}
	return c.M2[max(i, j)*len(c.Mean)+min(i, j)] / (c.N - 1)
}

// Correlation returns the correlation of values i and j.
func (c Covariance) Correlation(i, j int) float64 {
	return c.At(i, j) / math.Sqrt(c.At(i, i)*c.At(j, j))
}

// Classes returns the mean covariance of each class of pairs: class(i, j), for i
// >= j, names the class of a pair, such as its overlap, or is negative for pairs
// to be left out. Hold-out losses of equal overlap have the same covariance
// (Wang 2019 thesis, eq. 2.9), which so is estimated from all of them.
func (c Covariance) Classes(classes int, class func(i, j int) int) []float64 {
	sum, count := make([]float64, classes), make([]float64, classes)
	for i := range c.Mean {
		for j := range i + 1 {
			if k := class(i, j); k >= 0 {
				sum[k] += c.At(i, j)
				count[k]++
			}
		}
	}
	for k := range sum {
		sum[k] /= count[k]
	}
	return sum
}
