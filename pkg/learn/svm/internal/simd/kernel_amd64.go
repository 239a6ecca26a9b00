//go:build !noasm

package simd

import (
	"math"

	"golang.org/x/sys/cpu"
)

// wide reports whether the machine has the instructions of the AVX2 kernels.
var wide = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// lanes holds constants of the searches, four lanes each.
//
//lint:ignore U1000 kernel_amd64.s reads it
var lanes = func() (l [6][4]uint64) {
	for i, v := range [6]uint64{0, 4, 8, math.Float64bits(math.Inf(-1)), math.Float64bits(MinCurvature),
		math.Float64bits(math.Inf(1))} {
		for k := range l[i] {
			l[i][k] = v
		}
	}
	l[0] = [4]uint64{0, 1, 2, 3}
	return l
}()

// expTable holds constants of exp, four lanes each: 1/ln2, ln2 in two parts, the
// least argument, the bias of the exponent, the Taylor coefficients, and the bounds
// of 2x and the numerator for tanh x.
//
//lint:ignore U1000 kernel_amd64.s reads it
var expTable = func() (e [21][4]float64) {
	row := []float64{math.Log2E, ln2High, ln2Low, minExp, math.Float64frombits(1023)}
	row = append(row, taylor[:]...)
	row = append(row, most, -most, 2)
	for i, v := range row {
		for k := range e[i] {
			e[i][k] = v
		}
	}
	return e
}()

// best is the result of a search in eight lanes: the highest value of each lane and its last place.
type best struct {
	value [8]float64
	place [8]int64
}

// last returns the highest value and its last place.
func (b *best) last() (at int, value float64) {
	at, value = int(b.place[0]), b.value[0]
	for l := 1; l < len(b.value); l++ {
		if v, p := b.value[l], int(b.place[l]); v > value || (v == value && p > at) {
			at, value = p, v
		}
	}
	return at, value
}

// updateAVX2 is updateGo for n numbers, n a positive multiple of 8.
//
//go:noescape
func updateAVX2(rise, fall, ki, kj *float64, n int, t float64, out *best)

// partnerAVX2 is partnerGo for n numbers, n a positive multiple of 8.
//
//go:noescape
func partnerAVX2(fall, ki, diag *float64, n int, di, top float64, out *best) (bottom float64)

// rbfAVX2 is rbfGo for n numbers, n a positive multiple of 4.
//
//go:noescape
func rbfAVX2(x, shift *float64, n int, h float64)

// sigmoidAVX2 is sigmoidGo for n numbers, n a positive multiple of 4.
//
//go:noescape
func sigmoidAVX2(x *float64, n int, shift float64)

// singleAVX2 rounds n numbers to single precision, n a positive multiple of 4.
//
//go:noescape
func singleAVX2(x *float64, n int)
