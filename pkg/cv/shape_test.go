package cv

import (
	"slices"
	"strings"
	"testing"
)

// A set with folds of other shapes than a method makes is not of this method.
func TestCheckShape(t *testing.T) {
	const n = 24
	made := func(method Method, opt Options) Set {
		t.Helper()
		s, err := New(method, n, opt)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Check(); err != nil {
			t.Errorf("%s: %v, want no error", method, err)
		}
		return s
	}
	groups, times := make([]string, n), make([]float64, n)
	for i := range groups {
		groups[i], times[i] = string(rune('a'+i/3)), float64(i)
	}
	as := func(s Set, method Method) Set { s.Method = method; return s }
	changed := func(s Set, change func(p *Split)) Set {
		s.Splits = slices.Clone(s.Splits)
		p := &s.Splits[1]
		*p = Split{slices.Clone(p.Train), slices.Clone(p.Valid)}
		change(p)
		return s
	}
	toTrain := func(p *Split) {
		p.Train, p.Valid = append(p.Train, p.Valid[0]), p.Valid[1:]
		slices.Sort(p.Train)
	}
	bcv, mx2 := made(BCV, Options{M: 5}), made(Mx2, Options{M: 5, Seed: 1})
	kfold, repeated := made(KFold, Options{K: 4}), made(RepeatedKFold, Options{K: 4, M: 2})
	rlt := made(RLT, Options{Train: 18, M: 4})
	made(BRLT, Options{Train: 15, M: 4})
	made(PlackettBurman, Options{M: 5})
	made(Grouped, Options{Groups: groups, M: 3})
	made(Rolling, Options{Times: times, K: 3})
	twice := func(p *Split) { *p = kfold.Splits[0] }
	for name, c := range map[string]struct {
		set  Set
		want string
	}{
		"random as regularized": {as(mx2, BCV), "from even; in a set of method bcv at most"},
		"uneven halves": {changed(mx2, toTrain),
			"split 2 is unlike a set of method mx2: its halves differ"},
		"rlt as brlt": {as(rlt, BRLT), "in a set of method brlt at most"},
		"another size": {changed(rlt, toTrain),
			"split 2 is unlike a set of method rlt: it trains on another number"},
		"runs on one test set": {changed(rlt, func(p *Split) { *p = rlt.Splits[0] }),
			"split 2 is unlike a set of method rlt: it validates the same records"},
		"a fold twice": {changed(kfold, twice),
			"split 2 is unlike a set of method kfold: it validates a record again"},
		"a repeated fold twice": {changed(repeated, func(p *Split) { *p = repeated.Splits[0] }),
			"split 2 is unlike a set of method rkfold: it validates a record again"},
		"several as one K-fold": {as(repeated, KFold), "2 replications of 4 folds, but a set of method kfold has one"},
		"folds as hold-outs":    {as(kfold, RLT), "4 folds per replication, but a set of method rlt has 1"},
		"a record left out by kfold": {changed(kfold, func(p *Split) { p.Valid = p.Valid[1:] }),

			"split 4 is unlike a set of method kfold: it validates a record again, or its replication leaves one out"},
	} {
		if err := c.set.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	for name, s := range map[string]Set{"regularized as random": as(bcv, Mx2), "own": as(kfold, Own),
		"uneven groups": as(changed(bcv, toTrain), Grouped)} {
		if err := s.Check(); err != nil {
			t.Errorf("%s: %v, want no error", name, err)
		}
	}
}
