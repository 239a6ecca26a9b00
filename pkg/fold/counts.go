package fold

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// CountRow is what one model did on one fold: gold, predicted and correct chunks, or
// true and false positives and false negatives.
type CountRow struct {
	posterior.CountRow
	TN      int    `dataframe:"tn" table:"optional,nonneg"`    // true negatives, which no metric here needs
	Set     string `dataframe:"set" table:"optional"`          // the partition set, see cv.ID; empty if unknown
	Dataset string `dataframe:"dataset" table:"optional,line"` // for results on several data sets; empty for one
}

// ConfusionRow counts what one model did with one class, against all others, on the
// validation records of one fold. Task is the class.
type ConfusionRow struct {
	Task        string `dataframe:"task" table:"line"`
	Model       string `dataframe:"model" table:"line"`
	Replication int    `dataframe:"replication"` // from 1
	Fold        int    `dataframe:"fold"`        // from 1
	TP          int    `dataframe:"tp"`
	FP          int    `dataframe:"fp"`
	FN          int    `dataframe:"fn"`
	TN          int    `dataframe:"tn"`
	Set         string `dataframe:"set"` // the partition set, see cv.ID
}

// ChunkRow counts what one model did with chunks of one kind on the validation sentences
// of one fold.
type ChunkRow struct {
	Task        string `dataframe:"task" table:"line"` // the type of chunks, for example
	Model       string `dataframe:"model" table:"line"`
	Replication int    `dataframe:"replication"` // from 1
	Fold        int    `dataframe:"fold"`        // from 1
	Gold        int    `dataframe:"gold"`        // chunks there are
	Predicted   int    `dataframe:"predicted"`   // chunks that the model found
	Correct     int    `dataframe:"correct"`     // chunks in both
	Set         string `dataframe:"set"`         // the partition set, see cv.ID
}

// Counts are the fold counts of two models on one or more tasks.
type Counts struct {
	Tasks   []posterior.Task // named as their places are
	Designs []Design         // Designs[i] is the partition set of Tasks[i]; Records is known from the column tn alone
	Places  []Place          // Places[i] is the data set and the task of Tasks[i]
}

// Notes returns what a reader should know of the counts: tasks that name no partition
// set, and folds with different numbers of positives for A and B.
func (c Counts) Notes() []string {
	var out []string
	uneven := 0
	for i, t := range c.Tasks {
		of := ""
		if t.Name != "" {
			of = "task " + t.Name + ": "
		}
		note := c.Designs[i].Note()
		if i > 0 && note == c.Designs[i-1].Note() {
			note = "" // the same for all tasks of a file
		}
		if note != "" {
			out = append(out, note)
		}
		odd := t.UnequalGold()
		if len(odd) > 0 {
			uneven++
		}
		if len(odd) > 0 && uneven <= maxNotes {
			out = append(out, fmt.Sprintf("%s%s (%d folds in all); were both models run on the same partition set?", of, odd[0], len(odd)))
		}
	}
	if more := uneven - maxNotes; more > 0 {
		out = append(out, fmt.Sprintf("%d more tasks have folds with different numbers of positives for A and B", more))
	}
	return out
}

// maxNotes is how many tasks with uneven folds are named.
const maxNotes = 10

// The two ways to give counts.
var (
	chunkColumns     = []string{"gold", "predicted", "correct"}
	confusionColumns = []string{"tp", "fp", "fn"}
)

// alongside are columns that a counts file may carry though nothing needs them: a name
// of the model's tag set.
var alongside = []string{"tag_set"}

// ReadCounts reads a CSV file of fold counts with the columns task (optional), model,
// replication, fold, either gold, predicted, correct or tp, fp, fn, set and dataset
// (optional). Each task of each data set is a task of its own, with the same A and B on
// all data sets. Of several models the two that are named are taken; without names each
// task has two, and A is the one that appears first. All rows of a task name the same
// partition set or none. Errors are of type *table.Error and name file, row and column.
func ReadCounts(path string, models ...string) (Counts, error) {
	return ReadCountFiles([]string{path}, models...)
}

