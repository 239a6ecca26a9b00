package results

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// models numbers the models of files in order of appearance. Where every file holds one model, and
// all of them have the same name, such as a column pred, the models are named after the files.
type models struct {
	wanted []string // empty for all
	stems  []string // by file: its path, without folder and ending if these are different
	file   int      // that is read
	files  []int    // by model: file where it appeared
	names  []string // by model: as the file has it
	at     map[string]int
	byFile bool // so far each file has one model, of the same name in all
	last   int  // model that was asked for last
}

func newModels(paths, wanted []string) models {
	m := models{wanted: wanted, at: map[string]int{}, byFile: len(paths) > 1}
	for _, path := range paths {
		base := strings.TrimSuffix(filepath.Base(path), ".gz")
		m.stems = append(m.stems, strings.TrimSuffix(base, filepath.Ext(base)))
	}
	if len(slices.Compact(slices.Sorted(slices.Values(m.stems)))) < len(paths) {
		m.stems = paths
	}
	return m
}

// checkWanted refuses a choice of models with a name twice.
func checkWanted(wanted []string) error {
	for i, name := range wanted {
		if slices.Contains(wanted[:i], name) {
			return fmt.Errorf("results: models %q; name each once", wanted)
		}
	}
	return nil
}

// number returns the number of a model of the file that is read.
func (m *models) number(name string) int {
	if m.last < len(m.names) && m.names[m.last] == name && m.files[m.last] == m.file {
		return m.last
	}
	k, known := m.at[name]
	if m.byFile && len(m.names) > 0 && !known {
		m.byFile = false
		for k := range m.names { // all have one name
			m.at[m.names[k]] = 0
		}
	}
	if !known || m.byFile && m.files[k] != m.file {
		k = len(m.names)
		name = strings.Clone(name)
		m.at[name] = k
		m.names, m.files = append(m.names, name), append(m.files, m.file)
	}
	m.last = k
	return k
}

// want reports whether model k is to be read, as far as is known.
func (m *models) want(k int) bool {
	return len(m.wanted) == 0 || slices.Contains(m.wanted, m.names[k]) ||
		m.byFile && slices.Contains(m.wanted, m.stems[m.files[k]])
}

// name returns the name of model k, as far as is known.
func (m *models) name(k int) string {
	if m.byFile && (m.files[k] > 0 || m.names[k] == "") {
		return m.stems[m.files[k]]
	}
	return m.names[k]
}

// finish returns the names of all models when all files are read. Numbers with the same name are
// one model.
func (m *models) finish() ([]string, error) {
	names := slices.Clone(m.names)
	if m.byFile {
		names = slices.Clone(m.stems)
	}
	for _, w := range m.wanted {
		if !slices.Contains(names, w) {
			seen := map[string]bool{}
			for _, name := range names {
				seen[name] = true
			}
			return nil, fmt.Errorf("has no model %q; the models are %s", w,
				table.Quoted(slices.Sorted(maps.Keys(seen))))
		}
	}
	return names, nil
}

// order returns the names of the given models in the order of the results, and where each of them
// has its place there: -1 if it is not wanted.
func (m *models) order(names []string, numbers []int) (sorted []string, place []int) {
	for _, w := range m.wanted {
		if slices.ContainsFunc(numbers, func(k int) bool { return names[k] == w }) {
			sorted = append(sorted, w)
		}
	}
	place = make([]int, len(numbers))
	for i, k := range numbers {
		if place[i] = slices.Index(sorted, names[k]); place[i] < 0 && len(m.wanted) == 0 {
			place[i] = len(sorted)
			sorted = append(sorted, names[k])
		}
	}
	return sorted, place
}

// notModels are names that a model cannot have, as files of predictions have a column of this name
// for something else.
var notModels = []string{"replication", "half", "inner", "fold", "record", "truth", "set", "dataset", "model",
	"predicted", "run"}

// CheckModel returns an error unless a model can have this name in every kind of file.
func CheckModel(name string) error {
	switch {
	case name == "":
		return errors.New("a model has no name; give it one")
	case slices.Contains(notModels, name):
		return fmt.Errorf("a model cannot be called %s: files of predictions have a column of this name for "+
			"something else; give it another name", name)
	case strings.TrimSpace(name) != name || strings.ContainsFunc(name,
		func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("a model cannot be called %q: files would not give the name back; leave out what does "+
			"not print and blanks at its ends", name)
	}
	return nil
}

// Twin returns the end of an error message where another name differs from this one by case
// alone, as after a slip in one row; else it is empty.
func Twin(name string, names []string) string {
	for _, other := range names {
		if other != name && strings.EqualFold(other, name) {
			return fmt.Sprintf("; are %.40q and %.40q one model? Then write its name alike in all rows", name, other)
		}
	}
	return ""
}
