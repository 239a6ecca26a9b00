package neighbour

import (
	"context"
	"math"
	"math/bits"

	"github.com/block-regularized/bcv/pkg/learn"
)

// search finds the nearest training records of a record. It belongs to one
// fitter.
type search struct {
	*neighbours
	weight []float64 // of the features
	train  []int32
	want   int             // neighbours to find
	stop   context.Context // of the last fit
	pool   *learn.Pool

	// Without lists, all training records are searched. They are packed when that is needed.
	lists   *lists
	pair    *pair
	pack    pack
	packed  bool
	seekers []seeker // one per worker
	rows    []int32  // of the open scan
	use     func(worker, k int, near *ranking)
	body    func(worker, g int) // scanGroup

	// A record is in training if its byte of inside has the bit, or under twin
	// if it lacks it. Indices of 16 bits into front, the same memory, need no
	// check.
	inside    []uint8
	front     *[marks]uint8
	bit, twin uint8

	short  bool     // whether record numbers have 16 bits; otherwise there are no masks
	look   int      // elements of a list in a mask
	masks  []uint64 // of the open split, one of eight; nil if they must be made
	flip   uint64   // all ones for a twin
	shared shared

	one   [1]int32
	found []uint32  // the neighbours, nearest first
	far   []float64 // their distances
}

const marks = 1 << 16

func newSearch(l *neighbours, most int, pool *learn.Pool) *search {
	s := &search{
		neighbours: l, weight: l.weight, pool: pool, short: l.n <= marks, seekers: make([]seeker, pool.Size()),
		found: make([]uint32, most), far: make([]float64, most),
	}
	if s.weight == nil {
		s.weight = make([]float64, l.p)
	}
	s.body = s.scanGroup
	return s
}

// plan uses lists if they are worth it for the given number of further pairs of records.
func (s *search) plan(pairs float64) error {
	l, p, err := s.neighbours.plan(pairs, s.stop, s.pool)
	if err != nil {
		return err
	}
	s.lists, s.pair = l, p
	if l != nil && s.inside == nil {
		inside := make([]uint8, max(s.n, marks))
		s.inside, s.front = inside[:s.n], (*[marks]uint8)(inside)
	}
	return nil
}

// fit sets the training records and the number of neighbours to find: want, or all records if there are fewer.
func (s *search) fit(ctx context.Context, train []int32, want int) error {
	s.stop = ctx
	if len(train) == 0 {
		return errNoRecords
	}
	if err := s.plan(float64(len(train)) * float64(s.n-len(train))); err != nil {
		return err
	}
	s.records(train, want)
	if s.lists == nil {
		return nil
	}
	clear(s.inside)
	for _, i := range train {
		s.inside[i] = 1
	}
	s.look = s.lookFor(len(train), want)
	s.bit, s.twin, s.masks, s.flip, s.shared.first = 0, 0, nil, 0, -1
	return nil
}

// records sets the training records.
func (s *search) records(train []int32, want int) {
	s.train = append(s.train[:0], train...)
	s.want = min(want, len(train))
	s.packed = false
}

// lookFor returns the number of elements of a list to read, for a training set of the given size: usually enough
// for 99 of 100 records. It is a multiple of 8 up to 64, and 0 without lists or masks.
func (s *search) lookFor(train, want int) int {
	if !s.short || train == 0 {
		return 0
	}
	share, need := float64(train)/float64(s.n), float64(min(want, train))
	look := 1 + need/share + 2.4*math.Sqrt(need*(1-share))/share
	return min(64, int(look+7)&^7, s.length&^7)
}