// ReadCountFiles is ReadCounts for results that lie in several files, such as one a
// model.
func ReadCountFiles(paths []string, models ...string) (Counts, error) {
	r := countReader{models: models, byFile: byFile(paths)}
	if err := eachRow(paths, r.begin, r.visit, table.Ignore(alongside...)); err != nil {
		return Counts{}, err
	}
	return r.counts()
}

// ParseCounts is ReadCounts on text that is already open; name stands for the file in
// errors.
func ParseCounts(name string, text io.Reader, models ...string) (Counts, error) {
	r := countReader{models: models}
	if err := eachRowOf(name, text, false, r.begin, r.visit, table.Ignore(alongside...)); err != nil {
		return Counts{}, err
	}
	return r.counts()
}

// CountsOf is ReadCounts for rows in memory; errors count them from 1. Rows hold chunks
// if one of them has a gold or predicted chunk.
func CountsOf(rows []CountRow, models ...string) (Counts, error) {
	if len(rows) == 0 {
		return Counts{}, errNoRows
	}
	absent := append([]string{"tn"}, chunkColumns...)
	if slices.ContainsFunc(rows, func(r CountRow) bool { return r.Gold != 0 || r.Predicted != 0 }) {
		absent = append([]string{"tn"}, confusionColumns...)
	}
	return countsOf(rows, absent, models)
}

// ConfusionOf is CountsOf for confusion counts.
func ConfusionOf(rows []ConfusionRow, models ...string) (Counts, error) {
	if len(rows) == 0 {
		return Counts{}, errNoRows
	}
	all := make([]CountRow, len(rows))
	for i, r := range rows {
		all[i] = CountRow{TN: r.TN, Set: r.Set, CountRow: posterior.CountRow{Task: r.Task, Model: r.Model, Replication: r.Replication, Fold: r.Fold, TP: r.TP, FP: r.FP, FN: r.FN}}
	}
	return countsOf(all, chunkColumns, models)
}

// ChunksOf is CountsOf for rows of chunks.
func ChunksOf(rows []ChunkRow, models ...string) (Counts, error) {
	if len(rows) == 0 {
		return Counts{}, errNoRows
	}
	all := make([]CountRow, len(rows))
	for i, r := range rows {
		all[i] = CountRow{Set: r.Set, CountRow: posterior.CountRow{Task: r.Task, Model: r.Model, Replication: r.Replication, Fold: r.Fold, Gold: r.Gold, Predicted: r.Predicted, Correct: r.Correct}}
	}
	return countsOf(all, confusionColumns, models)
}

func countsOf(rows []CountRow, absent, models []string) (Counts, error) {
	r := countReader{models: models}
	info := memory("counts", rows[:0], absent...).infos[0]
	at := spot{file: info.File}
	if err := r.begin(info, at); err != nil {
		return Counts{}, err
	}
	for i := range rows {
		at.line = i + 1
		if err := r.visit(&rows[i], at); err != nil {
			return Counts{}, err
		}
	}
	return r.counts()
}

// countColumns says whether a file counts chunks, and refuses files with
// neither or both kinds of columns.
func countColumns(in origin) (chunks bool, err error) {
	hasChunks, missingChunks := present(in, chunkColumns)
	hasConfusion, missingConfusion := present(in, confusionColumns)
	switch {
	case len(hasChunks) > 0 && len(hasConfusion) > 0:
		return false, in.Errorf(-1, hasConfusion[0], "stands beside column %s; give either gold, predicted, correct or tp, fp, fn", hasChunks[0])
	case len(hasChunks) > 0 && len(missingChunks) > 0:
		return false, in.Errorf(-1, missingChunks[0], "is missing; give gold, predicted and correct")
	case len(hasConfusion) > 0 && len(missingConfusion) > 0:
		return false, in.Errorf(-1, missingConfusion[0], "is missing; give tp, fp and fn")
	case len(hasChunks) == 0 && len(hasConfusion) == 0:
		return false, in.Errorf(-1, "", "has no counts, only the columns %s; add gold, predicted, correct or tp, fp, fn", strings.Join(in.infos[0].Columns, ", "))
	}
	return len(hasChunks) > 0, nil
}

func present(in origin, columns []string) (has, missing []string) {
	for _, c := range columns {
		if in.Has(c) {
			has = append(has, c)
		} else {
			missing = append(missing, c)
		}
	}
	return has, missing
}
