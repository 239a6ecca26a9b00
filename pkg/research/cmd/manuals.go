package cmd

import "github.com/block-regularized/bcv/pkg/internal/command"

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
	},
	Groups: []command.FlagGroup{{"Effort", "scale seed workers"}, {"Your own settings", "set config"},
		{"Parts", "index of dir mixed"}, {"Output", "results checkpoints"}},
	Examples: []string{
		`bcv study list`,
		`bcv study show partition-sizes`,
		`bcv study run variances --set "distribution=SREG(p=10)"` +
			` --set "learners=ols, ridge(lambda=10)" --set n=100 --set sets=40`,
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
