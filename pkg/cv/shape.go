package cv

import "fmt"

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
	sizes, tests := map[int]bool{}, map[string]bool{}
	validated := make([]int, s.N)
	for j, p := range s.Splits {
		sizes[len(p.Train)] = true
		tests[fmt.Sprint(p.Valid)] = true
		for _, i := range p.Valid {
			validated[i]++
		}
		if d := len(p.Train) - len(p.Valid); s.Method.TwoFold() && s.Method != Grouped && (d < -1 || d > 1) {
			return fmt.Errorf("cv: split %d has %d training and %d validation records; a set of method %s has halves", j+1,
				len(p.Train), len(p.Valid), s.Method)
		}
		if s.Method != KFold && s.Method != RepeatedKFold || (j+1)%s.K > 0 {
			continue
		}
		for i, times := range validated {
			if times != (j+1)/s.K {
				return fmt.Errorf("cv: record %d does not validate once in each replication, as in a set of method %s", i, s.Method)
			}
		}
	}
	m := s.Measure()
	most := m.Bound
	if s.Method == BRLT { // whose search may miss the least
		most++
	}
	switch {
	case s.Method.LearningTesting() && len(sizes) > 1:
		return fmt.Errorf("cv: from %d to %d training records; a set of method %s has as many in each split", m.TrainMin,
			m.TrainMax, s.Method)
	case s.Method.LearningTesting() && len(tests) < len(s.Splits):
		return fmt.Errorf("cv: %d splits have %d validation sets; a set of method %s draws one for each", len(s.Splits),
			len(tests), s.Method)
	case s.Method.Regularized() && m.K > most:
		return fmt.Errorf("cv: two training sets share from %d to %d records, %.6g from even; in a set of method %s it is "+
			"at most %.6g", m.OverlapMin, m.OverlapMax, m.K, s.Method, most)
	}
	return nil
}
