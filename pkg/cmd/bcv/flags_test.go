package main

import (
	"cmp"
	"strings"
	"testing"
)

// A zero that is given is not taken for the default.
func TestZerosAreNotDefaults(t *testing.T) {
	const plants, losses, counts = "../../../data/samples/plants.csv", "../../../data/samples/losses.csv", "../../../data/counts/acl2019.csv"
	train := "run --data " + plants + " --learner majority --learner c4.5"
	for line, flag := range map[string]string{
		train: "alpha", train + " --rule bayes": "gamma", train + " ": "start", train + "  ": "max",
		train + "   ":                                            "difference-of-interest",
		"compare " + losses:                                      "alpha",
		"compare --method posterior " + counts:                   "lambda",
		"bayes --counts " + counts:                               "prior",
		"bayes  --counts " + counts:                              "level",
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
		want := cmp.Or(map[string]string{"sd": "a standard deviation of 0", "power": "a wanted power of 0"}[flag], "--"+flag+" 0")
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s --%s 0: status %d, %q, %q; want 2 and %q", line, flag, code, stdout, stderr, want)
		}
	}
}

// Of several flags that another rule has, the same is named in every run.
func TestFlagsOfAnotherRule(t *testing.T) {
	for range 20 {
		_, _, stderr := capture("run", "--data", "x.csv", "--learner", "svm", "--learner", "c4.5", "--gamma", "0.1", "--class", "a", "--metric", "P")
		if want := "bcv run: --metric belongs to --rule bayes\n"; stderr != want {
			t.Fatalf("got %q, want %q", stderr, want)
		}
	}
}
