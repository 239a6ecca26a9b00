//go:build !noasm

package neighbour

import "golang.org/x/sys/cpu"

// wide reports whether the machine has the instructions of aboveAVX2.
var wide = cpu.X86.HasAVX2

// aboveAVX2 is aboveGo.
//
//go:noescape
func aboveAVX2(s *[segment]float64, bound float64) uint64
