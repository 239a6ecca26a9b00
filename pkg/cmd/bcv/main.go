// Command bcv compares learning algorithms by block-regularized
// cross-validation: it writes partition sets, trains learners on them, and tests fold
// results that any tool produced.
package main

import (
	"github.com/block-regularized/bcv/pkg/cmd/bcv/research"
	"github.com/block-regularized/bcv/pkg/internal/command"
)

func main() { program.Main() }

var program = command.Program{
	Name:  "bcv",
	About: "bcv compares two learning algorithms by block-regularized cross-validation.",
	Commands: []command.Command{
		{Name: "split", Run: runSplit, Manual: manuals["split"],
			Summary: "write a partition set as CSV: which record trains and validates in which fold"},
		{Name: "data", Run: runData, Manual: manuals["data"],
			Summary: "list, download and verify the public data sets of the experiments"},
		{Name: "holdout", Run: runHoldout, Manual: manuals["holdout"], GoesOn: command.OfParts,
			Summary: "train learners on the folds of a partition set and write their losses, counts and predictions"},
		{Name: "run", Run: runRun, Manual: manuals["run"],
			Summary: "train two learners on a growing partition set until it is decided which is better"},
		{Name: "import", Run: runImport, Manual: manuals["import"],
			Summary: "turn results of other tools into CSV for bcv compare: bcv import FORMAT"},
		{Name: "compare", Run: runCompare, Manual: manuals["compare"],
			Summary: "which of two models is better, from losses, counts or predictions on the folds: bcv compare FILE..."},
		{Name: "bayes", Run: runBayes, Manual: manuals["bayes"],
			Summary: "Bayes test of precision, recall and F1 of two models from fold counts"},
		{Name: "ttest", Run: runTTest, Manual: manuals["ttest"],
			Summary: "t, F and z tests of two models from fold losses"},
		{Name: "text", Run: runText, Manual: manuals["text"],
			Summary: "compare two tag schemes on a corpus by conditional random fields, from sentences to the verdict"},
		{Name: "mcnemar", Run: runMcNemar, Manual: manuals["mcnemar"],
			Summary: "McNemar's tests of two classifiers from their predictions on the folds"},
		{Name: "power", Run: runPower, Manual: manuals["power"],
			Summary: "how many replications, or what difference, a wanted power takes"},
		research.Command("study", "list, show or run the simulations, at once or as many jobs: bcv study list, bcv study run NAME"),
		research.Command("reproduce", "compute the published numbers and print the account"),
	},
}
