package fold

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// TaskModels are the models that have results of a task on a data set, in order of
// appearance.
type TaskModels struct {
	Place
	Models []string
}

// FileModels returns the tasks and data sets of files of results, in order of appearance,
// with their models. Files of one model each, of the same name, name it themselves. It looks at no other column: defects are found when the results are
// read.
func FileModels(paths ...string) ([]TaskModels, error) {
	out, names := modelList{at: map[Place]int{}}, byFile(paths)
	for _, path := range paths {
		if err := fileModels(path, names, &out); err != nil {
			return nil, err
		}
	}
	return out.tasks, nil
}

func fileModels(path string, names fileNames, out *modelList) error {
	f, err := table.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := table.NewRecords(path, f, 0)
	header, _, err := r.Next()
	for err == nil && len(header) == 1 && header[0] == "" { // a line of blanks
		header, _, err = r.Next()
	}
	if err != nil {
		return nil // readers of the results say what is wrong
	}
	columns := slices.Clone(header)
	model, task, dataset := slices.Index(columns, "model"), slices.Index(columns, "task"), slices.Index(columns, "dataset")
	wide := model < 0 && slices.Contains(columns, "truth")
	switch {
	case wide && dataset < 0:
		for _, name := range modelColumns(columns) {
			out.add(Place{}, names.of(path, name))
		}
		return nil
	case model < 0 && !wide:
		return nil
	}
	for {
		fields, _, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil || max(model, task, dataset) >= len(fields):
			return nil
		}
		var here Place
		if task >= 0 {
			here.Task = fields[task]
		}
		if dataset >= 0 {
			here.Dataset = fields[dataset]
		}
		if !wide {
			out.add(here, names.of(path, fields[model]))
			continue
		}
		for _, name := range modelColumns(columns) {
			out.add(here, names.of(path, name))
		}
	}
}

// modelColumns returns the columns of predictions that are named after models.
func modelColumns(columns []string) []string {
	return slices.DeleteFunc(slices.Clone(columns), func(name string) bool { return slices.Contains(notModels, name) })
}

// fileHeader returns the names of the columns of a file, none if it is empty.
func fileHeader(path string) ([]string, error) {
	f, err := table.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := table.NewRecords(path, f, 0)
	header, _, err := in.Next()
	for err == nil && len(header) == 1 && header[0] == "" { // a line of blanks
		header, _, err = in.Next()
	}
	if err == io.EOF {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return header, in.Unseparated()
}

// FileKind says what the results in a file are by its columns: "losses", "counts" or
// "predictions".
func FileKind(path string) (string, error) {
	header, err := fileHeader(path)
	if err != nil {
		return "", err
	}
	for _, k := range [...]struct{ column, kind string }{{"truth", "predictions"}, {"loss", "losses"}, {"gold", "counts"}, {"tp", "counts"}} {
		if slices.Contains(header, k.column) {
			return k.kind, nil
		}
	}
	if len(measures(header)) > 0 {
		return "losses", nil
	}
	return "", unknownKind(path, header)
}

// unknownKind says what keeps a header from being that of results.
func unknownKind(path string, header []string) error {
	if len(header) == 0 {
		return &table.Error{File: path, Problem: "is empty; give losses, counts or predictions on the folds"}
	}
	e := &table.Error{File: path, Row: 1, Problem: fmt.Sprintf("has the columns %.200s; give losses (a column loss), counts (gold, predicted, correct or tp, fp, fn) or predictions (truth)", strings.Join(header, ", "))}
	for _, name := range header {
		lower := strings.ToLower(name)
		if name != lower && (lower == "loss" || slices.Contains(notMeasures, lower)) {
			e.Column, e.Problem = name, "write its name in lower case, "+lower
			return e
		}
	}
	var missing []string
	for _, need := range needed {
		if !slices.Contains(header, need) {
			missing = append(missing, need)
		}
	}
	if len(missing) > 0 && len(missing) < len(needed) && !slices.Contains(header, "record") {
		e.Problem = fmt.Sprintf("%s missing; results have the columns model, replication and fold, which are numbered from 1: of one cross-validation all rows have replication 1, of hold-outs fold 1",
			pick(len(missing) == 1, "column "+missing[0]+" is", "columns "+strings.Join(missing, " and ")+" are"))
	}
	return e
}

// modelList gathers the models of places.
type modelList struct {
	tasks []TaskModels
	at    map[Place]int
}

// add notes a model of a place.
func (l *modelList) add(here Place, model string) {
	i, ok := l.at[here]
	if !ok {
		i = len(l.tasks)
		l.tasks = append(l.tasks, TaskModels{Place: here.clone()})
		l.at[l.tasks[i].Place] = i
	}
	if !slices.Contains(l.tasks[i].Models, model) {
		l.tasks[i].Models = append(l.tasks[i].Models, strings.Clone(model))
	}
}

// RowModels is FileModels for rows in memory.
func RowModels[T LossRow | CountRow | PredictionRow](rows []T) []TaskModels {
	out := modelList{at: map[Place]int{}}
	for _, row := range rows {
		switch r := any(row).(type) {
		case LossRow:
			out.add(Place{}, r.Model)
		case CountRow:
			out.add(Place{Dataset: r.Dataset, Task: r.Task}, r.Model)
		case PredictionRow:
			out.add(Place{}, r.Model)
		}
	}
	return out.tasks
}
