package results

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/cv"
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

// Note says what is not known without the column set; empty where it is there.
func (d Design) Note() string {
	switch {
	case len(d.Unnamed) > 0:
		return fmt.Sprintf("the results of %q name no partition set (column set), the others have %s: nothing shows that both models saw the same folds", d.Unnamed, d.ID)
	case d.Named():
		return ""
	}
	return fmt.Sprintf("the results name no partition set (column set): they are taken for those of %s, and nothing shows that both models saw the same folds", d.kind())
}
