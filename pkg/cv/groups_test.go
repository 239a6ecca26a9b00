package cv

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
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

// drawGroups draws the groups of records, in random order, and a label of each record.
func drawGroups(t *rapid.T) (groups, labels []string, largest int) {
	sizes := rapid.SliceOfN(rapid.IntRange(1, 12), 6, 30).Draw(t, "sizes")
	for g, size := range sizes {
		largest = max(largest, size)
		for range size {
			groups = append(groups, strconv.Itoa(g))
			labels = append(labels, strconv.Itoa(rapid.IntRange(0, 1).Draw(t, "label")))
		}
	}
	order := rapid.Permutation(identity(len(groups))).Draw(t, "order")
	return pick(groups, order), append([]string{"0", "0", "1", "1"}, pick(labels, order)[4:]...), largest
}

// blockSizes are the numbers of validation records of the splits.
func blockSizes(splits []Split) []int {
	var out []int
	for _, p := range splits {
		out = append(out, len(p.Valid))
	}
	return out
}

// Folds of whole groups divide no group and validate each record once per replication; without conditions they differ
// by at most the largest group.
func TestKFoldOfGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		groups, labels, largest := drawGroups(t)
		n, method := len(groups), rapid.SampledFrom([]Method{KFold, RepeatedKFold}).Draw(t, "method")
		opt := Options{K: rapid.IntRange(2, 6).Draw(t, "K"), Seed: rapid.Uint64().Draw(t, "seed"), Groups: groups}
		if method == RepeatedKFold {
			opt.M = 3
		}
		if rapid.Bool().Draw(t, "conditions") {
			opt.Conditions = []Condition{LabelCondition("label", labels)}
		}
		s, err := New(method, n, opt)
		if err != nil {
			t.Fatal(err)
		}
		if s.Method != method || s.K != opt.K {
			t.Fatalf("method %s of %d folds, want %s of %d", s.Method, s.K, method, opt.K)
		}
		for r := range s.M() {
			splits, all := s.Splits[r*opt.K:(r+1)*opt.K], []int32{}
			for f, p := range splits {
				all = append(all, p.Valid...)
				if d := dividedGroup(p, groups); d != "" {
					t.Fatalf("replication %d, fold %d divides group %s", r+1, f+1, d)
				}
			}
			slices.Sort(all)
			if !slices.Equal(all, identity(n)) {
				t.Fatalf("replication %d validates %v", r+1, all)
			}
			sizes := blockSizes(splits)
			if d := slices.Max(sizes) - slices.Min(sizes); d > largest && opt.Conditions == nil {
				t.Fatalf("blocks of %v records differ by %d, the largest group has %d", sizes, d, largest)
			}
		}
	})
}

// dividedGroup names a group on both sides of a split, if there is one.
func dividedGroup(p Split, groups []string) string {
	in := map[string]bool{}
	for _, i := range p.Train {
		in[groups[i]] = true
	}
	for _, i := range p.Valid {
		if in[groups[i]] {
			return groups[i]
		}
	}
	return ""
}

// ofSizes names the groups of records of groups of these sizes.
func ofSizes(sizes []int) (groups []string) {
	for g, size := range sizes {
		groups = append(groups, slices.Repeat([]string{strconv.Itoa(g)}, size)...)
	}
	return groups
}

// leastSquares returns the smallest sum of squared block sizes of all divisions of groups into blocks.
func leastSquares(sizes, blocks []int) int {
	if len(sizes) == 0 {
		sum := 0
		for _, b := range blocks {
			sum += b * b
		}
		return sum
	}
	best := math.MaxInt
	for b := range blocks {
		blocks[b] += sizes[0]
		best = min(best, leastSquares(sizes[1:], blocks))
		blocks[b] -= sizes[0]
	}
	return best
}

