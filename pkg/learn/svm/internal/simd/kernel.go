// Package simd holds the inner loops of fits and predictions of support vector machines. Each has a kernel for four
// lanes (kernel_amd64.s). Both forms do the same operations in the same order, so that their results are equal bit
// by bit. Conversions to float64 keep the compiler from fusing operations, which would round differently.
package simd

import "math"

// MinCurvature replaces the curvature along a step where the kernel matrix
// is singular, as in LIBSVM.
const MinCurvature = 1e-12

// Highest returns the place of the last maximum, and the maximum.
func Highest(rise []float64) (at int, top float64) {
	top = math.Inf(-1)
	for k, v := range rise {
		if v >= top {
			at, top = k, v
		}
	}
	return at, top
}

// Update moves the gradient for a step of t along rows ki and -kj. It returns
// the last place of the highest rise, and its value.
func Update(rise, fall, ki, kj []float64, t float64) (at int, top float64) {
	n := len(rise)
	fall, ki, kj = fall[:n], ki[:n], kj[:n]
	if !wide || n < 8 {
		return updateGo(rise, fall, ki, kj, t)
	}
	var b best
	whole := n &^ 7
	updateAVX2(&rise[0], &fall[0], &ki[0], &kj[0], whole, t, &b)
	at, top = b.last()
	if k, v := updateGo(rise[whole:], fall[whole:], ki[whole:], kj[whole:], t); v >= top && whole < n {
		return whole + k, v
	}
	return at, top
}

func updateGo(rise, fall, ki, kj []float64, t float64) (at int, top float64) {
	fall, ki, kj = fall[:len(rise)], ki[:len(rise)], kj[:len(rise)]
	top = math.Inf(-1)
	for k := range rise {
		d := float64(t * (ki[k] - kj[k]))
		v := rise[k] - d
		rise[k] = v
		fall[k] -= d
		if v >= top {
			at, top = k, v
		}
	}
	return at, top
}

// Partner returns, for a variable that rises with gradient top, diagonal element di and row ki, the variable that
// falls with the largest gain (top-f)²/curvature, the last of equal ones, and the lowest fall. The variable is
// undefined if none falls from below top.
func Partner(fall, ki, diag []float64, di, top float64) (at int, bottom float64) {
	n := len(fall)
	ki, diag = ki[:n], diag[:n]
	if !wide || n < 8 {
		at, _, bottom = partnerGo(fall, ki, diag, di, top)
		return at, bottom
	}
	var b best
	whole := n &^ 7
	bottom = partnerAVX2(&fall[0], &ki[0], &diag[0], whole, di, top, &b)
	at, gain := b.last()
	k, g, low := partnerGo(fall[whole:], ki[whole:], diag[whole:], di, top)
	if g > 0 && g >= gain {
		at = whole + k
	}
	return at, min(bottom, low)
}

func partnerGo(fall, ki, diag []float64, di, top float64) (at int, gain, bottom float64) {
	ki, diag = ki[:len(fall)], diag[:len(fall)]
	bottom = math.Inf(1)
	for k, v := range fall {
		if v < bottom {
			bottom = v
		}
		if d := top - v; d > 0 {
			c := di + diag[k] - float64(2*ki[k])
			if c < MinCurvature {
				c = MinCurvature
			}
			if g := float64(d*d) / c; g >= gain {
				at, gain = k, g
			}
		}
	}
	return at, gain, bottom
}

// RBF replaces the products x of a point with others by their RBF kernel,
// exp(min(0, x - shift - h)): the points are scaled by sqrt(2 gamma), h and
// shift are half their squared lengths.
func RBF(x, shift []float64, h float64) {
	shift = shift[:len(x)]
	whole := 0
	if wide && len(x) >= 4 {
		whole = len(x) &^ 3
		rbfAVX2(&x[0], &shift[0], whole, h)
	}
	rbfGo(x[whole:], shift[whole:], h)
}

func rbfGo(x, shift []float64, h float64) {
	shift = shift[:len(x)]
	for k, v := range x {
		v -= shift[k]
		v -= h
		if !(v < 0) {
			v = 0
		}
		x[k] = 0
		if v >= minExp {
			x[k] = exp(v)
		}
	}
}

// Sigmoid replaces the products x by tanh(x + shift), with an absolute error below 1e-15.
func Sigmoid(x []float64, shift float64) {
	whole := 0
	if wide && len(x) >= 4 {
		whole = len(x) &^ 3
		sigmoidAVX2(&x[0], whole, shift)
	}
	sigmoidGo(x[whole:], shift)
}

// sigmoidGo computes tanh x = 1 - 2/(e^2x + 1), with 2x limited to -most and most.
func sigmoidGo(x []float64, shift float64) {
	for k, v := range x {
		v += shift
		v += v
		if !(v < most) {
			v = most
		}
		if !(v > -most) {
			v = -most
		}
		x[k] = 1 - 2/(exp(v)+1)
	}
}

// Single rounds numbers to single precision.
func Single(x []float64) {
	whole := 0
	if wide && len(x) >= 4 {
		whole = len(x) &^ 3
		singleAVX2(&x[0], whole)
	}
	for k, v := range x[whole:] {
		x[whole+k] = float64(float32(v))
	}
}
