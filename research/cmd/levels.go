package cmd

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/data"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/progress"
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/levels"
)

// levelsFlags are the flags of bcv study levels.
type levelsFlags struct {
	test, folds, figure string
	sets                int
	json, list          bool
}

// paperSets is the number of sets at the paper scale.
const paperSets = 2000

func (f *levelsFlags) define(fs *flag.FlagSet) {
	fs.StringVar(&f.test, "test", "", "of levels: shell `command` that reads the losses of many data sets as CSV from "+
		"standard input, and writes set,p or set,low,high or set,p,low,high (default: the tests of the project alone)")
	fs.StringVar(&f.folds, "folds", levels.Folds()[0], "of levels: `folds` that the test is for, "+
		strings.Join(levels.Folds(), ", "))
	fs.IntVar(&f.sets, "sets", 0, fmt.Sprintf("of levels: `N` data sets of equal learners in each cell, and N of "+
		"different ones (default: 400, with --scale paper %d)", paperSets))
	fs.BoolVar(&f.list, "list", false, "of levels: print the cells")
	fs.BoolVar(&f.json, "json", false, "of levels: print a JSON object, with what was found in each cell")
	fs.StringVar(&f.figure, "figure", "", "of levels: `file`.svg, .png or .pdf for a figure of false claims and power")
}

// judge judges a test of the user beside those of the project, or prints the cells.
func (f *studyFlags) judge(ctx context.Context, env *command.Environment, fs *flag.FlagSet, scale study.Scale) error {
	l := f.levels
	switch {
	case f.set != nil || f.config != "":
		return command.Usagef("the cells of bcv study levels are fixed, so that tests can be compared; leave --set and " +
			"--config out")
	case command.Given(fs, "sets") && l.sets < 1:
		return command.Usagef("--sets %d: give 1 or more", l.sets)
	case command.Given(fs, "test") && strings.TrimSpace(l.test) == "":
		return command.Usagef("--test is empty: give a command, or leave it out")
	case l.list && (l.test != "" || l.figure != ""):
		return command.Usagef("--list prints the cells and runs nothing; leave --test and --figure out")
	}
	cells, err := levels.Cells(l.folds, data.FS)
	if err != nil {
		return command.Usagef("--folds: %w", err)
	}
	if l.list {
		return listCells(env, cells, l.json)
	}
	if l.sets == 0 && scale == study.Paper {
		l.sets = paperSets
	}
	opt := levels.Options{Folds: l.folds, Sets: l.sets, Seed: f.seed, Workers: f.workers, Data: data.FS}
	show := progress.NewReporter(env.Stderr)
	opt.Progress = show.Listener("levels")
	var test levels.Test
	if l.test != "" {
		test = levels.Command(l.test)
	}
	report, err := levels.Judge(ctx, opt, "yours", test)
	show.Stop()
	if bad := (*levels.AnswerError)(nil); errors.As(err, &bad) {
		return command.Usage(err)
	}
	if err != nil {
		return err
	}
	if l.figure != "" {
		if err := saveLevels(report, l.figure); err != nil {
			return err
		}
	}
	if l.json {
		return env.Encode(report)
	}
	return printLevels(env, report)
}

// listCells prints the cells of some folds.
func listCells(env *command.Environment, cells []levels.Cell, asJSON bool) error {
	if asJSON {
		return env.Encode(cells)
	}
	rows := [][]string{{"cell", "name", "data", "equal", "different", "expected difference", "s.e."}}
	for _, c := range cells {
		rows = append(rows, []string{strconv.Itoa(c.Number), c.Name, c.Data, c.Equal, c.Different,
			fmt.Sprintf("%.5f", c.Difference), fmt.Sprintf("%.2g", c.DifferenceSE)})
	}
	return command.Columns(env.Text(), rows)
}

// printLevels prints what the tests do over all cells.
func printLevels(env *command.Environment, r levels.Report) error {
	se := 0.0
	for _, c := range r.Cells {
		se = max(se, c.DifferenceSE)
	}
	w := env.Text()
	what := "learners"
	if r.Folds == levels.Items {
		what = "models"
	}
	fmt.Fprintf(w, "%s, %s, seed %d: %d data sets of equal and %d of different %s in each cell\n", r.Benchmark, r.Folds,
		r.Seed, r.Sets, r.Sets, what)
	if se > 0 {
		fmt.Fprintf(w, "Expected differences have standard errors of at most %.2g.\n", se)
	}
	rows := [][]string{{"test", "cells", "false", "worst", "+-", "in cell", "power", "coverage", "least", "no answer",
		"trainings", "seconds"}}
	percent := func(x levels.Number) string {
		if math.IsNaN(float64(x)) {
			return "-"
		}
		return fmt.Sprintf("%.1f%%", 100*x)
	}
	for _, t := range r.Tests {
		trainings := "-"
		if t.Trainings > 0 {
			trainings = strconv.Itoa(t.Trainings)
		}
		rows = append(rows, []string{t.Test, strconv.Itoa(t.Cells), percent(t.False), percent(t.Largest),
			percent(t.LargestSE), strconv.Itoa(t.LargestIn), percent(t.Power), percent(t.Coverage), percent(t.Least),
			percent(t.NoAnswer), trainings, fmt.Sprintf("%.2f", t.Seconds)})
	}
	fmt.Fprintln(w)
	return command.Columns(w, rows)
}

// saveLevels draws mean false claims against mean power, with the nominal level.
func saveLevels(r levels.Report, path string) error {
	var points []figure.Point
	for _, t := range r.Tests {
		points = append(points, figure.Point{Series: t.Test, X: float64(t.False), Y: float64(t.Power), Mark: figure.Cloud})
	}
	top := 0.0
	for _, p := range points {
		top = max(top, p.Y)
	}
	points = append(points, figure.Through("5%", figure.Dash, 0.05, 0, 0.05, top)...)
	f, err := figure.Scatter(points, figure.Labels{X: "false claims, mean over cells", Y: "power, mean over cells"})
	if err != nil {
		return err
	}
	return figure.Save(f, path)
}
