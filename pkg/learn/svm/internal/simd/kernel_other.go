//go:build !amd64 || noasm

package simd

// wide is false where no kernel in assembly exists; the functions below are
// then never called.
const wide = false

type best struct{}

func (b *best) last() (at int, value float64) { panic("simd: no kernel") }

func updateAVX2(rise, fall, ki, kj *float64, n int, t float64, out *best) { panic("simd: no kernel") }

func partnerAVX2(fall, ki, diag *float64, n int, di, top float64, out *best) (bottom float64) {
	panic("simd: no kernel")
}

func rbfAVX2(x, shift *float64, n int, h float64) { panic("simd: no kernel") }

func sigmoidAVX2(x *float64, n int, shift float64) { panic("simd: no kernel") }

func singleAVX2(x *float64, n int) { panic("simd: no kernel") }
