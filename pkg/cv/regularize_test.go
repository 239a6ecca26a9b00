package cv

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// madeText makes the labels of n sentences: a class of three unequal ones, a
// target word of 40 with a long tail, the multiset of entity types in the
// sentence (often empty), and the sentence length.
func madeText(tb testing.TB, n int, seed uint64) []Condition {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 99))
	class, word, entities, length := make([]string, n), make([]string, n), make([][]string, n), make([]float64, n)
	for i := range n {
		class[i] = []string{"news", "news", "news", "web", "web", "mail"}[rng.IntN(6)]
		word[i] = fmt.Sprint(int(40 * rng.Float64() * rng.Float64()))
		for range rng.IntN(4) * rng.IntN(2) {
			entities[i] = append(entities[i], []string{"PER", "PER", "ORG", "LOC", "MISC"}[rng.IntN(5)])
		}
		length[i] = math.Round(math.Exp(2.5 + 0.6*rng.NormFloat64()))
	}
	response, err := ResponseCondition("length", length)
	if err != nil {
		tb.Fatal(err)
	}
	return []Condition{LabelCondition("class", class), LabelCondition("word", word).Merged(10),
		MultisetCondition("entities", entities), response}
}

func worst(tb testing.TB, s Set, conditions []Condition) float64 {
	tb.Helper()
	distances, err := s.Distances(conditions)
	if err != nil {
		tb.Fatal(err)
	}
	w := 0.0
	for _, d := range distances {
		w = max(w, d.Ratio)
	}
	return w
}

// All four conditions hold in all 15 splits, at a limit that random halvings
// meet in all 60 places almost never; sizes and overlaps stay those of a BCV.
func TestRegularizedBCVMeetsItsConditions(t *testing.T) {
	const n, m, limit = 1200, 15, 0.5
	conditions := madeText(t, n, 1)
	s, err := newRegularizedBCV(n, m, 2, conditions, limit)
	if err != nil {
		t.Fatal(err)
	}
	checkPartition(t, s)
	if k := s.Regularization(); k > 4 {
		t.Errorf("k = %v", k)
	}
	if w := worst(t, s, conditions); w > limit {
		t.Errorf("X²/J = %v, above the limit %v", w, limit)
	}
	random, err := newMx2(n, m, 2)
	if err != nil {
		t.Fatal(err)
	}
	if w := worst(t, random, conditions); w < limit {
		t.Errorf("random halvings have X²/J of %v at most: the limit tests nothing", w)
	}
}

// Growth keeps what is there, for sizes that divide badly too.
func TestRegularizedBCVGrows(t *testing.T) {
	for _, n := range []int{40, 61, 100, 333} {
		conditions := madeText(t, n, 7)[:1]
		whole, err := newRegularizedBCV(n, 15, 5, conditions, DefaultLimit)
		if err != nil {
			t.Fatal(err)
		}
		checkPartition(t, whole)
		for m := 1; m < 15; m++ {
			small, err := newRegularizedBCV(n, m, 5, conditions, DefaultLimit)
			if err != nil {
				t.Fatal(err)
			}
			grown, err := GrowRegularized(small, 15, conditions, DefaultLimit)
			if err != nil {
				t.Fatal(err)
			}
			if (Set{N: n, Splits: whole.Splits[:m]}).Fingerprint() != small.Fingerprint() ||
				grown.Fingerprint() != whole.Fingerprint() {
				t.Fatalf("n=%d: growth from %d to 15 is not the set of 15", n, m)
			}
		}
	}
}

// A distance of one's own: the largest difference of two shares.
func TestOwnDistance(t *testing.T) {
	conditions := madeText(t, 600, 3)[:1]
	conditions[0].Distance = func(train, all []int) float64 {
		nt, n, d := 0, 0, 0.0
		for k := range all {
			nt, n = nt+train[k], n+all[k]
		}
		for k := range all {
			d = max(d, math.Abs(float64(train[k])/float64(nt)-float64(all[k])/float64(n)))
		}
		return d * float64(len(all)) // limits are per category
	}
	s, err := newRegularizedBCV(600, 7, 1, conditions, 0.004)
	if err != nil {
		t.Fatal(err)
	}
	if w := worst(t, s, conditions); w > 0.004 {
		t.Errorf("largest difference of shares %v", w)
	}
}

