package main

import "github.com/block-regularized/bcv/internal/command"

// manuals are the manuals of the commands, by name.
var manuals = map[string]command.Manual{
	"example": {
		Usage:    []string{"bcv example DIR [--notebook]"},
		Main:     "notebook",
		Groups:   []command.FlagGroup{{"What is written", "notebook"}},
		Examples: []string{`bcv example first`, `bcv example --notebook mine`},
	},
	"compare": {
		Usage: []string{"bcv compare FILE... [flags]"},
		Main:  "models metric score loss rows all alpha html json",
		Groups: []command.FlagGroup{{"What is compared", "models control metric positive costs score loss filter common " +
			"random-holdouts paired-runs horizon macro tasks-like-these judge labels-random summary"},
			{"The table, where its names leave it open", "wide rows columns model truth cluster as"},
			{"Procedure", "method list all alternative delta alpha planned ratio quantile adjust margin rope prior lambda " +
				"half-width"},
			{"Output", "verbose json html plot csv markdown latex methods-text bibtex"}},
		Examples: []string{
			`bcv compare data/samples/losses.csv`,
			`bcv compare data/samples/predictions.csv --all --plot difference.svg`,
		},
	},
	"gate": {
		Usage: []string{
			"bcv gate BASE CANDIDATE [flags]                       two files, or folders of logs, of one model each",
			"bcv gate FILE... --models BASE,CANDIDATE [flags]      two models of any files that bcv compare reads",
			"",
			"Exit status: 0 better or non-inferior, 1 worse, 3 undecided; 2 for usage and input, 4 if the gate",
			"itself failed, as where an output cannot be written.",
			"Better: the interval of the gain lies above 0. Non-inferior: above -margin. Worse: below 0, and not",
			"above -margin. Undecided: all else.",
		},
		Main: "margin models metric score loss alpha markdown json",
		Groups: []command.FlagGroup{{"What is compared", "models metric positive costs score loss filter common " +
			"random-holdouts paired-runs horizon macro tasks-like-these judge labels-random"},
			{"The table, where its names leave it open", "wide rows columns model truth cluster as"},
			{"Procedure", "margin alpha planned method each-task"}, {"Output", "verbose json markdown"}},
		Examples: []string{
			`bcv gate data/samples/losses.csv --models nearestmean,c4.5 --margin 0.1`,
			`bcv gate data/samples/losses.csv --models nearestmean,c4.5 --margin 0.1 --markdown -`,
		},
	},
	"rank": {
		Usage: []string{"bcv rank FILE... [flags]"},
		Main:  "models metric score loss rows alpha plot json",
		Groups: []command.FlagGroup{{"What is ranked", "models metric positive costs score loss filter common " +
			"random-holdouts macro tasks-like-these"},
			{"The table, where its names leave it open", "wide rows columns model truth cluster as"},
			{"Procedure", "alpha planned best seed each-task"}, {"Output", "json html csv markdown latex plot"}},
		Examples: []string{
			`bcv rank data/samples/losses.csv`,
			`bcv rank data/samples/losses.csv --markdown order.md --plot order.svg`,
		},
	},
	"bayes": {
		Usage: []string{
			"bcv bayes --counts FILE [flags]         from counts of chunks, or of true and false positives",
			"bcv bayes --predictions FILE [flags]    from predictions of classes",
		},
		Groups: []command.FlagGroup{{"Input", "counts predictions positive models"},
			{"The table, where its names leave it open", "rows columns model truth cluster as"},
			{"What is computed", "target metric delta rope lambda alpha interval draws seed"},
			{"Effective counts", "weight rho1 rho2 hold-out"}, {"Output", "verbose json"}},
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
		Groups: []command.FlagGroup{{"Input", "losses predictions score loss random-holdouts models halves"},
			{"The table, where its names leave it open", "rows columns model truth cluster as"},
			{"Tests", "method alternative delta alpha adjust list"}, {"Output", "verbose json"}},
		Examples: []string{
			`bcv ttest --losses data/samples/losses.csv`,
			`bcv ttest --predictions data/samples/predictions.csv --method bcv-t --alternative greater`,
		},
	},
	"mcnemar": {
		Usage: []string{"bcv mcnemar --predictions FILE [flags]"},
		Groups: []command.FlagGroup{{"Input", "predictions models"},
			{"The table, where its names leave it open", "rows columns model truth cluster as"},
			{"Tests", "method alternative alpha rho1 rho2 literal"},
			{"Output", "verbose json"}},
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
			"bcv power --trainings N --losses PILOT       what to spend trainings on, inner replications included",
			"bcv power --items N --sd S --power P         what difference is found on items of one test set",
			"bcv power --difference D --disagree S --power P    how many items it takes",
			"bcv power --difference D --disagree S --power P --looks    how many to plan where one looks while they come in",
			"bcv power --from PILOT --half-width W        how many more items, runs or records make the interval so narrow",
		},
		Main: "difference power m sd losses items disagree from half-width",
		Groups: []command.FlagGroup{{"Two of three", "difference power m"}, {"Trainings", "trainings"},
			{"Items of one test set", "items clusters cluster-size looks runs draws disagree icc run-sd redrawn paired-runs half-width"},
			{"Pilot", "from metric positive costs judge labels-random"},
			{"The table, where its names leave it open", "rows columns model truth cluster as"},
			{"Spread", "sd losses score loss rho1 rho2"}, {"Test", "alternative delta alpha max-m"}, {"Output", "json"}},
		Examples: []string{
			`bcv power --difference 0.08 --sd 0.03 --power 0.8`,
			`bcv power --losses data/samples/losses.csv --difference 0.08 --m 5`,
			`bcv power --trainings 100 --sd 0.05 --rho1 0.3 --rho2 0.3 --difference 0.1`,
			`bcv power --items 500 --clusters 100 --icc 0.1 --disagree 0.2 --power 0.8`,
		},
	},
}
