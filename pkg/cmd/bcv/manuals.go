package main

// Groups of flags that several commands share.
var (
	dataGroup    = flagGroup{"Data", "data dataset target regression drop nominal missing no-header one-hot"}
	learnerGroup = flagGroup{"Learners", "learner command steps name serve timeout learners"}
	setGroup     = flagGroup{"Partition set", "method m k j n1 seed"}
)

// manuals are the manuals of the commands, by name.
var manuals = map[string]manual{
	"split": {
		usage: []string{
			"bcv split --n N [flags]                            folds of N records",
			"bcv split --labels FILE --strata COLUMN [flags]    with labels alike in all folds",
			"bcv split --labels FILE --groups COLUMN [flags]    with whole groups",
			"bcv split --grow FILE --m M [flags]                more replications",
		},
		groups: []flagGroup{{"Partition set", "n method m k j n1 seed grow"}, {"Labels and groups", "labels strata multiset response groups merge limit"}, {"Output", "out report json"}},
		examples: []string{
			`bcv split --n 300 --m 5 --out folds.csv`,
			`bcv split --labels data/samples/plants.csv --strata kind --method kfold --k 10 --report`,
		},
	},
	"data": {
		usage: []string{
			"bcv data list [--json]              the public data sets of the experiments, and which have a local copy",
			"bcv data get NAME... [--dir DIR]    download data sets and check their sums",
			"bcv data verify [NAME...]           check local copies: sums and shapes",
			"bcv data show FILE [flags]          how the columns of your own CSV or ARFF file are read",
		},
		groups: []flagGroup{{"list, get and verify", "dir json"}, {"show", "target regression drop nominal missing no-header"}},
		examples: []string{
			`bcv data list`,
			`bcv data show data/samples/plants.csv --drop leaves`,
		},
	},
	"holdout": {
		usage: []string{
			"bcv holdout --data FILE --learner LEARNER [--learner LEARNER ...] [flags]",
			"bcv holdout ... --of N --dir DIR [--index I]   compute part I of N, from 0, as a job of many; status 75: run it again",
			"bcv holdout ... --of N --dir DIR --status      which parts are done, missing and failed",
			"bcv holdout ... --dir DIR [--losses FILE ...]  what one run would write, from the parts",
		},
		groups: []flagGroup{dataGroup, learnerGroup, setGroup, {"Parts", "of index dir status mixed"}, {"Output", "losses metric counts predictions pairs workers"}},
		examples: []string{
			`bcv holdout --data data/samples/plants.csv --one-hot --m 5 --learner svm --learner "knn(k=1)" --losses losses.csv`,
			`bcv holdout --data data/samples/plants.csv --learner c4.5 --command "python3 docs/examples/nearest_mean.py" --name mean --predictions predictions.csv`,
		},
	},
	"run": {
		usage: []string{"bcv run --data FILE --learner A --learner B [flags]"},
		groups: []flagGroup{dataGroup, learnerGroup, {"Decision", "method alternative alpha metric positive gamma start max difference-of-interest"},
			{"Partition set", "seed"}, {"Output", "losses counts checkpoint json"}},
		examples: []string{
			`bcv run --data data/samples/plants.csv --learner majority --learner c4.5`,
			`bcv run --data data/samples/plants.csv --one-hot --learner "knn(k=1)" --learner c4.5 --difference-of-interest 0.15 --checkpoint run.json`,
		},
	},
	"import": {
		usage: []string{"bcv import FORMAT --model NAME=FILES --model NAME=FILES [flags]"},
		groups: []flagGroup{{"Input", "model folds truth others scheme semantics task gold vocabulary oov"}, {"What is compared", "score loss regression absolute"},
			{"Output", "out losses sentences"}},
		examples: []string{
			`bcv import conll --scheme iob2 --model crf=data/samples/tagged/crf --model rules=data/samples/tagged/rules --out counts.csv`,
			`bcv import caret --model knn=data/samples/predictions/caret-knn.csv --model lda=data/samples/predictions/caret-lda.csv --out predictions.csv`,
		},
	},
	"compare": {
		usage: []string{"bcv compare FILE... [flags]"},
		groups: []flagGroup{{"What is compared", "models control metric positive score loss random-holdouts"}, {"Procedure", "method all alternative delta alpha rope prior lambda"},
			{"Output", "verbose json html plot csv markdown latex"}},
		examples: []string{
			`bcv compare data/samples/losses.csv`,
			`bcv compare data/samples/predictions.csv --all --plot difference.svg`,
		},
	},
	"bayes": {
		usage: []string{
			"bcv bayes --counts FILE [flags]         from counts of chunks, or of true and false positives",
			"bcv bayes --predictions FILE [flags]    from predictions of classes",
		},
		groups: []flagGroup{{"Input", "counts predictions positive models"}, {"What is computed", "target metric delta rope lambda alpha interval draws seed"},
			{"Effective counts", "weight rho1 rho2 hold-out"}, {"Output", "json"}},
		examples: []string{
			`bcv bayes --counts data/counts/acl2019.csv --metric F1`,
			`bcv bayes --counts data/counts/acl2019.csv --metric F1 --target algorithm`,
			`bcv bayes --predictions data/samples/predictions.csv --positive rose`,
		},
	},
	"ttest": {
		usage: []string{
			"bcv ttest --losses FILE [flags]         from losses or scores on the folds",
			"bcv ttest --predictions FILE [flags]    from predictions of classes",
		},
		groups: []flagGroup{{"Input", "losses predictions score loss random-holdouts models halves"}, {"Tests", "method alternative delta alpha adjust list"}, {"Output", "verbose json"}},
		examples: []string{
			`bcv ttest --losses data/samples/losses.csv`,
			`bcv ttest --predictions data/samples/predictions.csv --method bcv-t --alternative greater`,
		},
	},
	"text": {
		usage: []string{"bcv text --corpus FILE [--schemes A,B] [flags]"},
		groups: []flagGroup{{"Corpus", "corpus format scheme tag fields types boundaries"}, {"Taggers", "schemes templates cost cutoff workers"},
			{"Partition set", "m regularize seed"}, {"Comparison", "metric semantics"}, {"Output", "counts oov"}},
		examples: []string{
			`bcv text --corpus data/samples/tagged/crf/1.1.txt --tag 2 --fields 1 --m 2 --metric F1`,
			`bcv text --corpus data/samples/tagged/crf/1.1.txt --tag 2 --fields 1 --types PER --schemes iob1,bilou --m 2 --counts counts.csv`,
		},
	},
	"mcnemar": {
		usage:  []string{"bcv mcnemar --predictions FILE [flags]"},
		groups: []flagGroup{{"Input", "predictions models"}, {"Tests", "method alternative alpha rho1 rho2 literal"}, {"Output", "verbose json"}},
		examples: []string{
			`bcv mcnemar --predictions data/samples/predictions.csv`,
			`bcv mcnemar --predictions data/samples/predictions.csv --method bcv-mcnemar --json`,
		},
	},
	"power": {
		usage: []string{
			"bcv power --difference D --sd S --power P    how many replications it takes",
			"bcv power --m M --sd S --power P             what difference is found",
			"bcv power --m M --sd S --difference D        with which probability",
		},
		groups: []flagGroup{{"Two of three", "difference power m"}, {"Spread", "sd losses score loss rho1 rho2"}, {"Test", "alternative delta alpha max-m"}, {"Output", "json"}},
		examples: []string{
			`bcv power --difference 0.08 --sd 0.03 --power 0.8`,
			`bcv power --losses data/samples/losses.csv --difference 0.08 --m 5`,
		},
	},
	"study": {
		usage: []string{
			"bcv study list                   the simulations, with their cost",
			"bcv study show NAME              what one computes, and how",
			"bcv study run NAME [flags]       run one",
			"bcv study run NAME --set law=LAW --set learners=A,B [--set n=N ...]   run it on your own data and learners; part, status and collect take the same",
			"bcv study part NAME --of N --dir DIR [--index I]   compute part I of N, from 0, as a job of many; status 75: run it again",
			"bcv study status NAME --of N --dir DIR   which parts are done, missing and failed, and what is left",
			"bcv study collect NAME --dir DIR         what run would print, from the parts",
		},
		groups: []flagGroup{{"Effort", "scale seed workers"}, {"Your own settings", "set config"}, {"Parts", "index of dir mixed"}, {"Output", "results checkpoints"}},
		examples: []string{
			`bcv study list`,
			`bcv study show partition-sizes`,
			`bcv study run variances --set "law=SREG(p=10)" --set "learners=ols, ridge(lambda=10)" --set n=100 --set sets=40`,
		},
	},
	"reproduce": {
		usage:  []string{"bcv reproduce [--only SOURCE:ITEM] [flags]"},
		groups: []flagGroup{{"What is computed", "only scale seed workers"}, {"As an array of jobs, an experiment a job at least", "dir of index status mixed"}, {"Output", "verbose json results update commit checkpoints"}},
		examples: []string{
			`bcv reproduce --only acl2019:table-3`,
			`bcv reproduce --only acl2019:table-3 --verbose`,
		},
	},
}
