package covariance

import (
	"math"
	"math/rand/v2"

	"github.com/block-regularized/bcv/pkg/cv"
)

// circle is a partition set for the estimation of covariance functions: the
// records lie on a circle in random order, and the validation sets are arcs of n2
// records that begin at equally spaced locations. Two arcs that are lag of them apart
// have the same overlap wherever they are, so that every fit serves the estimate
// of f at all overlaps; for half splits the arc opposite is the twin. Each split
// alone is a random one.
type circle struct {
	n, n2, locations int
	order            []int32 // record at each position
	valid            []bool  // scratch
	set              cv.Set
}

// newCircle returns the memory of a circle. Its number of locations divides into the size
// of the validation sets: locations n2/n is a whole number.
func newCircle(n, n1, locations int) *circle {
	c := &circle{n: n, n2: n - n1, locations: locations, order: make([]int32, n), valid: make([]bool, n)}
	c.set = cv.Set{Method: cv.RLT, N: n, Splits: make([]cv.Split, locations)}
	for i := range c.set.Splits {
		c.set.Splits[i] = cv.Split{Train: make([]int32, 0, n1), Valid: make([]int32, 0, n-n1)}
	}
	return c
}

// start is the first position of the validation set at a location.
func (c *circle) start(location int) int {
	return int(math.Round(float64(location) * float64(c.n) / float64(c.locations)))
}

// lags is the number of different overlaps less one: from the same split to
// that with no common validation record, or the opposite one.
func (c *circle) lags() int { return min(c.n2*c.locations/c.n, c.locations/2) }

// overlap returns the overlap of training sets that are lag locations apart.
func (c *circle) overlap(lag int) float64 {
	return float64(c.n-c.n2) - float64(lag)*float64(c.n)/float64(c.locations)
}

// draw puts the records in a new order, which depends on rng alone.
func (c *circle) draw(rng *rand.Rand) {
	for i := range c.order {
		c.order[i] = int32(i)
	}
	for i := len(c.order) - 1; i > 0; i-- {
		j := rng.IntN(i + 1)
		c.order[i], c.order[j] = c.order[j], c.order[i]
	}
	for location := range c.set.Splits {
		for i := range c.n2 {
			c.valid[c.at(location, i)] = true
		}
		s := &c.set.Splits[location]
		s.Train, s.Valid = s.Train[:0], s.Valid[:0]
		for r, v := range c.valid {
			if v {
				s.Valid = append(s.Valid, int32(r))
			} else {
				s.Train = append(s.Train, int32(r))
			}
		}
		clear(c.valid)
	}
}

// at is the record at position i of the validation set at a location.
func (c *circle) at(location, i int) int32 { return c.order[(c.start(location)+i)%c.n] }
