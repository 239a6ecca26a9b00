package items

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Simple is a pair of models on items without clusters, in one run, from which tests of others are judged as well.
type Simple struct {
	Scores string // kinds of both models in words
	Binary bool   // scores are 1 for right and 0 for wrong; else any number, of which more is better
	N      int    // items
	equal  cell
}

// SimpleCells returns cells of Items with 50, 200 and 1,000 items: answers of which 80% are right, normal scores, and
// normal beside exponential ones.
func SimpleCells() (out []Simple) {
	for _, pair := range [][2]scores{{right(0.8), right(0.8)}, {normal(0, 1), normal(0, 1)},
		{normal(1, 0.3), exponential(0)}} {
		for _, n := range []int{50, 200, 1000} {
			c := cell{group: oneRun, a: pair[0], b: pair[1], difficulty: 0.5, n: n, runs: 1}
			names := slices.Compact([]string{c.a.name, c.b.name})
			out = append(out, Simple{Scores: strings.Join(names, " and "), Binary: c.a.binary, N: n, equal: c})
		}
	}
	return out
}

// of returns the cell with equal models, or with different ones.
func (s Simple) of(different bool) cell {
	c := s.equal
	c.different = different
	return c
}

// Truth returns the expected score of B minus that of A, of models that differ.
func (s Simple) Truth() float64 { return s.of(true).truth() }

// Drawer returns a function that draws the scores of A and B of each item; they are valid until the next draw.
func (s Simple) Drawer() func(different bool, rng *rand.Rand) (a, b []float64) {
	var workers [2]worker
	workers[0].set(s.of(false))
	workers[1].set(s.of(true))
	return func(different bool, rng *rand.Rand) (a, b []float64) {
		w := &workers[0]
		if different {
			w = &workers[1]
		}
		w.draw(rng)
		return w.A[0], w.B[0]
	}
}
