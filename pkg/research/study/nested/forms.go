package nested

import (
	"math"
)

// spread holds what the forms of the nested test see on one data set besides the mean.
type spread struct {
	m, halves, inner float64 // m, M and r
	outer            folds
	contrast         float64 // H = Σ (Y_j1 - Y_j2)²/2 / M
	added            float64 // P̂', mean variance between inner replications of a half
	records          float64 // variance of the mean over records; 0 where unknown
}

// partition returns P̂, the variance that one outer replication adds.
func (s spread) partition() float64 { return s.outer.Between / 2 / (s.m - 1) }

// spreadOf takes the first m replications, and r inner ones in the first half-splits.
func (x measured) spreadOf(m, halves, inner int) spread {
	s := spread{m: float64(m), halves: float64(halves), inner: float64(inner), outer: x.outer(m)}
	for j := range halves {
		var y [2]float64
		for h := range y {
			var squares float64
			for _, v := range x.Inner[2*j+h][:inner] {
				y[h] += float64(v) / s.inner
			}
			for _, v := range x.Inner[2*j+h][:inner] {
				squares += (float64(v) - y[h]) * (float64(v) - y[h])
			}
			s.added += squares / (s.inner - 1) / (2 * s.halves)
		}
		s.contrast += (y[0] - y[1]) * (y[0] - y[1]) / 2 / s.halves
	}
	for k, c := range counted {
		if c == m && x.Records != nil {
			s.records = float64(x.Records[k])
		}
	}
	return s
}

// outer returns the sums of the first m replications.
func (x measured) outer(m int) folds {
	d := make([][2]float64, m)
	for j := range d {
		d[j] = [2]float64{float64(x.Outer[j][0]), float64(x.Outer[j][1])}
	}
	return foldsOf(d)
}

// form returns the variance of the mean, and its degrees of freedom.
type form func(s spread) (variance, df float64)

// bcvVariance is what bcv-t takes for the variance.
func bcvVariance(s spread) float64 {
	return (2*s.m + 1) / (2*s.m - 1) * (s.outer.Within + s.outer.Between) / (2 * s.m)
}

// plain is V: half of H less the share of the inner partitions, at least a share of H.
func plain(floor float64) form {
	return func(s spread) (float64, float64) {
		return max(s.contrast-s.added/s.inner, floor*s.contrast)/2 + s.partition()/s.m, s.halves
	}
}

// raw keeps the share of the inner partitions.
func raw(s spread) (float64, float64) { return s.contrast/2 + s.partition()/s.m, s.halves }

// shrunk averages V with the less of the variance of bcv-t and that of halves, which counts as
// some degrees of freedom.
func shrunk(weight float64) form {
	return func(s spread) (float64, float64) {
		other := min(bcvVariance(s), s.contrast/2)
		own := max(s.contrast-s.added/s.inner, 0) / 2
		return (s.halves*own+weight*other)/(s.halves+weight) + s.partition()/s.m, s.halves + weight
	}
}

// satterthwaite is V with the degrees of freedom of its parts (Satterthwaite 1946).
func satterthwaite(floor float64) form {
	return func(s spread) (float64, float64) {
		v, _ := plain(floor)(s)
		square := func(x, df float64) float64 { return x * x / df }
		noise := square(s.contrast/2, s.halves) + square(s.partition()/s.m, s.m-1)
		if v > s.contrast*floor/2+s.partition()/s.m {
			noise += square(s.added/s.inner/2, 2*s.halves*(s.inner-1))
		}
		return v, max(v*v/noise, 1)
	}
}

// atLeast is a form whose variance is at least that of the records and the outer partitions.
func atLeast(f form, factor float64) form {
	return func(s spread) (float64, float64) {
		v, df := f(s)
		return max(v, factor*s.records+s.partition()/s.m), df
	}
}

// recordsOnly is a multiple of the variance of the records.
func recordsOnly(factor float64) form {
	return func(s spread) (float64, float64) { return factor * s.records, math.Inf(1) }
}
