package cv

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// New makes the set that the construction of the method makes, with the
// defaults filled in.
func TestNew(t *testing.T) {
	const n, seed = 40, 7
	groups := make([]string, n)
	labels := make([]string, n)
	for i := range groups {
		groups[i] = string(rune('a' + i/4))
		labels[i] = string(rune('a' + i%3))
	}
	conditions := []Condition{LabelCondition("label", labels)}
	made := func(s Set, err error) Set {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, c := range []struct {
		method Method
		opt    Options
		want   Set
		m      int
	}{
		{BCV, Options{}, made(newBCV(n, 3, seed)), 3},
		{BCV, Options{M: 5}, made(newBCV(n, 5, seed)), 5},
		{BCV, Options{M: 5, Conditions: conditions}, made(newRegularizedBCV(n, 5, seed, conditions, 1)), 5},
		{BCV, Options{Conditions: conditions, Limit: 0.01}, made(newRegularizedBCV(n, 3, seed, conditions, 0.01)), 3},
		{Mx2, Options{}, made(newMx2(n, 3, seed)), 3},
		{PlackettBurman, Options{M: 11}, made(newPlackettBurman(n, 11, seed)), 11},
		{Grouped, Options{Groups: groups}, made(newGroupedBCV(groups, 3, seed)), 3},
		{KFold, Options{}, made(newKFold(n, 10, seed)), 1},
		{KFold, Options{K: 4}, made(newKFold(n, 4, seed)), 1},
		{RepeatedKFold, Options{}, made(newRepeatedKFold(n, 10, 3, seed)), 3},
		{RepeatedKFold, Options{K: 5, M: 2}, made(newRepeatedKFold(n, 5, 2, seed)), 2},
		{RLT, Options{Train: 30}, made(newRLT(n, 30, 15, seed)), 15},
		{RHS, Options{}, made(newRHS(n, 15, seed)), 15},
		{BRLT, Options{Train: 30, M: 6}, made(newBRLT(n, 30, 6, seed)), 6},
	} {
		c.opt.Seed = seed
		got, err := New(c.method, n, c.opt)
		if err != nil {
			t.Errorf("%s: %v", c.method, err)
			continue
		}
		if got.ID() != c.want.ID() || got.K != c.want.K || got.Method != c.method || got.M() != c.m {
			t.Errorf("%s: %v with %d replications, want %v with %d", c.method, got.ID(), got.M(), c.want.ID(), c.m)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	const n = 40
	conditions := []Condition{LabelCondition("label", make([]string, n))}
	for _, c := range []struct {
		method Method
		opt    Options
		want   string
	}{
		{"", Options{}, `method ""; use one of mx2, bcv,`},
		{"BCV", Options{}, `method "BCV"; use one of`},
		{BCV, Options{K: 2}, "K has no meaning for method bcv, which uses M, Conditions, Limit"},
		{BCV, Options{Train: 20}, "Train has no meaning for method bcv"},
		{BCV, Options{Groups: make([]string, n)}, "Groups has no meaning for method bcv"},
		{BCV, Options{Limit: 1}, "Limit bounds the distances of Conditions"},
		{BCV, Options{Limit: -1, Conditions: conditions}, "limit -1"},
		{BCV, Options{Limit: math.NaN(), Conditions: conditions}, "limit NaN"},
		{BCV, Options{M: -1}, "-1 replications"},
		{Mx2, Options{Conditions: conditions}, "Conditions has no meaning for method mx2, which uses M"},
		{Grouped, Options{}, "groups of 0 records for 40"},
		{Grouped, Options{Groups: []string{"a"}}, "groups of 1 records for 40"},
		{KFold, Options{M: 2}, "M has no meaning for method kfold, which uses K"},
		{KFold, Options{K: 1}, "1 folds"},
		{RHS, Options{Train: 20}, "Train has no meaning for method rhs"},
		{RLT, Options{}, "give Options.Train from 1 to 39"},
		{BRLT, Options{}, "give Options.Train from 1 to 39"},
		{RLT, Options{Train: 40}, "40 training records of 40"},
	} {
		set, err := New(c.method, n, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s %+v: %v", c.method, c.opt, err)
		}
		if len(set.Splits) > 0 {
			t.Errorf("%s %+v: a set besides the error", c.method, c.opt)
		}
	}
}

func TestMethodKinds(t *testing.T) {
	kinds := map[string][]Method{
		"two-fold":    {Mx2, BCV, PlackettBurman, Grouped},
		"K-fold":      {KFold, RepeatedKFold},
		"regularized": {BCV, PlackettBurman, Grouped, BRLT},
		"random":      {Mx2, RepeatedKFold, RLT, RHS},
	}
	for _, m := range append(Methods(), "") {
		for kind, is := range map[string]bool{"two-fold": m.TwoFold(), "K-fold": m.KFold(), "regularized": m.Regularized(), "random": m.Random()} {
			if is != slices.Contains(kinds[kind], m) {
				t.Errorf("%q %s: %v", m, kind, is)
			}
		}
	}
}
