package tree

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestNetworks sorts all sequences of zeros and ones, which suffices for all
// sequences (Knuth, The Art of Computer Programming 3, 5.3.4).
func TestNetworks(t *testing.T) {
	for bits := range 1 << 16 {
		var k [16]uint64
		for i := range k {
			k[i] = uint64(bits >> i & 1)
		}
		short := [8]uint64(k[:8])
		sort8(&short)
		sort16(&k)
		if !slices.IsSorted(short[:]) || !slices.IsSorted(k[:]) {
			t.Fatalf("%b: %v, %v", bits, short, k)
		}
	}
}

// TestSort compares with sorted keys.
func TestSort(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{40, 300, 9000} {
		d := letters(n, rng)
		c, err := newColumns(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		c.setPlaces()
		g := newGrower(c, rule{})
		for range 200 {
			rows := numbersFrom(0, n)
			rng.Shuffle(n, func(i, k int) { rows[i], rows[k] = rows[k], rows[i] })
			rows = rows[:1+rng.IntN(min(n, 64))]
			j := int32(rng.IntN(c.p))
			var want []uint64
			for _, r := range rows {
				want = append(want, key(c.codes[int(r)*c.p+int(j)], r))
			}
			slices.Sort(want)
			got := g.sort(rows, j)
			if want[0]>>32 == want[len(want)-1]>>32 {
				slices.Sort(got)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%d of %d records: keys %x, want %x", len(rows), n, got, want)
			}
		}
	}
}
