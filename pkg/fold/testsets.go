package fold

import (
	"fmt"
	"hash/maphash"
)

// RunsProblem says that hold-outs are runs on fewer test sets, such as those of several
// seeds; empty where each has a test set of its own.
func RunsProblem(holdOuts, testSets int) string {
	if testSets >= holdOuts {
		return ""
	}
	sets := "one test set"
	if testSets > 1 {
		sets = fmt.Sprintf("%d test sets", testSets)
	}
	return fmt.Sprintf("these are %d runs on %s, not %d hold-outs: they show how the models vary with the seed, not with the data; keep one run for each test set, or draw each test set anew (bcv split --method rlt)", holdOuts, sets, holdOuts)
}

var recordSeed = maphash.MakeSeed()

// testSet is the number of validation records of a replication, and a sum of their hashes.
type testSet struct {
	records int
	sum     uint64
}

func (s *testSet) add(record int) {
	s.records++
	s.sum += maphash.Comparable(recordSeed, record)
}

// checkTestSets refuses hold-outs that validate the same records. Of a named set some may
// by chance, where there are few records, but not all.
func (t *tally) checkTestSets() error {
	sets := map[testSet]bool{}
	for _, j := range t.replications {
		if len(j.folds) > 1 {
			return nil
		}
		sets[j.testSet] = true
	}
	if len(sets) > 1 && t.set.text != "" {
		return nil
	}
	if problem := RunsProblem(len(t.replications), len(sets)); problem != "" {
		return t.file.Errorf("", "%s", problem)
	}
	return nil
}

// mayBeRuns reports whether nothing shows that replications of one fold have test sets of
// their own: no set is named, and the numbers of validation records are the same, or unknown.
func (g *lossGrid) mayBeRuns() bool {
	if g.folds > 1 || g.replications < 2 || g.set.text != "" {
		return false
	}
	for j := range g.replications {
		if g.row(0, j, 0).NValid != g.row(0, 0, 0).NValid {
			return false
		}
	}
	return true
}

// CheckHoldOuts returns an error where nothing shows whether replications of one fold each
// are random hold-outs or runs on one test set, see Design.MayBeRuns. said is whether the
// caller says that they are random hold-outs, which is an error of other designs.
func (d Design) CheckHoldOuts(said bool) error {
	if said && d.Folds > 1 {
		return fmt.Errorf("fold: the results are of %s, not of random hold-outs; leave that out (bcv: --random-holdouts)", d)
	}
	if said || !d.MayBeRuns {
		return nil
	}
	return fmt.Errorf("fold: %d random hold-outs, or %d runs on one test set? Nothing shows it (no column set); if the test records of each were drawn anew say so (bcv: --random-holdouts), else keep one run", d.Replications, d.Replications)
}
