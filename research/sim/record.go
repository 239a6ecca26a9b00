package sim

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/sealed"
	"github.com/block-regularized/bcv/research/internal/arithmetic"
)

// The first line of a log is a mark, a checksum and, as JSON, the plan, the layout of the
// results and the arithmetic; each further line is a checksum, the first shard, the number
// of shards (1; more in checkpoints of earlier versions), and their merged result as JSON.

const mark = "bcv simulation 3 " // begins the first line

// fingerprint is what must be equal for a file to be used.
type fingerprint struct {
	Plan
	Layout     string `json:"layout"`     // of the results, from their type
	Arithmetic string `json:"arithmetic"` // kind of machine, as far as it rounds differently
}

// header returns the first line of the file of a plan whose results are S.
func header[S any](p Plan) ([]byte, error) {
	layout, err := layoutOf[S]()
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(fingerprint{p, layout, arithmetic.Kind()})
	if err != nil {
		return nil, fmt.Errorf("sim: the settings of %s cannot be written: %w", p.Name, err)
	}
	return sealed.Line(mark, text), nil
}

// headText returns the JSON of a first line, nil if it is damaged.
func headText(head []byte) []byte {
	text, ok := sealed.Text(bytes.TrimSuffix(bytes.TrimPrefix(head, []byte(mark)), []byte("\n")))
	if !ok {
		return nil
	}
	return text
}

// encode returns the record of a shard.
func encode(shard int, text []byte) []byte {
	return sealed.Line("", append(fmt.Appendf(make([]byte, 0, len(text)+24), "%d 1 ", shard), text...))
}

// decode reads a record; ok is false if it is damaged.
func decode[S any](line []byte, shards int) (from, size int, s *S, ok bool) {
	text, ok := sealed.Text(line)
	if !ok {
		return 0, 0, nil, false
	}
	first, result, _ := bytes.Cut(text, []byte(" "))
	second, result, _ := bytes.Cut(result, []byte(" "))
	from, err1 := strconv.Atoi(string(first))
	size, err2 := strconv.Atoi(string(second))
	if err1 != nil || err2 != nil || from < 0 || size < 1 || size&(size-1) != 0 || from%size != 0 ||
		from > shards-size {
		return 0, 0, nil, false
	}
	s = new(S)
	return from, size, s, json.Unmarshal(result, s) == nil
}

// difference describes how the first line of a file differs from what it should be.
func difference(first, head []byte) string {
	if !bytes.HasPrefix(first, []byte(mark)) {
		return "it is not a log of this version; name another"
	}
	a, b := members(headText(first)), members(headText(head))
	found := differences("", a, b, "name", "version", "seed", "shards")
	if inA, inB := members(a["config"]), members(b["config"]); inA != nil && inB != nil {
		found = append(found, differences("config ", inA, inB, keys(inA, inB)...)...)
	} else {
		found = append(found, differences("", a, b, "config")...)
	}
	text := ""
	for _, f := range found {
		text += "its " + f + "; "
	}
	if kind := differences("", a, b, "arithmetic"); text == "" && kind != nil {
		return "its results are from another kind of machine, whose last digits can differ: its " + kind[0] +
			"; resume there, or name another file (parts of studies: or mix them with --mixed)"
	}
	if text == "" {
		text = "its results have other fields; "
	}
	return "it belongs to another experiment: " + text + "name another file, or delete this one"
}

// members returns the members of a JSON object, nil if it is none.
func members(text []byte) (m map[string]json.RawMessage) {
	if json.Unmarshal(text, &m) != nil {
		return nil
	}
	return m
}

// keys returns the keys of both objects in order.
func keys(a, b map[string]json.RawMessage) []string {
	var out []string
	for _, m := range []map[string]json.RawMessage{a, b} {
		for k := range m {
			out = append(out, k)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// differences describes the named members that differ.
func differences(where string, a, b map[string]json.RawMessage, names ...string) []string {
	show := func(text []byte) string {
		if text == nil {
			return "absent"
		}
		return string(text)
	}
	var out []string
	for _, name := range names {
		if !bytes.Equal(a[name], b[name]) {
			out = append(out, fmt.Sprintf("%s%s is %s, not %s", where, name, show(a[name]), show(b[name])))
		}
	}
	return out
}

var (
	jsonMarshaler = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

// layoutOf returns a short name for the fields of S, as JSON writes them, so
// that a file is refused when they change. It is an error if JSON would lose a
// part of S.
func layoutOf[S any]() (string, error) {
	var b strings.Builder
	t := reflect.TypeFor[S]()
	if err := describe(&b, t, t.String(), map[reflect.Type]bool{}); err != nil {
		return "", err
	}
	h := fnv.New64a()
	h.Write([]byte(b.String()))
	return fmt.Sprintf("%016x", h.Sum64()), nil
}

// describe writes what JSON makes of a type; path says where it is.
func describe(b *strings.Builder, t reflect.Type, path string, above map[reflect.Type]bool) error {
	if p := reflect.PointerTo(t); p.Implements(jsonMarshaler) || p.Implements(textMarshaler) {
		fmt.Fprint(b, t, ";") // writes itself
		return nil
	}
	if above[t] {
		fmt.Fprint(b, t.Name(), ";")
		return nil
	}
	above[t] = true
	defer delete(above, t)
	fmt.Fprint(b, t.Kind(), "{")
	defer b.WriteString("}")
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Tag.Get("json") == "-" || !f.IsExported() && !f.Anonymous {
				return fmt.Errorf("sim: results of type %s cannot be kept: JSON does not write the field %s; export "+
					"it, or give the type MarshalJSON and UnmarshalJSON", path, f.Name)
			}
			fmt.Fprint(b, f.Name, " ", f.Tag.Get("json"), " ")
			if err := describe(b, f.Type, path+"."+f.Name, above); err != nil {
				return err
			}
		}
	case reflect.Map:
		fmt.Fprint(b, t.Key(), " ")
		return describe(b, t.Elem(), path, above)
	case reflect.Array:
		fmt.Fprint(b, t.Len(), " ")
		return describe(b, t.Elem(), path, above)
	case reflect.Pointer, reflect.Slice:
		return describe(b, t.Elem(), path, above)
	case reflect.Interface, reflect.Chan, reflect.Func, reflect.Complex64, reflect.Complex128, reflect.UnsafePointer:
		return fmt.Errorf("sim: results cannot be kept: %s is of type %s, which JSON does not write and read alike; "+
			"use numbers, texts, slices, maps and structs", path, t)
	}
	return nil
}
