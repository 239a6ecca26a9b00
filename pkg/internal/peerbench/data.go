package main

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/block-regularized/bcv/pkg/dataset"
)

func sreg(rng *rand.Rand, n, p int) *dataset.Data {
	d := &dataset.Data{X: mat.NewDense(n, p, nil), Response: make([]float64, n)}
	for i := range n {
		for j := range p {
			v := rng.NormFloat64()
			d.X.Set(i, j, v)
			d.Response[i] += math.Sqrt(3/float64(p)) * v
		}
		d.Response[i] += rng.NormFloat64()
	}
	return d
}

func drawSCLA(rng *rand.Rand, d *dataset.Data) {
	for i := range d.N() {
		d.Class[i] = int32(rng.IntN(2))
		for j := range d.P() {
			v := rng.NormFloat64()
			if j < d.P()/10 && d.Class[i] == 1 {
				v += 0.5
			}
			d.X.Set(i, j, v)
		}
	}
}

func sclaSet(rng *rand.Rand, n, p int) *dataset.Data {
	d := &dataset.Data{X: mat.NewDense(n, p, nil), Class: make([]int32, n), Classes: []string{"0", "1"}}
	drawSCLA(rng, d)
	return d
}

func gaussians(rng *rand.Rand, n int) *dataset.Data {
	d := sclaSet(rng, n, 2)
	for i := range n {
		if d.Class[i] == 1 {
			for j := range 2 {
				d.X.Set(i, j, d.X.At(i, j)+0.5)
			}
		}
	}
	return d
}

func letterSet(rng *rand.Rand, n int) (*dataset.Data, error) {
	d := &dataset.Data{X: mat.NewDense(n, 16, nil), Class: make([]int32, n)}
	var means [26][16]float64
	for c := range means {
		d.Classes = append(d.Classes, string(rune('A'+c)))
		for j := range 16 {
			means[c][j] = 4 + 8*rng.Float64()
		}
	}
	for i := range n {
		d.Class[i] = int32(rng.IntN(26))
		for j := range 16 {
			d.X.Set(i, j, math.Round(min(15, max(0, means[d.Class[i]][j]+1.7*rng.NormFloat64()))))
		}
	}
	return d, nil
}
