package sim

import "math"

// Moments accumulates the mean and the central moments up to the fourth of
// independent values, by the one-pass updates of Welford, Chan and Pébay (2008).
// The zero value is empty. Its fields are the state, for logs.
type Moments struct {
	N          float64
	Mean       float64
	M2, M3, M4 float64 // sums of powers of the deviations from the mean
}

// Add adds a value.
func (m *Moments) Add(x float64) { m.Merge(Moments{N: 1, Mean: x}) }

// Merge adds the values of o, as if they had been added one by one, up to
// rounding.
func (m *Moments) Merge(o Moments) {
	if o.N == 0 {
		return
	}
	if m.N == 0 {
		*m = o
		return
	}
	n := m.N + o.N
	d := o.Mean - m.Mean
	a, b := m.N/n, o.N/n
	m4 := m.M4 + o.M4 + d*d*d*d*m.N*b*(a*a-a*b+b*b) + 6*d*d*(a*a*o.M2+b*b*m.M2) + 4*d*(a*o.M3-b*m.M3)
	m3 := m.M3 + o.M3 + d*d*d*m.N*b*(a-b) + 3*d*(a*o.M2-b*m.M2)
	m.M2 += o.M2 + d*d*m.N*b
	m.M3, m.M4 = m3, m4
	m.Mean += d * b
	m.N = n
}

// Variance returns the unbiased variance, NaN for fewer than two values.
func (m Moments) Variance() float64 {
	if m.N < 2 {
		return math.NaN()
	}
	return m.M2 / (m.N - 1)
}

// MeanSE returns the standard error of the mean.
func (m Moments) MeanSE() float64 { return math.Sqrt(m.Variance() / m.N) }

// VarianceSE returns the standard error of Variance, NaN for fewer than four
// values. Its square is the unbiased estimate of kappa4/n + 2 kappa2²/(n-1) from
// the k-statistics (Kendall and Stuart, The Advanced Theory of Statistics,
// §12.16), or 0 where that is negative, as it can be for values that are nearly
// two points.
func (m Moments) VarianceSE() float64 {
	if m.N < 4 {
		return math.NaN()
	}
	n, k2 := m.N, m.Variance()
	k4 := n * ((n+1)*m.M4 - 3*(n-1)*m.M2*(m.M2/n)) / ((n - 1) * (n - 2) * (n - 3))
	return math.Sqrt(math.Max(0, (2*n*k2*k2+(n-1)*k4)/(n*(n+1))))
}
