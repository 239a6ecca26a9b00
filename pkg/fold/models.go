package fold

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/table"
)

// TaskModels are the models that have results of a task, in order of appearance.
type TaskModels struct {
	Task   string // empty where results have no tasks
	Models []string
}

// FileModels returns the tasks, or the data sets, of files of results, in order of appearance, with their
// models; none for predictions with columns a and b. It looks at no other column: defects
// are found when the results are read.
func FileModels(paths ...string) ([]TaskModels, error) {
	var out []TaskModels
	for _, path := range paths {
		if err := fileModels(path, &out); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func fileModels(path string, out *[]TaskModels) error {
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
	model, task := slices.Index(columns, "model"), slices.Index(columns, "task")
	if task < 0 {
		task = slices.Index(columns, "dataset")
	}
	if model < 0 {
		return nil
	}
	for {
		fields, _, err := r.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil || model >= len(fields) || task >= len(fields):
			return nil
		}
		name := ""
		if task >= 0 {
			name = fields[task]
		}
		*out = addModel(*out, name, fields[model])
	}
}

// addModel notes a model of a task.
func addModel(all []TaskModels, task, model string) []TaskModels {
	i := slices.IndexFunc(all, func(t TaskModels) bool { return t.Task == task })
	if i < 0 {
		all = append(all, TaskModels{Task: strings.Clone(task)})
		i = len(all) - 1
	}
	if !slices.Contains(all[i].Models, model) {
		all[i].Models = append(all[i].Models, strings.Clone(model))
	}
	return all
}

// RowModels is FileModels for rows in memory.
func RowModels[T LossRow | CountRow | PredictionRow](rows []T) []TaskModels {
	var out []TaskModels
	for _, row := range rows {
		switch r := any(row).(type) {
		case LossRow:
			out = addModel(out, "", r.Model)
		case CountRow:
			out = addModel(out, r.Task, r.Model)
		case PredictionRow:
			out = addModel(out, "", r.Model)
		}
	}
	return out
}
