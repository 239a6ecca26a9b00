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
	"github.com/block-regularized/bcv/research/public"
)

func main() { program.Main() }

// download leaves downloads to bcv-research, so that this program does not link net/http.
func download(_ context.Context, _ *command.Environment, args []string, _ []public.Entry, _ string) error {
	return research.Start("data", args)
}

var program = command.Program{
	Name:  "bcv",
	About: "Which of two models, or learning algorithms, is better, and how sure are we?",
	Commands: []command.Command{
		{Name: "example", Group: "Start", Run: runExample, Manual: manuals["example"],
			Summary: "write sample files to a folder, and print three commands to try there"},
		in("Start", data.Command(download)),
		{Name: "compare", Group: "Decide", Run: runCompare, Manual: manuals["compare"],
			Summary: "which of two models is better, from a table of their results on folds, items, data sets or seeds"},
		{Name: "rank", Group: "Decide", Run: runRank, Manual: manuals["rank"],
			Summary: "several models in order, with what is shown of it"},
		{Name: "gate", Group: "Decide", Run: runGate, Manual: manuals["gate"], Failure: exitFailed,
			Summary: "may a candidate replace a base? By exit status and in Markdown"},
		in("Get results", split.Command),
		in("Get results", train.Holdout),
		in("Get results", train.Run),
		in("Get results", text.Command),
		in("Get results", imports.Command),
		{Name: "power", Group: "Plan", Run: runPower, Manual: manuals["power"],
			Summary: "how many replications or items, or what difference, a wanted power takes"},
		{Name: "ttest", Group: "Single tests", Run: runTTest, Manual: manuals["ttest"],
			Summary: "t, F and z tests of two models from fold losses"},
		{Name: "mcnemar", Group: "Single tests", Run: runMcNemar, Manual: manuals["mcnemar"],
			Summary: "McNemar's tests of two classifiers from their predictions on the folds"},
		{Name: "bayes", Group: "Single tests", Run: runBayes, Manual: manuals["bayes"],
			Summary: "Bayes test of precision, recall and F1 of two models from fold counts"},
		in("Research", research.Command("study", "list, show or run the simulations, at once or as many jobs: bcv study list, "+
			"bcv study run NAME")),
		in("Research", research.Command("reproduce", "compute the published numbers and print the account")),
	},
}

// in puts a command into a group.
func in(group string, c command.Command) command.Command {
	c.Group = group
	return c
}
