package cv

import (
	"fmt"
	"slices"
)

// CheckFolds returns an error unless results on this number of replications, with this
// number of folds each, fit a partition set of this method: two folds in two-fold CV, one
// replication of K-fold CV and of Rolling, one fold per replication of random hold-outs. One replication
// of one fold, a single hold-out, fits every method.
func (m Method) CheckFolds(replications, folds int) error {
	switch {
	case replications == 1 && folds == 1:
	case m.TwoFold() && folds != 2:
		return fmt.Errorf("cv: %d folds per replication, but a set of method %s has 2", folds, m)
	case (m == KFold || m == Rolling) && (replications != 1 || folds < 2):
		return fmt.Errorf("cv: %d replications of %d folds, but a set of method %s has one of at least 2",
			replications, folds, m)
	case m == RepeatedKFold && folds < 2:
		return fmt.Errorf("cv: %d fold per replication, but a set of method %s has at least 2", folds, m)
	case m.LearningTesting() && folds != 1:
		return fmt.Errorf("cv: %d folds per replication, but a set of method %s has 1", folds, m)
	}
	return nil
}

// Describe names a partition set of this method by its numbers, such as "5 x 2 BCV",
// "10-fold CV" or "15 random hold-outs". An empty method describes what the numbers
// suggest.
func (m Method) Describe(replications, folds int) string {
	switch m {
	case BCV, PlackettBurman:
		return fmt.Sprintf("%d x 2 BCV", replications)
	case Grouped:
		return fmt.Sprintf("%d x 2 BCV of groups", replications)
	case BRLT:
		return fmt.Sprintf("%d block-regularized hold-outs", replications)
	case RLT:
		return fmt.Sprintf("%d random hold-outs", replications)
	case RHS:
		return fmt.Sprintf("%d random halvings", replications)
	case Mx2:
		return fmt.Sprintf("random %d x 2 CV", replications)
	case Rolling:
		return fmt.Sprintf("%d rolling folds", replications*folds)
	case Own:
		return fmt.Sprintf("%d own folds", replications*folds)
	}
	switch {
	case folds == 1 && replications == 1:
		return "one hold-out"
	case folds == 1:
		return fmt.Sprintf("%d hold-outs", replications)
	case folds == 2:
		return fmt.Sprintf("%d x 2 CV", replications)
	case replications == 1:
		return fmt.Sprintf("%d-fold CV", folds)
	}
	return fmt.Sprintf("%d x %d-fold CV", replications, folds)
}

// Check returns an error unless the folds look as the method makes them: halves differ by at most one record, but for
// Grouped; each record validates once in a replication of K-fold CV; hold-outs have training sets of one size, and
// test sets of their own; and overlaps are as even as the method promises.
func (s Set) Check() error {
	if err := s.Method.CheckFolds(s.M(), s.FoldCount()/max(s.M(), 1)); err != nil {
		return err
	}
	validated, folds := make([]int, s.N), s.Method == KFold || s.Method == RepeatedKFold
	for j, p := range s.Splits {
		for _, i := range p.Valid {
			validated[i]++
		}
		problem, held, again := "", len(p.Train)-len(p.Valid), j/max(s.K, 1)+1
		same := func(q Split) bool { return slices.Equal(q.Valid, p.Valid) }
		switch {
		case s.Method.TwoFold() && s.Method != Grouped && (held < -1 || held > 1):
			problem = "its halves differ by more than a record"
		case folds && (slices.Max(validated) > again || (j+1)%s.K == 0 && slices.Min(validated) < again):
			problem = "it validates a record again, or its replication leaves one out"
		case s.Method.LearningTesting() && len(p.Train) != len(s.Splits[0].Train):
			problem = "it trains on another number of records than the first"
		case s.Method.LearningTesting() && slices.ContainsFunc(s.Splits[:j], same):
			problem = "it validates the same records as an earlier one"
		}
		if problem != "" {
			return fmt.Errorf("cv: split %d is unlike a set of method %s: %s", j+1, s.Method, problem)
		}
	}
	m := s.Measure()
	most := m.Bound
	if s.Method == BRLT { // whose search may miss the least
		most++
	}
	if s.Method.Regularized() && m.K > most {
		return fmt.Errorf("cv: overlaps of training sets are up to %.6g from even; in a set of method %s at most %.6g", m.K,
			s.Method, most)
	}
	return nil
}
