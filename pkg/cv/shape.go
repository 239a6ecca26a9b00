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
