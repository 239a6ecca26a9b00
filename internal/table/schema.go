package table

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Column is one column of a row struct.
type Column struct {
	Name     string       // from the tag `dataframe:"name"`
	Index    []int        // of the field, for reflect.Value.FieldByIndex
	Type     reflect.Type // of the field
	Optional bool         // tag `table:"optional"`: the file may lack the column
	NonNeg   bool         // tag `table:"nonneg"`: a count or a size, from 0 to 2^53
	Blank    bool         // tag `table:"blank"`: an empty field is NaN, or 0 of integers
	Inf      bool         // tag `table:"inf"`: +Inf and -Inf are values
	Line     bool         // tag `table:"line"`: a string without line ends
}

// Schema returns the columns of the row struct T in the order of its fields.
// The fields of an embedded struct come in its place. A field tagged
// `dataframe:"-"` is left out.
//
// Schema panics if T is not a struct, if an exported field has no dataframe
// tag, if two fields share a name, or if a table tag has an unknown word: these
// are mistakes in the program, not in a file.
func Schema[T any]() []Column { return SchemaOf(reflect.TypeFor[T]()) }

// SchemaOf is Schema for a type that is only known at run time.
func SchemaOf(t reflect.Type) []Column {
	if t.Kind() != reflect.Struct {
		panic(fmt.Sprintf("table: rows of type %v; use a struct with dataframe tags", t))
	}
	cols := appendFields(nil, t, nil)
	seen := make(map[string]bool, len(cols))
	for _, c := range cols {
		if seen[c.Name] {
			panic(fmt.Sprintf("table: two fields of %v have the column name %q", t, c.Name))
		}
		seen[c.Name] = true
	}
	if len(cols) == 0 {
		panic(fmt.Sprintf("table: %v has no field with a dataframe tag", t))
	}
	return cols
}

// appendFields appends the columns of t, which is the field at index prefix of the row.
func appendFields(cols []Column, t reflect.Type, prefix []int) []Column {
	return appendPrefixed(cols, t, prefix, "")
}

// appendPrefixed is appendFields with a prefix to the names.
func appendPrefixed(cols []Column, t reflect.Type, prefix []int, before string) []Column {
	for i := range t.NumField() {
		f := t.Field(i)
		name, tagged := f.Tag.Lookup("dataframe")
		index := append(append([]int(nil), prefix...), i)
		switch {
		case name == "-":
		case f.Anonymous && !tagged && f.Type.Kind() == reflect.Struct:
			cols = appendPrefixed(cols, f.Type, index, before)
		case !f.IsExported():
		case strings.HasSuffix(name, "_") && f.Type.Kind() == reflect.Struct:
			cols = appendPrefixed(cols, f.Type, index, before+name)
		case name == "":
			panic(fmt.Sprintf("table: field %s of %v has no dataframe tag", f.Name, t))
		default:
			cols = append(cols, newColumn(t, f, before+name, index))
		}
	}
	return cols
}

func newColumn(t reflect.Type, f reflect.StructField, name string, index []int) Column {
	c := Column{Name: name, Index: index, Type: f.Type}
	for word := range strings.SplitSeq(f.Tag.Get("table"), ",") {
		switch word {
		case "":
		case "optional":
			c.Optional = true
		case "nonneg":
			c.NonNeg = true
		case "blank":
			c.Blank = true
		case "inf":
			c.Inf = true
		case "line":
			c.Line = true
		default:
			panic(fmt.Sprintf("table: field %s of %v has the unknown table tag %q", f.Name, t, word))
		}
	}
	return c
}

// names returns the column names, separated by commas.
func names(cols []Column) string {
	s := make([]string, len(cols))
	for i, c := range cols {
		s[i] = c.Name
	}
	return strings.Join(s, ", ")
}

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
