// Package train holds bcv holdout and bcv run, which train learners on the folds of a partition set.
package train

import (
	"github.com/block-regularized/bcv/pkg/cmd/bcv/inputs"
	"github.com/block-regularized/bcv/pkg/internal/command"
)

// Holdout is bcv holdout.
var Holdout = command.Command{
	Name:    "holdout",
	Summary: "train learners on the folds of a partition set and write their losses, counts and predictions",
	Run:     runHoldout,
	GoesOn:  command.OfParts,
	Manual: command.Manual{
		Usage: []string{
			"bcv holdout --data FILE --learner LEARNER [--learner LEARNER ...] [flags]",
			"bcv holdout ... --of N --dir DIR [--index I]   compute part I of N, from 0, as a job of many; status 75: run " +
				"it again",
			"bcv holdout ... --of N --dir DIR --status      which parts are done, missing and failed",
			"bcv holdout ... --dir DIR [--losses FILE ...]  what one run would write, from the parts",
		},
		Groups: []command.FlagGroup{inputs.DataGroup, inputs.LearnerGroup, inputs.SetGroup,
			{"Metrics", "metric positive costs"}, {"Parts", "of index dir status mixed"},
			{"Output", "losses counts predictions probabilities pairs tuning runs workers"}},
		Examples: []string{
			`bcv holdout --data data/samples/plants.csv --one-hot --m 5 --learner svm --learner "knn(k=1)"` +
				` --losses losses.csv`,
			`bcv holdout --data data/samples/plants.csv --one-hot --inner 2 --learner svm --learner "knn(k=1)"` +
				` --losses nested.csv`,
			`bcv holdout --data data/samples/plants.csv --m 3 --runs 3 --learner c4.5 --learner "forest(trees=25)"` +
				` --losses seeds.csv`,
			`bcv holdout --data data/samples/plants.csv --learner c4.5` +
				` --command "python3 docs/examples/nearest_mean.py" --name mean --predictions predictions.csv`,
		},
	},
}

// Run is bcv run.
var Run = command.Command{
	Name:    "run",
	Summary: "train learners on a growing partition set until it is decided which is best",
	Run:     runRun,
	Manual: command.Manual{
		Usage: []string{"bcv run --data FILE --learner A --learner B [--learner C ...] [flags]"},
		Groups: []command.FlagGroup{inputs.DataGroup, inputs.LearnerGroup,
			{"Decision", "method alternative alpha metric positive costs gamma start max " +
				"difference-of-interest"},
			{"Partition set", "seed runs inner halves"}, {"Output", "losses counts tuning checkpoint json"}},
		Examples: []string{
			`bcv run --data data/samples/plants.csv --learner majority --learner c4.5`,
			`bcv run --data data/samples/plants.csv --one-hot --learner "knn(k=1)" --learner c4.5` +
				` --difference-of-interest 0.15 --checkpoint run.json`,
			`bcv run --data data/samples/plants.csv --one-hot --learner "svm(cost=0.01|1)" --learner "knn(k=1|5)"`,
		},
	},
}
