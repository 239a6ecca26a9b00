package metric

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
)

// spearman is Spearman's rank correlation of true and predicted numbers, with equal numbers in the middle of their ranks.
// With U and V the ranks, less 1/2 and over n,
//
//	r = C / √(Q_U Q_V),  C = mean UV - 1/4,  Q_U = mean U² - 1/4
//
// and its parts are those of the functional at the empirical distribution (Croux and Dehon 2010): of C, with the mean of
// h(x_j - x_i) V_j over j, where h is 0, 1/2 or 1 below, at and above 0,
//
//	U_i V_i + mean_j h(x_j - x_i) V_j + mean_j h(y_j - y_i) U_j - 3 mean UV
//
// of Q_U and Q_V likewise with U in the place of V, and V in that of U.
func spearman(p *Predictions, out []float64) (float64, error) {
	n := float64(len(p.Truth))
	u, v := shares(p.Truth), shares(p.Predicted)
	c, qu, qv := floats.Dot(u, v)/n-0.25, floats.Dot(u, u)/n-0.25, floats.Dot(v, v)/n-0.25
	const equal = 1e-12 // below the variance of the ranks of 10^5 numbers of which one differs
	if qu < equal || qv < equal {
		return 0, errors.New("all true numbers, or all predicted ones, are equal")
	}
	size := math.Sqrt(qu * qv)
	value := c / size
	if out == nil {
		return value, nil
	}
	part := func(i int, a, b, over []float64, q float64) float64 { return a[i]*b[i] + over[i] - 3*(q+0.25) }
	uv, vu, uu, vv := aboves(p.Truth, v), aboves(p.Predicted, u), aboves(p.Truth, u), aboves(p.Predicted, v)
	for i := range out {
		ofC := part(i, u, v, uv, c) + vu[i]
		ofU, ofV := part(i, u, u, uu, qu)+uu[i], part(i, v, v, vv, qv)+vv[i]
		out[i] = value + ofC/size - value/2*(ofU/qu+ofV/qv)
	}
	return value, nil
}

// shares returns for each number the share of the numbers below it, and half of those equal to it.
func shares(x []float64) []float64 {
	out, n := make([]float64, len(x)), float64(len(x))
	ties(order(x, x), func(before int, equal []ranked) {
		for _, r := range equal {
			out[r.record] = (float64(before) + float64(len(equal))/2) / n
		}
	})
	return out
}

// aboves returns for each number x_i the mean over all j of v_j where x_j is above x_i, half of v_j where it is equal.
func aboves(x, v []float64) []float64 {
	out, n, left := make([]float64, len(x)), float64(len(x)), floats.Sum(v)
	ties(order(x, x), func(_ int, equal []ranked) {
		here := 0.0
		for _, r := range equal {
			here += v[r.record]
		}
		for _, r := range equal {
			out[r.record] = (left - here/2) / n
		}
		left -= here
	})
	return out
}
