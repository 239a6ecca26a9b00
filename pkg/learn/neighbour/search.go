package neighbour

import "math"

// search finds the nearest training records of a record. It belongs to one
// fitter.
type search struct {
	*lists
	weight []float64 // of the features, in place of those of the lists
	want   int       // neighbours to find
	look   int       // elements of a list to look at first
	inside []uint8   // 1 for a training record
	train  int       // number of training records
	row    []float64
	scan   ranking
	place  [256]uint8 // of the neighbours in the list
	found  []uint32   // the neighbours, nearest first
	far    []float64  // their distances
}

func newSearch(l *lists, most int) *search {
	return &search{
		lists: l, weight: l.weight, inside: make([]uint8, l.n), row: make([]float64, l.stride), scan: newRanking(most),
		found: make([]uint32, most), far: make([]float64, most),
	}
}

// fit marks the training records, and makes the search look for as many
// neighbours as wanted, or as there are. Half the records being in training,
// the first look is enough for 99 records of 100.
func (s *search) fit(train []int32, want int) error {
	if len(train) == 0 {
		return errNoRecords
	}
	clear(s.inside)
	for _, i := range train {
		s.inside[i] = 1
	}
	s.train = len(train)
	s.want = min(want, len(train))
	twice := float64(2 * s.want)
	s.look = min(s.length, 1+int(twice+2.4*math.Sqrt(twice)))
	s.scan = ranking{s.scan.square[:s.want], s.scan.record[:s.want], 0}
	return nil
}

// places fills s.place with the places of training records in the list of
// record i, and reports whether it holds as many as wanted. A store for every
// element costs less than a branch that goes either way half of the time.
func (s *search) places(i int) bool {
	list := s.record[i*s.length:][:s.length]
	few := 0
	for t, r := range list[:s.look] {
		s.place[uint8(few)] = uint8(t)
		few += int(s.inside[r])
	}
	if few >= s.want {
		return true
	}
	for t := s.look; t < len(list); t++ {
		s.place[uint8(few)] = uint8(t)
		few += int(s.inside[list[t]])
	}
	return few >= s.want
}

// near sets s.found and s.far to the nearest training records of record i.
func (s *search) near(i int) {
	if !s.places(i) {
		s.all(i)
		return
	}
	list, distance := s.record[i*s.length:][:s.length], s.distance[i*s.length:][:s.length]
	for k := range s.want {
		t := s.place[uint8(k)]
		s.found[k], s.far[k] = list[t], distance[t]
	}
}

// all does so by comparing all training records.
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
