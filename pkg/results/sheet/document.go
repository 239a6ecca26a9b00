package sheet

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// object is an object of JSON, with its keys in order.
type object struct {
	keys   []string
	values []any // string, json.Number, bool, nil, *object or []any
}

// get returns the value of a key; nil for none.
func (o *object) get(key string) any {
	if i := slices.Index(o.keys, key); i >= 0 {
		return o.values[i]
	}
	return nil
}

// flat reports whether no value is a list or an object.
func (o *object) flat() bool { return !slices.ContainsFunc(o.values, nested) }

func nested(v any) bool {
	switch v.(type) {
	case *object, []any:
		return true
	}
	return false
}

// parse reads one value of JSON, and returns the text behind it; nil where it is not JSON.
func parse(text []byte) (v any, rest []byte) {
	in := json.NewDecoder(bytes.NewReader(text))
	in.UseNumber()
	v, err := value(in, 0)
	if err != nil {
		return nil, text
	}
	return v, text[in.InputOffset():]
}

// deepest is how far lists and objects may stand within each other.
const deepest = 32

func value(in *json.Decoder, depth int) (any, error) {
	token, err := in.Token()
	delim, ok := token.(json.Delim)
	if err != nil || !ok {
		return token, err
	}
	if depth > deepest {
		return nil, fmt.Errorf("lists and objects stand more than %d deep in each other", deepest)
	}
	if delim == '[' {
		list := []any{}
		for in.More() {
			v, err := value(in, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = in.Token()
		return list, err
	}
	o := &object{}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return nil, err
		}
		v, err := value(in, depth+1)
		if err != nil {
			return nil, err
		}
		if slices.Contains(o.keys, name.(string)) {
			return nil, fmt.Errorf("key %q stands twice in an object", name)
		}
		o.keys, o.values = append(o.keys, name.(string)), append(o.values, v)
	}
	_, err = in.Token()
	return o, err
}

// cellText is the text of a value: truth values are 1 and 0, null is empty, settings are written in one line.
func cellText(v any) string {
	switch v := v.(type) {
	case string:
		return strings.TrimSpace(v)
	case json.Number:
		return v.String()
	case bool:
		return table.Pick(v, "1", "0")
	case *object:
		var parts []string
		for i, k := range v.keys {
			parts = append(parts, k+"="+cellText(v.values[i]))
		}
		return strings.Join(parts, ", ")
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, cellText(e))
		}
		return strings.Join(parts, " ")
	}
	return ""
}

// document reads a document of JSON as a table: a list of objects, one for each row; an object of lists, one for each
// column; an object of models with a list each, or with lists by metric, as cross_validate returns them; and what
// pandas writes of a frame.
func document(name string, in io.Reader) (*source, error) {
	refuse := func(format string, args ...any) (*source, error) {
		return nil, &table.Error{File: name, Problem: fmt.Sprintf(format, args...)}
	}
	text, err := io.ReadAll(io.LimitReader(in, largestDocument+1))
	if err != nil {
		return nil, table.Damaged(name, err)
	}
	if len(text) > largestDocument {
		return refuse("is a JSON document of more than %d MiB; write one object in each line, which is read row by row",
			largestDocument>>20)
	}
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	v, err := value(decoder, 0)
	if err == nil && decoder.More() { // objects one after the other
		list := []any{v}
		for err == nil && decoder.More() {
			v, err = value(decoder, 0)
			list = append(list, v)
		}
		v = list
	}
	if err != nil {
		return refuse("is not JSON that can be read: %v", err)
	}
	s, problem := shape(name, v)
	if problem != "" {
		return refuse("%s", problem)
	}
	if len(s.header) == 0 {
		return refuse("is empty; give results")
	}
	return s, nil
}

const shapes = "give a list of objects, an object with a list for each column or model, or what cross_validate returned"

// shape finds out what a document is.
func shape(name string, v any) (s *source, problem string) {
	switch v := v.(type) {
	case []any:
		return listed(name, v)
	case *object:
		if columns, ok := v.get("columns").([]any); ok { // orient="split"
			if data, ok := v.get("data").([]any); ok {
				rows := []any{}
				for _, d := range data {
					cells, ok := d.([]any)
					if !ok || len(cells) != len(columns) {
						return nil, "has a row in data that is no list as long as columns"
					}
					o := &object{values: cells}
					for _, c := range columns {
						o.keys = append(o.keys, cellText(c))
					}
					rows = append(rows, o)
				}
				return listed(name, rows)
			}
		}
		if len(v.keys) == 0 {
			return nil, "is an empty object; " + shapes
		}
		return keyed(name, v)
	}
	return nil, "is a single value; " + shapes
}

// listed is a list of objects, or of numbers of one model.
func listed(name string, list []any) (*source, string) {
	if len(list) == 0 {
		return nil, "is an empty list; " + shapes
	}
	if !slices.ContainsFunc(list, nested) {
		var rows [][]string
		for _, v := range list {
			rows = append(rows, []string{cellText(v)})
		}
		s := rowsOf(name, []string{""}, rows, 0)
		s.numbers = true
		return s, ""
	}
	var header []string
	for _, v := range list {
		o, ok := v.(*object)
		if !ok {
			return nil, "is a list of other things than objects; " + shapes
		}
		for _, k := range flatten(o, "").keys {
			if !slices.Contains(header, k) {
				header = append(header, k)
			}
		}
	}
	rows := make([][]string, len(list))
	for i, v := range list {
		rows[i] = make([]string, len(header))
		o := flatten(v.(*object), "")
		for k, name := range o.keys {
			rows[i][slices.Index(header, name)] = cellText(o.values[k])
		}
	}
	return rowsOf(name, header, rows, 0), ""
}

