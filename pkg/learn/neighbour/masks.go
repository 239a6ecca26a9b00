package neighbour

import (
	"context"
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
)

// shared holds masks that the splits of a partition set share: a byte per record has a bit for each of eight
// splits, so that one pass over a list gives the masks of all eight and, by complement, of their twins.
type shared struct {
	set   cv.Set
	look  int      // elements of a list in a mask
	first int      // of the splits whose masks are loaded, or -1
	masks []uint64 // eight per record
}

// together is the number of splits that share a pass.
const together = 8

// open sets the partition set, for fits that need want neighbours.
func (s *search) open(ctx context.Context, set cv.Set, want int) error {
	if set.N != s.n {
		return fmt.Errorf("neighbour: a partition set of %d records for a data set of %d; make the set for this data",
			set.N, s.n)
	}
	var pairs float64
	for f := range set.FoldCount() {
		fold := set.Fold(f)
		pairs += float64(len(fold.Train)) * float64(len(fold.Valid))
	}
	s.stop = ctx
	if err := s.plan(pairs); err != nil {
		return err
	}
	s.shared.set, s.shared.first, s.shared.look = set, -1, 0
	for f := range set.FoldCount() {
		s.shared.look = max(s.shared.look, s.lookFor(len(set.Fold(f).Train), want))
	}
	return nil
}

// fitFold trains on fold f of the open set.
func (s *search) fitFold(ctx context.Context, f, want int) error {
	s.stop = ctx
	train := s.shared.set.Fold(f).Train
	if len(train) == 0 {
		return errNoRecords
	}
	s.records(train, want)
	if s.lists == nil {
		return nil
	}
	split, twin := f, 0
	if s.shared.set.FoldCount() > len(s.shared.set.Splits) {
		split, twin = f/2, f%2
	}
	if first := split - split%together; first != s.shared.first {
		s.load(first)
	}
	s.bit, s.twin = uint8(split%together), uint8(twin)
	s.masks, s.flip = s.shared.masks[split%together:], -uint64(twin)
	s.look = s.shared.look
	return nil
}

// load marks the training records of eight splits and makes their masks.
func (s *search) load(first int) {
	if s.shared.masks == nil {
		s.shared.masks = make([]uint64, together*s.n)
	}
	s.shared.first = first
	splits := s.shared.set.Splits[first:]
	splits = splits[:min(together, len(splits))]
	clear(s.inside)
	for j, p := range splits {
		for _, r := range p.Train {
			s.inside[r] |= 1 << j
		}
	}
	for i := range s.n {
		masks := (*[together]uint64)(s.shared.masks[i*together:])
		s.masksOf(i, masks[:len(splits)])
	}
}

// masksOf sets the masks of record i.
func (s *search) masksOf(i int, masks []uint64) {
	clear(masks)
	in := s.front
	list := s.lists.record[i*s.length:][:s.shared.look]
	for shift := 0; len(list) >= 8; shift, list = shift+8, list[8:] {
		a := uint64(in[uint16(list[0])]) | uint64(in[uint16(list[1])])<<8
		b := uint64(in[uint16(list[2])]) | uint64(in[uint16(list[3])])<<8
		c := uint64(in[uint16(list[4])]) | uint64(in[uint16(list[5])])<<8
		d := uint64(in[uint16(list[6])]) | uint64(in[uint16(list[7])])<<8
		bytes := (a | b<<16) | (c|d<<16)<<32
		for j := range masks {
			masks[j] |= lowBits(bytes>>(j&7)) << (shift & 63)
		}
	}
}

// lowBits packs the lowest bits of eight bytes into one: multiplication adds up
// their copies such that the highest byte holds them all.
func lowBits(bytes uint64) uint64 {
	return (bytes & 0x0101010101010101) * 0x0102040810204080 >> 56
}
