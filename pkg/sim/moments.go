package sim

import "math"

// Moments accumulates the mean and the central moments up to the fourth of
// independent values, by the one-pass updates of Welford, Chan and Pébay (2008).
// The zero value is empty. Its fields are the state, for checkpoints.
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

// VarianceSE returns the standard error of Variance: the root of (mu4 -
// (n-3)/(n-1) sigma⁴)/n with the moments of the values put in. NaN for fewer
// than four values.
func (m Moments) VarianceSE() float64 {
	if m.N < 4 {
		return math.NaN()
	}
	v := m.Variance()
	return math.Sqrt(math.Max(0, m.M4/m.N-(m.N-3)/(m.N-1)*v*v) / m.N)
}

// Proportion counts how often something happened.
type Proportion struct {
	Hits, N float64
}

// Add counts one trial.
func (p *Proportion) Add(hit bool) {
	p.N++
	if hit {
		p.Hits++
	}
}

// Merge adds the trials of o.
func (p *Proportion) Merge(o Proportion) {
	p.Hits += o.Hits
	p.N += o.N
}

// Value returns the share of hits, NaN without trials.
func (p Proportion) Value() float64 { return p.Hits / p.N }

// SE returns the standard error of the share.
func (p Proportion) SE() float64 {
	v := p.Value()
	return math.Sqrt(v * (1 - v) / p.N)
}

// Wilson returns the score interval whose bounds are z standard errors from the
// share; it is good for shares near 0 and 1 too.
func (p Proportion) Wilson(z float64) (low, high float64) {
	v, c := p.Value(), z*z/p.N
	middle := (v + c/2) / (1 + c)
	half := z / (1 + c) * math.Sqrt(v*(1-v)/p.N+c/(4*p.N))
	return middle - half, middle + half
}
