package cnn

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// dense is a layer of units that see all inputs. Inputs and outputs are [unit][image].
type dense struct {
	in, out       int
	rectified     bool // ReLU
	weights, bias *parameter
	seen, values  []float32
	input         []float32 // gradients
}

func newDense(in, out int, rectified bool) *dense {
	return &dense{in: in, out: out, rectified: rectified, weights: newParameter(out*in, in, out),
		bias: newParameter(out, 0, 0)}
}

func (d *dense) forward(x []float32, n int) []float32 {
	d.seen, d.values = x, resize(d.values, d.out*n)
	for u, b := range d.bias.value {
		row := d.values[u*n:][:n]
		for i := range row {
			row[i] = b
		}
	}
	blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, general(d.weights.value, d.out), general(x, d.in), 1,
		general(d.values, d.out))
	if d.rectified {
		for i, v := range d.values {
			d.values[i] = max(0, v)
		}
	}
	return d.values
}

// backward takes the gradients of the outputs, which it changes, sets those of the
// parameters and returns those of the inputs.
func (d *dense) backward(gradients []float32) []float32 {
	if d.rectified {
		for i, v := range d.values {
			if v <= 0 {
				gradients[i] = 0
			}
		}
	}
	out := general(gradients, d.out)
	blas32.Gemm(blas.NoTrans, blas.Trans, 1, out, general(d.seen, d.in), 0, general(d.weights.gradient, d.out))
	rowSums(gradients, d.bias.gradient)
	d.input = resize(d.input, len(d.seen))
	blas32.Gemm(blas.Trans, blas.NoTrans, 1, general(d.weights.value, d.out), out, 0, general(d.input, d.in))
	return d.input
}

// general is a matrix of the given number of rows.
func general(data []float32, rows int) blas32.General {
	columns := len(data) / rows
	return blas32.General{Rows: rows, Cols: columns, Stride: columns, Data: data}
}

// rowSums sets the sums of the rows of a matrix.
func rowSums(data, sums []float32) {
	columns := len(data) / len(sums)
	for r := range sums {
		sum := float32(0)
		for _, v := range data[r*columns:][:columns] {
			sum += v
		}
		sums[r] = sum
	}
}

// resize returns a slice of n elements, in the memory of s if that is enough; they are
// not cleared.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
