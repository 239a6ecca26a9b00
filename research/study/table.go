package study

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/research/internal/arithmetic"
)

// Table holds rows under the name of their file, without ".csv".
type Table struct {
	Name  string
	Rows  any // a slice of structs with tags of their columns
	count int
	write func(io.Writer) error
}

// NewTable returns a table of rows, structs with tags of their columns.
func NewTable[Row any](name string, rows []Row) Table {
	return Table{Name: name, Rows: rows, count: len(rows),
		write: func(w io.Writer) error { return table.Write(w, rows) }}
}

// Write writes the table as CSV.
func (t Table) Write(w io.Writer) error { return t.write(w) }

// Save writes rows that no plan has to the directory of results, where cfg asks for
// it, and what made them to runs.csv there.
func Save[Row any](cfg Config, name string, rows []Row) error {
	if !cfg.Saves() {
		return nil
	}
	return NewTable(name, rows).save(cfg, math.NaN())
}

// save writes the table and its line of runs.csv; cost is NaN if unknown. A table
// without rows leaves the stored one.
func (t Table) save(cfg Config, cost float64) error {
	if t.count == 0 {
		return nil
	}
	if err := t.replace(cfg); err != nil {
		return err
	}
	return saveRun(cfg, t.Name, cost)
}

func (t Table) replace(cfg Config) error {
	return atomicfile.Replace(filepath.Join(cfg.Results, t.Name+".csv"), t.write)
}

// RunRow is what made a table in the directory of results.
type RunRow struct {
	Table   string `dataframe:"table"`
	Command string `dataframe:"command"`
	Date    string `dataframe:"date"`   // of the end of the run, in UTC
	Commit  string `dataframe:"commit"` // of the code that ran; empty if unknown
	// of the simulations behind the table; blank if unknown
	CPUSeconds float64 `dataframe:"cpu_seconds" table:"blank"`
	// kind of machine, such as amd64+fma, as far as its last digits differ, or several joined by "and"; empty
	// if unknown
	Arithmetic string `dataframe:"arithmetic" table:"optional"`
}

// saveRun enters the table in runs.csv, in place of an earlier run of it.
func saveRun(cfg Config, name string, cost float64) error {
	runs, _, err := table.ReadFile[RunRow](filepath.Join(cfg.Results, "runs.csv"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	runs = slices.DeleteFunc(runs, func(r RunRow) bool { return r.Table == name })
	runs = append(runs, RunRow{Table: name, Command: cfg.Command + " --results data/results",
		Date: time.Now().UTC().Format(time.DateOnly), Commit: cfg.Commit, CPUSeconds: math.Round(cost),
		Arithmetic: cmp.Or(cfg.kinds, arithmetic.Kind())})
	slices.SortStableFunc(runs, func(a, b RunRow) int { return strings.Compare(a.Table, b.Table) })
	return NewTable("runs", runs).replace(cfg)
}

// Round returns x with the given number of decimals, as tables keep it; 0 is never negative.
func Round(x float64, decimals int) float64 {
	unit := math.Pow10(decimals)
	return math.Round(x*unit)/unit + 0
}

// Stored reads a table from data/results.
func Stored[Row any](fsys fs.FS, name string) ([]Row, error) {
	path := "results/" + name + ".csv"
	f, err := fsys.Open(path)
	if err != nil {
		return nil, fmt.Errorf("study: %w", err)
	}
	defer f.Close()
	rows, _, err := table.Read[Row](path, f)
	return rows, err
}
