package neighbour

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
