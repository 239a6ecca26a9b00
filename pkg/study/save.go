package study

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/block-regularized/bcv/pkg/internal/atomicfile"
	"github.com/block-regularized/bcv/pkg/table"
)

// Command returns the command that computes the rows of an item.
func Command(item string, cfg Config) string {
	return fmt.Sprintf("bcv reproduce --only %s --scale %s --seed %d", item, cfg.Scale, cfg.Seed)
}

// Save writes a detailed table of an experiment to the directory of results,
// and what made it to runs.csv there.
func Save[T any](cfg Config, name string, rows []T) error {
	if len(rows) == 0 {
		return nil
	}
	if err := replaceTable(cfg, name, rows); err != nil {
		return err
	}
	return saveRun(cfg, name)
}

func replaceTable[T any](cfg Config, name string, rows []T) error {
	return atomicfile.Replace(filepath.Join(cfg.Results, name+".csv"), func(w io.Writer) error { return table.Write(w, rows) })
}

// RunRow says what made a table in the directory of results.
type RunRow struct {
	Table   string `dataframe:"table"`
	Command string `dataframe:"command"`
	Date    string `dataframe:"date"`   // of the end of the run, in UTC
	Commit  string `dataframe:"commit"` // of the code that ran; empty if unknown
}

// saveRun enters the table in runs.csv, in place of an earlier run of it.
func saveRun(cfg Config, name string) error {
	runs, _, err := table.ReadFile[RunRow](filepath.Join(cfg.Results, "runs.csv"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	runs = slices.DeleteFunc(runs, func(r RunRow) bool { return r.Table == name })
	runs = append(runs, RunRow{Table: name, Command: Command(cfg.Item, cfg) + " --results data/results",
		Date: time.Now().UTC().Format(time.DateOnly), Commit: cfg.Commit})
	slices.SortFunc(runs, func(a, b RunRow) int { return strings.Compare(a.Table, b.Table) })
	return replaceTable(cfg, "runs", runs)
}

// Stored reads a detailed table of an experiment from data/results.
func Stored[T any](fsys fs.FS, name string) ([]T, error) {
	return readStored[T](fsys, "results/"+name+".csv")
}

func readStored[T any](fsys fs.FS, name string) ([]T, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, fmt.Errorf("study: %w", err)
	}
	defer f.Close()
	rows, _, err := table.Read[T](name, f)
	return rows, err
}
