package linear

import (
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/internal/dense"
)

// foldSums shares cross products between the folds of a partition set. Records
// that are on the same side of every split form a block; a training set is a
// union of blocks, and the largest block is the total less the others. Where
// there are too many blocks for that to pay, each split is summed by itself,
// over its smaller half. Either way the twin of a split costs a subtraction.
type foldSums struct {
	set    *cv.Set
	block  []int32   // block of each record
	count  []int32   // records a block
	moved  []int32   // while splitting: the new block of an old one, or -1
	hit    []int32   // while splitting: old blocks that were hit
	sums   []float64 // products of each block
	rows   []int32   // records sorted by block
	shared bool      // whether blocks pay
	split  int       // split whose smaller half is in half, or -1
	half   []float64
	small  []bool // blocks in the smaller half, while adding
}

// addCost is what adding two matrices costs, in records summed.
const addCost = 12

// open finds the blocks of set and sums them if that pays.
func (s *summer) open(set *cv.Set) {
	f := &s.folds
	f.set, f.split = set, -1
	if f.half == nil {
		f.half = s.matrix()
		f.block = make([]int32, s.n)
		f.rows = make([]int32, s.n)
	}
	f.findBlocks(s.n)
	blocks := len(f.count)
	direct, shared := 0, 0
	largest := int32(0)
	for _, c := range f.count {
		largest = max(largest, c)
	}
	for _, p := range set.Splits {
		direct += min(len(p.Train), len(p.Valid))
		shared += addCost * (blocks + 1) / 2
	}
	shared += s.n - int(largest) + addCost*blocks
	f.shared = shared < direct
	if f.shared {
		s.sumBlocks()
	}
}

// findBlocks refines one block of all records by the smaller half of each
// split in turn.
func (f *foldSums) findBlocks(n int) {
	clear(f.block)
	f.count = append(f.count[:0], int32(n))
	f.moved = append(f.moved[:0], -1)
	for _, p := range f.set.Splits {
		f.hit = f.hit[:0]
		for _, i := range smaller(p) {
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
}

// smaller returns the smaller half of a split.
func smaller(p cv.Split) []int32 {
	if len(p.Valid) < len(p.Train) {
		return p.Valid
	}
	return p.Train
}

// sumBlocks sums every block but the largest, and takes that as the total less
// the others.
func (s *summer) sumBlocks() {
	f := &s.folds
	size := len(s.total)
	if need := len(f.count) * size; cap(f.sums) < need {
		f.sums = make([]float64, need)
	}
	f.sums = f.sums[:len(f.count)*size]
	largest := 0
	for b, c := range f.count {
		if c > f.count[largest] {
			largest = b
		}
	}
	rest := f.sums[largest*size : (largest+1)*size]
	copy(rest, s.total)
	for b := range f.count {
		if b == largest {
			continue
		}
		rows := f.rows[:0]
		for i, c := range f.block {
			if int(c) == b {
				rows = append(rows, int32(i))
			}
		}
		sum := f.sums[b*size : (b+1)*size]
		s.sum(rows, sum)
		dense.Axpy(-1, sum, rest)
	}
}

// fold sets dst to the cross products of the training records of fold k.
func (s *summer) fold(k int, dst []float64) {
	f := &s.folds
	split, twin := k, false
	if f.set.FoldCount() == 2*len(f.set.Splits) {
		split, twin = k/2, k%2 == 1
	}
	p := f.set.Splits[split]
	if f.split != split {
		f.split = split
		s.smallerHalf(p)
	}
	if trainIsSmaller := len(p.Train) <= len(p.Valid); trainIsSmaller != twin {
		copy(dst, f.half)
		return
	}
	s.complement(dst, f.half)
}

// smallerHalf sets half to the products of the smaller half of p.
func (s *summer) smallerHalf(p cv.Split) {
	f := &s.folds
	if !f.shared {
		s.sum(smaller(p), f.half)
		return
	}
	f.small = f.small[:0]
	for range f.count {
		f.small = append(f.small, false)
	}
	for _, i := range smaller(p) {
		f.small[f.block[i]] = true
	}
	clear(f.half)
	for b, in := range f.small {
		if in {
			add(f.half, f.sums[b*len(s.total):(b+1)*len(s.total)])
		}
	}
}
