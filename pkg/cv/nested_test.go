package cv

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawNested draws a set of a two-fold method, the options it was made with, and a nested set on it.
func drawNested(t *rapid.T) (Nested, Options) {
	method := rapid.SampledFrom([]Method{Mx2, BCV, Grouped}).Draw(t, "method")
	n := rapid.IntRange(36, 80).Draw(t, "n")
	opt := Options{M: rapid.IntRange(1, 5).Draw(t, "m"), Seed: rapid.Uint64().Draw(t, "seed")}
	groups, labels := make([]string, n), make([]string, n)
	for i := range n {
		groups[i], labels[i] = strconv.Itoa(i/3), strconv.Itoa(i%3)
	}
	if method == Grouped {
		opt.Groups = groups
	}
	if method != Mx2 && rapid.Bool().Draw(t, "strata") {
		opt.Conditions = []Condition{LabelCondition("label", labels)}
	}
	outer, err := New(method, n, opt)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Nest(outer, rapid.IntRange(1, 7).Draw(t, "M"), rapid.IntRange(1, 3).Draw(t, "r"), opt)
	if err != nil {
		t.Fatalf("%s of %d records: %v", method, n, err)
	}
	return s, opt
}

// The halves of a half-split divide the records, the two lists of an inner split divide its half, all in ascending
// order, and groups stay together.
func TestNestedSetsDivideHalves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, opt := drawNested(t)
		if got, want := len(s.Inner.Splits), 2*s.Halves*s.Replications; got != want {
			t.Fatalf("%d inner splits, want %d", got, want)
		}
		for j := 1; j <= s.Halves; j++ {
			_, one := s.Half(j, 1)
			_, two := s.Half(j, 2)
			if all := slices.Sorted(slices.Values(slices.Concat(one, two))); !slices.Equal(all, identity(s.Outer.N)) {
				t.Fatalf("half-split %d does not divide the records: %v, %v", j, one, two)
			}
			if j <= s.Outer.M() && (!slices.Equal(one, s.Outer.Splits[j-1].Valid) ||
				!slices.Equal(two, s.Outer.Splits[j-1].Train)) {
				t.Fatalf("half-split %d is not replication %d of the outer set", j, j)
			}
		}
		for f := range s.FoldCount() {
			fold := s.Fold(f)
			_, records := s.Half(fold.HalfSplit, fold.Half)
			if all := slices.Sorted(slices.Values(slices.Concat(fold.Train, fold.Valid))); !slices.Equal(all, records) {
				t.Fatalf("inner fold %+v does not divide its half %v", fold, records)
			}
			for _, i := range fold.Train {
				for _, k := range fold.Valid {
					if opt.Groups != nil && opt.Groups[i] == opt.Groups[k] {
						t.Fatalf("inner fold %+v divides group %s", fold, opt.Groups[i])
					}
				}
			}
		}
	})
}

// A nested set with more half-splits, inner replications or outer replications begins with the one with fewer.
func TestNestedSetsGrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, opt := drawNested(t)
		opt.M += rapid.IntRange(0, 2).Draw(t, "more m")
		outer, err := New(s.Outer.Method, s.Outer.N, opt)
		if err != nil {
			t.Fatal(err)
		}
		large, err := Nest(outer, s.Halves+rapid.IntRange(0, 3).Draw(t, "more M"),
			s.Replications+rapid.IntRange(0, 1).Draw(t, "more r"), opt)
		if err != nil {
			t.Fatal(err)
		}
		for f := range s.FoldCount() {
			want := s.Fold(f)
			at := ((want.HalfSplit-1)*2+want.Half-1)*large.Replications + want.Replication - 1
			got := large.Fold(2*at + want.Fold - 1)
			place := got
			if place.Split = want.Split; !reflect.DeepEqual(place, want) {
				t.Fatalf("fold %d is %+v, want %+v", 2*at+want.Fold-1, place, want)
			}
			if !slices.Equal(got.Train, want.Train) || !slices.Equal(got.Valid, want.Valid) {
				t.Fatalf("inner fold %+v was %v, is %v", want, want.Split, got.Split)
			}
		}
		same := outer.M() == s.Outer.M() && large.Halves == s.Halves && large.Replications == s.Replications
		if (large.ID() == s.ID()) != same {
			t.Fatalf("IDs %v and %v, the same set: %v", s.ID(), large.ID(), same)
		}
	})
}

