package table

import (
	"fmt"
	"slices"
	"strings"
)

// matchHeader returns for each column of the file its index in cols, or -1 for
// another column.
func matchHeader(file string, header []string, cols []Column, set settings) ([]int, *Error) {
	fail := func(format string, args ...any) ([]int, *Error) {
		return nil, &Error{File: file, Row: 1, Problem: fmt.Sprintf(format, args...)}
	}
	if name, ok := otherSeparator(header, cols); ok {
		return fail("fields are separated by %s; save the file with commas", name)
	}
	if known(header, cols) == 0 {
		return fail("%s is not a header; name the columns in the first line: %s", quote(strings.Join(header, ",")), names(cols))
	}
	places := make([]int, len(header))
	seen := make(map[string]bool, len(header))
	for j, name := range header {
		name = strings.TrimSpace(name)
		places[j] = slices.IndexFunc(cols, func(c Column) bool { return c.Name == name })
		switch {
		case name == "":
			return fail("column %d has no name; name it or remove it", j+1)
		case seen[name]:
			return fail("two columns have the name %s; keep one", quote(name))
		case places[j] < 0 && !set.others && !slices.Contains(set.ignored, name):
			return fail("unknown column %s; known columns are %s", quote(name), names(cols))
		}
		seen[name] = true
	}
	for _, c := range cols {
		if !seen[c.Name] && !c.Optional {
			return fail("column %s is missing; add it", c.Name)
		}
	}
	return places, nil
}

// known counts the names that belong to a column.
func known(header []string, cols []Column) int {
	n := 0
	for _, name := range header {
		name = strings.TrimSpace(name)
		if slices.ContainsFunc(cols, func(c Column) bool { return c.Name == name }) {
			n++
		}
	}
	return n
}

// otherSeparator recognises a header that another sign than the comma splits
// into more known names.
func otherSeparator(header []string, cols []Column) (string, bool) {
	text := strings.Join(header, ",")
	best, sign := known(header, cols), ""
	for _, s := range []struct{ sep, name string }{{";", "semicolons"}, {"\t", "tabs"}, {"|", "bars"}} {
		parts := strings.Split(text, s.sep)
		if n := known(parts, cols); len(parts) > 1 && n > best {
			best, sign = n, s.name
		}
	}
	return sign, sign != ""
}
