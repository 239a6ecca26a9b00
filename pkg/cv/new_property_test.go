package cv

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// Whatever the method and its options, a set divides the records in every fold, but for those left out in time,
// has the sizes and the number of folds that were asked for, is the same again,
// and begins with the set of a smaller M where the package says so.
func TestSetsOfAllMethods(t *testing.T) {
	nested := []Method{Mx2, BCV, Grouped, RepeatedKFold, RLT, RHS}
	rapid.Check(t, func(t *rapid.T) {
		method := rapid.SampledFrom(Methods()).Draw(t, "method")
		n := rapid.IntRange(12, 60).Draw(t, "n")
		opt := drawOptions(t, method, n)
		s, err := New(method, n, opt)
		if err != nil {
			t.Fatalf("%s of %d records, %+v: %v", method, n, opt, err)
		}
		if again, err := New(method, n, opt); err != nil || again.ID() != s.ID() {
			t.Fatalf("made again: %v, %v", again.ID(), err)
		}
		if method != KFold && method != Rolling && s.M() != opt.M {
			t.Fatalf("%d replications, want %d", s.M(), opt.M)
		}
		if err := method.CheckFolds(s.M(), s.FoldCount()/s.M()); err != nil {
			t.Fatal(err)
		}
		everyone := identity(n)
		for _, f := range s.Folds() {
			all := slices.Concat(f.Train, f.Valid)
			if method == Rolling {
				all = append(all, f.Neither(n)...)
			}
			slices.Sort(all)
			if !slices.Equal(all, everyone) || !slices.IsSorted(f.Train) || !slices.IsSorted(f.Valid) {
				t.Fatalf("replication %d, fold %d does not divide the records: %v", f.Replication, f.Fold, f.Split)
			}
			if opt.Train > 0 && len(f.Train) != opt.Train {
				t.Fatalf("%d training records, want %d", len(f.Train), opt.Train)
			}
		}
		if opt.M > 1 && slices.Contains(nested, method) {
			opt.M--
			small, err := New(method, n, opt)
			if err != nil {
				t.Fatal(err)
			}
			for j, p := range small.Splits {
				if !slices.Equal(p.Train, s.Splits[j].Train) {
					t.Fatalf("split %d of %d replications differs from that of %d", j+1, opt.M, opt.M+1)
				}
			}
		}
	})
}

// drawOptions draws options that the method can meet for n records.
func drawOptions(t *rapid.T, method Method, n int) Options {
	opt := Options{M: rapid.IntRange(2, 5).Draw(t, "M"), Seed: rapid.Uint64().Draw(t, "seed")}
	used := method.Uses()
	if !slices.Contains(used, "M") {
		opt.M = 0
	}
	if slices.Contains(used, "Train") {
		opt.Train = rapid.IntRange(1, n-1).Draw(t, "Train")
	}
	units := n // what stays together
	if slices.Contains(used, "Groups") && (method == Grouped || rapid.Bool().Draw(t, "groups")) {
		units, opt.Groups = min(n, 6), make([]string, n)
		for i := range opt.Groups {
			opt.Groups[i] = strconv.Itoa(i % 6)
		}
	}
	if slices.Contains(used, "Times") {
		opt.Times = make([]float64, n)
		for i := range opt.Times {
			opt.Times[i] = float64(i * 7 % 61) // all differ
		}
		units--
	}
	if slices.Contains(used, "K") {
		opt.K = rapid.IntRange(2, units).Draw(t, "K")
	}
	return opt
}
