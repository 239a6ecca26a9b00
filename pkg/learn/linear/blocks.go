package linear

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
)

// foldSums shares moments between the folds of a partition set. Consecutive splits form groups. Records that are on
// the same side of every split of a group form a block; the training set of each of its folds is a union of blocks,
// whose moments are summed once. No training set is computed as a total minus other records: rounding would depend
// on those.
type foldSums struct {
	set    cv.Set
	size   int       // splits per group
	first  int       // first split of the group whose blocks are there, or -1
	block  []int32   // block of each record
	count  []int32   // records per block
	moved  []int32   // while splitting: the new block of an old one, or -1
	hit    []int32   // while splitting: old blocks that were hit
	from   []int32   // where the records of each block begin in rows
	rows   []int32   // records by block, ascending
	sums   []moments // of the large blocks, empty until one is needed
	inside []bool    // blocks in the training set, while joining
	loose  []int32   // records of small blocks in it
}

// joinCost is the cost of joining two moments, in records summed. Blocks of fewer records are summed with the fold.
const joinCost = 8

// open sets the partition set and chooses the size of its groups.
func (s *summer) open(set cv.Set) error {
	if set.N != s.n {
		return fmt.Errorf("linear: a partition set of %d records for a data set of %d; make the set for this data",
			set.N, s.n)
	}
	f := &s.folds
	f.set, f.first = set, -1
	if f.block == nil {
		f.block = make([]int32, s.n)
		f.rows = make([]int32, s.n)
		f.loose = make([]int32, 0, s.n)
	}
	f.size = f.bestSize(s.n)
	return nil
}

// bestSize returns the size of a group that keeps the work per fold small. It considers the first group; the others
// are similar.
func (f *foldSums) bestSize(n int) int {
	each := f.set.FoldCount() / len(f.set.Splits)
	f.whole(n)
	best, size, trained := 0.0, 1, 0
	for k, p := range f.set.Splits {
		f.refine(p)
		trained += len(p.Train)
		if each == 2 {
			trained += len(p.Valid)
		}
		large, join := 0, 0 // records summed once, and work to join all blocks
		for _, c := range f.count {
			if c > joinCost {
				large += int(c)
			}
			join += min(int(c), joinCost)
		}
		folds := float64(each * (k + 1))
		work := float64(large)/folds + float64(join)*float64(trained)/(float64(n)*folds)
		if k == 0 || work < best {
			best, size = work, k+1
		}
		if work > 1.5*best {
			break
		}
	}
	return size
}

// whole makes one block of all records.
func (f *foldSums) whole(n int) {
	clear(f.block)
	f.count = append(f.count[:0], int32(n))
	f.moved = append(f.moved[:0], -1)
}

// refine divides the blocks by the smaller half of a split.
func (f *foldSums) refine(p cv.Split) {
	half := p.Train
	if len(p.Valid) < len(p.Train) {
		half = p.Valid
	}
	f.hit = f.hit[:0]
	for _, i := range half {
		old := f.block[i]
		if f.moved[old] < 0 {
			f.moved[old] = int32(len(f.count))
			f.hit = append(f.hit, old)
			f.count = append(f.count, 0)
			f.moved = append(f.moved, -1)
		}
		f.block[i] = f.moved[old]
		f.count[old]--
		f.count[f.moved[old]]++
	}
	for _, old := range f.hit {
		f.moved[old] = -1
	}
}

// load finds the blocks of the group that begins with a split.
func (s *summer) load(first int) {
	f := &s.folds
	f.first = first
	f.whole(s.n)
	for _, p := range f.set.Splits[first:min(first+f.size, len(f.set.Splits))] {
		f.refine(p)
	}
	f.from = f.from[:0]
	at := int32(0)
	for _, c := range f.count {
		f.from = append(f.from, at)
		at += c
	}
	for i, b := range f.block {
		f.rows[f.from[b]] = int32(i)
		f.from[b]++
	}
	for b, c := range f.count {
		f.from[b] -= c
		if len(f.sums) == b {
			f.sums = append(f.sums, moments{})
		}
		f.sums[b].n = 0
	}
}

// fold sets dst to the moments of the training records of fold k.
func (s *summer) fold(k int, dst *moments) {
	f := &s.folds
	split := k
	if f.set.FoldCount() > len(f.set.Splits) {
		split = k / 2
	}
	if first := split - split%f.size; first != f.first {
		s.load(first)
	}
	f.mark(k)
	dst.n = 0
	f.loose = f.loose[:0]
	for b, in := range f.inside {
		switch {
		case s.stopped():
			return
		case !in:
		case f.count[b] > joinCost:
			s.join(dst, s.blockSum(b))
		default:
			f.loose = append(f.loose, f.records(b)...)
		}
	}
	s.add(f.loose, dst)
}

// mark finds the blocks in the training set of fold k, by its smaller half.
func (f *foldSums) mark(k int) {
	fold := f.set.Fold(k)
	half, in := fold.Train, true
	if len(fold.Valid) < len(fold.Train) {
		half, in = fold.Valid, false
	}
	f.inside = f.inside[:0]
	for range f.count {
		f.inside = append(f.inside, !in)
	}
	for _, i := range half {
		f.inside[f.block[i]] = in
	}
}

// records returns the records of block b.
func (f *foldSums) records(b int) []int32 { return f.rows[f.from[b]:][:f.count[b]] }

// blockSum returns the moments of block b.
func (s *summer) blockSum(b int) *moments {
	m := &s.folds.sums[b]
	if m.mean == nil {
		*m = s.moments()
	}
	if m.n == 0 {
		s.sum(s.folds.records(b), m)
		if s.stopped() {
			m.n = 0 // the sum may be incomplete
		}
	}
	return m
}
