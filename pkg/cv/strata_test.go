package cv

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// Folds of K-fold CV with conditions have all strata alike, and equal sizes.
func TestStratifiedKFold(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	const n = 203
	var a, b []string
	for range n {
		a = append(a, []string{"rare", "some", "some", "many", "many", "many", "many", "many"}[rng.IntN(8)])
		b = append(b, fmt.Sprint(rng.IntN(3)))
	}
	conditions := []Condition{LabelCondition("a", a), LabelCondition("b", b)}
	for _, opt := range []struct {
		method Method
		Options
	}{{KFold, Options{K: 10, Seed: 1, Conditions: conditions}}, {RepeatedKFold,
		Options{K: 7, M: 3, Seed: 1, Conditions: conditions}}} {
		s, err := New(opt.method, n, opt.Options)
		if err != nil {
			t.Fatal(err)
		}
		least, most := map[string]int{}, map[string]int{}
		in := make([]int, n)
		for f := range s.FoldCount() {
			fold := s.Fold(f)
			count := map[string]int{"all": len(fold.Valid)}
			for _, i := range fold.Valid {
				count[a[i]+b[i]]++
				count[a[i]]++
				in[i]++
			}
			for i := range n {
				for _, key := range []string{"all", a[i] + b[i], a[i]} {
					v := count[key]
					if _, ok := least[key]; !ok {
						least[key] = v
					}
					least[key], most[key] = min(least[key], v), max(most[key], v)
				}
			}
			if all := slices.Sorted(slices.Values(slices.Concat(fold.Train, fold.Valid))); !slices.Equal(all,
				identity(n)) {
				t.Fatalf("%s: fold %d is not a partition", s.Method, f)
			}
		}
		for key := range most {
			if most[key]-least[key] > 1 {
				t.Errorf("%s: %s from %d to %d in a fold", s.Method, key, least[key], most[key])
			}
		}
		for i, c := range in {
			if c != max(1, opt.M) {
				t.Fatalf("%s: record %d is validated %d times", s.Method, i, c)
			}
		}
		other := opt.Options
		other.Seed = 2
		if again, err := New(opt.method, n, other); err != nil || again.Fingerprint() == s.Fingerprint() {
			t.Errorf("%s: another seed makes the same set (%v)", s.Method, err)
		}
	}
}

// Whole groups are dealt so that the labels are more alike in both halves than without
// conditions, and halves stay about equal.
func TestGroupsWithConditions(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	var groups, labels []string
	for g := range 60 {
		label := fmt.Sprint(rng.IntN(3))
		for range 1 + rng.IntN(12) {
			groups = append(groups, fmt.Sprint("doc", g))
			if rng.IntN(5) == 0 {
				label = fmt.Sprint(rng.IntN(3))
			}
			labels = append(labels, label)
		}
	}
	conditions := []Condition{LabelCondition("label", labels)}
	worst := func(c []Condition, m int) (Set, float64, int) {
		s, err := New(Grouped, len(groups), Options{M: m, Seed: 3, Groups: groups, Conditions: c})
		if err != nil {
			t.Fatal(err)
		}
		distances, err := s.Distances(conditions)
		if err != nil {
			t.Fatal(err)
		}
		ratio, difference := 0.0, 0
		for j, d := range distances {
			ratio = max(ratio, d.Ratio)
			p := s.Splits[j]
			difference = max(difference, len(p.Train)-len(p.Valid), len(p.Valid)-len(p.Train))
		}
		for j, p := range s.Splits {
			in := map[string]bool{}
			for _, i := range p.Train {
				in[groups[i]] = true
			}
			if slices.ContainsFunc(p.Valid, func(i int32) bool { return in[groups[i]] }) {
				t.Fatalf("split %d divides a group", j+1)
			}
		}
		return s, ratio, difference
	}
	_, without, _ := worst(nil, 7)
	s, with, difference := worst(conditions, 7)
	if with > 0.3 || without < 3*with || difference > 8 {
		t.Errorf("largest X²/J %.3f, %.3f without the condition; halves differ by up to %d records",
			with, without, difference)
	}
	small, _, _ := worst(conditions, 3)
	if (Set{N: s.N, Splits: s.Splits[:3]}).Fingerprint() != small.Fingerprint() {
		t.Error("the set of 7 does not begin with the set of 3")
	}
}

func TestConditionsRefused(t *testing.T) {
	once := []Condition{LabelCondition("word", []string{"a", "a", "b", "a", "a", "a"})}
	for _, c := range []struct {
		method Method
		opt    Options
	}{{KFold, Options{K: 2, Conditions: once}}, {Grouped, Options{M: 1, Groups: []string{"1", "2", "3", "4", "5", "6"},
		Conditions: once}}, {Mx2, Options{M: 1, Conditions: once}}} {
		if _, err := New(c.method, 6, c.opt); err == nil {
			t.Errorf("%s: no error", c.method)
		}
	}
}
