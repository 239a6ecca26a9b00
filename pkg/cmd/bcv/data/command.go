// Package data holds bcv data, which lists, downloads and verifies the public data sets.
package data

import (
	"context"
	"flag"

	"github.com/block-regularized/bcv/pkg/internal/command"
)

// Command returns bcv data, which downloads by get.
func Command(get Getter) command.Command {
	return command.Command{
		Name:    "data",
		Summary: "list, download and verify the public data sets of the experiments",
		Manual:  manual,
		Run: func(ctx context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
			return run(ctx, env, fs, args, get)
		},
	}
}

var manual = command.Manual{
	Usage: []string{
		"bcv data list [--json]              the public data sets of the experiments, and which have a local copy",
		"bcv data get NAME... [--dir DIR]    download data sets and check their sums",
		"bcv data verify [NAME...]           check local copies: sums and shapes",
		"bcv data show FILE [flags]          how the columns of your own CSV or ARFF file are read",
	},
	Groups: []command.FlagGroup{{"list, get and verify", "dir json"},
		{"show", "target regression drop nominal missing no-header"}},
	Examples: []string{
		`bcv data list`,
		`bcv data show data/samples/plants.csv --drop leaves`,
	},
}
