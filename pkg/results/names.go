package results

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

func pick(yes bool, s, otherwise string) string {
	if yes {
		return s
	}
	return otherwise
}

// notModels are names that a model cannot have, as files of predictions have a column of this name
// for something else.
var notModels = []string{"replication", "fold", "record", "truth", "set", "dataset", "model", "predicted", "run"}

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