// flatten writes objects within an object as keys with a point between, but for settings.
func flatten(o *object, before string) *object {
	out := &object{}
	for i, k := range o.keys {
		inner, ok := o.values[i].(*object)
		if roles, _ := named(k); ok && !slices.Contains(roles, roleSetting) && !slices.Contains(roles, Model) {
			f := flatten(inner, before+k+".")
			out.keys, out.values = append(out.keys, f.keys...), append(out.values, f.values...)
			continue
		}
		out.keys, out.values = append(out.keys, before+k), append(out.values, o.values[i])
	}
	return out
}

// keyed is an object of columns, or of models.
func keyed(name string, o *object) (*source, string) {
	if slices.Contains(o.keys, "indices") {
		return nil, "has the indices of splits, which say what the folds are; import it as a file of scikit-learn"
	}
	lists, objects := 0, 0
	for _, v := range o.values {
		switch v.(type) {
		case []any:
			lists++
		case *object:
			objects++
		}
	}
	switch {
	case lists == 1 && objects == 0 && len(o.keys) > 0: // such as {"results": [...]}
		for _, v := range o.values {
			if list, ok := v.([]any); ok && len(list) > 0 {
				if _, ok := list[0].(*object); ok && len(o.keys) == 1 {
					return listed(name, list)
				}
			}
		}
		return columnsOf(name, o)
	case objects == 0 && lists > 0:
		return columnsOf(name, o)
	case objects == len(o.values):
		return models(name, o)
	case lists == 0 && objects == 0:
		return listed(name, []any{o})
	}
	return nil, "has lists and objects side by side; " + shapes
}

// columnsOf is an object with a list for each column; a single value stands in all rows. What cross_validate returned
// has a row for each fold.
func columnsOf(name string, o *object) (*source, string) {
	n, long := -1, ""
	scores := slices.ContainsFunc(o.keys, isTestScore)
	var header []string
	var columns [][]string
	for i, k := range o.keys {
		list, ok := o.values[i].([]any)
		if scores && k == "estimator" {
			continue
		}
		if !ok {
			header, columns = append(header, k), append(columns, []string{cellText(o.values[i])})
			continue
		}
		if n >= 0 && len(list) != n {
			return nil, fmt.Sprintf("%.40q has %d values, %.40q has %d; give lists of one length", k, len(list), long, n)
		}
		n, long = len(list), k
		texts := make([]string, len(list))
		for j, v := range list {
			texts[j] = cellText(v)
		}
		header, columns = append(header, k), append(columns, texts)
	}
	rows := make([][]string, n)
	for i := range rows {
		for k := range header {
			rows[i] = append(rows[i], columns[k][min(i, len(columns[k])-1)])
		}
	}
	s := rowsOf(name, header, rows, 0)
	if scores {
		s.folds("cross_validate")
	}
	return s, ""
}

// isTestScore reports whether a key is one of what cross_validate of scikit-learn returns.
func isTestScore(k string) bool { return strings.HasPrefix(k, "test_") }

// folds says that the rows are folds, by the tool that wrote the document.
func (s *source) folds(tool string) { s.unit, s.tool = roleFold, tool }

// models is an object of objects: models with lists by metric; columns by index, as pandas writes them; or a table with
// the names of rows and columns as keys.
func models(name string, o *object) (*source, string) {
	lists, indexed := true, true
	var keys []string
	for _, v := range o.values {
		inner := v.(*object)
		has := false
		for i, k := range inner.keys {
			_, list := inner.values[i].([]any)
			has = has || list
			if _, err := strconv.Atoi(k); err != nil {
				indexed = false
			}
			if !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
		lists = lists && has
	}
	if !lists {
		return crossed(name, o, keys, indexed)
	}
	var header []string
	scores := true
	parts := map[string]*source{}
	for i, k := range o.keys {
		part, problem := columnsOf(name, o.values[i].(*object))
		if problem != "" {
			return nil, fmt.Sprintf("%.40q: %s", k, problem)
		}
		parts[k], scores = part, scores && part.unit == roleFold
		for _, h := range part.header {
			if !slices.Contains(header, h) {
				header = append(header, h)
			}
		}
	}
	var rows [][]string
	longest := 0
	for _, k := range o.keys {
		for j := 0; ; j++ {
			fields, _, err := parts[k].next()
			if err != nil {
				break
			}
			row := make([]string, len(header)+2)
			row[0], row[1] = k, strconv.Itoa(j+1)
			for i, h := range parts[k].header {
				row[2+slices.Index(header, h)] = fields[i]
			}
			rows, longest = append(rows, row), max(longest, j+1)
		}
	}
	s := rowsOf(name, append([]string{"model", position}, header...), rows, 0)
	if scores {
		s.folds("cross_validate")
	}
	return s, ""
}

// position heads the column that numbers the values of lists.
const position = "(position)"

// crossed is a table with keys for its rows and columns.
func crossed(name string, o *object, keys []string, indexed bool) (*source, string) {
	var rows [][]string
	if indexed { // {"column": {"0": value}}
		for _, k := range keys {
			var row []string
			for _, v := range o.values {
				row = append(row, cellText(v.(*object).get(k)))
			}
			rows = append(rows, row)
		}
		return rowsOf(name, o.keys, rows, 0), ""
	}
	for i, k := range o.keys {
		row := []string{k}
		for _, inner := range keys {
			row = append(row, cellText(o.values[i].(*object).get(inner)))
		}
		rows = append(rows, row)
	}
	return rowsOf(name, append([]string{""}, keys...), rows, 0), ""
}
