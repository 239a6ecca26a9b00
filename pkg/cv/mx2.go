package cv

import "math/rand/v2"

// Streams of random numbers that a seed stands for.
const (
	streamBlocks = 0 // the order of the records in a BCV
	streamSplits = 1 // stream streamSplits+j belongs to replication j
)

func stream(seed uint64, id int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(id)))
}

// NewMx2 returns m independent random two-fold CVs of n records, n >= 4. The
// set of a larger m with the same seed begins with the set of a smaller one.
func NewMx2(n, m int, seed uint64) (Set, error) {
	if err := checkSize(n, m, maxRecords); err != nil {
		return Set{}, err
	}
	set := Set{Method: Mx2, N: n, Seed: seed, Splits: make([]Split, m)}
	for j := range m {
		set.Splits[j] = randomSplit(n, n/2, stream(seed, streamSplits+j+1))
	}
	return set, nil
}

// shuffle permutes records at random.
func shuffle(records []int32, rng *rand.Rand) {
	rng.Shuffle(len(records), func(i, k int) { records[i], records[k] = records[k], records[i] })
}
