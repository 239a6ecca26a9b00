package neighbour

import "math"

// search finds the nearest training records of a record. It belongs to one
// fitter.
type search struct {
	*lists
	weight []float64 // of the features, in place of those of the lists
	want   int       // neighbours to find
	inside []uint8   // 1 for a training record
	row    []float64
	scan   ranking
	found  []uint32  // the neighbours, nearest first
	far    []float64 // their distances

	// For mask: the elements of a list to look at, and the front of inside.
	// Indices of 16 bits need no check.
	look  int
	front *[marks]uint8
}

const marks = 1 << 16

func newSearch(l *lists, most int) *search {
	inside := make([]uint8, max(l.n, marks))
	return &search{
		lists: l, weight: l.weight, inside: inside[:l.n], front: (*[marks]uint8)(inside),
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
	s.want = min(want, len(train))
	s.scan.limit(s.want)
	s.look = 0
	if s.n <= marks {
		s.look = min(lookLength(s.want, float64(len(train))/float64(s.n)), s.length&^7)
	}
	return nil
}

// lookLength returns how many elements of a list to look at, a share of the
// records being in training: as a rule for 99 of 100 records enough. It is a
// multiple of 8 up to 64.
func lookLength(want int, share float64) int {
	expected := float64(want) / share
	spread := math.Sqrt(float64(want)*(1-share)) / share
	return min(64, int(1+expected+2.4*spread+7)&^7)
}

// mask returns a bit for each of the first elements of the list of record i, the
// lowest for the first: 1 for a training record. A branch on each would go wrong
// half of the time.
func (s *search) mask(i int) uint64 {
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

// near sets s.found and s.far to the nearest training records of record i.
func (s *search) near(i int) {
	distance := s.distance[i*s.length:][:s.length]
	few := 0
	for t, r := range s.record[i*s.length:][:s.length] {
		s.found[few], s.far[few] = r, distance[t]
		few += int(s.inside[r])
		if few == s.want {
			return
		}
	}
	s.all(i)
}

// all does the same by comparing all training records.
func (s *search) all(i int) {
	s.squares(i, s.weight, s.row)
	s.scan.size = 0
	for t, in := range s.inside {
		if in != 0 {
			s.scan.offer(s.row[t], uint32(t))
		}
	}
	for k := range s.want {
		s.found[k], s.far[k] = s.scan.record[k], math.Sqrt(s.scan.square[k])
	}
}
