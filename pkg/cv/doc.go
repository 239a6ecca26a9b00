// Package cv makes partition sets for cross-validation: which records train and
// which validate in each fold. It depends on neither learners nor tests; a test
// reads from the set which method made it and how its training sets overlap.
//
// # Overlaps
//
// A partition set of n records is a list of splits j = 1, ..., J, each of a
// training set T_j and the rest as validation set. The variance of a
// cross-validated estimate depends on the records that training sets share (Wang
// 2019 thesis, ch. 2):
//
//	Φ_jk = |T_j ∩ T_k|               overlap of two training sets (Set.Overlaps)
//	Ψ_i  = |{j : record i in T_j}|   occurrences of a record (Set.Occurrences)
//	k    = max |Φ_jk - φ|, j ≠ k     regularization parameter (Set.Regularization, eq. 2.11)
//
// The ideal overlap φ is n/4 in m x 2 CV (theorem 3.2). For J splits with n₁
// training records it is the least mean overlap there is (IdealOverlap, eq.
// 2.18). In random sets Φ_jk is hypergeometric (eq. 2.7), so that k grows as the root
// of n; in a block-regularized set it does not. Set.Measure returns all these numbers,
// with the k that the construction promises.
//
// # Methods
//
// New makes a set by its method:
//
//	Mx2             m random two-fold CVs (Dietterich 1998)
//	BCV             m x 2 BCV, block-regularized m x 2 CV; 3 x 2 BCV is blocked
//	                3 x 2 CV (Wang et al. 2014); with Conditions also regular in
//	                their distributions (thesis, ch. 4)
//	PlackettBurman  m x 2 BCV from the smallest two-level array
//	Grouped         m x 2 BCV of whole groups of records
//	KFold           K-fold CV, of whole groups too
//	RepeatedKFold   several K-fold CVs (Bouckaert and Frank 2004)
//	RLT             repeated learning-testing, random hold-outs (Nadeau and
//	                Bengio 2003)
//	RHS             repeated half-sampling: RLT of halves
//	BRLT            block-regularized RLT (thesis, §2.2)
//	Rolling         training records before validation records in time
//
// The constants of type Method describe how each is constructed and what it
// promises.
//
// # Nested sets
//
// Nest puts further two-fold CVs into the halves of an m x 2 CV, and of further half-splits: two
// independent data sets of n/2 records each, which show how much a result varies with the data.
//
// # Sets are reproducible
//
// The same method, n, options and seed give the same set in every release. The
// set of a larger M begins with the set of a smaller one, except for PlackettBurman
// and BRLT; Grow adds replications to an existing BCV. The fingerprint of
// a set depends on its index lists alone, so that results of two models can be
// shown to come from the same folds; ID writes it beside method and seed. A nested set begins with
// the nested set of smaller numbers, and has a fingerprint of its own beside that of its outer set.
//
// Records are numbered from 0, splits, replications and folds from 1 in
// files and messages.
package cv
