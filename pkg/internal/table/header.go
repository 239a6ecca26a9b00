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
		return nil, unseparated(file, name)
	}
	if name, column := otherCase(header, cols); name != "" {
		return fail("column %s: write its name in lower case, %s", quote(name), column)
	}
	if known(header, cols) == 0 {
		return fail("%s is not a header; name the columns in the first line: %s", quote(strings.Join(header, ",")),
			names(cols))
	}
	places := make([]int, len(header))
	seen := make(map[string]bool, len(header))
	for j, name := range header {
		name = strings.TrimSpace(name)
		places[j] = slices.IndexFunc(cols, func(c Column) bool { return c.Name == name })
		switch {
		case RowNames(name):
			return fail("column %d has no name; name it, or remove it%s", j+1, rowNames(j))
		case strings.ContainsAny(name, "\r\n"):
			return fail("the name %s of column %d has a line end within; write it in one line", quote(name), j+1)
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

// otherCase returns a name in the header that differs from the name of a missing column by case
// alone, and the column.
func otherCase(header []string, cols []Column) (name, column string) {
	for _, c := range cols {
		same := func(h string) bool { return strings.EqualFold(strings.TrimSpace(h), c.Name) }
		if i := slices.IndexFunc(header, same); i >= 0 && known(header, []Column{c}) == 0 {
			return header[i], c.Name
		}
	}
	return "", ""
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

// otherSeparator returns the name of a separator other than the comma that splits the header into
// more known names.
func otherSeparator(header []string, cols []Column) (string, bool) {
	text := strings.Join(header, ",")
	best, sign := known(header, cols), ""
	for _, s := range separators {
		parts := strings.Split(text, s.sep)
		if n := known(parts, cols); len(parts) > 1 && n > best {
			best, sign = n, s.name
		}
	}
	return sign, sign != ""
}

// RowNames reports whether a column of row names has this heading: it is empty as R and pandas write
// it, and "Unnamed: 0" after pandas has read it.
func RowNames(name string) bool { return name == "" || name == "Unnamed: 0" }

// rowNames explains where a first column without a name comes from.
func rowNames(j int) string {
	if j > 0 {
		return ""
	}
	return " (row names: write.csv(x, row.names = FALSE) in R, x.to_csv(index=False) in pandas)"
}
