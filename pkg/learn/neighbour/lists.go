package neighbour

import "math"

// lists holds, for every record, the records nearest to it in ascending order of
// distance, then of number. The record itself is among them.
type lists struct {
	*space
	weight   []float64 // of the features
	length   int       // of each list, 0 for no lists
	record   []uint32  // n lists, and 64 numbers more
	distance []float64 // n lists, and 64 numbers more
}

// longest is the length of the longest list: a place in it fits into a byte.
const longest = 248

// listLength is how many neighbours to keep for want of them in a training
// set. Half the records being in it, one list in 100,000 is too short.
func listLength(n, want int) int {
	return min(n, (4*want+23)/8*8, longest)
}

// newLists sorts the neighbours of every record, as many as length, by the sum
// of weight·(x-z)². An error says that distances are not finite.
func newLists(s *space, weight []float64, length int) (*lists, error) {
	if err := s.finite(weight); err != nil {
		return nil, err
	}
	l := &lists{space: s, weight: weight, length: length}
	l.record = make([]uint32, s.n*l.length+64)
	l.distance = make([]float64, s.n*l.length+64)
	if length == 0 {
		return l, nil
	}
	pick := newPicker(s, l.length)
	for i := range s.n {
		s.squares(i, weight, pick.row)
		near := pick.nearest()
		copy(l.record[i*l.length:], near.record)
		for t, v := range near.square {
			l.distance[i*l.length+t] = math.Sqrt(v)
		}
	}
	return l, nil
}

// picker finds the smallest of a row of squared distances.
type picker struct {
	n         int
	row       []float64 // padded as the columns of space are
	sample    ranking
	candidate []uint32
	near      ranking
}

// sampled is the distance between two elements of the sample.
const sampled = 8

func newPicker(s *space, length int) *picker {
	expected := float64(length) / sampled
	return &picker{
		n: s.n, row: make([]float64, s.stride),
		sample:    newRanking(2 + int(expected+2.5*math.Sqrt(expected))),
		candidate: make([]uint32, s.n), near: newRanking(length),
	}
}

// nearest ranks the row. Every eighth element gives a bound that, as a rule, a
// few more elements than needed stay below; those are ranked.
func (p *picker) nearest() *ranking {
	row := p.row[:p.n]
	p.sample.size = 0
	for t := 0; t < len(row); t += sampled {
		p.sample.offer(row[t], uint32(t))
	}
	bound := math.Inf(1)
	if p.sample.full() {
		bound = p.sample.square[len(p.sample.square)-1]
	}
	few := p.below(bound)
	if few < len(p.near.square) {
		few = p.below(math.Inf(1))
	}
	p.near.size = 0
	for _, t := range p.candidate[:few] {
		p.near.offer(row[t], t)
	}
	return &p.near
}

// below collects the elements of the row up to bound, without a branch on them,
// and returns their number. Floating-point numbers from 0 on are in the order of
// their bits.
func (p *picker) below(bound float64) int {
	limit := int64(math.Float64bits(bound)) + 1
	candidate := p.candidate[:p.n]
	few := 0
	for t, v := range p.row[:p.n] {
		candidate[few] = uint32(t)
		few += int(uint64(int64(math.Float64bits(v))-limit) >> 63)
	}
	return few
}
