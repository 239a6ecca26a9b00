// Package split holds bcv split, which writes partition sets.
package split

import (
	"github.com/block-regularized/bcv/pkg/internal/command"
)

// Command is bcv split.
var Command = command.Command{
	Name:    "split",
	Summary: "write a partition set as CSV: which record trains and validates in which fold",
	Run:     runSplit,
	Manual: command.Manual{
		Usage: []string{
			"bcv split --n N [flags]                            folds of N records",
			"bcv split --labels FILE --strata COLUMN [flags]    with labels alike in all folds",
			"bcv split --labels FILE --groups COLUMN [flags]    with whole groups",
			"bcv split --labels FILE --time COLUMN [flags]      training before validation",
			"bcv split --grow FILE --m M [flags]                more replications",
		},
		Groups: []command.FlagGroup{{"Partition set", "n method m k j n1 seed inner halves grow"},
			{"Labels and groups", "labels strata multiset response groups time gap merge limit"}, {"Output", "out report json"}},
		Examples: []string{
			`bcv split --n 300 --m 5 --out folds.csv`,
			`bcv split --n 300 --m 3 --inner 2 --out nested.csv`,
			`bcv split --labels data/samples/plants.csv --strata kind --method kfold --k 10 --report`,
		},
	},
}
