package importer

import (
	"cmp"
	"container/heap"
	"slices"
)

// tellApart matches the records of repeated texts over the replications. Files mostly have
// their sentences in the order of the corpus: an order of all other records that agrees
// with every file then says which of two equal sentences comes first. chains[i] is the
// first record of the same text, -1 for a text of its own; next is the one after it.
//
// doubtful is the number of matches in the two most doubtful replications that the order
// leaves open, -1 if no order agrees: then nothing is changed.
func tellApart(folds []foldRecords, chains, next []int32) (doubtful int) {
	rank := orderOf(folds, chains)
	if rank == nil {
		return -1
	}
	var doubts []int // of each replication
	for i := 0; i < len(folds); {
		found := map[int32][]copyOf{}
		replication := folds[i].replication
		for ; i < len(folds) && folds[i].replication == replication; i++ {
			valid := folds[i].valid
			for k, c := range placesOf(valid, chains, rank) {
				if first := chains[valid[k]]; first >= 0 {
					c.fold, c.record = i, &valid[k]
					found[first] = append(found[first], c)
				}
			}
		}
		doubts = append(doubts, 0)
		for record, all := range found {
			slices.SortStableFunc(all, func(a, b copyOf) int { return cmp.Compare(a.place, b.place) })
			for k, c := range all {
				*c.record = record
				record = next[record]
				if k > 0 && c.fold != all[k-1].fold && c.before-slack < all[k-1].after+slack {
					doubts[len(doubts)-1]++
				}
			}
		}
	}
	slices.Sort(doubts)
	for _, d := range doubts[max(0, len(doubts)-2):] {
		doubtful += d
	}
	return doubtful
}

// copyOf is one of several sentences of the same text in a replication.
type copyOf struct {
	before, after float64 // ranks of its neighbours in the file
	place         float64 // between them
	fold          int
	record        *int32
}

// slack is by how many ranks the order may be off, as few neighbours of the corpus are in
// no file together.
const slack = 2

// placesOf returns where the records of a file stand in the order: those of repeated texts
// evenly between their neighbours.
func placesOf(valid, chains []int32, rank []int) []copyOf {
	out := make([]copyOf, len(valid))
	before := -1.0
	for k := 0; k < len(valid); {
		end := k
		for end < len(valid) && chains[valid[end]] >= 0 {
			end++
		}
		after := float64(len(rank))
		if end < len(valid) {
			after = float64(rank[valid[end]])
		}
		for j := k; j < end; j++ {
			out[j] = copyOf{before: before, after: after, place: before + (after-before)*float64(j-k+1)/float64(end-k+1)}
		}
		before, k = after, end+1
	}
	return out
}

// orderOf returns the ranks of the records of unrepeated texts in an order that agrees
// with the order in every fold; nil if there is none.
func orderOf(folds []foldRecords, chains []int32) []int {
	n := len(chains)
	follows := make([][]int32, n) // records that come next in some fold
	waits := make([]int, n)       // for how many of these a record waits
	place := make([]float64, n)   // sum of relative places
	for _, f := range folds {
		last := int32(-1)
		for k, i := range f.valid {
			if chains[i] >= 0 {
				continue
			}
			place[i] += (float64(k) + 0.5) / float64(len(f.valid))
			if last >= 0 {
				follows[last] = append(follows[last], i)
				waits[i]++
			}
			last = i
		}
	}
	ready := readyRecords{place: place}
	left := 0
	for i := range int32(n) {
		if chains[i] >= 0 {
			continue
		}
		left++
		if waits[i] == 0 {
			ready.records = append(ready.records, i)
		}
	}
	heap.Init(&ready)
	rank := make([]int, n)
	for done := 0; ready.Len() > 0; done++ {
		i := heap.Pop(&ready).(int32)
		rank[i] = done
		left--
		for _, j := range follows[i] {
			if waits[j]--; waits[j] == 0 {
				heap.Push(&ready, j)
			}
		}
	}
	if left > 0 { // files disagree
		return nil
	}
	return rank
}

// readyRecords is a heap of records that wait for no other, the one with the least
// relative place on top.
type readyRecords struct {
	records []int32
	place   []float64
}

func (r *readyRecords) Len() int           { return len(r.records) }
func (r *readyRecords) Less(i, j int) bool { return r.place[r.records[i]] < r.place[r.records[j]] }
func (r *readyRecords) Swap(i, j int)      { r.records[i], r.records[j] = r.records[j], r.records[i] }

// Push adds a record.
func (r *readyRecords) Push(x any) { r.records = append(r.records, x.(int32)) }

// Pop removes the last record.
func (r *readyRecords) Pop() any {
	last := len(r.records) - 1
	x := r.records[last]
	r.records = r.records[:last]
	return x
}
