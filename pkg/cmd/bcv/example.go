package main

import (
	"context"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/block-regularized/bcv/data/samples"
	"github.com/block-regularized/bcv/internal/command"
)

// sampleFiles are the files that bcv example writes, each with what it is.
var sampleFiles = [][2]string{
	{"plants.csv", "300 simulated plants of three kinds"},
	{"losses.csv", "losses of two learners, c4.5 and nearestmean, on 5 x 2 folds of them"},
}

// firstNotebook is the notebook that bcv example --notebook writes beside them; the test of notebooks runs it.
//
//go:embed first.ipynb
var firstNotebook []byte

const notebookFile = "first.ipynb"

// firstCommands work in the folder of the samples, one after the other.
const firstCommands = `  bcv compare losses.csv
  bcv holdout --data plants.csv --m 5 --learner svm --learner "knn(k=1)" --losses mine.csv
  bcv compare mine.csv --html report.html
`

// runExample writes the samples to a folder that has no file of their names, and prints what to do with them.
func runExample(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	notebook := fs.Bool("notebook", false, "write a notebook with cells in Go beside them, for the kernel of a clone")
	words, err := command.ParseWords(fs, args)
	if err != nil {
		return err
	}
	if len(words) != 1 || words[0] == "" {
		return command.Usagef("name one folder to write the sample files to: bcv example first")
	}
	dir := words[0]
	if err := writeSamples(dir, *notebook); err != nil {
		return command.Usage(err)
	}
	w := env.Text()
	fmt.Fprintf(w, "Wrote to %s:\n\n", dir)
	for _, s := range sampleFiles {
		fmt.Fprintf(w, "  %s  %s\n", s[0], s[1])
	}
	if *notebook {
		_, err = fmt.Fprintf(w, "  %s  two learners and one of your own, in Go\n\nTo open it, in a clone of bcv:\n\n"+
			"  make lab DIR=%s\n", notebookFile, shellPath(dir))
		return err
	}
	_, err = fmt.Fprintf(w, "\nThree commands to try there, after cd %s:\n\n%s", dir, firstCommands)
	return err
}

// shellPath is the full path of a folder, as one word of a shell.
func shellPath(dir string) string {
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	if strings.ContainsAny(dir, " '\"\\$&;()*?<>|`#~!\t\n") {
		return "'" + strings.ReplaceAll(dir, "'", `'\''`) + "'"
	}
	return dir
}

// writeSamples writes all samples, and the notebook if it is asked for, or, if a file has the name of one, none.
func writeSamples(dir string, notebook bool) error {
	names := []string{notebookFile}
	if !notebook {
		names = nil
	}
	for _, s := range sampleFiles {
		names = append(names, s[0])
	}
	for _, name := range names {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s exists, and is not replaced; name another folder", path)
		}
	}
	if err := os.CopyFS(dir, samples.Files); err != nil {
		return fmt.Errorf("%w; name another folder", err)
	}
	if notebook {
		return os.WriteFile(filepath.Join(dir, notebookFile), firstNotebook, 0o666)
	}
	return nil
}
