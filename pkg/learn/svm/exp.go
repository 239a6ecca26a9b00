package svm

import "math"

// rbf sets x[k] to exp(min(0, x[k]-shift[k]-h)): an RBF kernel, if x are the
// products of one vector, scaled by sqrt(2 gamma), with others, and h and shift
// half their squared lengths.
func rbf(x, shift []float64, h float64) {
	shift = shift[:len(x)]
	for k, v := range x {
		x[k] = exp(v - shift[k] - h)
	}
}

// exp returns e^min(0, x), or 0 for x below -708 (where e^x leaves the normal
// numbers), with a relative error below 1e-15.
//
// x = (32 n + i) ln2/32 + r with |r| <= ln2/64: e^x = 2^n 2^(i/32) e^r.
func exp(x float64) float64 {
	return math.Exp(min(0, x))
}