// mask returns a bit for each of the first elements of the list of record i, the lowest for the first: 1 for a
// training record. A branch on each would be mispredicted half of the time.
func (s *search) mask(i int) uint64 {
	if s.masks != nil {
		return (s.masks[i*together] ^ s.flip) & (1<<s.look - 1)
	}
	var m uint64
	in := s.front
	list := s.lists.record[i*s.length:][:s.look]
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

// near sets s.found and s.far to the nearest training records of record i and their distances.
func (s *search) near(i int) {
	m := s.mask(i)
	if bits.OnesCount64(m) >= s.want {
		s.at(i, m)
		return
	}
	distance := s.lists.distance[i*s.length:][:s.length]
	few := 0
	for t, r := range s.lists.record[i*s.length:][:s.length] {
		s.found[few], s.far[few] = r, distance[t]
		few += s.trains(s.inside[r])
		if few == s.want {
			return
		}
	}
	s.all(i)
}

// at does the same for the training records at the bits of m in the list.
func (s *search) at(i int, m uint64) {
	record, distance := (*[64]uint32)(s.lists.record[i*s.length:]), (*[64]float64)(s.lists.distance[i*s.length:])
	far := s.far[:len(s.found)]
	for k := range s.found[:s.want] {
		t := bits.TrailingZeros64(m) & 63
		s.found[k], far[k] = record[t], distance[t]
		m &= m - 1
	}
}

// all does the same by comparing all training records.
func (s *search) all(i int) {
	s.ready()
	s.one[0] = int32(i)
	w := &s.seekers[0]
	w.seek(&s.pack, s.one[:], s.want)
	s.take(&w.near[0])
}

// take sets s.found and s.far to the records of a ranking.
func (s *search) take(near *ranking) {
	copy(s.found, near.record)
	for k, v := range near.square {
		s.far[k] = math.Sqrt(v)
	}
}

// ready packs the training records.
func (s *search) ready() {
	if !s.packed {
		s.pack.take(s.space, s.weight, s.train)
		s.packed = true
	}
}

// scan finds the nearest training records of all rows by comparing all training
// records, and calls use for the k-th row. It ends early when the context does.
func (s *search) scan(rows []int32, use func(worker, k int, near *ranking)) {
	s.ready()
	s.rows, s.use = rows, use
	s.pool.Each(groups(len(rows)), s.body)
}

func (s *search) scanGroup(worker, g int) {
	if stopped(s.stop) {
		return
	}
	w, from := &s.seekers[worker], g*group
	some := s.rows[from:min(from+group, len(s.rows))]
	w.seek(&s.pack, some, s.want)
	for r := range some {
		s.use(worker, from+r, &w.near[r])
	}
}

// lists holds, for every record, the records nearest to it in ascending order of
// distance, then of number. The record itself is among them.
type lists struct {
	n, length int       // lists, and elements of each
	record    []uint32  // n lists, and 64 numbers more
	distance  []float64 // n lists, and 64 numbers more
}

// longest is the largest length of a list: a place in it fits into a byte.
const longest = 248

// listLength returns the number of neighbours to keep in a list so that training sets contain want of them. If half
// the records are in the training set, one list in 100,000 is too short.
func listLength(n, want int) int {
	return min(n, (4*want+23)/8*8, longest)
}

// newLists returns n empty lists.
func newLists(n, length int) *lists {
	return &lists{n: n, length: length, record: make([]uint32, n*length+64), distance: make([]float64, n*length+64)}
}

// set writes the list of record i.
func (l *lists) set(i int, near *ranking) {
	copy(l.record[i*l.length:][:l.length], near.record)
	for t, v := range near.square {
		l.distance[i*l.length+t] = math.Sqrt(v)
	}
}

// ranking holds the nearest of the records that were offered to it, nearest first, by squared distance; at equal
// distances the record offered first comes first.
type ranking struct {
	square []float64
	record []uint32
	size   int // at most len(square)
}

// limit sets the number of records that the ranking holds, and empties it.
func (r *ranking) limit(most int) {
	r.square, r.record, r.size = resize(r.square, most), resize(r.record, most), 0
}

// full reports whether a record must be nearer than the last one to enter.
func (r *ranking) full() bool { return r.size == len(r.square) }

// offer inserts a record, unless the ranking is full of records that are as near or nearer.
func (r *ranking) offer(square float64, record uint32) {
	k := r.size
	if r.full() {
		k--
		if square >= r.square[k] {
			return
		}
	} else {
		r.size++
	}
	for ; k > 0 && r.square[k-1] > square; k-- {
		r.square[k], r.record[k] = r.square[k-1], r.record[k-1]
	}
	r.square[k], r.record[k] = square, record
}
