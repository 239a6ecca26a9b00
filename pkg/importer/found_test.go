package importer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/pkg/cv"
)

// foldsOf are the folds of a set as a file of results tells them, in any order of records.
func foldsOf(set cv.Set) (out []foldRecords) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, f := range set.Folds() {
		valid := sorted(f.Valid)
		rng.Shuffle(len(valid), func(i, j int) { valid[i], valid[j] = valid[j], valid[i] })
		out = append(out, foldRecords{replication: f.Replication, fold: f.Fold, valid: valid})
	}
	return out
}

func newSet(t *testing.T, m cv.Method, n int, opt cv.Options) cv.Set {
	t.Helper()
	set, err := cv.New(m, n, opt)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// The kind and the fingerprint of partition sets are found from their validation records.
func TestDetect(t *testing.T) {
	for _, c := range []struct {
		method cv.Method
		n      int
		opt    cv.Options
		want   cv.Method
	}{
		{cv.BCV, 150, cv.Options{M: 5, Seed: 1}, cv.BCV},
		{cv.BCV, 295, cv.Options{M: 15, Seed: 2}, cv.BCV},
		{cv.BCV, 101, cv.Options{M: 3, Seed: 2}, cv.BCV},
		{cv.PlackettBurman, 144, cv.Options{M: 11, Seed: 1}, cv.BCV},
		{cv.Mx2, 150, cv.Options{M: 5, Seed: 1}, cv.Mx2},
		{cv.Mx2, 1000, cv.Options{M: 2, Seed: 5}, cv.Mx2},
		{cv.BCV, 150, cv.Options{M: 1, Seed: 1}, cv.Mx2},
		{cv.KFold, 150, cv.Options{K: 10, Seed: 1}, cv.KFold},
		{cv.RepeatedKFold, 150, cv.Options{M: 3, K: 5, Seed: 1}, cv.RepeatedKFold},
		{cv.RLT, 50, cv.Options{M: 20, Train: 40, Seed: 1}, cv.RLT},
	} {
		set := newSet(t, c.method, c.n, c.opt)
		found, notes := detect(0, foldsOf(set), repeats{})
		if found.ID.Method != c.want || found.ID.Fingerprint != set.Fingerprint() || found.Records != c.n || len(notes) > 0 {
			t.Errorf("%s of %d: %+v, notes %q, want %s and fingerprint %s", c.method, c.n, found, notes, c.want, set.Fingerprint())
		}
	}
}

func TestDetectDoubt(t *testing.T) {
	set := newSet(t, cv.BCV, 100, cv.Options{M: 3, Seed: 1})
	folds := foldsOf(set)
	a := slices.Index(folds[4].valid, folds[0].valid[0])
	swapped := foldsOf(set)
	if a < 0 { // exchange two records that are in different halves of the third replication
		a = 0
	}
	swapped[4].valid[a], swapped[5].valid[0] = swapped[5].valid[0], swapped[4].valid[a]
	found, notes := detect(0, swapped, repeats{2, 2})
	if found.ID.Method != cv.Mx2 || len(notes) != 1 || !strings.Contains(notes[0], "2 sentences stand more than once") {
		t.Errorf("%+v, %q", found, notes)
	}
	folds[3].valid[0] = folds[2].valid[0] // a record twice, another never
	found, notes = detect(0, folds, repeats{})
	if found.Column() != "" || len(notes) != 1 || !strings.Contains(notes[0], "replication 2 do not validate each of the 100 records once") {
		t.Errorf("%+v, %q", found, notes)
	}
	if found, notes = detect(0, foldsOf(set)[:5], repeats{}); found.Column() != "" || len(notes) != 1 {
		t.Errorf("a fold is missing: %+v, %q", found, notes)
	}
	uneven := []foldRecords{{1, 1, []int32{3, 4, 5, 6, 7}, nil}, {1, 2, []int32{0, 1, 2}, nil}, {2, 1, []int32{0, 6, 7}, nil}, {2, 2, []int32{1, 2, 3, 4, 5}, nil}}
	if found, _ = detect(0, uneven, repeats{}); found.ID.Method != cv.Mx2 {
		t.Errorf("halves of 3 and 5 records: %+v", found)
	}
}

// Sentences of the same text are told apart by the order of the files, so that sets of a
// corpus with many of them are found; files in another order leave it open.
func TestDetectRepeated(t *testing.T) {
	const n = 1000
	rng := rand.New(rand.NewPCG(2, 3))
	texts := make([]uint64, n)
	for i := range texts {
		texts[i] = uint64(i)
		if rng.IntN(5) == 0 {
			texts[i] = uint64(n + rng.IntN(40)) // one of 40 texts, each about five times
		}
	}
	for _, c := range []struct {
		method  cv.Method
		shuffle bool
		want    string
	}{
		{cv.BCV, false, "bcv, 1 notes"}, {cv.Mx2, false, "mx2, 0 notes"}, {cv.BCV, true, "mx2, 1 notes"},
	} {
		set := newSet(t, c.method, n, cv.Options{M: 5, Seed: 5})
		r := newRegister(nil)
		for _, f := range set.Folds() {
			r.begin(foldFile{f.Replication, f.Fold, ""})
			valid := slices.Clone(f.Valid)
			if c.shuffle {
				rng.Shuffle(len(valid), func(i, j int) { valid[i], valid[j] = valid[j], valid[i] })
			}
			for _, i := range valid {
				if _, err := r.add(nil, 0, texts[i], true); err != nil {
					t.Fatal(err)
				}
			}
		}
		found, notes, err := r.set()
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%s, %d notes", found.ID.Method, len(notes)); got != c.want || found.Records != n {
			t.Errorf("%s: %s, %+v, %q", c.method, got, found, notes)
		}
	}
}