// The sums of squared sizes are within 1% of the least there is; the greedy division alone of the first case,
// 3+3+... in order of size, is not the best one.
func TestKFoldOfGroupsNearOptimum(t *testing.T) {
	for _, c := range []struct {
		k     int
		sizes []int
	}{
		{2, []int{3, 3, 2, 2, 2}}, {3, []int{7, 7, 6, 6, 5, 5, 4, 4, 4}}, {3, []int{20, 3, 2, 2, 1, 1, 1}},
		{2, []int{8, 7, 6, 5, 4}}, {3, []int{9, 8, 8, 5, 5, 4, 3, 3}}, {4, []int{5, 5, 4, 4, 3, 3, 3, 3, 2}},
	} {
		for seed := range uint64(20) {
			groups := ofSizes(c.sizes)
			s, err := New(KFold, len(groups), Options{K: c.k, Seed: seed, Groups: groups})
			if err != nil {
				t.Fatal(err)
			}
			have, sum := blockSizes(s.Splits), 0
			for _, b := range have {
				sum += b * b
			}
			if best := leastSquares(c.sizes, make([]int, c.k)); float64(sum) > 1.01*float64(best) {
				t.Errorf("groups of %v, seed %d: blocks of %v, squares %d, at best %d", c.sizes, seed, have, sum, best)
			}
		}
	}
}

// Conditions even the labels of the blocks.
func TestKFoldOfGroupsWithStrata(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var sizes []int
	for range 40 {
		sizes = append(sizes, 1+rng.IntN(8))
	}
	groups := ofSizes(sizes)
	labels := make([]string, len(groups))
	for i, g := range groups { // labels of a group are mostly the same
		labels[i] = "rest"
		if at, _ := strconv.Atoi(g); at%4 == 0 && rng.IntN(5) > 0 {
			labels[i] = "rare"
		}
	}
	conditions := []Condition{LabelCondition("label", labels)}
	mean := func(given []Condition) (out float64) {
		s, err := New(RepeatedKFold, len(groups), Options{K: 5, M: 10, Seed: 1, Groups: groups, Conditions: given})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range s.Splits {
			out += conditions[0].distance(conditions[0].totals(p.Valid), conditions[0].totals(identity(s.N)))
		}
		return out / float64(len(s.Splits))
	}
	with, without := mean(conditions), mean(nil)
	if with > without/4 {
		t.Errorf("mean X² of the blocks is %.3f with the condition and %.3f without", with, without)
	}
}

func TestKFoldOfGroupsErrors(t *testing.T) {
	for want, opt := range map[string]Options{
		"cv: 5 folds of 3 groups; each fold validates at least one whole group, use fewer folds": {K: 5,
			Groups: strings.Split("aabbcc", "")},
		"cv: groups of 2 records for 6 records": {K: 2, Groups: []string{"a", "b"}},
		"cv: groups of 0 records for 6 records": {K: 2, Groups: []string{}},
	} {
		for _, method := range []Method{KFold, RepeatedKFold} {
			if _, err := New(method, 6, opt); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: %v, want %q", method, err, want)
			}
		}
	}
	if _, err := New(KFold, 6, Options{K: 3, Groups: strings.Split("aabbcc", "")}); err != nil {
		t.Errorf("3 folds of 3 groups: %v", err)
	}
}

// A record trains in all folds but one per replication, which gives the mean overlap of folds of any size.
func TestMeasureOfUnevenFolds(t *testing.T) {
	groups := ofSizes([]int{6, 2, 1})
	s, err := New(RepeatedKFold, 9, Options{K: 3, M: 2, Groups: groups})
	if err != nil {
		t.Fatal(err)
	}
	sum, pairs := 0, 0
	for j, row := range s.Overlaps() {
		for _, phi := range row[:j] {
			sum, pairs = sum+phi, pairs+1
		}
	}
	if m := s.Measure(); math.Abs(m.Ideal-float64(sum)/float64(pairs)) > 1e-12 || m.Bound != 0 {
		t.Errorf("ideal overlap %v and bound %v, want %d/%d and 0", m.Ideal, m.Bound, sum, pairs)
	}
}

func TestMoreFoldsThanGroups(t *testing.T) {
	groups := []string{"a", "a", "b", "b", "c", "c"}
	if _, err := New(KFold, 6, Options{K: 4, Groups: groups}); err == nil {
		t.Error("no error for 4 folds of 3 groups")
	}
	if _, err := New(KFold, 6, Options{K: 3, Groups: groups}); err != nil {
		t.Errorf("3 folds of 3 groups: %v", err)
	}
}
