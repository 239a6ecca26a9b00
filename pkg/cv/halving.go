package cv

import (
	"math/bits"
	"math/rand/v2"
)

// candidates is the number of random halvings that bestHalving chooses from.
const candidates = 64

// bestHalving returns the random halving of n records whose overlaps with the
// earlier splits stay closest to n/4: smallest largest distance, then smallest
// sum of squares.
func bestHalving(earlier []Split, n int, rng *rand.Rand) Split {
	old := make([][]uint64, len(earlier))
	for j, p := range earlier {
		old[j] = bitset(p.Train, n)
	}
	order := identity(n)
	var best []uint64
	bestWorst, bestSum := 0, 0
	for range candidates {
		shuffle(order, rng)
		candidate := bitset(order[:n/2], n)
		worst, sum := 0, 0
		for _, o := range old {
			d := 4*common(candidate, o) - n
			worst, sum = max(worst, d, -d), sum+d*d
		}
		if best == nil || worst < bestWorst || (worst == bestWorst && sum < bestSum) {
			best, bestWorst, bestSum = candidate, worst, sum
		}
	}
	records := make([]int32, n)
	train, valid := 0, n/2
	for i := range n {
		if best[i/64]>>(i%64)&1 == 1 {
			records[train] = int32(i)
			train++
		} else {
			records[valid] = int32(i)
			valid++
		}
	}
	return Split{records[: n/2 : n/2], records[n/2:]}
}

func bitset(records []int32, n int) []uint64 {
	b := make([]uint64, (n+63)/64)
	for _, i := range records {
		b[i/64] |= 1 << (i % 64)
	}
	return b
}

// common returns the size of the intersection of two sets.
func common(a, b []uint64) (size int) {
	for w := range a {
		size += bits.OnesCount64(a[w] & b[w])
	}
	return size
}