// X² of a table by the usual formula for two samples of labels.
func TestChiSquared(t *testing.T) {
	train, all := []int{30, 50, 20}, []int{50, 110, 60}
	want := 0.0
	for k := range all {
		for _, part := range [2]struct{ count, size int }{{train[k], 100}, {all[k] - train[k], 120}} {
			e := float64(all[k]*part.size) / 220
			want += (float64(part.count) - e) * (float64(part.count) - e) / e
		}
	}
	if got := chiSquared(train, all); math.Abs(got-want) > 1e-12 {
		t.Errorf("X² = %v, want %v", got, want)
	}
	if got := chiSquared([]int{0, 0, 0}, all); got != 0 {
		t.Errorf("X² of an empty set is %v", got)
	}
}

func TestRegularizedErrors(t *testing.T) {
	labels := func(s string) []Condition { return []Condition{LabelCondition("class", strings.Split(s, ""))} }
	for want, c := range map[string]struct {
		conditions []Condition
		limit      float64
	}{
		"labels for 3 records of 8": {labels("aab"), 1},
		`label "b" occurs 1 times`:  {labels("aaaaaaab"), 1},
		"limit 0":                   {labels("aaaabbbb"), 0},
		"limit NaN":                 {labels("aaaabbbb"), math.NaN()},
		"categories go from 0 to 0": {[]Condition{{Name: "x", Categories: 1,
			Of: [][]int32{{0}, {0}, {3}, {0}, {0}, {0}, {0}, {0}}}}, 1},
	} {
		if _, err := newRegularizedBCV(8, 3, 1, c.conditions, c.limit); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := ResponseCondition("y", []float64{1, math.NaN()}); err == nil {
		t.Error("a response of NaN: no error")
	}
}

func BenchmarkRegularized100k(b *testing.B) {
	conditions := madeText(b, 100_000, 1)
	b.ReportAllocs()
	for b.Loop() {
		s, err := newRegularizedBCV(100_000, 15, 1, conditions, DefaultLimit)
		if err != nil {
			b.Fatal(err)
		}
		if w := worst(b, s, conditions); w > DefaultLimit {
			b.Fatalf("X²/J = %v", w)
		}
	}
}

// Groups of a tenth of the values, rounded up, but 4 at least; fewer left over join the
// last group. By hand.
func TestResponseGroups(t *testing.T) {
	for _, c := range []struct {
		n    int
		want []int
	}{
		{3, []int{3}}, {7, []int{7}}, {8, []int{4, 4}}, {11, []int{4, 7}}, {12, []int{4, 4, 4}},
		{40, []int{4, 4, 4, 4, 4, 4, 4, 4, 4, 4}}, {41, []int{5, 5, 5, 5, 5, 5, 5, 6}},
		{50, []int{5, 5, 5, 5, 5, 5, 5, 5, 5, 5}},
		{59, []int{6, 6, 6, 6, 6, 6, 6, 6, 11}}, {60, []int{6, 6, 6, 6, 6, 6, 6, 6, 6, 6}},
		{61, []int{7, 7, 7, 7, 7, 7, 7, 12}},
	} {
		values := make([]float64, c.n)
		for i := range values {
			values[i] = float64(c.n - i)
		}
		checkGroups(t, values, c.want)
	}
	checkGroups(t, []float64{1, 1, 1, 1, 1, 2, 3, 4, 5}, []int{5, 4}) // equal values stay together
	checkGroups(t, []float64{1, 2, 3, 4, 4, 4, 5, 6, 7}, []int{9})    // then too few are left
}

// checkGroups compares the sizes of the groups of a response, in the order of values.
func checkGroups(t *testing.T, values []float64, want []int) {
	t.Helper()
	c, err := ResponseCondition("y", values)
	if err != nil {
		t.Fatal(err)
	}
	size, least := make([]int, c.Categories), make([]float64, c.Categories)
	for i, list := range c.Of {
		k := list[0]
		if size[k] == 0 || values[i] < least[k] {
			least[k] = values[i]
		}
		size[k]++
	}
	order := make([]int, c.Categories)
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(least[a], least[b]) })
	got := make([]int, len(order))
	for i, k := range order {
		got[i] = size[k]
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d values: groups of %v, want %v", len(values), got, want)
	}
}
