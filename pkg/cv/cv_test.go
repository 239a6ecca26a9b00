package cv

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func mustBCV(tb testing.TB, n, m int, seed uint64) Set {
	tb.Helper()
	s, err := newBCV(n, m, seed)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// checkPartition checks that each split divides 0..n-1 in ascending halves
// that differ by at most one.
func checkPartition(tb testing.TB, s Set) {
	tb.Helper()
	for j, p := range s.Splits {
		all := slices.Concat(p.Train, p.Valid)
		if !slices.IsSorted(p.Train) || !slices.IsSorted(p.Valid) {
			tb.Fatalf("n=%d split %d is not in order: %v", s.N, j+1, p)
		}
		slices.Sort(all)
		for i, r := range all {
			if int(r) != i || len(all) != s.N {
				tb.Fatalf("n=%d split %d is not a partition: %v", s.N, j+1, p)
			}
		}
		if d := len(p.Valid) - len(p.Train); d != s.N%2 {
			tb.Fatalf("n=%d split %d: halves of %d and %d", s.N, j+1, len(p.Train), len(p.Valid))
		}
	}
}

// For every n up to 200: partitions, halves that differ by at most one, all
// splits different, overlaps within the bound, growth that keeps what is there.
func TestBCVOfAnySize(t *testing.T) {
	for n := 4; n <= 200; n++ {
		most := min(n-1, 63)
		whole := mustBCV(t, n, most, 11)
		checkPartition(t, whole)
		seen := map[string]bool{}
		for j, p := range whole.Splits {
			if seen[fmt.Sprint(p.Train)] || seen[fmt.Sprint(p.Valid)] {
				t.Fatalf("n=%d: split %d occurs twice", n, j+1)
			}
			seen[fmt.Sprint(p.Train)] = true
		}
		k := 0.0
		for j, row := range whole.Overlaps() {
			for _, phi := range row[:j] {
				k = max(k, math.Abs(float64(phi)-float64(n)/4))
			}
			// 2^p > m = j+1 blocks are 4k blocks with k = 2^p/4 (thesis theorem 3.2).
			if bound := float64(blocks(j+1)) / 4; k > bound {
				t.Errorf("n=%d m=%d: k = %v, above the bound %v", n, j+1, k, bound)
			}
		}
		// Growth to the end: from a few m for every n, from every m for some n.
		for m := 1; m < most; m++ {
			if n%25 != 0 && m != 1 && m != most/2 && m != most-1 {
				continue
			}
			grown, err := Grow(Set{Method: BCV, N: n, Seed: 11, Splits: whole.Splits[:m]}, most)
			if err != nil {
				t.Fatal(err)
			}
			if grown.Fingerprint() != whole.Fingerprint() {
				t.Fatalf("n=%d: growth from m=%d to %d is not the set of %d", n, m, most, most)
			}
		}
		small := mustBCV(t, n, max(1, most/2), 11)
		if small.Fingerprint() != (Set{N: n, Splits: whole.Splits[:small.M()]}).Fingerprint() {
			t.Fatalf("n=%d: the set of %d does not begin with the set of %d", n, most, small.M())
		}
	}
}

// With n divisible by the number of blocks every overlap is n/4.
func TestBCVIsBalanced(t *testing.T) {
	for _, c := range []struct{ n, m int }{{4, 3}, {8, 7}, {600, 3}, {64, 63}, {4096, 127}} {
		if k := mustBCV(t, c.n, c.m, 3).Regularization(); k != 0 {
			t.Errorf("n=%d m=%d: k = %v, want 0", c.n, c.m, k)
		}
	}
}

// Thesis table 3.3 and ACL table 1: with blocks B1..B4 the training sets of 3 x
// 2 BCV are pairs of blocks, no two alike.
func TestThreeByTwoIsThePapers(t *testing.T) {
	s := mustBCV(t, 8, 3, 1)
	position := positions(8, 1)
	got := map[string]bool{}
	for _, p := range s.Splits {
		block := map[int32]bool{}
		for _, i := range p.Train {
			block[position[i]%4] = true
		}
		if len(block) != 2 {
			t.Errorf("training set %v has records of %d blocks", p.Train, len(block))
		}
		if !block[0] { // the twin of the published split
			block = map[int32]bool{1: !block[1], 2: !block[2], 3: !block[3]}
		}
		got[fmt.Sprint(block[1], block[2], block[3])] = true
	}
	if len(got) != 3 {
		t.Errorf("pairs of blocks %v, want three different ones", got)
	}
}

func TestMx2(t *testing.T) {
	for _, n := range []int{4, 5, 101, 600} {
		s, err := newMx2(n, 20, 9)
		if err != nil {
			t.Fatal(err)
		}
		checkPartition(t, s)
		small, _ := newMx2(n, 7, 9)
		if (Set{N: n, Splits: s.Splits[:7]}).Fingerprint() != small.Fingerprint() {
			t.Errorf("n=%d: the set of 20 does not begin with the set of 7", n)
		}
	}
}

// The overlap of two random halvings is hypergeometric: mean n/4, variance
// n²/(16(n-1)) (thesis eq. 2.7). 20,000 pairs, five standard errors.
func TestMx2OverlapsAreHypergeometric(t *testing.T) {
	const n, m = 40, 200
	s, err := newMx2(n, m, 4)
	if err != nil {
		t.Fatal(err)
	}
	sum, square, pairs := 0.0, 0.0, 0.0
	for j, row := range s.Overlaps() {
		for _, phi := range row[:j] {
			d := float64(phi) - n/4.
			sum, square, pairs = sum+d, square+d*d, pairs+1
		}
	}
	variance := float64(n*n) / (16 * (n - 1))
	if mean := sum / pairs; mean*mean > 25*variance/m { // pairs share splits: m of them are independent at least
		t.Errorf("mean overlap is off by %v", mean)
	}
	if ratio := square / pairs / variance; ratio < 0.9 || ratio > 1.1 {
		t.Errorf("variance of the overlap is %v times the hypergeometric one", ratio)
	}
}

func TestRowsAndFolds(t *testing.T) {
	s := mustBCV(t, 6, 2, 1)
	rows := s.Rows()
	if len(rows) != 2*2*6 {
		t.Fatalf("%d rows", len(rows))
	}
	role := map[[3]int]string{}
	for _, r := range rows {
		role[[3]int{r.Replication, r.Fold, r.Record}] = r.Role
	}
	for j := 1; j <= 2; j++ {
		for i := range 6 {
			a, b := role[[3]int{j, 1, i}], role[[3]int{j, 2, i}]
			if a+b != "trainvalid" && a+b != "validtrain" {
				t.Errorf("record %d of replication %d is %q in fold 1 and %q in fold 2", i, j, a, b)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	mx2, _ := newMx2(8, 2, 1)
	for name, c := range map[string]struct {
		want string
		run  func() error
	}{
		"three records":     {"at least 4", func() error { _, err := newBCV(3, 1, 1); return err }},
		"no replication":    {"at least 1", func() error { _, err := newBCV(8, 0, 1); return err }},
		"too many":          {"at most 7", func() error { _, err := newBCV(8, 8, 1); return err }},
		"random of three":   {"at least 4", func() error { _, err := newMx2(3, 1, 1); return err }},
		"growing a random":  {"does not grow", func() error { _, err := Grow(mx2, 3); return err }},
		"growing backwards": {"already", func() error { s, _ := newBCV(8, 3, 1); _, err := Grow(s, 2); return err }},
	} {
		if err := c.run(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// Records are numbered by int32.
func TestTooManyRecords(t *testing.T) {
	n := int64(1) << 31
	if strconv.IntSize == 32 {
		t.Skip("an int is no larger")
	}
	if _, err := newBCV(int(n), 3, 1); err == nil || !strings.Contains(err.Error(), "at most 2147483647") {
		t.Errorf("two billion: %v", err)
	}
}

// Frozen partitions: a seed makes the same splits in every release. Do
// not change the file.
func TestFrozenPartitions(t *testing.T) {
	want, err := os.ReadFile("testdata/frozen.txt")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, c := range []struct {
		n, m int
		seed uint64
	}{{8, 3, 1}, {13, 5, 2}, {100, 7, 3}, {1001, 15, 4}, {20, 19, 5}} {
		b := mustBCV(t, c.n, c.m, c.seed)
		r, err := newMx2(c.n, c.m, c.seed)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "n=%d m=%d seed=%d bcv=%s mx2=%s first=%v\n",
			c.n, c.m, c.seed, b.Fingerprint(), r.Fingerprint(), b.Splits[0].Train[:4])
	}
	if got.String() != string(want) {
		t.Errorf("partitions changed:\n%s", got.String())
	}
}

func BenchmarkBCVMillion(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		mustBCV(b, 1_000_000, 15, 1)
	}
}

func BenchmarkGrowMillion(b *testing.B) {
	s := mustBCV(b, 1_000_000, 14, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Grow(s, 15); err != nil {
			b.Fatal(err)
		}
	}
}

// Where n is no multiple of 4 the overlaps are the two whole numbers beside n/4, and k
// is their distance from the fraction.
func TestIdealIsAFraction(t *testing.T) {
	for _, c := range []struct {
		n     int
		ideal float64
		k     float64
	}{{8, 2, 0}, {9, 2.25, 0.25}, {10, 2.5, 0.5}, {11, 2.75, 0.75}} {
		s := mustBCV(t, c.n, 3, 1)
		m := s.Measure()
		if m.Ideal != c.ideal || m.K != c.k || s.Regularization() != c.k || m.OverlapMin != 2 {
			t.Errorf("n = %d: ideal %v, k %v, overlaps %d to %d; want %v and %v",
				c.n, m.Ideal, m.K, m.OverlapMin, m.OverlapMax, c.ideal, c.k)
		}
	}
}

// The promised k: a quarter of the blocks, 2^p above m or the runs of the array, and
// n/4 where nothing is promised or that is less.
func TestBound(t *testing.T) {
	pb, err := newPlackettBurman(100, 11, 1)
	if err != nil {
		t.Fatal(err)
	}
	random, err := newMx2(100, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		set  Set
		want float64
	}{{mustBCV(t, 101, 3, 1), 1}, {mustBCV(t, 101, 7, 1), 2}, {mustBCV(t, 101, 8, 1), 4}, {mustBCV(t, 6, 5, 1), 1.5},
		{pb, 3}, {random, 25}} {
		if got := c.set.Measure().Bound; got != c.want {
			t.Errorf("%s, n = %d, m = %d: bound %v, want %v", c.set.Method, c.set.N, c.set.M(), got, c.want)
		}
	}
}
