// Package cmd holds the commands of bcv-research: the simulations of the project, the account of
// the published numbers, and downloads of the public data sets. bcv study, bcv reproduce and
// bcv data get start that program.
package cmd

import (
	"slices"

	"github.com/block-regularized/bcv/pkg/cmd/bcv/data"
	"github.com/block-regularized/bcv/pkg/internal/command"
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
