package results

import (
	"errors"
	"fmt"
	"hash/maphash"
	"math"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
)

// Design is what fold results know of the partition set that they come from.
type Design struct {
	ID           cv.ID    // method, seed and fingerprint; the zero ID if the results do not name their set
	Records      int      // n; 0 if unknown
	Replications int      // m of m x 2 CV, J hold-outs, r of r x K-fold CV; 1 for K-fold CV
	Folds        int      // of a replication: 2, 1 or K
	MayBeRuns    bool     // of losses: nothing shows that replications of one fold have test sets of their own
	Unnamed      []string // models that name no set although the other does
}

// Named reports whether the results name their partition set.
func (d Design) Named() bool { return d.ID != cv.ID{} }

// String describes the partition set, such as "5 x 2 BCV of 150 records".
func (d Design) String() string {
	s := d.kind()
	if d.Replications == 1 && d.Folds == 1 {
		s = "one hold-out"
	}
	if d.Records > 0 {
		s += fmt.Sprintf(" of %d records", d.Records)
	}
	return s
}

// kind names the kind of partition set with its numbers.
func (d Design) kind() string { return d.ID.Method.Describe(d.Replications, d.Folds) }

// Note says what is not known without the column set; it is empty if the column is there.
func (d Design) Note() string {
	switch {
	case len(d.Unnamed) > 0:
		return fmt.Sprintf("the results of %q name no partition set (column set), the others have %s: "+
			"nothing shows that both models saw the same folds", d.Unnamed, d.ID)
	case d.Named():
		return ""
	}
	return fmt.Sprintf("the results name no partition set (column set): they are taken for those of %s, "+
		"and nothing shows that both models saw the same folds", d.kind())
}

// CheckHoldOuts returns an error where nothing shows whether replications of one fold each are random
// hold-outs or runs on one test set, see Design.MayBeRuns. The argument is whether the caller says that
// they are random hold-outs, which is an error for other designs.
func (d Design) CheckHoldOuts(random bool) error {
	if random && d.Folds > 1 {
		return fmt.Errorf("results: the results are of %s, not of random hold-outs; leave that out (bcv: "+
			"--random-holdouts)", d)
	}
	if random || !d.MayBeRuns {
		return nil
	}
	return fmt.Errorf("results: %d random hold-outs, or %d runs on one test set? Nothing shows it (no column set); "+
		"if the test records of each were drawn anew say so (bcv: --random-holdouts), else keep one run",
		d.Replications, d.Replications)
}

// CheckRegularized returns an error unless the folds with these contingency tables come from an m x 2 CV that
// is block-regularized, as far as is known: halves differ by at most one record, unless the set is one of
// groups, and every replication validates all records.
func (d Design) CheckRegularized(tables [][]infer.Contingency) error {
	method := d.ID.Method
	if method != "" && !method.Regularized() || d.Folds != 2 {
		return fmt.Errorf("the predictions come from %s, not from a block-regularized m x 2 CV", d)
	}
	for j, folds := range tables {
		if a, b := folds[0].Total(), folds[1].Total(); method != cv.Grouped && math.Abs(a-b) > 1 {
			return fmt.Errorf("the folds of replication %d have %v and %v records; an m x 2 BCV has halves, "+
				"and only sets of groups (column set) may be uneven", j+1, a, b)
		}
	}
	if d.Records == 0 {
		return errors.New("the replications validate different records; " +
			"every replication of an m x 2 BCV validates all records once")
	}
	return nil
}

// RunsProblem says that hold-outs are runs on fewer test sets, such as one for each of several seeds;
// it is empty if each has a test set of its own.
func RunsProblem(holdOuts, testSets int) string {
	if testSets >= holdOuts {
		return ""
	}
	sets := "one test set"
	if testSets > 1 {
		sets = fmt.Sprintf("%d test sets", testSets)
	}
	return fmt.Sprintf("these are %d runs on %s, not %d hold-outs: they show how the models vary with the seed, "+
		"not with the data; keep one run for each test set, or draw each test set anew (bcv split --method rlt)",
		holdOuts, sets, holdOuts)
}

var recordSeed = maphash.MakeSeed()

// testSet is the number of validation records of a replication, and the sum of their hashes.
type testSet struct {
	records int
	sum     uint64
}

func (s *testSet) add(record int) {
	s.records++
	s.sum += maphash.Comparable(recordSeed, record)
}
