package importer

import (
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/table"
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

// detect finds the kind of the partition set with these folds, which are in the order of
// replications. Records that are named as repeated cannot be told apart from others.
func detect(folds []foldRecords, repeated []int32) (Found, []string) {
	found := shapeOf(folds)
	n := 0
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
		even, sure := evenOverlaps(set, repeated)
		if even && sure {
			set.Method = cv.BCV
		}
		if even && !sure {
			notes = append(notes, fmt.Sprintf("%d sentences stand more than once, so that the overlaps of the training sets are not known: the set is taken for a random one; if it is block-regularized name it with --folds FILE", len(repeated)))
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

// evenOverlaps reports whether the halves differ by at most one record and the training
// sets share as nearly n/4 records as those of the block-regularized set of so many
// records and replications. It is not sure if that hangs on records that cannot be told
// apart.
func evenOverlaps(set cv.Set, repeated []int32) (even, sure bool) {
	if len(set.Splits) < 2 {
		return false, true
	}
	for _, p := range set.Splits {
		if d := len(p.Train) - len(p.Valid); d < -1 || d > 1 {
			return false, true
		}
	}
	set.Method = cv.BCV
	regularized, err := cv.New(cv.BCV, set.N, cv.Options{M: len(set.Splits)})
	if err != nil { // too many replications for so few records
		return false, true
	}
	// The overlap of two training sets is off by at most the number of repeated records.
	return set.Regularization() <= regularized.Regularization()+float64(len(repeated)), len(repeated) == 0
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
