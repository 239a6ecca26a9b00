//go:build !amd64 || noasm

package neighbour

// wide is false where no kernel in assembly exists.
const wide = false

func squaresAVX2(column *float64, stride, at int, weight *float64, p int, dst *float64) {
	panic("neighbour: no kernel")
}
