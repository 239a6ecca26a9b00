package cv

// Method names how a partition set was made.
type Method string

// The methods. M, K, Train, Conditions and Groups are fields of Options.
const (
	// Mx2 is m x 2 CV: M independent random halvings of n records, n at least 4,
	// each of which gives two folds, the second with train and valid exchanged.
	Mx2 Method = "mx2"

	// BCV is block-regularized m x 2 CV: M halvings whose training sets share as
	// nearly n/4 records as possible, pair by pair (Wang 2019 thesis, ch. 3). n is at
	// least 4, M from 1 to n-1. The two halves of a split differ by at most one
	// record, and the set of a larger M begins with the set of a smaller one.
	//
	// Records are in random order. Split j (from 1) has 2^p blocks, 2^p being
	// the first power of two above j; its sign at position t is column j of the
	// Sylvester-Hadamard matrix, the parity of the number of common bits of j and t
	// (thesis §3.3: columns a, b, ab, c, ac, bc, abc). Full groups of 2^p
	// records share n/4 with every other split exactly. On the rest, n mod 2^p
	// records, and on all records where 2^p exceeds n, the signs are searched for
	// overlaps near n/4.
	//
	// With Conditions the splits also keep their distributions: X²/J <= Limit
	// in every split, if that can be reached. Records are ordered by their
	// joint stratum (the labels of all conditions together), in random order within
	// a stratum, and dealt to the blocks in turn. Then, level by level of the nested
	// construction, pairs of records exchange their blocks as long as that lowers
	// the sum of what exceeds the limit; exchanges at one level stay inside the
	// blocks of the previous level, so that the set still grows. Sizes and overlaps are
	// guaranteed as without conditions. The limit is not guaranteed: Set.Distances
	// reports what was reached. Splits from the first
	// level whose blocks outnumber the records are random halvings, not
	// regularized.
	BCV Method = "bcv"

	// PlackettBurman is m x 2 BCV from the smallest two-level array with M columns,
	// whose number of runs need not be a power of two: fewer blocks than BCV, and so
	// a smaller bound on k, but no growth. n is at least the number of runs.
	PlackettBurman Method = "pb"

	// Grouped is m x 2 BCV in which records of one group (a document, a patient)
	// stay together. It is a BCV of the groups, dealt to the blocks by size and then
	// exchanged between blocks until the two halves of every split hold as equal
	// numbers of records as exchanges can make them. Overlaps are even in numbers
	// of groups, not of records, and halves may differ by more than one record: by
	// many if there are few groups of very unequal sizes, so look at Set.Measure.
	// The set of a larger M begins with the set of a smaller one.
	//
	// There are at least 4 groups, M is at most their number minus 1, and no group
	// holds more than half of the records. With Conditions the exchanges also even the
	// numbers of labels of each category, as far as whole groups can; Set.Distances
	// reports what was reached.
	Grouped Method = "gbcv"

	// KFold is K-fold CV: K random blocks, K from 2 to n, whose sizes differ by at
	// most one, each the validation set once. With Conditions records are dealt to the
	// blocks by joint stratum (the labels of all conditions together), so that the
	// numbers of a stratum in two blocks differ by at most one.
	//
	// With Groups, at least K of them, each group is in one block. The largest groups
	// come first, at random among equals, each to the block with the fewest records;
	// then groups move or change places between blocks as long as that makes the numbers of
	// records, and with Conditions those of each category, more equal. A group of more than
	// n/K records makes a block as large.
	KFold Method = "kfold"

	// RepeatedKFold is M independent K-fold CVs, each as KFold makes it, with Groups
	// too. The set of a larger M begins with the set of a smaller one.
	RepeatedKFold Method = "rkfold"

	// RLT is repeated learning-testing: M independent random splits with Train
	// records, 1 to n-1, in training. The set of a larger M begins with the set of
	// a smaller one.
	RLT Method = "rlt"

	// RHS is repeated half-sampling: RLT with n/2, rounded down, in training. It
	// has no second fold, unlike Mx2.
	RHS Method = "rhs"

	// BRLT is block-regularized repeated learning-testing: M splits, 2 to 64, with
	// Train records in training. Every record trains equally often, or once more,
	// and any two training sets share as nearly the same number of records as can be
	// found (thesis, §2.2).
	//
	// If n₁ >= (J-1)n/J, n₁ being Train and J being M, the validation sets are
	// disjoint blocks, and the overlaps equal (case 1 of the thesis). Otherwise a
	// random arrangement is improved by exchanges of two records between two
	// training sets, which keep all sizes and occurrences, until every overlap is one
	// of the two whole numbers next to the ideal, or no exchange has helped for
	// long. That reaches the balance of the thesis's array constructions (cases 2
	// to 4) and any n, n₁ and J besides, which the thesis leaves open.
	// Set.Regularization is the k reached, LeastDistance the k that no set can beat;
	// about one size in fifty misses it, all with J = 15.
	BRLT Method = "brlt"

	// Rolling is CV in time: records in the order of Times make K+1 blocks, and fold k trains on blocks 1 to k
	// and validates block k+1, so that all training records come before all validation records. The last Gap
	// records before the validation block are left out. Records of one time are in one block, and are left out
	// together; blocks are as even as that allows. Nothing is random. Training sets grow from fold to fold and hold
	// all earlier ones; how often tests of differences err on such folds is not known.
	Rolling Method = "rolling"

	// Own is the method of folds that were made elsewhere, in a way that is not known. New does not make them, and
	// nothing is known of tests of differences on them.
	Own Method = "own"
)

var methods = []Method{Mx2, BCV, PlackettBurman, Grouped, KFold, RepeatedKFold, RLT, RHS, BRLT, Rolling}

// TwoFold reports whether each split has a second fold with train and valid swapped.
func (m Method) TwoFold() bool { return m == Mx2 || m == BCV || m == PlackettBurman || m == Grouped }

// Regularized reports whether the construction evens the overlaps of the
// training sets; in Grouped it evens them in groups, not in records.
func (m Method) Regularized() bool {
	return m == BCV || m == PlackettBurman || m == Grouped || m == BRLT
}

// LearningTesting reports whether a replication is one split, without a second fold:
// RLT, RHS and BRLT.
func (m Method) LearningTesting() bool { return m == RLT || m == RHS || m == BRLT }

// Exchangeable reports whether each fold is as likely to be any other one, in what it trains and validates on, as tests
// of differences assume. Those of Rolling are not, and nothing is known of those of Own.
func (m Method) Exchangeable() bool { return m != Rolling && m != Own }
