//go:build !amd64 || noasm

package neighbour

// wide is false because there is no kernel in assembly.
const wide = false

func aboveAVX2(s *[segment]float64, bound float64) uint64 { panic("neighbour: no kernel") }
