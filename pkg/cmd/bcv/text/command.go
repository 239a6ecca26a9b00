// Package text holds bcv text, which compares two tag schemes on a corpus.
package text

import (
	"github.com/block-regularized/bcv/pkg/internal/command"
)

// Command is bcv text.
var Command = command.Command{
	Name:    "text",
	Summary: "compare two tag schemes on a corpus by conditional random fields, from sentences to the verdict",
	Run:     runText,
	Manual: command.Manual{
		Usage: []string{"bcv text --corpus FILE [--schemes A,B] [flags]"},
		Groups: []command.FlagGroup{{"Corpus", "corpus format scheme tag fields types boundaries"},
			{"Taggers", "schemes templates cost cutoff workers"},
			{"Partition set", "m regularize seed"}, {"Comparison", "metric semantics"}, {"Output", "counts oov"}},
		Examples: []string{
			`bcv text --corpus data/samples/tagged/crf/1.1.txt --tag 2 --fields 1 --m 2 --metric F1`,
			`bcv text --corpus data/samples/tagged/crf/1.1.txt --tag 2 --fields 1 --types PER` +
				` --schemes iob1,bilou --m 2 --counts counts.csv`,
		},
	},
}
