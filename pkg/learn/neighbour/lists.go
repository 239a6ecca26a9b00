package neighbour

import "math"

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
