package neighbour

import (
	"math"
	"math/bits"
)

// search finds the nearest training records of a record. It belongs to one
// fitter.
type search struct {
	*lists
	weight []float64 // of the features, in place of those of the lists
	want   int       // neighbours to find

	// A record is in training if its byte of inside has the bit, or under twin
	// if it lacks it. Indices of 16 bits into front, the same memory, need no
	// check.
	inside    []uint8
	front     *[marks]uint8
	bit, twin uint8

	short  bool     // records have numbers of 16 bits; without, there are no masks
	look   int      // elements of a list in a mask
	masks  []uint64 // of the open split, one in eight; nil if it must be made
	flip   uint64   // all ones for a twin
	shared shared

	row   []float64
	scan  ranking
	found []uint32  // the neighbours, nearest first
	far   []float64 // their distances
}

const marks = 1 << 16

func newSearch(l *lists, most int) *search {
	inside := make([]uint8, max(l.n, marks))
	return &search{
		lists: l, weight: l.weight, inside: inside[:l.n], front: (*[marks]uint8)(inside), short: l.n <= marks,
		row: make([]float64, l.stride), scan: newRanking(most),
		found: make([]uint32, most), far: make([]float64, most),
	}
}

// fit marks the training records, and makes the search look for as many
// neighbours as wanted, or as there are.
func (s *search) fit(train []int32, want int) error {
	if len(train) == 0 {
		return errNoRecords
	}
	clear(s.inside)
	for _, i := range train {
		s.inside[i] = 1
	}
	s.size(len(train), want)
	s.look = s.lookFor(len(train), want)
	s.bit, s.twin, s.masks, s.flip, s.shared.first = 0, 0, nil, 0, -1
	return nil
}

// size sets how many neighbours to find among so many training records.
func (s *search) size(train, want int) {
	s.want = min(want, train)
	s.scan.limit(s.want)
}

// lookFor returns how many elements of a list to look at, so many records being
// in training: as a rule enough for 99 of 100 records. It is a multiple of 8 up
// to 64, and 0 without lists or masks.
func (s *search) lookFor(train, want int) int {
	if !s.short || train == 0 {
		return 0
	}
	share, need := float64(train)/float64(s.n), float64(min(want, train))
	look := 1 + need/share + 2.4*math.Sqrt(need*(1-share))/share
	return min(64, int(look+7)&^7, s.length&^7)
}

// mask returns a bit for each of the first elements of the list of record i, the
// lowest for the first: 1 for a training record. A branch on each would go wrong
// half of the time.
func (s *search) mask(i int) uint64 {
	if s.masks != nil {
		return (s.masks[i*together] ^ s.flip) & (1<<s.look - 1)
	}
	var m uint64
	in := s.front
	list := s.record[i*s.length:][:s.look]
	for shift := 0; len(list) >= 8; shift, list = shift+8, list[8:] {
		a := uint64(in[uint16(list[0])]) + uint64(in[uint16(list[1])])*2
		b := uint64(in[uint16(list[2])]) + uint64(in[uint16(list[3])])*2
		c := uint64(in[uint16(list[4])]) + uint64(in[uint16(list[5])])*2
		d := uint64(in[uint16(list[6])]) + uint64(in[uint16(list[7])])*2
		m |= (a + b*4 + (c+d*4)*16) << (shift & 63)
	}
	return m
}

// trains returns 1 for a training record and 0 for another.
func (s *search) trains(mark uint8) int { return int(mark>>(s.bit&7)^s.twin) & 1 }

// near sets s.found and s.far to the nearest training records of record i.
func (s *search) near(i int) {
	m := s.mask(i)
	if bits.OnesCount64(m) >= s.want {
		s.at(i, m)
		return
	}
	distance := s.distance[i*s.length:][:s.length]
	few := 0
	for t, r := range s.record[i*s.length:][:s.length] {
		s.found[few], s.far[few] = r, distance[t]
		few += s.trains(s.inside[r])
		if few == s.want {
			return
		}
	}
	s.all(i)
}

// at does so for the training records at the bits of m in the list.
func (s *search) at(i int, m uint64) {
	record, distance := (*[64]uint32)(s.record[i*s.length:]), (*[64]float64)(s.distance[i*s.length:])
	far := s.far[:len(s.found)]
	for k := range s.found[:s.want] {
		t := bits.TrailingZeros64(m) & 63
		s.found[k], far[k] = record[t], distance[t]
		m &= m - 1
	}
}

// all does the same by comparing all training records.
func (s *search) all(i int) {
	s.squares(i, s.weight, s.row)
	s.scan.size = 0
	for t, mark := range s.inside {
		if s.trains(mark) == 1 {
			s.scan.offer(s.row[t], uint32(t))
		}
	}
	for k := range s.want {
		s.found[k], s.far[k] = s.scan.record[k], math.Sqrt(s.scan.square[k])
	}
}
