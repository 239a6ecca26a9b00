// Command bcv compares learning algorithms by block-regularized
// cross-validation: it writes partition sets, trains learners on them, and tests fold
// results that any tool produced.
package main

import (
	"context"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/data"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/imports"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/research"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/split"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/text"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/train"
	"github.com/block-regularized/bcv/pkg/dataset/public"
)

func main() { program.Main() }

// download leaves downloads to bcv-research, so that this program does not link net/http.
func download(_ context.Context, _ *command.Environment, args []string, _ []public.Entry, _ string) error {
	return research.Start("data", args)
}

var program = command.Program{
	Name:  "bcv",
	About: "bcv compares two learning algorithms by block-regularized cross-validation.",
	Commands: []command.Command{
		{Name: "example", Run: runExample, Manual: manuals["example"],
			Summary: "write sample files to a folder, and print three commands to try there: bcv example DIR"},
		split.Command,
		data.Command(download),
		train.Holdout,
		train.Run,
		imports.Command,
		{Name: "compare", Run: runCompare, Manual: manuals["compare"],
			Summary: "which of two models is better, from results on folds or on the items of a test set: bcv compare FILE..."},
		{Name: "gate", Run: runGate, Manual: manuals["gate"], Failure: exitFailed,
			Summary: "may a candidate replace a base? By exit status and in Markdown: bcv gate BASE CANDIDATE --margin D"},
		{Name: "rank", Run: runRank, Manual: manuals["rank"],
			Summary: "several models in order, with what is shown of it: bcv rank FILE..."},
		{Name: "bayes", Run: runBayes, Manual: manuals["bayes"],
			Summary: "Bayes test of precision, recall and F1 of two models from fold counts"},
		{Name: "ttest", Run: runTTest, Manual: manuals["ttest"],
			Summary: "t, F and z tests of two models from fold losses"},
		text.Command,
		{Name: "mcnemar", Run: runMcNemar, Manual: manuals["mcnemar"],
			Summary: "McNemar's tests of two classifiers from their predictions on the folds"},
		{Name: "power", Run: runPower, Manual: manuals["power"],
			Summary: "how many replications, or what difference, a wanted power takes"},
		research.Command("study", "list, show or run the simulations, at once or as many jobs: bcv study list, bcv study "+
			"run NAME"),
		research.Command("reproduce", "compute the published numbers and print the account"),
	},
}
