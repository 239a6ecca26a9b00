package sim

import (
	"fmt"
	"math"
)

// Classes sorts the pairs of the values of a vector into classes of equal
// covariance. The hold-out losses of a partition set are such a vector: the
// covariance of two depends on their overlap alone (Wang 2019 thesis, eq. 2.9),
// so that it is estimated from all pairs of that overlap. In m x 2 BCV there are
// three classes: a loss with itself (sigma²), with that of its twin (rho1
// sigma²), and with those of other replications (rho2 sigma²).
//
// Classes is the fixed part, shared by all shards; ClassCovariance is the state.
type Classes struct {
	d     int
	of    []int32 // class of each pair, lower triangle, row after row; -1 for none
	pairs []float64
}

// NewClasses returns classes 0, 1, ..., k-1 of the pairs of d values: class(i, j)
// is called for i >= j and returns a class, or -1 for pairs to be left out.
func NewClasses(d, k int, class func(i, j int) int) (*Classes, error) {
	c := &Classes{d: d, pairs: make([]float64, k)}
	for i := range d {
		for j := range i + 1 {
			of := class(i, j)
			if of < -1 || of >= k {
				return nil, fmt.Errorf("sim: values %d and %d are in class %d of %d; give -1 to %d", i, j, of, k, k-1)
			}
			if of >= 0 {
				c.pairs[of]++
			}
			c.of = append(c.of, int32(of))
		}
	}
	for of, n := range c.pairs {
		if n == 0 {
			return nil, fmt.Errorf("sim: no pair of values is in class %d of %d; leave it out", of, k)
		}
	}
	return c, nil
}

// ClassCovariance accumulates vectors for the pooled covariances of classes. It
// is far smaller than a Covariance: d means and one sum a class. Its fields are
// the state, for checkpoints.
type ClassCovariance struct {
	N    float64
	Mean []float64
	Sum  []float64 // of products of deviations over the pairs of each class
}

// New returns an empty accumulator.
func (c *Classes) New() ClassCovariance {
	return ClassCovariance{Mean: make([]float64, c.d), Sum: make([]float64, len(c.pairs))}
}

// Add adds a vector to s. It panics if its length is not that of the classes.
func (c *Classes) Add(s *ClassCovariance, x []float64) {
	checkLength(c.d, len(x))
	s.N++
	share, at := (s.N-1)/s.N, 0
	for i, v := range x {
		di := share * (v - s.Mean[i])
		for j, of := range c.of[at : at+i+1] {
			if of >= 0 {
				s.Sum[of] += di * (x[j] - s.Mean[j])
			}
		}
		at += i + 1
	}
	for i, v := range x {
		s.Mean[i] += (v - s.Mean[i]) / s.N
	}
}

// Merge adds the vectors of from to into, which may be a zero value.
func (c *Classes) Merge(into *ClassCovariance, from ClassCovariance) {
	if from.N == 0 {
		return
	}
	if into.N == 0 {
		into.N, into.Mean, into.Sum = from.N, append([]float64(nil), from.Mean...), append([]float64(nil), from.Sum...)
		return
	}
	n := into.N + from.N
	w, at := into.N/n*from.N, 0
	for i := range c.d {
		di := w * (from.Mean[i] - into.Mean[i])
		for j, of := range c.of[at : at+i+1] {
			if of >= 0 {
				into.Sum[of] += di * (from.Mean[j] - into.Mean[j])
			}
		}
		at += i + 1
	}
	for k := range into.Sum {
		into.Sum[k] += from.Sum[k]
	}
	for i := range c.d {
		into.Mean[i] += (from.Mean[i] - into.Mean[i]) * (from.N / n)
	}
	into.N = n
}

// Covariances returns the pooled covariance of each class, the mean of the
// unbiased covariances of its pairs; NaN for fewer than two vectors.
func (c *Classes) Covariances(s ClassCovariance) []float64 {
	out := make([]float64, len(c.pairs))
	for k := range out {
		out[k] = math.NaN()
		if s.N >= 2 {
			out[k] = s.Sum[k] / c.pairs[k] / (s.N - 1)
		}
	}
	return out
}
