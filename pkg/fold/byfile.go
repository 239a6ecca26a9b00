package fold

import (
	"path/filepath"
	"slices"
	"strings"
)

// fileNames are names of models by file, for files of one model each that has the same name
// in all, such as a column pred; nil for others.
type fileNames map[string]string

// byFile names models after their files, without folder and ending where these are different.
func byFile(paths []string) fileNames {
	if len(paths) < 2 {
		return nil
	}
	model := ""
	var short []string
	for i, path := range paths {
		out := modelList{at: map[Place]int{}}
		if err := fileModels(path, nil, &out); err != nil {
			return nil // readers of the results say what is wrong
		}
		for _, t := range out.tasks {
			if len(t.Models) != 1 || t.Models[0] != out.tasks[0].Models[0] {
				return nil
			}
		}
		if len(out.tasks) == 0 || i > 0 && out.tasks[0].Models[0] != model {
			return nil
		}
		model = out.tasks[0].Models[0]
		base := filepath.Base(path)
		short = append(short, strings.TrimSuffix(strings.TrimSuffix(base, ".gz"), filepath.Ext(strings.TrimSuffix(base, ".gz"))))
	}
	if len(slices.Compact(slices.Sorted(slices.Values(short)))) < len(paths) {
		short = paths
	}
	names := fileNames{}
	for i, path := range paths {
		names[path] = short[i]
	}
	return names
}

// ModelNames returns what names the models of files: as they are, or after the files where
// these hold one model each, of the same name.
func ModelNames(paths []string) func(file, model string) string { return byFile(paths).of }

// of returns the name of a model of a file.
func (n fileNames) of(file, model string) string {
	if name, ok := n[file]; ok {
		return name
	}
	return model
}
