package fold

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/posterior"
	"github.com/block-regularized/bcv/pkg/table"
)

// CountRow is what one model did on one fold: gold, predicted and correct chunks, or
// true and false positives and false negatives.
type CountRow struct {
	posterior.CountRow
	TN  int    `dataframe:"tn" table:"optional,nonneg"` // true negatives, which no metric here needs
	Set string `dataframe:"set" table:"optional"`       // the partition set, see cv.ID; empty if unknown
}

// ConfusionRow counts what one model did with one class, against all others, on the
// validation records of one fold. Task is the class.
type ConfusionRow struct {
	Task        string `dataframe:"task"`
	Model       string `dataframe:"model"`
	Replication int    `dataframe:"replication"` // from 1
	Fold        int    `dataframe:"fold"`        // from 1
	TP          int    `dataframe:"tp"`
	FP          int    `dataframe:"fp"`
	FN          int    `dataframe:"fn"`
	TN          int    `dataframe:"tn"`
	Set         string `dataframe:"set"` // the partition set, see cv.ID
}

// Counts are the fold counts of two models on one or more tasks.
type Counts struct {
	Tasks   []posterior.Task
	Designs []Design // Designs[i] is the partition set of Tasks[i]; Records is known from the column tn alone
}

// Notes returns what a reader should know of the counts: tasks that name no partition
// set, and folds with different numbers of positives for A and B.
func (c Counts) Notes() []string {
	var out []string
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
		if odd := t.UnequalGold(); len(odd) > 0 {
			out = append(out, fmt.Sprintf("%s%s (%d folds in all); were both models run on the same partition set?", of, odd[0], len(odd)))
		}
	}
	return out
}

// The two ways to give counts.
var (
	chunkColumns     = []string{"gold", "predicted", "correct"}
	confusionColumns = []string{"tp", "fp", "fn"}
)

// alongside are columns that a counts file may carry though nothing needs them: a name
// of the model's tag set.
var alongside = []string{"tag_set"}

// ReadCounts reads a CSV file of fold counts with the columns task (optional), model,
// replication, fold, either gold, predicted, correct or tp, fp, fn, and set
// (optional). Of several models the two that are named are taken; without names each
// task has two, and A is the one that appears first. All rows of a task name the same
// partition set or none. Errors are of type *table.Error and name file, row and column.
func ReadCounts(path string, models ...string) (Counts, error) {
	return ReadCountFiles([]string{path}, models...)
}

// ReadCountFiles is ReadCounts for results that lie in several files, such as one a
// model.
func ReadCountFiles(paths []string, models ...string) (Counts, error) {
	rows, in, err := readAll[CountRow](paths, table.Ignore(alongside...))
	if err != nil {
		return Counts{}, err
	}
	return counts(rows, in, models)
}

// ParseCounts is ReadCounts on text that is already open; name stands for the file in
// errors.
func ParseCounts(name string, r io.Reader, models ...string) (Counts, error) {
	rows, info, err := table.Read[CountRow](name, r, table.Ignore(alongside...))
	if err != nil {
		return Counts{}, err
	}
	return counts(rows, origin{infos: []table.Info{info}, ends: []int{len(rows)}}, models)
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
	return counts(rows, memory("counts", rows, absent...), models)
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
	return counts(all, memory("counts", all, chunkColumns...), models)
}

func counts(rows []CountRow, in origin, models []string) (Counts, error) {
	chunks, err := countColumns(in)
	if err != nil {
		return Counts{}, err
	}
	keep, err := in.chosen(len(rows), func(i int) string { return rows[i].Model }, models)
	if err != nil {
		return Counts{}, err
	}
	var kept []posterior.CountRow
	sets := map[string]*setChecker{}
	for _, i := range keep {
		r := rows[i]
		if sets[r.Task] == nil {
			sets[r.Task] = new(setChecker)
		}
		if err := sets[r.Task].see(in.spot(i), r.Set, r.Model); err != nil {
			return Counts{}, err
		}
		kept = append(kept, r.CountRow)
	}
	tasks, err := posterior.Tasks(kept, chunks, models...)
	var re *posterior.RowError
	if errors.As(err, &re) {
		return Counts{}, in.Errorf(keep[re.Row], re.Column, "%s", re.Problem)
	}
	if err != nil {
		return Counts{}, err
	}
	out := Counts{Tasks: tasks}
	for _, t := range tasks {
		records := 0
		if in.Has("tn") {
			records = recordsOf(rows, t)
		}
		d, err := sets[t.Name].design(in.spot(-1), t.M, 2, records)
		if err != nil {
			return Counts{}, err
		}
		out.Designs = append(out.Designs, d)
	}
	return out, nil
}

// recordsOf returns the records of a task where the first replication has all, and 0
// where another replication or model has other numbers.
func recordsOf(rows []CountRow, t posterior.Task) int {
	sums := map[foldModel]int{}
	for _, r := range rows {
		if r.Task == t.Name && (r.Model == t.A.Name || r.Model == t.B.Name) {
			sums[foldModel{r.Model, r.Replication}] += r.TP + r.FP + r.FN + r.TN
		}
	}
	n := sums[foldModel{t.A.Name, 1}]
	for _, s := range sums {
		if s != n {
			return 0
		}
	}
	return n
}

type foldModel struct {
	model       string
	replication int
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
