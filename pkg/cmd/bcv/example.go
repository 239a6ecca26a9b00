package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/block-regularized/bcv/data/samples"
	"github.com/block-regularized/bcv/internal/command"
)

// sampleFiles are the files that bcv example writes, each with what it is.
var sampleFiles = [][2]string{
	{"plants.csv", "300 simulated plants of three kinds"},
	{"losses.csv", "losses of two learners, c4.5 and nearestmean, on 5 x 2 folds of them"},
}

// firstCommands work in the folder of the samples, one after the other.
const firstCommands = `  bcv compare losses.csv
  bcv holdout --data plants.csv --m 5 --learner svm --learner "knn(k=1)" --losses mine.csv
  bcv compare mine.csv --html report.html
`

// runExample writes the samples to a folder that has no file of their names, and prints what to do with them.
func runExample(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	words, err := command.ParseWords(fs, args)
	if err != nil {
		return err
	}
	if len(words) != 1 || words[0] == "" {
		return command.Usagef("name one folder to write the sample files to: bcv example first")
	}
	dir := words[0]
	if err := writeSamples(dir); err != nil {
		return command.Usage(err)
	}
	w := env.Text()
	fmt.Fprintf(w, "Wrote to %s:\n\n", dir)
	for _, s := range sampleFiles {
		fmt.Fprintf(w, "  %s  %s\n", s[0], s[1])
	}
	_, err = fmt.Fprintf(w, "\nThree commands to try there, after cd %s:\n\n%s", dir, firstCommands)
	return err
}

// writeSamples writes all samples or, if a file has the name of one, none.
func writeSamples(dir string) error {
	for _, s := range sampleFiles {
		path := filepath.Join(dir, s[0])
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s exists, and is not replaced; name another folder", path)
		}
	}
	if err := os.CopyFS(dir, samples.Files); err != nil {
		return fmt.Errorf("%w; name another folder", err)
	}
	return nil
}
