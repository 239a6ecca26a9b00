package hierarchical

import (
	"math"
	"slices"
)

// centres looks for the centres of likelihoods at which their product is not far below its largest value.
type centres struct {
	own    []float64 // centre of each likelihood
	peaks  []float64 // logarithm of each likelihood there
	places []float64 // where to look, sorted
	likes  func(x float64) []float64
	seen   []float64 // places that were looked at
	logs   []float64 // of the product there
	top    float64   // the largest of logs
	least  float64   // logarithm of a product that does not matter, as other slices have far larger ones
}

// hull is the function hull for the centres of all likelihoods and one more place. It leaves out
// places where the product is bound to be too small.
func (c *centres) hull(start float64) (low, high float64) {
	c.places = append(slices.Clone(c.own), start)
	slices.Sort(c.places)
	c.top = math.Inf(-1)
	middle, _ := slices.BinarySearch(c.places, start)
	at := c.look(middle)
	c.between(0, middle, c.peaks, at)
	c.between(middle+1, len(c.places), at, c.peaks)
	return hull(c.seen, c.logs)
}

// look returns the logarithms of the likelihoods at place i.
func (c *centres) look(i int) []float64 {
	likes := c.likes(c.places[i])
	log := sum(likes)
	c.seen, c.logs = append(c.seen, c.places[i]), append(c.logs, log)
	c.top = max(c.top, log)
	return likes
}

// between looks at the places from up to but not including to, of which left and right bound the
// likelihoods from either side: each falls off from its own centre.
func (c *centres) between(from, to int, left, right []float64) {
	if from >= to {
		return
	}
	const allowance = 1e-3 // for the interpolation of a likelihood
	bound := 0.0
	for i, x := range c.own {
		switch {
		case x < c.places[from]:
			bound += left[i] + allowance
		case x > c.places[to-1]:
			bound += right[i] + allowance
		default:
			bound += c.peaks[i] + allowance
		}
	}
	if bound < max(c.top-far, c.least) {
		return
	}
	middle := (from + to) / 2
	at := c.look(middle)
	c.between(from, middle, left, at)
	c.between(middle+1, to, at, right)
}
