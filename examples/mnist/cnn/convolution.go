package cnn

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// convolution is a convolution without padding, then max pooling of 2 x 2, then ReLU.
// (ReLU first would give the same.) An odd last row or column is not pooled.
type convolution struct {
	in, out, kernel   int // channels, channels, pixels
	side, open, small int // of the images: before, after the convolution, after pooling
	weights, bias     *parameter
	columns           []float32 // [in·kernel²][image·open²]: what each output pixel sees
	sums              []float32 // [out][image·open²], and their gradients
	pooled            []float32 // [out][image·small²]
	from              []int32   // the place in sums of each pooled value
	back              []float32 // gradients of columns
	input             []float32 // gradients of the input
}

func newConvolution(side, in, out, kernel int) *convolution {
	open := side - kernel + 1
	return &convolution{in: in, out: out, kernel: kernel, side: side, open: open, small: open / 2,
		weights: newParameter(out*in*kernel*kernel, in*kernel*kernel, out*kernel*kernel), bias: newParameter(out, 0, 0)}
}

// unfold copies into columns what each output pixel sees of n images x.
func (c *convolution) unfold(x []float32, n int) {
	k, s, o := c.kernel, c.side, c.open
	c.columns = resize(c.columns, c.in*k*k*n*o*o)
	to := c.columns
	for channel := range c.in {
		for a := range k {
			for b := range k {
				for image := range n {
					from := x[((channel*n+image)*s+a)*s+b:]
					for i := range o {
						copy(to[:o], from[i*s:])
						to = to[o:]
					}
				}
			}
		}
	}
}

// fold adds the gradients of columns up in those of the input.
func (c *convolution) fold(n int) {
	k, s, o := c.kernel, c.side, c.open
	c.input = resize(c.input, c.in*n*s*s)
	clear(c.input)
	from := c.back
	for channel := range c.in {
		for a := range k {
			for b := range k {
				for image := range n {
					to := c.input[((channel*n+image)*s+a)*s+b:]
					for i := range o {
						row := to[i*s:][:o]
						for j, v := range from[:o] {
							row[j] += v
						}
						from = from[o:]
					}
				}
			}
		}
	}
}

// forward returns the pooled values of n images x.
func (c *convolution) forward(x []float32, n int) []float32 {
	c.unfold(x, n)
	size := n * c.open * c.open
	c.sums = resize(c.sums, c.out*size)
	for f, b := range c.bias.value {
		row := c.sums[f*size:][:size]
		for i := range row {
			row[i] = b
		}
	}
	product(blas.NoTrans, general(c.weights.value, c.out), general(c.columns, c.in*c.kernel*c.kernel), 1,
		general(c.sums, c.out))
	c.pool(n)
	return c.pooled
}

func (c *convolution) pool(n int) {
	o, small := c.open, c.small
	c.pooled, c.from = resize(c.pooled, c.out*n*small*small), resize(c.from, c.out*n*small*small)
	at := 0
	for image := range c.out * n {
		for i := range small {
			for j := range small {
				best := int32((image*o+2*i)*o + 2*j)
				for _, p := range [3]int32{best + 1, best + int32(o), best + int32(o) + 1} {
					if c.sums[p] > c.sums[best] {
						best = p
					}
				}
				c.pooled[at], c.from[at] = max(0, c.sums[best]), best
				at++
			}
		}
	}
}

// backward takes the gradients of the pooled values and sets those of the parameters
// and, if the caller wants them, of the input, which it returns.
func (c *convolution) backward(gradients []float32, n int, wanted bool) []float32 {
	clear(c.sums)
	for at, g := range gradients {
		if c.pooled[at] > 0 {
			c.sums[c.from[at]] = g
		}
	}
	sums, columns := general(c.sums, c.out), general(c.columns, c.in*c.kernel*c.kernel)
	blas32.Gemm(blas.NoTrans, blas.Trans, 1, sums, columns, 0, general(c.weights.gradient, c.out))
	rowSums(c.sums, c.bias.gradient)
	if !wanted {
		return nil
	}
	c.back = resize(c.back, len(c.columns))
	product(blas.Trans, general(c.weights.value, c.out), sums, 0, general(c.back, c.in*c.kernel*c.kernel))
	c.fold(n)
	return c.input
}

// narrow is a number of columns for which gonum starts no goroutines if the other matrix is small: these cost more
// than they bring, above all where the calling goroutine keeps its thread, as in a simulation.
const narrow = 192

// product adds to beta times out the product of a, transposed or not, and b: as blas32.Gemm to the last bit, for
// small a on some columns of b after the others.
func product(t blas.Transpose, a, b blas32.General, beta float32, out blas32.General) {
	width := narrow
	if max(a.Rows, a.Cols) > 64 {
		width = b.Cols
	}
	for from := 0; from < b.Cols; from += width {
		of, to := b, out
		of.Cols = min(width, b.Cols-from)
		to.Cols, of.Data, to.Data = of.Cols, b.Data[from:], out.Data[from:]
		blas32.Gemm(t, blas.NoTrans, 1, a, of, beta, to)
	}
}
