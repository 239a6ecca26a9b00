// Package cmd holds the commands of bcv-research: the simulations of the project, the account of
// the published numbers, and downloads of the public data sets. bcv study, bcv reproduce and
// bcv data get start that program.
package cmd

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/progress"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/data"
	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/public/fetch"
)

// Program is bcv-research. Its messages name its commands as bcv does.
var Program = command.Program{
	Name:  "bcv-research",
	About: "bcv-research runs the simulations behind bcv, and computes the published numbers again.",
	Commands: []command.Command{
		{Name: "study", Run: runStudy, Manual: studyManual,
			GoesOn:  func(args []string) bool { return slices.Contains(args, "part") },
			Summary: "list, show or run the simulations, at once or as many jobs: bcv study list, bcv study run NAME"},
		{Name: "reproduce", Run: runReproduce, Manual: reproduceManual, GoesOn: command.OfParts,
			Summary: "compute the published numbers and print the account"},
		data.Command(getData),
	},
}

var studyManual = command.Manual{
	Usage: []string{
		"bcv study list                   the simulations, with their cost",
		"bcv study show NAME              what one computes, and how",
		"bcv study run NAME [flags]       run one",
		"bcv study run NAME --set distribution=DIST --set learners=A,B [--set n=N ...]   run it on your own data and " +
			"learners; part, status and collect take the same",
		"bcv study part NAME --of N --dir DIR [--index I]   compute part I of N, from 0, as a job of many; status 75: run " +
			"it again",
		"bcv study status NAME --of N --dir DIR   which parts are done, missing and failed, and what is left",
		"bcv study collect NAME --dir DIR         what run would print, from the parts",
		"bcv study levels --test COMMAND [--folds NAME] [--sets N]   judge a test of your own beside those of the project " +
			"(docs/reference/levels-benchmark.md)",
	},
	Groups: []command.FlagGroup{{"Effort", "scale seed workers"}, {"Your own settings", "set config"},
		{"Your own test", "test folds sets list json figure"}, {"Parts", "index of dir mixed"},
		{"Output", "results checkpoints"}},
	Examples: []string{
		`bcv study list`,
		`bcv study show partition-sizes`,
		`bcv study run variances --set "distribution=SREG(p=10)"` +
			` --set "learners=ols, ridge(lambda=10)" --set n=100 --set sets=40`,
		`bcv study levels --folds items --sets 20`,
	},
}

var reproduceManual = command.Manual{
	Usage: []string{"bcv reproduce [--only SOURCE:ITEM] [flags]"},
	Groups: []command.FlagGroup{{"What is computed", "only scale seed workers"}, {"As an array of jobs, an experiment " +
		"a job at least", "dir of index status mixed"}, {"Output", "verbose json results update commit checkpoints"}},
	Examples: []string{
		`bcv reproduce --only acl2019:table-3`,
		`bcv reproduce --only acl2019:table-3 --verbose`,
	},
}

// getData downloads data sets to a directory.
func getData(ctx context.Context, env *command.Environment, _ []string, entries []public.Entry, dir string) error {
	for _, e := range entries {
		if e.URLs() == nil {
			return command.Usagef("%s has no public address: %s; put its file %s into a directory and name that with "+
				"--dir or %s", e.Name, e.Note, e.File, public.EnvDirs)
		}
	}
	for _, e := range entries {
		show := map[string]func(done, total int){}
		paths, err := fetch.Get(ctx, http.DefaultClient, e, dir, func(file string, done, total int64) {
			if total <= 0 {
				return
			}
			if show[file] == nil {
				show[file] = progress.New(env.Stderr, file)
			}
			show[file](int(done), int(total))
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(env.Stdout, "%s: %s (licence: %s)\n", e.Name, strings.Join(paths, ", "), e.Licence)
	}
	return nil
}
