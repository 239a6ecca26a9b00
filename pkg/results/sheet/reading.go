// Package sheet reads tables of finished results as people and tools keep them: wide, long or transposed; on folds, on
// items, on data sets or in several runs; CSV with commas, semicolons, tabs or bars, JSON, Excel workbooks and numbers
// alone. It gives each column a role, says in a Reading what it took it for, and passes the rows on in one of the
// canonical forms (docs/reference/formats.md), which package results reads.
//
// A role has one of three reasons: the caller says it (Told), the name is known (Names, Patterns), or the form leaves
// no other. Values never decide what a row is. What would change a verdict and has no reason is asked: the error is
// ErrAsk, in one line with the setting that answers it.
package sheet

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
)

// ErrAsk is the cause of an error that asks what a table does not show.
var ErrAsk = errors.New("the table leaves it open")

// Unit is what results are on.
type Unit string

// The units.
const (
	Folds    Unit = "folds"
	Items    Unit = "items"
	Datasets Unit = "datasets"
	AllRuns  Unit = "runs"
	Time     Unit = "time"
)

// Units are all units, as Told names them.
var Units = []Unit{Folds, Items, Datasets, AllRuns, Time}

// Told is what a caller says of a table where its names do not.
type Told struct {
	Rows    Unit            // what a row of values is; empty for what names say
	Columns Unit            // what a column of values is, where each row is a model
	Roles   map[string]Role // by name of a column
}

// Roles that callers alone give beside those of Names, and roles of Names that the reader alone gives.
var (
	toldRoles = []Role{rolePassed, roleA, roleB, roleWinner, roleFirst}
	ownRoles  = []Role{roleLabel, roleSummary, roleScore, roleSetting}
)

// IsRole reports whether a caller can give a column this role.
func IsRole(name string) bool {
	r := Role(name)
	return slices.Contains(toldRoles, r) || !slices.Contains(ownRoles, r) &&
		slices.ContainsFunc(Names, func(n Name) bool { return n.Role == r })
}

// Options say how a table is read.
type Options struct {
	Told
	Several  bool          // files, each of which may be of one model
	Wide     bool          // a table of items has a column for each model, although it is called model
	Models   []string      // to read; empty for all
	Metric   metric.Metric // of the column to read, or of numbers that have no name
	Metrics  []string      // to compute or to read
	Positive string        // class
	Numbers  bool          // predictions are numbers
	Raw      bool          // folds and records of predictions keep the names that tables give them
}

// Reading says what a table was taken for.
type Reading struct {
	File      string       `json:"file"`
	Unit      Unit         `json:"unit"`      // what results are on
	Count     int          `json:"count"`     // how many units there are
	Units     string       `json:"units"`     // the same in words, such as 10 folds of one cross-validation
	UnitsIn   string       `json:"units_in"`  // rows or columns
	Models    []string     `json:"models"`    // in order of appearance
	ModelsIn  string       `json:"models_in"` // rows, columns, file, or the column that names them
	Number    string       `json:"number"`    // what is compared; several with commas between
	Direction string       `json:"direction"` // higher, lower or empty for unknown
	Columns   []ColumnRole `json:"columns"`
	Assumed   []string     `json:"assumed"`  // what the table does not say
	LeftOut   []string     `json:"left_out"` // columns and rows that are no results
}

// ColumnRole is a column with its role.
type ColumnRole struct {
	Column string `json:"column"`
	Role   Role   `json:"role"`
}

// String is the reading in one line.
func (r Reading) String() string {
	models := fmt.Sprintf("%d models", len(r.Models))
	if len(r.Models) == 1 {
		models = "1 model"
	}
	in := map[string]string{"columns": " (columns)", "rows": " (rows)", "file": " (" + strings.Join(r.Models, ", ") + ")"}
	where, ok := in[r.ModelsIn]
	if !ok {
		where = fmt.Sprintf(" (column %s)", r.ModelsIn)
	}
	text := fmt.Sprintf("Read %s: %s%s on %s (%s); %s.", table.Named(filepath.Base(r.File)), models, where, r.Units, r.UnitsIn, r.Number)
	if len(r.Assumed) > 0 {
		text += " Assumed: " + strings.Join(r.Assumed, "; ") + "."
	}
	if len(r.LeftOut) > 0 {
		left := r.LeftOut
		if len(left) > 6 {
			left = append(slices.Clone(left[:5]), fmt.Sprintf("%d more", len(left)-5))
		}
		text += " Left out: " + strings.Join(left, ", ") + "."
	}
	return text
}

// Lines are readings in one line each; those of several files that were read alike in one.
func Lines(readings []Reading) (out []string) {
	for i := 0; i < len(readings); {
		r, k := readings[i], i+1
		r.Models = slices.Clone(r.Models)
		for ; k < len(readings) && readings[k].alike(r); k++ {
			r.File = fmt.Sprintf("%s and %d more", filepath.Base(readings[i].File), k-i)
			for _, m := range readings[k].Models {
				if !slices.Contains(r.Models, m) {
					r.Models = append(r.Models, m)
				}
			}
		}
		out = append(out, r.String())
		i = k
	}
	return out
}

// alike reports whether two readings differ in file and models alone.
func (r Reading) alike(o Reading) bool {
	return r.Units == o.Units && r.UnitsIn == o.UnitsIn && r.ModelsIn == o.ModelsIn && r.Number == o.Number &&
		slices.Equal(r.Assumed, o.Assumed) && slices.Equal(r.LeftOut, o.LeftOut)
}

// ask is an error that asks.
func ask(file, format string, args ...any) error {
	return &table.Error{File: file, Problem: fmt.Sprintf(format, args...), Err: ErrAsk}
}
