package sim

import (
	"encoding"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"reflect"
	"strings"
)

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
