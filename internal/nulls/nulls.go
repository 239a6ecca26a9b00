// Package nulls reads and writes plain values as JSON in which a number that there is not is null, where encoding/json
// has an error: NaN and infinite numbers are null, and null is read as NaN. A list is never null.
//
// Members have the names of the json tags, or else those of the fields in snake case, and are left out for "-". A
// struct that is embedded without a name has its fields in the one around it; of several fields of one name the first
// is written, and all are read. A tag nulls may say besides:
//
//	ends   a struct with Low and High is the list of both, null if Low is NaN, in which null is an infinite end; if it
//	       has Mid, that has the name, and the list is the member interval
//	null   the zero value is null
//	inf    an infinite number is the text "inf" or "-inf"
//	bound  an infinite number is the largest double with its sign
//	inline a struct has its fields in the one around it
//	name   a struct with Name is that name
//	some   an empty list, or another zero value, is left out
package nulls

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"unicode"
)

// Marshal writes a value. Methods MarshalJSON of its parts are called, that of the value is not.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	err := write(&b, reflect.ValueOf(v), "", true)
	return b.Bytes(), err
}

// Unmarshal reads what Marshal wrote into the value that a pointer points to; members that it does not know are left
// out, and fields without a member stay as they are.
func Unmarshal(text []byte, into any) error {
	return read(text, reflect.ValueOf(into).Elem(), "", true)
}

// field is a member of an object.
type field struct {
	name, option string
	value        reflect.Value
}

// fields lists the members of a struct.
func fields(v reflect.Value) (out []field) {
	for i := range v.NumField() {
		f, value := v.Type().Field(i), v.Field(i)
		name, option := f.Tag.Get("json"), f.Tag.Get("nulls")
		switch {
		case name == "-":
		case f.Anonymous && name == "" || option == "inline":
			out = append(out, fields(value)...)
		case !f.IsExported():
		case option == "ends" && value.FieldByName("Mid").IsValid():
			out = append(out, field{name, "", value.FieldByName("Mid")}, field{"interval", option, value})
		case option == "name":
			out = append(out, field{name, "", value.FieldByName("Name")})
		case name == "":
			out = append(out, field{snake(f.Name), option, value})
		default:
			out = append(out, field{name, option, value})
		}
	}
	return out
}

func empty(v reflect.Value) bool { return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 }

// snake returns a name such as HalfWidth or PH0 as half_width or ph0.
func snake(name string) string {
	var b strings.Builder
	lower := false // the letter before
	for _, c := range name {
		if lower && unicode.IsUpper(c) {
			b.WriteByte('_')
		}
		lower = !unicode.IsUpper(c)
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

func ends(v reflect.Value) [2]reflect.Value {
	return [2]reflect.Value{v.FieldByName("Low"), v.FieldByName("High")}
}

func write(b *bytes.Buffer, v reflect.Value, option string, top bool) error {
	_, own := v.Interface().(json.Marshaler)
	switch kind := v.Kind(); {
	case kind == reflect.Float64 && option == "inf" && math.IsInf(v.Float(), 0):
		b.WriteString(map[bool]string{true: `"inf"`, false: `"-inf"`}[v.Float() > 0])
	case kind == reflect.Float64 && option == "bound" && math.IsInf(v.Float(), 0):
		return encode(b, reflect.ValueOf(math.Copysign(math.MaxFloat64, v.Float())))
	case kind == reflect.Float64 && math.IsNaN(v.Float()-v.Float()), kind == reflect.Pointer && v.IsNil(),
		option == "null" && v.IsZero():
		b.WriteString("null")
	case own && !top:
		return encode(b, v)
	case kind == reflect.Pointer:
		return write(b, v.Elem(), option, top)
	case option == "ends":
		low, high := ends(v)[0], ends(v)[1]
		if math.IsNaN(low.Float()) {
			b.WriteString("null")
			return nil
		}
		return list(b, []reflect.Value{low, high})
	case kind == reflect.Slice || kind == reflect.Array:
		items := make([]reflect.Value, v.Len())
		for i := range items {
			items[i] = v.Index(i)
		}
		return list(b, items)
	case kind == reflect.Struct:
		return object(b, v)
	default:
		return encode(b, v)
	}
	return nil
}

func encode(b *bytes.Buffer, v reflect.Value) error {
	text, err := json.Marshal(v.Interface())
	b.Write(text)
	return err
}

func list(b *bytes.Buffer, items []reflect.Value) error {
	b.WriteByte('[')
	for i, item := range items {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := write(b, item, "", false); err != nil {
			return err
		}
	}
	b.WriteByte(']')
	return nil
}

func object(b *bytes.Buffer, v reflect.Value) error {
	b.WriteByte('{')
	seen := map[string]bool{}
	for _, f := range fields(v) {
		if seen[f.name] || f.option == "some" && empty(f.value) {
			continue
		}
		if len(seen) > 0 {
			b.WriteByte(',')
		}
		seen[f.name] = true
		b.WriteString(`"` + f.name + `":`)
		if err := write(b, f.value, f.option, false); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

func read(text []byte, v reflect.Value, option string, top bool) error {
	_, own := v.Addr().Interface().(json.Unmarshaler)
	null := bytes.Equal(bytes.TrimSpace(text), []byte("null"))
	switch kind := v.Kind(); {
	case own && !top:
		return json.Unmarshal(text, v.Addr().Interface())
	case option == "ends":
		return readEnds(text, null, ends(v))
	case kind == reflect.Float64 && null:
		v.SetFloat(math.NaN())
	case kind == reflect.Float64 && option == "inf" && bytes.HasSuffix(text, []byte(`inf"`)):
		v.SetFloat(math.Inf(1 - 2*bytes.Count(text, []byte("-"))))
	case kind == reflect.Float64 && option == "bound":
		var number float64
		if err := json.Unmarshal(text, &number); err != nil {
			return err
		}
		if math.Abs(number) == math.MaxFloat64 {
			number = math.Inf(int(math.Copysign(1, number)))
		}
		v.SetFloat(number)
	case null:
		v.SetZero()
	case kind == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return read(text, v.Elem(), option, false)
	case kind == reflect.Slice || kind == reflect.Array:
		return readList(text, v)
	case kind == reflect.Struct:
		var members map[string]json.RawMessage
		if err := json.Unmarshal(text, &members); err != nil {
			return err
		}
		for _, f := range fields(v) {
			if member, ok := members[f.name]; ok {
				if err := read(member, f.value, f.option, false); err != nil {
					return err
				}
			}
		}
	default:
		return json.Unmarshal(text, v.Addr().Interface())
	}
	return nil
}

// readEnds reads the ends of an interval.
func readEnds(text []byte, null bool, into [2]reflect.Value) error {
	both := [2]*float64{}
	if err := json.Unmarshal(text, &both); err != nil {
		return err
	}
	for i, end := range both {
		switch {
		case null:
			into[i].SetFloat(math.NaN())
		case end == nil:
			into[i].SetFloat(math.Inf(2*i - 1))
		default:
			into[i].SetFloat(*end)
		}
	}
	return nil
}

// readList reads a list; an empty one is nil.
func readList(text []byte, v reflect.Value) error {
	var items []json.RawMessage
	if err := json.Unmarshal(text, &items); err != nil || len(items) == 0 {
		return err
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), len(items), len(items)))
	}
	for i := range min(len(items), v.Len()) {
		if err := read(items[i], v.Index(i), "", false); err != nil {
			return err
		}
	}
	return nil
}