// The outer set is unchanged, its ID is that of the nested set without the fingerprint of the whole, and
// a seed makes the same nested set in every release.
func TestNestedIDs(t *testing.T) {
	outer := mustBCV(t, 41, 3, 7)
	s, err := Nest(outer, 5, 2, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.ID().String(), outer.ID().String()+":"+frozenNested; got != want {
		t.Errorf("ID %s, want %s", got, want)
	}
	id, err := ParseID(s.ID().String())
	if err != nil || id != s.ID() || id.Outer() != outer.ID() {
		t.Errorf("the ID is read as %v (%v), outside %v; want %v and %v", id, err, id.Outer(), s.ID(), outer.ID())
	}
	f := s.Fold(31)
	if got := [...]int{f.HalfSplit, f.Half, f.Replication, f.Fold}; got != [...]int{4, 2, 2, 2} {
		t.Errorf("fold 31 has the numbers %v, want 4, 2, 2, 2", got)
	}
	other := s
	other.Inner.Splits = slices.Clone(s.Inner.Splits)
	other.Inner.Splits[0] = Split{s.Inner.Splits[0].Train, s.Inner.Splits[0].Valid[1:]}
	if other.Fingerprint() == s.Fingerprint() {
		t.Error("a nested set without one validation record has the same fingerprint")
	}
	other = s
	other.Halves, other.Replications = 10, 1
	if other.Fingerprint() == s.Fingerprint() {
		t.Error("a nested set of other numbers has the same fingerprint")
	}
}

// Inner sets are block-regularized: their overlaps are within the bound of the construction on the records of
// the half. Half-splits beyond the replications are those that Grow adds.
func TestNestedSetsAreRegularized(t *testing.T) {
	for _, n := range []int{64, 101} {
		outer := mustBCV(t, n, 3, 2)
		s, err := Nest(outer, 6, 7, Options{})
		if err != nil {
			t.Fatal(err)
		}
		grown, err := Grow(outer, 6)
		if err != nil {
			t.Fatal(err)
		}
		seeds := map[uint64]bool{}
		for j := 1; j <= 6; j++ {
			for h := 1; h <= 2; h++ {
				half, records := s.Half(j, h)
				if want := grown.Fold(2*(j-1) + h - 1).Valid; !slices.Equal(records, want) {
					t.Errorf("n=%d, half %d of half-split %d: %v, want %v", n, h, j, records, want)
				}
				if m := half.Measure(); m.K > m.Bound || n == 64 && m.K > 0 {
					t.Errorf("n=%d, half %d of half-split %d: k = %v, bound %v", n, h, j, m.K, m.Bound)
				}
				if want, err := New(BCV, len(records), Options{M: 7, Seed: half.Seed}); err != nil || want.ID() != half.ID() {
					t.Errorf("n=%d: inner set %v, want %v (%v)", n, half.ID(), want.ID(), err)
				}
				seeds[half.Seed] = true
			}
		}
		if len(seeds) != 12 {
			t.Errorf("n=%d: %d different seeds of 12 halves", n, len(seeds))
		}
	}
}

// Inner sets keep the distributions of labels; labels that occur once in a half do not count, and a
// distance of its own sees the categories of all records.
func TestNestedSetsKeepStrata(t *testing.T) {
	const n = 120
	labels := make([]string, n)
	for i := range labels {
		labels[i] = []string{"a", "b", "b", "c"}[i%4]
	}
	labels[0], labels[1], labels[2] = "rare", "rare", "rare"
	c := LabelCondition("kind", labels)
	const limit = 0.55 // two rare labels in one half of a half have 0.53
	opt := Options{Conditions: []Condition{c}, M: 3, Seed: 5, Limit: limit}
	outer, err := New(BCV, n, opt)
	if err != nil {
		t.Fatal(err)
	}
	largest := func(halves int, opt Options) (x float64) {
		s, err := Nest(outer, halves, 3, opt)
		if err != nil {
			t.Fatal(err)
		}
		for j := 1; j <= halves; j++ {
			for h := 1; h <= 2; h++ {
				half, records := s.Half(j, h)
				distances, err := half.Distances([]Condition{c.within(records)})
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range distances {
					x = max(x, d.Ratio) // NaN if one is
				}
			}
		}
		return x
	}
	if x := largest(5, opt); !(x <= limit) {
		t.Errorf("largest X²/J of inner sets %v, limit %v", x, limit)
	}
	if x := largest(3, Options{}); x <= limit {
		t.Errorf("largest X²/J of inner sets without conditions %v, want more than %v", x, limit)
	}
	wide := 0
	c.Distance = func(train, all []int) float64 {
		if len(train) == 4 && len(all) == 4 && all[0] == 0 && all[1] == 2 {
			wide++
		}
		return 0
	}
	inner := c.within([]int32{0, 3, 4, 5, 6, 7, 8}) // rare, c, a, b, b, c, a
	if inner.Categories != 3 || len(inner.Of[0]) != 0 || inner.distance([]int{1, 1, 1}, []int{2, 2, 2}) != 0 {
		t.Errorf("condition %+v of some records, want 3 categories and no label of the first record", inner)
	}
	if wide != 1 {
		t.Errorf("the distance saw the categories of all records %d times, want 1", wide)
	}
}

func TestNestRefuses(t *testing.T) {
	groups := make([]string, 24)
	for i := range groups {
		groups[i] = strconv.Itoa(i / 4)
	}
	made := func(method Method, n int, opt Options) Set {
		t.Helper()
		s, err := New(method, n, opt)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	bcv := made(BCV, 24, Options{})
	strata := Options{Conditions: []Condition{LabelCondition("label", groups)}}
	for _, c := range []struct {
		outer Set
		m, r  int
		opt   Options
		want  string
	}{
		{made(KFold, 24, Options{}), 3, 2, Options{}, `method "kfold" has no halves to nest in`},
		{made(RHS, 24, Options{}), 3, 2, Options{}, `method "rhs" has no halves to nest in`},
		{Set{Method: BCV, N: 24}, 3, 2, Options{}, "no replications"},
		{bcv, 0, 2, Options{}, "0 half-splits; use at least 1"},
		{bcv, 3, 0, Options{}, "0 inner replications; use at least 1"},
		{made(BCV, 7, Options{}), 3, 2, Options{}, "7 records; two-fold CV inside halves needs at least 8"},
		{bcv, 24, 2, Options{}, "24 half-splits of a set with 3 replications: 24 replications of 24 records; at most 23"},
		{bcv, 3, 12, Options{}, "12 inner replications in half 1 of half-split 1: 12 replications of 12 records"},
		{bcv, 3, math.MaxInt / 8, Options{}, "use fewer splits"},
		{bcv, 3, 2, Options{Groups: groups}, "Groups has no meaning for method bcv"},
		{bcv, 3, 2, Options{Conditions: []Condition{LabelCondition("label", groups[:8])}}, "labels for 8 records of 24"},
		{bcv, 5, 2, strata, "does not grow from 3 replications to 5"},
		{made(Mx2, 24, Options{}), 3, 2, strata, "Conditions has no meaning for method mx2"},
		{made(PlackettBurman, 24, Options{}), 11, 2, Options{}, "at most 3 half-splits of method pb"},
		{made(Grouped, 24, Options{Groups: groups}), 3, 2, Options{}, "groups of 0 records for 24"},
		{made(Grouped, 24, Options{Groups: groups}), 3, 2, Options{Groups: groups},
			"2 inner replications in half 1 of half-split 1: 3 groups; two-fold CV that keeps groups together needs"},
	} {
		s, err := Nest(c.outer, c.m, c.r, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, M = %d, r = %d: %v, want %q", c.outer.Method, c.m, c.r, err, c.want)
		}
		if text := fmt.Sprint(err); strings.Contains(text, "\n") || strings.Count(text, "cv: ") != 1 {
			t.Errorf("%s, M = %d, r = %d: %q, want one line with cv: once", c.outer.Method, c.m, c.r, text)
		}
		if len(s.Inner.Splits) > 0 {
			t.Errorf("%s, M = %d, r = %d: a set besides the error", c.outer.Method, c.m, c.r)
		}
	}
	if s, err := Nest(made(PlackettBurman, 24, Options{M: 5}), 3, 2, Options{}); err != nil || s.FoldCount() != 24 {
		t.Errorf("3 half-splits of method pb: %d inner folds, %v; want 24", s.FoldCount(), err)
	}
}

// frozenNested is the fingerprint of a nested set of this release, which later ones keep.
const frozenNested = "49e5b1b469520ba1"

// Dividing leaves sets of all records as they are; of an inner set it makes splits of all records with the same
// training sets, fold by fold.
func TestDividing(t *testing.T) {
	outer := mustBCV(t, 21, 2, 3)
	if got := outer.Dividing(); got.ID() != outer.ID() || got.FoldCount() != outer.FoldCount() {
		t.Errorf("%s becomes %s", outer.ID(), got.ID())
	}
	s, err := Nest(outer, 3, 2, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := s.Inner.Dividing()
	if got.FoldCount() != s.FoldCount() {
		t.Fatalf("%d folds, want %d", got.FoldCount(), s.FoldCount())
	}
	for f := range s.FoldCount() {
		p := got.Fold(f).Split
		if !slices.Equal(p.Train, s.Fold(f).Train) {
			t.Errorf("fold %d trains on %v, want %v", f, p.Train, s.Fold(f).Train)
		}
		if all := slices.Sorted(slices.Values(slices.Concat(p.Train, p.Valid))); !slices.Equal(all, identity(21)) {
			t.Errorf("fold %d does not divide the records: %v", f, p)
		}
	}
}
