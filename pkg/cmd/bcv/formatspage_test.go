package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// field is a column or key of a format on the page docs/reference/formats.md.
type field struct {
	name     string // with dots for keys of objects within
	kinds    []string
	optional bool
}

// documented reads the page: the fields of each format that has a version.
func documented(t *testing.T) map[string][]field {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "reference", "formats.md"))
	if err != nil {
		t.Fatal(err)
	}
	heading := regexp.MustCompile(`^(.+) \(version \d+\.\d+\)\n`)
	row := regexp.MustCompile("(?m)^\\| `([a-z0-9_.]+)` \\| ([a-z ]+)(, optional)? \\| [^|]*\\|$")
	out := map[string][]field{}
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		m := heading.FindStringSubmatch(section)
		if m == nil {
			continue
		}
		for _, r := range row.FindAllStringSubmatch(section, -1) {
			out[m[1]] = append(out[m[1]], field{r[1], strings.Split(r[2], " or "), r[3] != ""})
		}
		if rows := strings.Count(section, "\n| ") - 2; rows != len(out[m[1]]) {
			t.Errorf("%s: %d of %d rows of the table are of the form", m[1], len(out[m[1]]), rows)
		}
	}
	return out
}

// value is a value that was written, and its kind.
type value struct{ text, kind string }

// record is what was written of one row or object, by column or key.
type record map[string][]value

var integer, decimal = regexp.MustCompile(`^-?\d+$`), regexp.MustCompile(`^([-+]?Inf|-?\d+(\.\d+)?(e[-+]?\d+)?)$`)

func kindOf(text string) string {
	switch {
	case text == "":
		return "empty"
	case text == "true" || text == "false":
		return "boolean"
	case integer.MatchString(text):
		return "integer"
	case decimal.MatchString(text):
		return "number"
	}
	return "text"
}

// add puts a value of JSON and what is in it into r.
func (r record) add(name string, v any) {
	switch v := v.(type) {
	case nil:
		r[name] = append(r[name], value{"null", "null"})
	case string:
		r[name] = append(r[name], value{v, "text"})
	case map[string]any:
		if name != "" {
			r[name] = append(r[name], value{"", "object"})
			name += "."
		}
		if strings.HasSuffix(name, ".basis.") { // whose members are without a promise
			return
		}
		for k, inner := range v {
			r.add(name+k, inner)
		}
	case []any:
		r[name] = append(r[name], value{"", "list"})
		for _, inner := range v {
			if o, ok := inner.(map[string]any); ok {
				for k, x := range o {
					r.add(name+"."+k, x)
				}
			}
		}
	default:
		text := fmt.Sprint(v)
		r[name] = append(r[name], value{text, kindOf(strings.Replace(text, "E", "e", 1))})
	}
}

// written reads CSV or JSON.
func written(t *testing.T, text string) (out []record) {
	t.Helper()
	if text == "" {
		t.Fatal("nothing was written")
	}
	if text[0] != '[' && text[0] != '{' {
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows[1:] {
			r := record{}
			for i, name := range rows[0] {
				r[name] = []value{{row[i], kindOf(row[i])}}
			}
			out = append(out, r)
		}
		return out
	}
	var v any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	for _, v := range list {
		r := record{}
		r.add("", v)
		out = append(out, r)
	}
	return out
}

// disagreements are the differences between the page and what was written. Names of models
// are columns of predictions.
func disagreements(fields []field, records []record, models ...string) (out []string) {
	seen := map[string]bool{}
	names := map[string]field{}
	for _, f := range fields {
		names[f.name] = f
	}
	for _, r := range records {
		for name, values := range r {
			f, ok := names[name]
			if !ok && !slices.Contains(models, name) {
				out = append(out, name+" is not on the page")
				continue
			}
			seen[name] = true
			for _, v := range values {
				if ok && !f.allows(v) {
					out = append(out, fmt.Sprintf("%s is %q, no %s", name, v.text, strings.Join(f.kinds, " or ")))
				}
			}
		}
		for _, f := range fields {
			within := strings.LastIndex(f.name, ".")
			if r[f.name] == nil && !f.optional && (within < 0 || r[f.name[:max(within, 0)]] != nil &&
				r[f.name[:within]][0].kind == "object") {
				out = append(out, f.name+" is missing")
			}
		}
	}
	for _, f := range fields {
		if !seen[f.name] {
			out = append(out, f.name+" is on the page and was not written")
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// allows reports whether a value is of a kind that the page names. Text may look like a
// number, and is not empty in CSV.
func (f field) allows(v value) bool {
	return slices.Contains(f.kinds, v.kind) || v.kind == "integer" && slices.Contains(f.kinds, "number") ||
		slices.Contains(f.kinds, "text") && v.kind != "empty" && v.kind != "null" && v.kind != "object" && v.kind != "list"
}
