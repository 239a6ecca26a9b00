package cnn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
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
		n.Fit(bars(240, 14, 1), 1)
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
