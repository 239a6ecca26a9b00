package importer

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/results"
)

// foldsOf are the folds of a set as a file of results shows them, in any order of records.
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
		found, problem := detect(0, foldsOf(set))
		if problem != "" {
			t.Errorf("%s of %d: %s", c.method, c.n, problem)
		}
		if found.ID.Method != c.want {
			t.Errorf("%s of %d: got method %s, want %s", c.method, c.n, found.ID.Method, c.want)
		}
		if got, want := found.ID.Fingerprint, set.Fingerprint(); got != want {
			t.Errorf("%s of %d: got fingerprint %s, want %s", c.method, c.n, got, want)
		}
		if found.Records != c.n {
			t.Errorf("%s of %d: got %d records", c.method, c.n, found.Records)
		}
	}
}

func TestDetectProblems(t *testing.T) {
	set := newSet(t, cv.BCV, 100, cv.Options{M: 3, Seed: 1})
	folds := foldsOf(set)
	if _, problem := detect(0, folds[:5]); problem == "" {
		t.Error("a fold is missing: got no problem")
	}
	folds[3].valid[0] = folds[2].valid[0] // a record twice, another never
	found, problem := detect(0, folds)
	if want := "the folds of replication 2 do not validate each of the 100 records once: the partition set is not " +
		"known"; problem != want {
		t.Errorf("got problem %q, want %q", problem, want)
	}
	if found.Named() {
		t.Errorf("got set %s of folds that do not fit, want none", found.ID)
	}
	uneven := []foldRecords{{1, 1, []int32{3, 4, 5, 6, 7}, nil}, {1, 2, []int32{0, 1, 2}, nil},
		{2, 1, []int32{0, 6, 7}, nil}, {2, 2, []int32{1, 2, 3, 4, 5}, nil}}
	if found, _ = detect(0, uneven); found.ID.Method != cv.Mx2 {
		t.Errorf("halves of 3 and 5 records: got method %s, want %s", found.ID.Method, cv.Mx2)
	}
}

// Sentences of one text are interchangeable: they are asked about only where the folds are block-regularized or not by
// which of them is which.
func TestRepeatedSentences(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lines.txt")
	if err := os.WriteFile(path, []byte("a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := table.OpenLines(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	read := func(replications ...[]uint64) (results.Design, error) {
		r := newRegister(nil, " or else")
		for j, texts := range replications {
			for f := range 2 {
				r.begin(foldFile{j + 1, f + 1, path, ""})
				for i, text := range texts[f*len(texts)/2 : (f+1)*len(texts)/2] {
					if _, err := r.add(in, 10*i+1, text, true); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		found, _, err := r.set()
		return found, err
	}
	found, err := read([]uint64{5, 6, 5, 6, 5, 7})
	if err != nil {
		t.Error(err)
	}
	if got, want := found.String(), "random 1 x 2 CV of 6 records"; got != want {
		t.Errorf("one replication: got %s, want %s", got, want)
	}
	_, err = read([]uint64{5, 6, 7, 8}, []uint64{5, 8, 6, 7})
	if err != nil {
		t.Errorf("different sentences: %v", err)
	}
	for _, c := range []struct {
		first, second []uint64 // the last half trains
		want          string
	}{
		{[]uint64{5, 5, 6, 7}, []uint64{5, 6, 5, 7}, "2 x 2 BCV of 4 records"}, // only 7 trains twice: one of four
		{[]uint64{1, 2, 3, 4, 4, 6, 7, 8}, []uint64{1, 2, 3, 4, 4, 6, 7, 8},
			"random 2 x 2 CV of 8 records"}, // 6, 7 and 8 train twice, and 2 of 8 should
	} {
		found, err := read(c.first, c.second)
		if err != nil || found.String() != c.want {
			t.Errorf("%v, %v: got %s, %v, want %s", c.first, c.second, found, err, c.want)
		}
	}
	_, err = read([]uint64{5, 6, 6, 7}, []uint64{5, 6, 7, 6}) // 7 and perhaps a 6 train twice
	want := path + ": row 1: sentence 1 has the text of an earlier sentence of replication 1, and the folds are " +
		"block-regularized or not by which of the two is which in the other replications; name the partition set " +
		"with setting `folds` FILE or else"
	if err == nil || err.Error() != want {
		t.Errorf("repeated sentences: got error %v, want %s", err, want)
	}
}
