package cv

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestGroupedBCV(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var groups []string
	largest := 0
	for g := range 90 {
		size := 1 + rng.IntN(1+rng.IntN(40))
		largest = max(largest, size)
		for range size {
			groups = append(groups, fmt.Sprint("doc", g))
		}
	}
	rng.Shuffle(len(groups), func(i, k int) { groups[i], groups[k] = groups[k], groups[i] })
	s, err := newGroupedBCV(groups, 15, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	for j, p := range s.Splits {
		in := map[string]bool{}
		for _, i := range p.Train {
			in[groups[i]] = true
		}
		for _, i := range p.Valid {
			if in[groups[i]] {
				t.Fatalf("split %d divides group %s", j+1, groups[i])
			}
		}
		all := slices.Concat(p.Train, p.Valid)
		slices.Sort(all)
		if !slices.Equal(all, identity(len(groups))) {
			t.Fatalf("split %d is not a partition", j+1)
		}
		if d := len(p.Train) - len(p.Valid); d > largest/2 || d < -largest/2 {
			t.Errorf("split %d: halves differ by %d records, the largest group has %d", j+1, d, largest)
		}
	}
	small, err := newGroupedBCV(groups, 5, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	if (Set{N: s.N, Splits: s.Splits[:5]}).Fingerprint() != small.Fingerprint() {
		t.Error("the set of 15 does not begin with the set of 5")
	}
	if _, err := Grow(small, 7); err == nil {
		t.Error("a grouped set was grown as one of records")
	}
}

func TestGroupedErrors(t *testing.T) {
	for _, m := range []int{0, -1} {
		if _, err := newGroupedBCV(strings.Split("aabbccdd", ""), m, 1, nil); err == nil ||
			!strings.Contains(err.Error(), "use at least 1") {
			t.Errorf("m = %d: %v", m, err)
		}
	}
	for want, groups := range map[string]string{
		"more than half": "aaaaabcd",
		"3 groups":       "aabbcc",
		"cv: 4 replications of 4 groups; at most 3": "aabbccdd",
	} {
		if _, err := newGroupedBCV(strings.Split(groups, ""), 4, 1, nil); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", groups, err, want)
		}
	}
}

// A group may hold just half of the records.
func TestGroupOfHalfTheRecords(t *testing.T) {
	s, err := newGroupedBCV(strings.Split("aaabcd", ""), 3, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range s.Splits {
		if d := len(p.Train) - len(p.Valid); d != 2 && d != -2 {
			t.Errorf("halves of %d and %d records; pairs of groups of 3, 1, 1, 1 have 4 and 2",
				len(p.Train), len(p.Valid))
		}
	}
}
