package importer

import (
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/results"
)

// foldRecords are the records of a fold.
type foldRecords struct {
	replication, fold int     // from 1
	valid             []int32 // validation records, each once
	train             []int32 // nil if they are not known
}

// shapeOf counts replications and folds.
func shapeOf(folds []foldRecords) results.Design {
	var f results.Design
	for _, x := range folds {
		f.Replications, f.Folds = max(f.Replications, x.replication), max(f.Folds, x.fold)
	}
	return f
}

// detect finds the kind of the partition set of n records or more with these folds, which
// are in the order of replications; the problem says why it is not known, empty if it is.
func detect(n int, folds []foldRecords) (found results.Design, problem string) {
	found = shapeOf(folds)
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
		return holdOuts(found, set, folds), ""
	}
	for j := 0; j < len(folds); j += found.Folds {
		if j+found.Folds > len(folds) || folds[j].replication != folds[j+found.Folds-1].replication ||
			!partition(n, folds[j:j+found.Folds]) {
			return found, fmt.Sprintf("the folds of replication %d do not validate each of the %d records once: "+
				"the partition set is not known", folds[j].replication, n)
		}
	}
	found.Records = n
	switch {
	case found.Folds == 2:
		for j := 0; j < len(folds); j += 2 {
			set.Splits = append(set.Splits, cv.Split{Train: sorted(folds[j+1].valid), Valid: sorted(folds[j].valid)})
		}
		set.Method = cv.Mx2
		if even(set) {
			set.Method = cv.BCV
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
	return found, ""
}

// holdOuts names a set with one fold per replication.
func holdOuts(found results.Design, set cv.Set, folds []foldRecords) results.Design {
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
	return found
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
	return results.RunsProblem(len(folds), len(sets))
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

// even reports whether the overlaps of the training sets are as near n/4 as the overlaps of
// the block-regularized set of as many records and replications. Halves that differ by more
// than one record, and a single replication, are not.
func even(set cv.Set) bool {
	if len(set.Splits) < 2 {
		return false
	}
	for _, p := range set.Splits {
		if d := len(p.Train) - len(p.Valid); d < -1 || d > 1 {
			return false
		}
	}
	set.Method = cv.BCV
	regularized, err := cv.New(cv.BCV, set.N, cv.Options{M: len(set.Splits)})
	// an error: too many replications for so few records
	return err == nil && set.Regularization() <= regularized.Regularization()
}

// decided reports whether m x 2 folds are even, or are not, whichever of the records of one text is which in each
// replication; first is the first record of the text of each. The overlaps are bounded one by one.
func decided(folds []foldRecords, first []int32) bool {
	total := make([]int, len(first)) // records of each text
	for _, i := range first {
		total[i]++
	}
	train := make([][]int, len(folds)/2) // of each replication, training records of each text
	for j := range train {
		if d := len(folds[2*j].valid) - len(folds[2*j+1].valid); d < -1 || d > 1 {
			return true
		}
		train[j] = make([]int, len(first))
		for _, i := range folds[2*j+1].valid {
			train[j][first[i]]++
		}
	}
	regularized, err := cv.New(cv.BCV, len(first), cv.Options{M: len(train)})
	if err != nil {
		return true
	}
	ideal, distance := float64(len(first))/4, regularized.Regularization()
	always := true
	for j, a := range train {
		for _, b := range train[:j] {
			low, high := 0, 0
			for t, n := range total {
				low, high = low+max(0, a[t]+b[t]-n), high+min(a[t], b[t])
			}
			if float64(low) > ideal+distance || float64(high) < ideal-distance {
				return true
			}
			always = always && float64(low) >= ideal-distance && float64(high) <= ideal+distance
		}
	}
	return always
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

func knownError(known *results.Splits, format string, args ...any) error {
	return &table.Error{File: known.File, Problem: fmt.Sprintf(format, args...)}
}
