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
		{method: BCV, want: made(newBCV(n, 3, seed)), m: 3},
		{method: BCV, opt: Options{M: 5}, want: made(newBCV(n, 5, seed)), m: 5},
		{method: BCV, opt: Options{M: 5, Conditions: conditions}, want: made(newRegularizedBCV(n, 5, seed, conditions,
			1)), m: 5},
		{method: BCV, opt: Options{Conditions: conditions, Limit: 0.01}, want: made(newRegularizedBCV(n, 3, seed,
			conditions, 0.01)), m: 3},
		{method: Mx2, want: made(newMx2(n, 3, seed)), m: 3},
		{method: PlackettBurman, opt: Options{M: 11}, want: made(newPlackettBurman(n, 11, seed)), m: 11},
		{method: Grouped, opt: Options{Groups: groups}, want: made(newGroupedBCV(groups, 3, seed, nil)), m: 3},
		{method: KFold, want: made(newKFold(n, 10, seed, nil)), m: 1},
		{method: KFold, opt: Options{K: 4}, want: made(newKFold(n, 4, seed, nil)), m: 1},
		{method: RepeatedKFold, want: made(newRepeatedKFold(n, 10, 3, seed, nil, nil)), m: 3},
		{method: RepeatedKFold, opt: Options{K: 5, M: 2}, want: made(newRepeatedKFold(n, 5, 2, seed, nil, nil)), m: 2},
		{method: RLT, opt: Options{Train: 30}, want: made(newRLT(n, 30, 15, seed)), m: 15},
		{method: RHS, want: made(newRHS(n, 15, seed)), m: 15},
		{method: BRLT, opt: Options{Train: 30, M: 6}, want: made(newBRLT(n, 30, 6, seed)), m: 6},
	} {
		c.opt.Seed = seed
		got, err := New(c.method, n, c.opt)
		if err != nil {
			t.Errorf("%s: %v", c.method, err)
			continue
		}
		if got.ID() != c.want.ID() {
			t.Errorf("%s: %v, want %v", c.method, got.ID(), c.want.ID())
		}
		if got.Method != c.method || got.K != c.want.K || got.M() != c.m {
			t.Errorf("%s: %s of %d folds, %d replications; want %d folds, %d replications",
				c.method, got.Method, got.K, got.M(), c.want.K, c.m)
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
		"regularized": {BCV, PlackettBurman, Grouped, BRLT},
		"split":       {RLT, RHS, BRLT},
	}
	for _, m := range append(Methods(), "") {
		if got := m.Exchangeable(); got == (m == Rolling) {
			t.Errorf("%q exchangeable: %v", m, got)
		}
		for kind, is := range map[string]bool{"two-fold": m.TwoFold(), "regularized": m.Regularized(),
			"split": m.LearningTesting()} {
			if is != slices.Contains(kinds[kind], m) {
				t.Errorf("%q %s: %v", m, kind, is)
			}
		}
	}
}
