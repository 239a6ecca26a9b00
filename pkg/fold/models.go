package fold

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/table"
)

// TaskModels are the models that have results of a task on a data set, in order of
// appearance.
type TaskModels struct {
	Place
	Models []string
}

// FileModels returns the tasks and data sets of files of results, in order of appearance,
// with their models; none for predictions with columns a and b. It looks at no other column: defects
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
	model, task, dataset := slices.Index(columns, "model"), slices.Index(columns, "task"), slices.Index(columns, "dataset")
	if model < 0 {
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
		*out = addModel(*out, here, fields[model])
	}
}

// addModel notes a model of a place.
func addModel(all []TaskModels, here Place, model string) []TaskModels {
	i := slices.IndexFunc(all, func(t TaskModels) bool { return t.Place == here })
	if i < 0 {
		all = append(all, TaskModels{Place: here.clone()})
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
			out = addModel(out, Place{}, r.Model)
		case CountRow:
			out = addModel(out, Place{Dataset: r.Dataset, Task: r.Task}, r.Model)
		case PredictionRow:
			out = addModel(out, Place{}, r.Model)
		}
	}
	return out
}
