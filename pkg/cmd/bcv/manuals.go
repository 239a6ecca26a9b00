package main

import "github.com/block-regularized/bcv/pkg/internal/command"

// Groups of flags that several commands share.
var (
	dataGroup    = command.FlagGroup{"Data", "data dataset target regression drop nominal missing no-header one-hot"}
	learnerGroup = command.FlagGroup{"Learners", "learner command steps name serve timeout learners"}
	setGroup     = command.FlagGroup{"Partition set", "method m k j n1 seed"}
)

// manuals are the manuals of the commands, by name.
var manuals = map[string]command.Manual{
	"split": {
		Usage: []string{
			"bcv split --n N [flags]                            folds of N records",
			"bcv split --labels FILE --strata COLUMN [flags]    with labels alike in all folds",
			"bcv split --labels FILE --groups COLUMN [flags]    with whole groups",
			"bcv split --grow FILE --m M [flags]                more replications",
		},
		Groups: []command.FlagGroup{{"Partition set", "n method m k j n1 seed grow"}, {"Labels and groups", "labels strata multiset response groups merge limit"}, {"Output", "out report json"}},
		Examples: []string{
			`bcv split --n 300 --m 5 --out folds.csv`,
			`bcv split --labels data/samples/plants.csv --strata kind --method kfold --k 10 --report`,
		},
	},
	"data": {
		Usage: []string{
			"bcv data list [--json]              the public data sets of the experiments, and which have a local copy",
			"bcv data get NAME... [--dir DIR]    download data sets and check their sums",
			"bcv data verify [NAME...]           check local copies: sums and shapes",
			"bcv data show FILE [flags]          how the columns of your own CSV or ARFF file are read",
		},
		Groups: []command.FlagGroup{{"list, get and verify", "dir json"}, {"show", "target regression drop nominal missing no-header"}},
		Examples: []string{
			`bcv data list`,
			`bcv data show data/samples/plants.csv --drop leaves`,
		},
	},
	"holdout": {
		Usage: []string{
			"bcv holdout --data FILE --learner LEARNER [--learner LEARNER ...] [flags]",
			"bcv holdout ... --of N --dir DIR [--index I]   compute part I of N, from 0, as a job of many; status 75: run it again",
			"bcv holdout ... --of N --dir DIR --status      which parts are done, missing and failed",
			"bcv holdout ... --dir DIR [--losses FILE ...]  what one run would write, from the parts",
		},
		Groups: []command.FlagGroup{dataGroup, learnerGroup, setGroup, {"Parts", "of index dir status mixed"}, {"Output", "losses metric counts predictions pairs workers"}},
		Examples: []string{
			`bcv holdout --data data/samples/plants.csv --one-hot --m 5 --learner svm --learner "knn(k=1)" --losses losses.csv`,
			`bcv holdout --data data/samples/plants.csv --learner c4.5 --command "python3 docs/examples/nearest_mean.py" --name mean --predictions predictions.csv`,
		},
	},
	"run": {
		Usage: []string{"bcv run --data FILE --learner A --learner B [flags]"},
		Groups: []command.FlagGroup{dataGroup, learnerGroup, {"Decision", "method alternative alpha metric positive gamma start max difference-of-interest"},
			{"Partition set", "seed"}, {"Output", "losses counts checkpoint json"}},
		Examples: []string{
			`bcv run --data data/samples/plants.csv --learner majority --learner c4.5`,
			`bcv run --data data/samples/plants.csv --one-hot --learner "knn(k=1)" --learner c4.5 --difference-of-interest 0.15 --checkpoint run.json`,
		},
	},
	"import": {
		Usage: []string{"bcv import FORMAT --model NAME=FILES --model NAME=FILES [flags]"},
		Groups: []command.FlagGroup{{"Input", "model folds truth others scheme semantics task gold vocabulary oov"}, {"What is compared", "score loss regression absolute"},
			{"Output", "out losses sentences"}},
		Examples: []string{
			`bcv import conll --scheme iob2 --model crf=data/samples/tagged/crf --model rules=data/samples/tagged/rules --out counts.csv`,
			`bcv import caret --model knn=data/samples/predictions/caret-knn.csv --model lda=data/samples/predictions/caret-lda.csv --out predictions.csv`,
		},
	},
	"compare": {
		Usage: []string{"bcv compare FILE... [flags]"},
		Groups: []command.FlagGroup{{"What is compared", "models control metric positive score loss random-holdouts"}, {"Procedure", "method all alternative delta alpha rope prior lambda"},
			{"Output", "verbose json html plot csv markdown latex"}},
		Examples: []string{
			`bcv compare data/samples/losses.csv`,
			`bcv compare data/samples/predictions.csv --all --plot difference.svg`,
		},
	},
	"bayes": {
		Usage: []string{
			"bcv bayes --counts FILE [flags]         from counts of chunks, or of true and false positives",
			"bcv bayes --predictions FILE [flags]    from predictions of classes",
		},
		Groups: []command.FlagGroup{{"Input", "counts predictions positive models"}, {"What is computed", "target metric delta rope lambda alpha interval draws seed"},
			{"Effective counts", "weight rho1 rho2 hold-out"}, {"Output", "json"}},
		Examples: []string{
			`bcv bayes --counts data/counts/acl2019.csv --metric F1`,
			`bcv bayes --counts data/counts/acl2019.csv --metric F1 --target algorithm`,
			`bcv bayes --predictions data/samples/predictions.csv --positive rose`,
		},
	},
	"ttest": {
		Usage: []string{
			"bcv ttest --losses FILE [flags]         from losses or scores on the folds",
			"bcv ttest --predictions FILE [flags]    from predictions of classes",
		},
		Groups: []command.FlagGroup{{"Input", "losses predictions score loss random-holdouts models halves"}, {"Tests", "method alternative delta alpha adjust list"}, {"Output", "verbose json"}},
		Examples: []string{
			`bcv ttest --losses data/samples/losses.csv`,
			`bcv ttest --predictions data/samples/predictions.csv --method bcv-t --alternative greater`,
		},
	},
	"text": {
		Usage: []string{"bcv text --corpus FILE [--schemes A,B] [flags]"},
		Groups: []command.FlagGroup{{"Corpus", "corpus format scheme tag fields types boundaries"}, {"Taggers", "schemes templates cost cutoff workers"},
			{"Partition set", "m regularize seed"}, {"Comparison", "metric semantics"}, {"Output", "counts oov"}},
		Examples: []string{
			`bcv text --corpus data/samples/tagged/crf/1.1.txt --tag 2 --fields 1 --m 2 --metric F1`,
			`bcv text --corpus data/samples/tagged/crf/1.1.txt --tag 2 --fields 1 --types PER --schemes iob1,bilou --m 2 --counts counts.csv`,
		},
	},
	"mcnemar": {
		Usage:  []string{"bcv mcnemar --predictions FILE [flags]"},
		Groups: []command.FlagGroup{{"Input", "predictions models"}, {"Tests", "method alternative alpha rho1 rho2 literal"}, {"Output", "verbose json"}},
		Examples: []string{
			`bcv mcnemar --predictions data/samples/predictions.csv`,
			`bcv mcnemar --predictions data/samples/predictions.csv --method bcv-mcnemar --json`,
		},
	},
	"power": {
		Usage: []string{
			"bcv power --difference D --sd S --power P    how many replications it takes",
			"bcv power --m M --sd S --power P             what difference is found",
			"bcv power --m M --sd S --difference D        with which probability",
		},
		Groups: []command.FlagGroup{{"Two of three", "difference power m"}, {"Spread", "sd losses score loss rho1 rho2"}, {"Test", "alternative delta alpha max-m"}, {"Output", "json"}},
		Examples: []string{
			`bcv power --difference 0.08 --sd 0.03 --power 0.8`,
			`bcv power --losses data/samples/losses.csv --difference 0.08 --m 5`,
		},
	},
}
