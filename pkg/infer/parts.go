package infer

import (
	"math"

	"github.com/block-regularized/bcv/internal/special"
)

// Part is an estimated variance, 0 or more, with its degrees of freedom.
type Part struct{ Variance, DF float64 }

// Parts are independent parts of the variance of an estimate, such as those of items and of runs. One part is that of
// Student's t. Of several, an estimate over its standard error has no exact distribution, and the critical values are
// those of Cochran (1964), the mean of Student's with the parts as weights,
//
//	c(p) = Σ V_j t_j(p) / Σ V_j
//
// with P(T_j > t_j(p)) = p and the degrees of freedom of part j. They hold the level where Satterthwaite's degrees of
// freedom, which are estimates themselves, do not: where a part has few of them and is by chance near 0.
type Parts []Part

// Variance returns the sum.
func (p Parts) Variance() float64 {
	sum := 0.0
	for _, of := range p {
		sum += of.Variance
	}
	return sum
}

// Satterthwaite returns the degrees of freedom of the sum (1946); those of the first part if it is 0.
func (p Parts) Satterthwaite() float64 {
	v, spread := p.Variance(), 0.0
	if v == 0 {
		return p[0].DF
	}
	for _, of := range p {
		spread += of.Variance / v * (of.Variance / v) / of.DF
	}
	return 1 / spread
}

// Mean returns the mean over the parts of a function of their degrees of freedom, weighted by variance: with quantiles
// of Student's t it is Cochran's. Where the variance is 0 it is that of the first part.
func (p Parts) Mean(of func(df float64) float64) float64 {
	v, sum := p.Variance(), 0.0
	if v == 0 {
		return of(p[0].DF)
	}
	for _, part := range p {
		if part.Variance > 0 {
			sum += part.Variance / v * of(part.DF)
		}
	}
	return sum
}

// Critical returns Cochran's critical value c with the tail p, between 0 and 1.
func (p Parts) Critical(tail float64) float64 {
	return p.Mean(func(df float64) float64 { return special.StudentCritical(tail, df) })
}

// Tail returns the p with c(p) = t, to 1e-12 of itself.
func (p Parts) Tail(t float64) float64 {
	if t < 0 {
		return 1 - p.Tail(-t)
	}
	low, high := p.between(func(df float64) float64 { return special.StudentTail(t, df) })
	if low == 0 { // below the smallest number
		low = min(high, math.SmallestNonzeroFloat64)
	}
	for high > low*(1+1e-12) {
		middle := math.Sqrt(low) * math.Sqrt(high)
		if middle <= low || middle >= high {
			break
		}
		if p.Critical(middle) > t {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// DF returns the degrees of freedom with which Student's t has the critical value c of a tail below 1/2, to 1e-12.
func (p Parts) DF(tail float64) float64 {
	low, high := p.between(func(df float64) float64 { return 1 / df })
	for c := p.Critical(tail); high > low*(1+1e-12)+1e-15; {
		if middle := (low + high) / 2; special.StudentCritical(tail, 1/middle) < c {
			low = middle
		} else {
			high = middle
		}
	}
	return 1 / high
}

// between returns the least and the largest value of a function of the degrees of freedom over the parts above 0.
func (p Parts) between(of func(df float64) float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, part := range p {
		if part.Variance > 0 || p.Variance() == 0 {
			x := of(part.DF)
			low, high = min(low, x), max(high, x)
		}
	}
	return low, high
}
