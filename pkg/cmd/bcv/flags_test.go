package main

import (
	"cmp"
	"strings"
	"testing"

	"github.com/block-regularized/bcv/internal/command"
)

// A zero that is given is not taken for the default.
func TestZerosAreNotDefaults(t *testing.T) {
	const plants, losses, counts = "../../../data/samples/plants.csv", "../../../data/samples/losses.csv",
		"../../../data/counts/acl2019.csv"
	train := "run --data " + plants + " --learner majority --learner c4.5"
	for line, flag := range map[string]string{
		train: "alpha", train + " --method bayes": "gamma", train + " ": "start", train + "  ": "max",
		train + "   ":                                            "difference-of-interest",
		"compare " + losses:                                      "alpha",
		"compare --method posterior " + counts:                   "lambda",
		"bayes --counts " + counts:                               "lambda",
		"bayes  --counts " + counts:                              "alpha",
		"bayes   --counts " + counts:                             "weight",
		"bayes    --counts " + counts:                            "draws",
		"ttest --losses " + losses:                               "alpha",
		"mcnemar --predictions " + losses:                        "alpha",
		"power --sd 0.1 --difference 0.1 --m 3":                  "alpha",
		"power --sd 0.1 --difference 0.1 --power .8":             "m",
		"power --difference 0.1 --m 3":                           "sd",
		"power --sd 0.1 --m 3":                                   "power",
		"split --n 20":                                           "limit",
		"split --n 21":                                           "m",
		"split --n 22 --method kfold":                            "k",
		"text --corpus x.txt --fields 1":                         "tag",
		"text --corpus ../../../data/samples/tagged/crf/1.1.txt": "cost",
	} {
		code, stdout, stderr := capture(append(strings.Fields(line), "--"+flag, "0")...)
		want := cmp.Or(map[string]string{"alpha": "alpha is 0;", "sd": "a standard deviation of 0", "power": "a wanted power of 0"}[flag],
			"--"+flag+" 0")
		if code != command.ExitUsage || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s --%s 0: status %d, %q, %q; want 2 and %q", line, flag, code, stdout, stderr, want)
		}
	}
}

// Of several flags that another rule has, the same is named in every run.
func TestFlagsOfAnotherRule(t *testing.T) {
	for range 20 {
		_, _, stderr := capture("run", "--data", "x.csv", "--learner", "svm", "--learner", "c4.5", "--method",
			"bayes", "--costs", "c.csv", "--alpha", "0.1")
		if want := "bcv run: --alpha belongs to --method t or race\n"; stderr != want {
			t.Fatalf("got %q, want %q", stderr, want)
		}
	}
}

// A flag has one name in all commands, and its former names still work.
func TestFormerNames(t *testing.T) {
	const losses, counts, predictions = "../../../data/samples/losses.csv", "../../../data/counts/acl2019.csv",
		"../../../data/samples/predictions.csv"
	train := "run --data ../../../data/samples/plants.csv --learner majority --learner c4.5 --max 3 "
	for former, present := range map[string]string{
		"bayes --level 0.9 --counts " + counts: "bayes --alpha 0.1 --counts " + counts,
		"bayes --target algorithm --level 0.9 --counts " + counts: "bayes --target algorithm --alpha 0.1 --counts " +
			counts,
		"bayes --prior 0.5 --counts " + counts: "bayes --lambda 0.5 --counts " + counts,
		"bayes --metric P,F1,R --counts " + counts: "bayes --metric precision,F1,recall --counts " +
			counts,
		"compare --metric R " + counts:          "compare --metric recall " + counts,
		"ttest --test bcv-t --losses " + losses: "ttest --method bcv-t --losses " + losses,
		"mcnemar --test bcv-mcnemar --json --predictions " +
			predictions: "mcnemar --method bcv-mcnemar --json --predictions " + predictions,
		train + "--rule bayes --class rose --metric recall": train + "--method bayes --positive rose --metric R",
	} {
		code, got, stderr := capture(strings.Fields(former)...)
		if wantCode, want, _ := capture(strings.Fields(present)...); code != 0 || wantCode != 0 || got != want {
			t.Errorf("%s: status %d, %s\n%s; want status 0 and\n%s", former, code, stderr, got, want)
		}
	}
	for _, wrong := range []string{"bayes --target algorithm --prior 1 --counts " + counts, train + "--class rose"} {
		if code, _, stderr := capture(strings.Fields(wrong)...); code != command.ExitUsage {
			t.Errorf("%s: status %d, %q; want %d: the former name counts as given", wrong, code, stderr, command.ExitUsage)
		}
	}
	if _, help, _ := capture("bayes", "--help"); !strings.Contains(help, "  --alpha NUMBER (also --level)\n") ||
		strings.Contains(help, "\n  --level") {
		t.Errorf("bayes --help does not name --level beside --alpha alone:\n%s", help)
	}
}

// All commands say the same of --alternative.
func TestAlternatives(t *testing.T) {
	for _, c := range []string{"compare", "ttest", "mcnemar", "power", "run"} {
		_, help, _ := capture(c, "--help", "all")
		if words := strings.Join(strings.Fields(help), " "); !strings.Contains(words, command.Alternatives) {
			t.Errorf("%s --help lacks %q", c, command.Alternatives)
		}
	}
}

// What is misspelt is named as it is typed, with the nearest name there is.
func TestMisspelt(t *testing.T) {
	for line, want := range map[string]string{
		"comapre x":                  `bcv: unknown command "comapre"; did you mean compare? (bcv help)`,
		"frobnicate":                 `bcv: unknown command "frobnicate"; use example, data, compare, rank, gate, split,`,
		"compare --frob x":           "bcv compare: no flag --frob; see bcv compare --help",
		"compare x -frob":            "bcv compare: no flag --frob; see bcv compare --help",
		"compare x --alpah 0.1":      "bcv compare: no flag --alpah; did you mean --alpha? See bcv compare --help",
		"holdout --lerner svm":       "bcv holdout: no flag --lerner; did you mean --learner? See bcv holdout --help",
		"import conll --shceme iob2": "bcv import: no flag --shceme; did you mean --scheme? See bcv import conll --help",
		"power --sd 1,5":             `bcv power: invalid value "1,5" for flag --sd; give a number; see bcv power --help`,
		"bayes --prior x":            `bcv bayes: invalid value "x" for flag --prior; give a number; see bcv bayes --help`,
		"split --seed x":             `bcv split: invalid value "x" for flag --seed; give a whole number; see bcv split --help`,
		"data lst":                   `bcv data: data "lst"; did you mean list? Use list, get, verify or show`,
		"data frob":                  `bcv data: data "frob"; use list, get, verify or show`,
		"split --n 9 --method kfodl": `bcv split: --method "kfodl"; did you mean kfold? Use kfold, rkfold,`,
		"split --n":                  "bcv split: --n needs a value; see bcv split --help",
		"split --n x":                `bcv split: invalid value "x" for flag --n; give a whole number; see bcv split --help`,
		"split --report=x":           `bcv split: invalid boolean value "x" for --report; give true or false; see bcv split --help`,
	} {
		code, stdout, stderr := capture(strings.Fields(line)...)
		if code != command.ExitUsage || stdout != "" || !strings.HasPrefix(stderr, want) {
			t.Errorf("%s: status %d, %q, %q; want 2 and %q", line, code, stdout, stderr, want)
		}
	}
}
