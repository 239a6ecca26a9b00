//go:build !noasm

package neighbour

import "golang.org/x/sys/cpu"

// wide reports whether the machine has the instructions of squaresAVX2.
var wide = cpu.X86.HasAVX2

// squaresAVX2 is squaresGo for a stride that is a positive multiple of 16 and
// p > 0 features.
//
//go:noescape
func squaresAVX2(column *float64, stride, at int, weight *float64, p int, dst *float64)
