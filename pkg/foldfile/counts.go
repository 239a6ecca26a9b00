// Package foldfile reads files of fold results that any tool may have
// written: confusion counts of two models on the folds of an m x 2 CV, or their
// predictions.
package foldfile

import (
	"errors"
	"io"
	"strings"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/table"
)

// The two ways to give counts.
var (
	chunkColumns     = []string{"gold", "predicted", "correct"}
	confusionColumns = []string{"tp", "fp", "fn"}
)

// alongside are columns that a counts file may carry though no metric needs
// them: true negatives, and a name of the model's tag set.
var alongside = []string{"tn", "tag_set"}

// ReadCounts reads a CSV file of fold counts with the columns task (optional),
// model, replication, fold and either gold, predicted, correct or tp, fp, fn;
// see posterior.CountRow. Errors are of type *table.Error and name file, row
// and column.
func ReadCounts(path string) ([]posterior.Task, error) {
	rows, info, err := table.ReadFile[posterior.CountRow](path, table.Ignore(alongside...))
	if err != nil {
		return nil, err
	}
	return tasks(rows, info)
}

// ParseCounts is ReadCounts on text that is already open; name stands for the
// file in errors.
func ParseCounts(name string, r io.Reader) ([]posterior.Task, error) {
	rows, info, err := table.Read[posterior.CountRow](name, r, table.Ignore(alongside...))
	if err != nil {
		return nil, err
	}
	return tasks(rows, info)
}

func tasks(rows []posterior.CountRow, info table.Info) ([]posterior.Task, error) {
	chunks, err := countColumns(info)
	if err != nil {
		return nil, err
	}
	out, err := posterior.Tasks(rows, chunks)
	var re *posterior.RowError
	if errors.As(err, &re) {
		return nil, info.Errorf(re.Row, re.Column, "%s", re.Problem)
	}
	return out, err
}

// countColumns says whether a file counts chunks, and refuses files with
// neither or both kinds of columns.
func countColumns(info table.Info) (chunks bool, err error) {
	hasChunks, missingChunks := present(info, chunkColumns)
	hasConfusion, missingConfusion := present(info, confusionColumns)
	switch {
	case len(hasChunks) > 0 && len(hasConfusion) > 0:
		return false, info.Errorf(-1, hasConfusion[0], "stands beside column %s; give either gold, predicted, correct or tp, fp, fn", hasChunks[0])
	case len(hasChunks) > 0 && len(missingChunks) > 0:
		return false, info.Errorf(-1, missingChunks[0], "is missing; give gold, predicted and correct")
	case len(hasConfusion) > 0 && len(missingConfusion) > 0:
		return false, info.Errorf(-1, missingConfusion[0], "is missing; give tp, fp and fn")
	case len(hasChunks) == 0 && len(hasConfusion) == 0:
		return false, info.Errorf(-1, "", "has no counts, only the columns %s; add gold, predicted, correct or tp, fp, fn", strings.Join(info.Columns, ", "))
	}
	return len(hasChunks) > 0, nil
}

func present(info table.Info, columns []string) (has, missing []string) {
	for _, c := range columns {
		if info.Has(c) {
			has = append(has, c)
		} else {
			missing = append(missing, c)
		}
	}
	return has, missing
}
