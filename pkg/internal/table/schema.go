package table

import (
	"fmt"
	"reflect"
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
