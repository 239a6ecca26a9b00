package cv

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Whatever the times, rolling folds train on records before those they validate, the gap is kept, no record is
// validated twice, no time is on two sides, and the order of the records does not matter.
func TestRollingNeverLooksAhead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		times := drawTimes(t, n)
		k, gap := rapid.IntRange(1, 6).Draw(t, "K"), rapid.IntRange(0, 5).Draw(t, "gap")
		s, err := New(Rolling, n, Options{K: k, Times: times, Gap: gap})
		if err != nil {
			return // TestRollingRefuses has the errors
		}
		if len(s.Splits) != k || s.M() != 1 || s.FoldCount() != k {
			t.Fatalf("%d splits, %d replications and %d folds, want %d, 1, %d", len(s.Splits), s.M(), s.FoldCount(), k, k)
		}
		at := func(i int32) float64 { return times[i] }
		validated, before := make([]int, n), math.Inf(-1)
		for f, p := range s.Splits {
			for side, list := range [][]int32{p.Train, p.Valid} {
				if len(list) == 0 || !slices.IsSorted(list) {
					t.Fatalf("fold %d, side %d: %v", f+1, side, list)
				}
			}
			last, first, end := extreme(p.Train, at, 1), extreme(p.Valid, at, -1), extreme(p.Valid, at, 1)
			if last >= first {
				t.Fatalf("fold %d trains at %v and validates from %v", f+1, last, first)
			}
			if first <= before {
				t.Fatalf("fold %d validates from %v, and the fold before until %v", f+1, first, before)
			}
			before = end
			out, between := 0, math.Inf(1)
			for i, when := range times {
				trains, validates := slices.Contains(p.Train, int32(i)), slices.Contains(p.Valid, int32(i))
				if when <= last != trains || (when >= first && when <= end) != validates {
					t.Fatalf("fold %d: record %d of time %v is on another side than its time", f+1, i, when)
				}
				if when > last && when < first {
					out, between = out+1, min(between, when)
				}
				if validates {
					validated[i]++
				}
			}
			earliest := 0 // records of the first time that is left out, of which one at least is needed
			for _, when := range times {
				if when == between {
					earliest++
				}
			}
			if out < gap || out > 0 && out-earliest >= gap {
				t.Fatalf("fold %d leaves out %d records, %d of them at the first time, want the least from %d on", f+1, out,
					earliest, gap)
			}
		}
		if slices.Max(validated) > 1 {
			t.Fatalf("records validate %v times", validated)
		}
		if f := s.Splits[k-1]; extreme(f.Valid, at, 1) != slices.Max(times) {
			t.Fatalf("the last fold does not validate the last record")
		}
	})
}

// The boundaries of blocks are the changes of time nearest to even ones.
func TestTimeBlocksAreEven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		times, blocks := drawTimes(t, n), rapid.IntRange(1, 7).Draw(t, "blocks")
		order, ends, err := timeBlocks(times, blocks)
		different := len(slices.Compact(slices.Sorted(slices.Values(times))))
		if (err != nil) != (different < blocks) {
			t.Fatalf("%d different times in %d blocks: %v", different, blocks, err)
		}
		if err != nil {
			return
		}
		names, err := TimeBlocks(times, blocks)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(slices.Compact(slices.Sorted(slices.Values(names)))); got != blocks {
			t.Fatalf("%d names of blocks, want %d", got, blocks)
		}
		block := map[float64]string{}
		for i, when := range times {
			if name := block[when]; name != "" && name != names[i] {
				t.Fatalf("time %v is in blocks %s and %s", when, name, names[i])
			}
			block[when] = names[i]
		}
		changes := 0
		for b, end := range ends[:blocks-1] {
			even := (b + 1) * n / blocks
			if different == n && end != even {
				t.Fatalf("block %d of %d ends at %d, want %d", b+1, blocks, end, even)
			}
			from := 0
			if b > 0 {
				from = ends[b-1]
			}
			for c := from + 1; c < n; c++ { // a change that leaves enough of them for the blocks after it
				if times[order[c]] == times[order[c-1]] {
					continue
				}
				later := 0
				for d := c + 1; d < n; d++ {
					if times[order[d]] != times[order[d-1]] {
						later++
					}
				}
				if later >= blocks-2-b && distance(c, even) < distance(end, even) {
					t.Fatalf("block %d of %d ends at %d, but a time changes at %d, nearer to %d", b+1, blocks, end, c, even)
				}
			}
			changes++
		}
	})
}

// The order of the records does not matter, only their times.
func TestRollingOfAnyOrder(t *testing.T) {
	times := []float64{3, 0, 1, 2, 2, 5, 4, 1, 7, 6, 6, 8, 9}
	s, err := New(Rolling, len(times), Options{K: 3, Times: times, Gap: 1})
	if err != nil {
		t.Fatal(err)
	}
	turned := slices.Clone(times)
	slices.Reverse(turned)
	r, err := New(Rolling, len(times), Options{K: 3, Times: turned, Gap: 1})
	if err != nil {
		t.Fatal(err)
	}
	for f, p := range s.Splits {
		for side, lists := range [][2][]int32{{p.Train, r.Splits[f].Train}, {p.Valid, r.Splits[f].Valid}} {
			var got []int32
			for _, i := range lists[1] {
				got = append(got, int32(len(times)-1)-i)
			}
			slices.Sort(got)
			if !slices.Equal(got, lists[0]) {
				t.Errorf("fold %d, side %d: %v of turned records, want %v", f+1, side, got, lists[0])
			}
		}
	}
}

