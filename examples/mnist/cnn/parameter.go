package cnn

import (
	"math"
	"math/rand/v2"
)

// parameter holds weights, their gradients and Adam's moments (Kingma and Ba 2015).
type parameter struct {
	value, gradient []float32
	first, second   []float32
	limit           float64 // weights begin uniform in ±limit (Glorot and Bengio 2010)
}

// newParameter returns n weights between fanIn and fanOut units, or biases, which begin
// at 0, if both are 0.
func newParameter(n, fanIn, fanOut int) *parameter {
	p := &parameter{value: make([]float32, n), gradient: make([]float32, n), first: make([]float32, n),
		second: make([]float32, n)}
	if fanIn > 0 {
		p.limit = math.Sqrt(6 / float64(fanIn+fanOut))
	}
	return p
}

// reset draws the weights.
func (p *parameter) reset(rng *rand.Rand) {
	clear(p.first)
	clear(p.second)
	for i := range p.value {
		p.value[i] = 0
		if p.limit > 0 {
			p.value[i] = float32(p.limit * (2*rng.Float64() - 1))
		}
	}
}

// The constants of Adam.
const (
	decayFirst  = 0.9
	decaySecond = 0.999
	epsilon     = 1e-7
)

// step is step number t of Adam, from 1.
func (p *parameter) step(rate float64, t int) {
	scale := float32(rate * math.Sqrt(1-math.Pow(decaySecond, float64(t))) / (1 - math.Pow(decayFirst, float64(t))))
	for i, g := range p.gradient {
		p.first[i] += (1 - decayFirst) * (g - p.first[i])
		p.second[i] += (1 - decaySecond) * (g*g - p.second[i])
		p.value[i] -= scale * p.first[i] / (float32(math.Sqrt(float64(p.second[i]))) + epsilon)
	}
}
