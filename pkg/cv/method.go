package cv

// Method names how a partition set was made.
type Method string

// The methods.
const (
	Mx2            Method = "mx2"    // m random two-fold CVs
	BCV            Method = "bcv"    // block-regularized m x 2 CV
	PlackettBurman Method = "pb"     // m x 2 BCV from a Plackett-Burman array
	Grouped        Method = "gbcv"   // block-regularized m x 2 CV of whole groups
	KFold          Method = "kfold"  // K-fold CV
	RepeatedKFold  Method = "rkfold" // several K-fold CVs
	RLT            Method = "rlt"    // repeated learning-testing: independent random splits
	RHS            Method = "rhs"    // repeated half-sampling: the same with equal halves
	BRLT           Method = "brlt"   // block-regularized repeated learning-testing
)

var methods = []Method{Mx2, BCV, PlackettBurman, Grouped, KFold, RepeatedKFold, RLT, RHS, BRLT}

// TwoFold reports whether each split has a twin with train and valid swapped.
func (m Method) TwoFold() bool { return m == Mx2 || m == BCV || m == PlackettBurman || m == Grouped }

// KFold reports whether the validation sets of a replication are K blocks that
// together hold every record once. It is false for two-fold methods.
func (m Method) KFold() bool { return m == KFold || m == RepeatedKFold }

// Regularized reports whether the construction evens the overlaps of the
// training sets; in Grouped it evens them in groups, not in records.
func (m Method) Regularized() bool {
	return m == BCV || m == PlackettBurman || m == Grouped || m == BRLT
}

// Random reports whether the replications are drawn independently of each
// other, so that overlaps vary as chance has it: Mx2, RepeatedKFold, RLT, RHS.
func (m Method) Random() bool { return m == Mx2 || m == RepeatedKFold || m == RLT || m == RHS }

// learningTesting reports whether a replication is one split, without a twin.
func (m Method) learningTesting() bool { return m == RLT || m == RHS || m == BRLT }
