package cv

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// checkSplits checks sizes, order and completeness of splits with n1 training
// records.
func checkSplits(t *testing.T, s Set, n1 int) {
	t.Helper()
	for j, p := range s.Splits {
		all := slices.Concat(p.Train, p.Valid)
		if !slices.IsSorted(p.Train) || !slices.IsSorted(p.Valid) || len(p.Train) != n1 {
			t.Fatalf("split %d: %d training records, want %d", j+1, len(p.Train), n1)
		}
		slices.Sort(all)
		if len(all) != s.N || !slices.Equal(all, identity(s.N)) {
			t.Fatalf("split %d is not a partition", j+1)
		}
	}
}

// Any n, n1 and J: sizes are right, occurrences differ by one at most, and the
// overlaps are as even as whole numbers can be.
func TestBRLTReachesTheBound(t *testing.T) {
	for _, n := range []int{24, 100, 200, 501} {
		for _, share := range []float64{0.5, 0.6, 2. / 3, 0.8, 0.9} {
			for _, j := range []int{2, 5, 6, 10, 15} {
				n1 := int(math.Round(share * float64(n)))
				s, err := newBRLT(n, n1, j, 3)
				if err != nil {
					t.Fatal(err)
				}
				checkSplits(t, s, n1)
				psi := s.Occurrences()
				if slices.Max(psi)-slices.Min(psi) > 1 {
					t.Errorf("n=%d n1=%d J=%d: occurrences from %d to %d", n, n1, j, slices.Min(psi), slices.Max(psi))
				}
				if k, least := s.Regularization(), LeastDistance(n, n1, j); k > least+1e-9 && n > 24 {
					t.Errorf("n=%d n1=%d J=%d: k = %v, the bound is %v", n, n1, j, k, least)
				}
			}
		}
	}
}

// The sum of the overlaps is the number of pairs of splits that records train
// in (thesis eq. 2.2).
func TestOverlapIdentity(t *testing.T) {
	s, err := newRLT(60, 40, 9, 5)
	if err != nil {
		t.Fatal(err)
	}
	overlaps, pairs := 0, 0
	for j, row := range s.Overlaps() {
		for _, phi := range row[:j] {
			overlaps += phi
		}
	}
	for _, psi := range s.Occurrences() {
		pairs += psi * (psi - 1) / 2
	}
	if overlaps != pairs {
		t.Errorf("overlaps sum to %d, pairs to %d", overlaps, pairs)
	}
}

func TestKFold(t *testing.T) {
	for _, c := range [][2]int{{10, 2}, {10, 3}, {103, 10}, {7, 7}} {
		s, err := newRepeatedKFold(c[0], c[1], 3, 2, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		folds := s.Folds()
		if s.M() != 3 || len(folds) != 3*c[1] {
			t.Fatalf("%v: %d replications, %d folds; want 3 and %d", c, s.M(), len(folds), 3*c[1])
		}
		if f := folds[c[1]]; f.Replication != 2 || f.Fold != 1 {
			t.Errorf("%v: fold %d of replication %d, want fold 1 of replication 2", c, f.Fold, f.Replication)
		}
		for r := range 3 {
			var valid []int32
			for _, f := range folds[r*c[1] : (r+1)*c[1]] {
				valid = append(valid, f.Valid...)
				if d := len(f.Valid)*c[1] - c[0]; d >= c[1] || d <= -c[1] {
					t.Errorf("%v: a block of %d records", c, len(f.Valid))
				}
			}
			slices.Sort(valid)
			if !slices.Equal(valid, identity(c[0])) {
				t.Errorf("%v: validation sets are not a partition", c)
			}
		}
	}
}

// Plackett-Burman arrays: balanced at multiples of the runs, halves that differ
// by one at most everywhere.
func TestPlackettBurman(t *testing.T) {
	for _, c := range []struct {
		n, m int
		k    float64
	}{{120, 11, 0}, {200, 19, 0}, {125, 11, 3}, {77, 9, 3}, {61, 3, 1}, {960, 90, 0}} {
		s, err := newPlackettBurman(c.n, c.m, 2)
		if err != nil {
			t.Fatal(err)
		}
		checkPartition(t, s)
		if k := s.Regularization(); k > c.k {
			t.Errorf("n=%d m=%d: k = %v, above %v", c.n, c.m, k, c.k)
		}
	}
}

func TestGeneratorErrors(t *testing.T) {
	for want, run := range map[string]func() error{
		"n1 goes from 1 to 9":    func() error { _, err := newRLT(10, 10, 3, 1); return err },
		"11 folds of 10 records": func() error { _, err := newKFold(10, 11, 1, nil); return err },
		"1 folds":                func() error { _, err := newKFold(10, 1, 1, nil); return err },
		"0 replications":         func() error { _, err := newRepeatedKFold(10, 2, 0, 1, nil, nil); return err },
		"0 splits":               func() error { _, err := newRHS(10, 0, 1); return err },
		"use from 2 to 64":       func() error { _, err := newBRLT(10, 5, 65, 1); return err },
		"0 training records":     func() error { _, err := newBRLT(10, 0, 5, 1); return err },
		"for 44 blocks":          func() error { _, err := newPlackettBurman(41, 40, 1); return err },
		"needs from 2 to":        func() error { _, err := newRLT(1, 1, 5, 1); return err },
	} {
		if err := run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func BenchmarkBRLT(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := newBRLT(n, 2*n/3, 15, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
