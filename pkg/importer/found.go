package importer

import (
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/internal/table"
)

// Found is what was found out about the partition set of results.
type Found struct {
	ID           cv.ID // the zero ID if the set is not known; the seed is 0
	Records      int   // 0 if unknown
	Replications int
	Folds        int // of a replication
}

// Column returns the text of the column set, empty if the set is not known.
func (f Found) Column() string {
	if f.ID == (cv.ID{}) {
		return ""
	}
	return f.ID.String()
}

// String describes the set, such as "random 5 x 2 CV of 150 records".
func (f Found) String() string {
	return fold.Design{ID: f.ID, Records: f.Records, Replications: f.Replications, Folds: f.Folds}.String()
}

// foldRecords are the records of a fold.
type foldRecords struct {
	replication, fold int     // from 1
	valid             []int32 // validation records, each once
	train             []int32 // nil if they are not known
}

// shapeOf counts replications and folds.
func shapeOf(folds []foldRecords) Found {
	var f Found
	for _, x := range folds {
		f.Replications, f.Folds = max(f.Replications, x.replication), max(f.Folds, x.fold)
	}
	return f
}

// repeats are records that may have been taken for each other, as their texts are equal.
type repeats struct {
	records  int
	doubtful int // matches of the two most doubtful replications that are open, -1 for all
}

// slack is by how much an overlap may be off: three standard deviations, as an open match
// that is wrong changes it by -1, 0 or 1; by anything where all matches are open.
func (r repeats) slack() float64 {
	if r.doubtful < 0 {
		return float64(r.records)
	}
	return 1.5 * math.Sqrt(float64(r.doubtful))
}

// detect finds the kind of the partition set of n records or more with these folds, which
// are in the order of replications.
func detect(n int, folds []foldRecords, repeated repeats) (Found, []string) {
	found := shapeOf(folds)
	for _, f := range folds {
		for _, i := range f.valid {
			n = max(n, int(i)+1)
		}
		for _, i := range f.train {
			n = max(n, int(i)+1)
		}
	}
	set := cv.Set{N: n, K: 1}
	if found.Folds == 1 {
		return holdOuts(found, set, folds)
	}
	for j := 0; j < len(folds); j += found.Folds {
		if j+found.Folds > len(folds) || folds[j].replication != folds[j+found.Folds-1].replication || !partition(n, folds[j:j+found.Folds]) {
			return found, []string{fmt.Sprintf("the folds of replication %d do not validate each of the %d records once: the partition set is not known", folds[j].replication, n)}
		}
	}
	found.Records = n
	var notes []string
	switch {
	case found.Folds == 2:
		for j := 0; j < len(folds); j += 2 {
			set.Splits = append(set.Splits, cv.Split{Train: sorted(folds[j+1].valid), Valid: sorted(folds[j].valid)})
		}
		set.Method = cv.Mx2
		excess, ok := unevenness(set)
		if ok && excess <= 0 {
			set.Method = cv.BCV
		} else if ok && repeated.records > 0 && excess <= repeated.slack() {
			chance := chanceOfEven(set)
			if chance < 0.05 {
				set.Method = cv.BCV
			}
			notes = append(notes, fmt.Sprintf("%d sentences stand more than once, and which is which is not sure: the set is taken for %s, since a random one would have overlaps as even as these with probability %.2g; --folds FILE names it",
				repeated.records, pick(chance < 0.05, "a block-regularized one", "a random one"), chance))
		}
	default:
		set.K = found.Folds
		set.Method = cv.KFold
		if found.Replications > 1 {
			set.Method = cv.RepeatedKFold
		}
		for _, f := range folds {
			set.Splits = append(set.Splits, complement(n, f.valid))
		}
	}
	found.ID = set.ID()
	return found, notes
}

// holdOuts names a set of one fold a replication.
func holdOuts(found Found, set cv.Set, folds []foldRecords) (Found, []string) {
	set.Method = cv.RLT
	for _, f := range folds {
		p := complement(set.N, f.valid)
		if f.train != nil {
			p.Train = sorted(f.train)
		}
		set.Splits = append(set.Splits, p)
	}
	found.ID = set.ID()
	if len(folds) > 1 {
		found.Records = set.N
	}
	return found, nil
}

// runsProblem says what is wrong with results of one fold per replication of which some
// validate the same records, as the runs of several seeds do; empty for nothing. Folds with
// the same key have the same records.
func runsProblem[K comparable](folds []foldRecords, key func(i int) K) string {
	sets := map[K]bool{}
	for i, f := range folds {
		if f.fold > 1 {
			return ""
		}
		sets[key(i)] = true
	}
	return fold.RunsProblem(len(folds), len(sets))
}

// partition reports whether the validation sets hold each of n records once.
func partition(n int, folds []foldRecords) bool {
	seen := make([]bool, n)
	total := 0
	for _, f := range folds {
		for _, i := range f.valid {
			if seen[i] {
				return false
			}
			seen[i] = true
			total++
		}
	}
	return total == n
}

// unevenness returns how much farther from n/4 the overlaps of the training sets are than
// those of the block-regularized set of so many records and replications. It is not ok for
// halves that differ by more than one record, and for a single replication.
func unevenness(set cv.Set) (excess float64, ok bool) {
	if len(set.Splits) < 2 {
		return 0, false
	}
	for _, p := range set.Splits {
		if d := len(p.Train) - len(p.Valid); d < -1 || d > 1 {
			return 0, false
		}
	}
	set.Method = cv.BCV
	regularized, err := cv.New(cv.BCV, set.N, cv.Options{M: len(set.Splits)})
	if err != nil { // too many replications for so few records
		return 0, false
	}
	return set.Regularization() - regularized.Regularization(), true
}

// chanceOfEven returns about the probability that all overlaps of a random set are as near
// n/4 as those of this one: they are hypergeometric, two by two independent.
func chanceOfEven(set cv.Set) float64 {
	m, n := float64(len(set.Splits)), float64(set.N)
	sd := n / 4 / math.Sqrt(max(n-1, 1))
	return math.Pow(math.Erf((set.Regularization()+0.5)/sd/math.Sqrt2), m*(m-1)/2)
}

func sorted(records []int32) []int32 {
	out := slices.Clone(records)
	slices.Sort(out)
	return out
}

// complement is the split that trains on all other records.
func complement(n int, valid []int32) cv.Split {
	p := cv.Split{Valid: sorted(valid)}
	k := 0
	for i := range int32(n) {
		if k < len(p.Valid) && p.Valid[k] == i {
			k++
			continue
		}
		p.Train = append(p.Train, i)
	}
	return p
}

func knownError(known *fold.Splits, format string, args ...any) error {
	return &table.Error{File: known.File, Problem: fmt.Sprintf(format, args...)}
}
