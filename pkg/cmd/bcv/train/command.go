// Package train holds bcv holdout and bcv run, which train learners on the folds of a partition set.
package train

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/inputs"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/dataset"
	"github.com/block-regularized/bcv/pkg/holdout"
	"github.com/block-regularized/bcv/pkg/holdout/decide"
	"github.com/block-regularized/bcv/pkg/learn"
	"github.com/block-regularized/bcv/pkg/metric"
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
		Main: "data target learner command m folds losses predictions",
		Groups: []command.FlagGroup{inputs.DataGroup, inputs.LearnerGroup, inputs.SetGroup,
			{"Metrics", "metric positive costs"}, {"Parts", "of index dir status mixed"},
			{"Output", "losses counts predictions probabilities pairs tuning runs workers"}},
		Examples: []string{
			`bcv holdout --data data/samples/plants.csv --m 5 --learner svm --learner "knn(k=1)"` +
				` --losses losses.csv`,
			`bcv holdout --data data/samples/plants.csv --inner 2 --learner svm --learner "knn(k=1)"` +
				` --losses nested.csv`,
			`bcv holdout --data data/samples/plants.csv --m 3 --runs 3 --learner c4.5 --learner "forest(trees=25)"` +
				` --losses seeds.csv`,
			`bcv holdout --data data/samples/plants.csv --learner c4.5` +
				` --command "python3 examples/nearest_mean.py" --name mean --predictions predictions.csv`,
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
		Main:  "data target learner command metric alpha difference-of-interest checkpoint",
		Groups: []command.FlagGroup{inputs.DataGroup, inputs.LearnerGroup,
			{"Decision", "method alternative alpha metric positive costs gamma start max " +
				"difference-of-interest"},
			{"Partition set", "seed runs inner halves"}, {"Output", "losses counts tuning checkpoint json"}},
		Examples: []string{
			`bcv run --data data/samples/plants.csv --learner majority --learner c4.5`,
			`bcv run --data data/samples/plants.csv --one-hot --learner "knn(k=1)" --learner c4.5` +
				` --difference-of-interest 0.15 --checkpoint run.json`,
			`bcv run --data data/samples/plants.csv --learner "svm(cost=0.01|1)" --learner "knn(k=1|5)"`,
		},
	},
}

// trainFlags are the flags that holdout and run share.
type trainFlags struct {
	inputs.Nested
	inputs.Data
	inputs.Learners
	metricFlags
	losses, counts, tuning string
	runs                   int
}

func (f *trainFlags) define(fs *flag.FlagSet) {
	f.Nested.Define(fs)
	f.Data.Define(fs)
	f.Learners.Define(fs)
	fs.StringVar(&f.tuning, "tuning", "", "CSV `file` to write: model, replication, fold, setting, value; what each "+
		"tune(...) chose, and its metric inside the training records")
	fs.IntVar(&f.runs, "runs", 1, "`times` that learners that draw random numbers (forest, ripper, downsample, commands) "+
		"are trained on each fold, each time with another seed (docs/howto/seeds.md)")
}

// parseArgs reads and checks the flags, and lists the learners if that is all that was asked for.
func (f *trainFlags) parseArgs(env *command.Environment, fs *flag.FlagSet, args []string,
	check func(*flag.FlagSet) error) error {
	if err := command.Parse(fs, args); err != nil {
		return err
	}
	if f.List {
		return inputs.ListLearners(env.Text())
	}
	if err := check(fs); err != nil {
		return command.Usage(err)
	}
	return nil
}

// check refuses what does not go together; equal are flags of results that count records equally.
func (f *trainFlags) check(fs *flag.FlagSet, equal ...string) error {
	var runs error
	if f.runs < 1 {
		runs = fmt.Errorf("--runs %d; give 1 or more", f.runs)
	}
	return cmp.Or(f.Data.Check(fs), f.Learners.Check(fs), f.Nested.Check(fs), runs, f.CheckWeights(fs, equal...))
}

// made returns the learners for a partition set. It is an error if there is a file for choices, and none chooses.
func (f *trainFlags) made(ctx context.Context, set cv.ID, d *dataset.Data) ([]learn.Learner, error) {
	learners, err := f.Make(ctx, set)
	if err == nil && f.tuning != "" && !slices.ContainsFunc(learners, chooses) {
		err = errors.New("--tuning is about learners that choose their settings; write one as \"tune(knn(k=1|3))\"")
	}
	return f.Pipelines(learners, d), err
}

// chooses reports whether a learner chooses one setting in each fit.
func chooses(l learn.Learner) bool { return l.Traits().Chooses }

// refused returns the error of a run, as one of usage where data, learners, rule or checkpoint do not fit: where it is
// not about a fold, a checkpoint that cannot be written, or the end of ctx.
func refused(ctx context.Context, err error) error {
	var failed *holdout.FoldError
	var kept *decide.CheckpointError
	unwritten := errors.As(err, &kept) && kept.Err != nil
	if errors.As(err, &failed) || unwritten || ctx.Err() != nil {
		return err
	}
	return command.Usage(inputs.NameOthers(err))
}

// metricFlags are the flags about metrics of predictions.
type metricFlags struct {
	inputs.Metrics
	metrics []metric.Definition // that parse read
}

// define defines the flags; what and positive say what the first two are.
func (f *metricFlags) define(fs *flag.FlagSet, what, positive string) {
	fs.Func("metric", what+"; roc_auc, average_precision, log_loss, brier_score, f1_macro, mcc, "+
		"cost of classes, rmse, mae, r2, fpa of numbers: all are in docs/reference/metrics.md", f.Set)
	fs.StringVar(&f.Positive, "positive", "", positive)
	fs.StringVar(&f.Costs, "costs", "", "CSV `file` to read for --metric cost: truth, predicted, cost")
}

// parse reads the metrics that were asked for, or none. The costs of one are in the file that --costs names then.
func (f *metricFlags) parse() error {
	names := strings.Join(f.Names(), ",")
	switch {
	case f.Costs != "" && !slices.Contains(f.List, "cost"):
		return errors.New("--costs are of the metric cost; name it with --metric cost")
	case f.List == nil && f.Positive != "":
		return errors.New("--positive is the class of a metric; name one with --metric")
	case f.List == nil:
		return nil
	}
	var err error
	if f.metrics, err = metric.Parse(names); err != nil {
		return fmt.Errorf("--metric: %w", err)
	}
	for i := range f.metrics {
		if file, ok := strings.CutPrefix(f.metrics[i].Name, "cost(file="); ok {
			f.metrics[i].Name, f.Costs = "cost", strings.TrimSuffix(file, ")")
		}
	}
	return nil
}