func TestRolling(t *testing.T) {
	times := []float64{0, 1, 2, 3, 4, 5, 6, 7}
	s, err := New(Rolling, 8, Options{K: 3, Times: times, Gap: 1, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	want := []Split{
		{Train: []int32{0}, Valid: []int32{2, 3}},
		{Train: []int32{0, 1, 2}, Valid: []int32{4, 5}},
		{Train: []int32{0, 1, 2, 3, 4}, Valid: []int32{6, 7}},
	}
	for f, p := range s.Splits {
		if !slices.Equal(p.Train, want[f].Train) || !slices.Equal(p.Valid, want[f].Valid) {
			t.Errorf("fold %d: %v, want %v", f+1, p, want[f])
		}
	}
	if got := s.Splits[0].Neither(8); !slices.Equal(got, []int32{1, 4, 5, 6, 7}) {
		t.Errorf("records on neither side: %v", got)
	}
	if rows := s.Rows(); len(rows) != 3*8 || rows[3].Role != "none" || rows[3].Record != 1 {
		t.Errorf("%d rows, the fourth is %+v", len(rows), rows[3])
	}
	measures := Measures{Method: "rolling", N: 8, Splits: 3, TrainMin: 1, TrainMax: 5, OccurMin: 0, OccurMax: 3,
		OverlapMin: 1, OverlapMax: 3, Fingerprint: s.Fingerprint()}
	if m := s.Measure(); m != measures {
		t.Errorf("measures %+v, want %+v", m, measures)
	}
	if k := s.Regularization(); k != 0 {
		t.Errorf("regularization %v, want 0", k)
	}
	other := s
	other.Splits = slices.Clone(s.Splits)
	other.Splits[0].Valid = []int32{3}
	if other.Fingerprint() == s.Fingerprint() {
		t.Error("the fingerprint does not depend on the validation sets")
	}
	if got := Rolling.Describe(1, 3); got != "3 rolling folds" {
		t.Errorf("described as %q", got)
	}
	if got := Own.Describe(2, 3); got != "6 own folds" {
		t.Errorf("described as %q", got)
	}
}

func TestRollingRefuses(t *testing.T) {
	times := []float64{0, 1, 1, 2, 3, 4}
	for _, c := range []struct {
		opt  Options
		want string
	}{
		{Options{}, "times of 0 records for 6"},
		{Options{Times: times[:5]}, "times of 5 records for 6"},
		{Options{Times: times}, "11 blocks of records in time, and 5 different times"},
		{Options{Times: times, K: 5}, "6 blocks of records in time, and 5 different times"},
		{Options{Times: times, K: -1}, "-1 folds"},
		{Options{Times: times, K: 2, Gap: -1}, "with a gap of -1 records"},
		{Options{Times: []float64{1, 1, 1, 2, 2, 2}, K: 1, Gap: 1}, "3 records come before the validation records of " +
			"fold 1, and a " +
			"gap of 1, with all records of the times in it, leaves none"},
		{Options{Times: times, K: 4, Gap: 1}, "1 records come before the validation records of fold 1, and a gap of 1"},
		{Options{Times: []float64{0, 1, math.NaN(), 3, 4, 5}, K: 2}, "time of record 2 is NaN"},
		{Options{Times: []float64{0, 1, 2, 3, 4, math.Inf(1)}, K: 2}, "time of record 5 is +Inf"},
		{Options{Times: times, K: 2, M: 3}, "M has no meaning for method rolling, which uses K, Times, Gap"},
		{Options{Times: times, K: 2, Groups: make([]string, 6)}, "Groups has no meaning"},
	} {
		if s, err := New(Rolling, 6, c.opt); err == nil || !strings.Contains(err.Error(), c.want) || s.Splits != nil {
			t.Errorf("%+v: %v and %v, want an error with %q", c.opt, s, err, c.want)
		}
	}
	if _, err := New(BCV, 6, Options{Times: times}); err == nil || !strings.Contains(err.Error(), "Times has no meaning") {
		t.Errorf("bcv with times: %v", err)
	}
	if _, err := New(KFold, 6, Options{K: 2, Gap: 1}); err == nil || !strings.Contains(err.Error(), "Gap has no meaning") {
		t.Errorf("kfold with a gap: %v", err)
	}
	if _, err := New(Own, 6, Options{}); err == nil || !strings.Contains(err.Error(), `method "own"`) {
		t.Errorf("own folds: %v", err)
	}
	if _, err := TimeBlocks(times, 0); err == nil || !strings.Contains(err.Error(), "0 blocks of 6") {
		t.Errorf("0 blocks: %v", err)
	}
}

// drawTimes draws times with many ties, or none.
func drawTimes(t *rapid.T, n int) []float64 {
	if rapid.Bool().Draw(t, "ties") {
		most := rapid.IntRange(1, 20).Draw(t, "most")
		return rapid.SliceOfN(rapid.Map(rapid.IntRange(0, 40), func(v int) float64 { return float64(min(v, most)) }), n,
			n).Draw(t, "times")
	}
	return rapid.Map(rapid.Permutation(identity(n)), func(list []int32) []float64 {
		out := make([]float64, len(list))
		for i, v := range list {
			out[i] = float64(v)
		}
		return out
	}).Draw(t, "times")
}

// extreme returns the largest value of some records, or the smallest for a sign of -1.
func extreme(records []int32, of func(int32) float64, sign float64) float64 {
	out := math.Inf(-1)
	for _, i := range records {
		out = max(out, sign*of(i))
	}
	return sign * out
}
