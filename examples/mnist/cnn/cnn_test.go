package cnn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas32"
)

// small is a network for tests.
func small() Config {
	return Config{Side: 14, Kernel: 3, Filters: [2]int{3, 4}, Dense: 12, Classes: 3, Batch: 16, Epochs: 15,
		LearningRate: 0.003}
}

// bars are images of one bright line each, whose class is its direction: across, down,
// or aslant; the place is random and all pixels have noise.
func bars(n, side int, seed uint64) Images {
	rng := rand.New(rand.NewPCG(seed, 1))
	var out Images
	for i := range n {
		x := make([]float32, side*side)
		for j := range x {
			x[j] = 0.3 * rng.Float32()
		}
		at := 2 + rng.IntN(side-4)
		for j := range side {
			place := at*side + j
			switch i % 3 {
			case 1:
				place = j*side + at
			case 2:
				place = j*side + (j+at)%side
			}
			x[place] = 1
		}
		out.Pixels, out.Labels = append(out.Pixels, x), append(out.Labels, i%3)
	}
	return out
}

// The gradients are those of differences of the loss, for parameters of all layers, with
// the last row and column of an odd side and without, and with dropout.
func TestGradients(t *testing.T) {
	for _, change := range []func(*Config){func(*Config) {}, func(c *Config) { c.Side = 15 },
		func(c *Config) { c.Dropout = 0.4 }} {
		c := small()
		change(&c)
		n, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		images := bars(7, c.Side, 1)
		gradient := func() float64 {
			n.rng = rand.New(rand.NewPCG(9, 9)) // the same dropout
			return n.gradient(images, []int{0, 1, 2, 4, 6}, true)
		}
		gradient()
		for k, p := range n.parameters {
			analytic := slices.Clone(p.gradient)
			rng := rand.New(rand.NewPCG(5, uint64(k)))
			if slices.Max(analytic) == 0 {
				t.Errorf("parameter %d has no gradient", k)
			}
			for range 12 {
				i := rng.IntN(len(p.value))
				const h = 2e-4
				before := p.value[i]
				p.value[i] = before + h
				up := gradient()
				p.value[i] = before - h
				down := gradient()
				p.value[i] = before
				if numeric := (up - down) / (2 * h); math.Abs(numeric-float64(analytic[i])) > 1e-3+0.02*math.Abs(numeric) {
					t.Errorf("side %d, dropout %v, parameter %d, weight %d: gradient %v, differences %v",
						c.Side, c.Dropout, k, i, analytic[i], numeric)
				}
			}
		}
	}
}

// The network learns the direction of bars, and with dropout as well.
func TestLearns(t *testing.T) {
	for _, dropout := range []float64{0, 0.4} {
		c := small()
		c.Dropout = dropout
		n, err := New(c)
		if err != nil {
			t.Fatal(err)
		}
		n.Fit(t.Context(), bars(240, 14, 1), 1)
		test := bars(300, 14, 2)
		wrong := 0
		for i, p := range n.Predict(test) {
			if p != test.Labels[i] {
				wrong++
			}
		}
		if wrong > 15 {
			t.Errorf("dropout %v: %d of 300 wrong", dropout, wrong)
		}
	}
}

// A product by pieces is the whole one, to the last bit, for small and large matrices.
func TestProduct(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	random := func(rows, columns int) blas32.General {
		m := general(make([]float32, rows*columns), rows)
		for i := range m.Data {
			m.Data[i] = rng.Float32() - 0.5
		}
		return m
	}
	for _, sizes := range [][3]int{{4, 9, 3 * narrow}, {8, 36, narrow + 1}, {3, 5, 7}, {65, 3, narrow + 5}} {
		a, b, out := random(sizes[0], sizes[1]), random(sizes[1], sizes[2]), random(sizes[0], sizes[2])
		want := out
		want.Data = slices.Clone(out.Data)
		blas32.Gemm(blas.NoTrans, blas.NoTrans, 1, a, b, 0.5, want)
		if product(blas.NoTrans, a, b, 0.5, out); !slices.Equal(out.Data, want.Data) {
			t.Errorf("%v: another product", sizes)
		}
		blas32.Gemm(blas.Trans, blas.NoTrans, 1, a, want, 0, b)
		back := random(sizes[1], sizes[2])
		if product(blas.Trans, a, want, 0, back); !slices.Equal(back.Data, b.Data) {
			t.Errorf("%v: another product of the transposed matrix", sizes)
		}
	}
}
