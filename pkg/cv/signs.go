package cv

import (
	"math/bits"
	"math/rand/v2"
)

// signs holds the half that each position belongs to in one split.
type signs struct {
	column int
	full   int    // positions below full lie in full groups
	rest   []bool // the others: in train?
}

// newSigns returns the signs of columns 1..m. They depend on n alone, so that
// their properties hold for every seed, and the signs of a larger m begin with the signs
// of a smaller one.
//
// In full groups of 2^p positions, 2^p being the first power of two above the
// column, the signs come from the Sylvester-Hadamard matrix, exactly balanced
// and orthogonal to all earlier columns. The rest, n mod 2^p positions, has no
// such columns in general: there a search finds the signs, one column after the
// other, with small inner products with the earlier columns.
func newSigns(n, m int) []signs {
	out := make([]signs, m)
	var earlier *restSearch // of the level, as the rest is the same in it
	for j := range out {
		s := signs{column: j + 1, full: n - n%blocks(j+1)}
		if earlier == nil || earlier.first != s.full {
			earlier = newRestSearch(n, s.full, out[:j])
		}
		s.rest = earlier.next(s.column)
		out[j] = s
	}
	return out
}

// levelSigns returns the signs of all columns of the levels that m splits reach.
func levelSigns(n, m int) []signs { return newSigns(n, min(blocks(m), n)-1) }

// byParent lists the records in full groups of the given number of blocks by their
// block of the previous level: exchanges inside such a list do not change earlier
// splits.
func byParent(position []int32, blocks int) [][]int32 {
	out := make([][]int32, blocks/2)
	full := len(position) - len(position)%blocks
	for i, t := range position {
		if int(t) < full {
			parent := int(t) % (blocks / 2)
			out[parent] = append(out[parent], int32(i))
		}
	}
	return out
}

// blocks returns the number of blocks that column j >= 1 needs, 2^p > j.
func blocks(column int) int { return 1 << bits.Len(uint(column)) }

// sylvester reports whether column and position have '+' in the Sylvester
// matrix: an even number of bits in common.
func sylvester(column, position int) bool { return bits.OnesCount(uint(column&position))&1 == 0 }

// trains reports whether the record at position t is in the training set.
func (s signs) trains(t int32) bool {
	if int(t) < s.full {
		return sylvester(s.column, int(t))
	}
	return s.rest[int(t)-s.full]
}

// made reports whether a split agrees with these signs on the first records, whose
// positions are given.
func (s signs) made(p Split, position []int32) bool {
	train := p.Train
	for i, t := range position {
		in := len(train) > 0 && train[0] == int32(i)
		if in {
			train = train[1:]
		}
		if in != s.trains(t) {
			return false
		}
	}
	return true
}

// restSearch looks for the signs of the positions first..n-1. Bit l of
// earlier[i] is the sign of position first+i in column l, from 0; columns is the
// number of known columns.
type restSearch struct {
	n, first int
	columns  int
	earlier  [][]uint64
}

func newRestSearch(n, first int, known []signs) *restSearch {
	r := &restSearch{n: n, first: first, earlier: make([][]uint64, n-first)}
	signs := make([]bool, n-first)
	for _, s := range known {
		for i := range signs {
			signs[i] = s.trains(int32(first + i))
		}
		r.add(signs)
	}
	return r
}

// add makes a column known.
func (r *restSearch) add(signs []bool) {
	word, bit := r.columns/64, r.columns%64
	for i, plus := range signs {
		if bit == 0 {
			r.earlier[i] = append(r.earlier[i], 0)
		}
		if plus {
			r.earlier[i][word] |= 1 << bit
		}
	}
	r.columns++
}

// next searches a column from two starts, the balanced Sylvester column and a random
// column, and adds the better one. Half of the positions, rounded down, train.
func (r *restSearch) next(column int) []bool {
	if r.first == r.n {
		r.columns++
		return nil
	}
	rng := rand.New(rand.NewPCG(uint64(r.n), streamRest+uint64(column)))
	start := make([]bool, r.n-r.first)
	for i := range start {
		start[i] = sylvester(column, r.first+i)
	}
	best, cost := r.descend(start, rng)
	if random, c := r.descend(make([]bool, len(start)), rng); c < cost {
		best = random
	}
	r.add(best)
	return best
}

// streamRest is the first stream of the searches, above the streams of seeds.
const streamRest = 1 << 32

// descend balances the signs by random changes, then tries 300 exchanges of
// a plus and a minus and makes those that lower the cost.
func (r *restSearch) descend(signs []bool, rng *rand.Rand) ([]bool, int) {
	var side [2][]int // positions with minus, with plus
	for _, i := range rng.Perm(len(signs)) {
		k := 0
		if signs[i] {
			k = 1
		}
		side[k] = append(side[k], i)
	}
	for len(side[1]) != len(signs)/2 {
		from, to := 0, 1
		if len(side[1]) > len(signs)/2 {
			from, to = 1, 0
		}
		last := len(side[from]) - 1
		side[to] = append(side[to], side[from][last])
		side[from] = side[from][:last]
	}
	for k, positions := range side {
		for _, i := range positions {
			signs[i] = k == 1
		}
	}
	product := r.products(signs)
	cost := 0
	for _, p := range product {
		cost += fourth(p)
	}
	for try := 0; try < 300 && len(side[1]) > 0; try++ {
		a, b := rng.IntN(len(side[1])), rng.IntN(len(side[0]))
		i, k := side[1][a], side[0][b]
		change := r.exchange(product, i, k, false)
		if change > 0 || (change == 0 && try%4 > 0) {
			continue
		}
		r.exchange(product, i, k, true)
		cost += change
		signs[i], signs[k] = false, true
		side[1][a], side[0][b] = k, i
	}
	return signs, cost
}

// products returns the inner products of signs with the known columns.
func (r *restSearch) products(signs []bool) []int {
	product := make([]int, r.columns)
	for i, plus := range signs {
		for l := range product {
			if (r.earlier[i][l/64]>>(l%64)&1 == 1) == plus {
				product[l]++
			} else {
				product[l]--
			}
		}
	}
	return product
}

// exchange returns the change of the cost if position i becomes minus and
// k plus, and optionally applies it to the products.
func (r *restSearch) exchange(product []int, i, k int, apply bool) int {
	change := 0
	for w, x := range r.earlier[i] {
		y := r.earlier[k][w]
		for different := x ^ y; different != 0; different &= different - 1 {
			bit := bits.TrailingZeros64(different)
			l, by := 64*w+bit, 4
			if x>>bit&1 == 1 {
				by = -4
			}
			change += fourth(product[l]+by) - fourth(product[l])
			if apply {
				product[l] += by
			}
		}
	}
	return change
}

// fourth returns the fourth power of an inner product, so that the largest dominate the
// cost. It is capped at products of 1,448, so that sums over a million columns fit into an int.
func fourth(product int) int {
	square := min(product*product, 1<<21)
	return square * square
}
