// Package inputs holds the flags that commands of bcv share: what is read, trained and
// drawn.
package inputs

import "github.com/block-regularized/bcv/pkg/internal/command"

// Groups of flags that several commands share.
var (
	DataGroup = command.FlagGroup{"Data", "data dataset target regression drop nominal missing no-header one-hot " +
		"groups strata time gap weights weigh"}
	LearnerGroup = command.FlagGroup{"Learners", "learner command steps name serve timeout learners"}
	SetGroup     = command.FlagGroup{"Partition set", "method m k j n1 seed inner halves folds"}
)
