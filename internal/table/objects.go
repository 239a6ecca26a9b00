package table

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
)

// objects reads lines of JSON, one object in each, as records: the keys of the first object are the header, and
// the values of further objects have the order of these. Truth values are 1 and 0, null and missing keys are
// empty.
type objects struct {
	lines  *Lines
	keys   []string
	values []string
	has    []bool
	first  bool // values are those of the first object, which are to come
}

// next returns the next record.
func (o *objects) next() ([]string, int, error) {
	if o.first {
		o.first = false
		return o.values, o.lines.Row, nil
	}
	for {
		line, err := o.lines.Next()
		if err != nil {
			return nil, 0, err
		}
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		header := o.keys == nil
		clear(o.values)
		clear(o.has)
		if err := o.object(line, header); err != nil {
			return nil, 0, err
		}
		if o.first = header; header {
			return o.keys, o.lines.Row, nil
		}
		return o.values, o.lines.Row, nil
	}
}

// object reads one object.
func (o *objects) object(line []byte, header bool) error {
	in := json.NewDecoder(bytes.NewReader(line))
	in.UseNumber()
	if token, err := in.Token(); err != nil || token != json.Delim('{') {
		return o.lines.Errorf("is not an object of JSON; give one object in each line")
	}
	for guess := 0; in.More(); guess++ {
		key, err := in.Token()
		if err != nil {
			return o.lines.Errorf("is not JSON: %v", err)
		}
		name, _ := key.(string)
		k := guess
		if k >= len(o.keys) || o.keys[k] != name {
			k = slices.Index(o.keys, name)
		}
		switch {
		case k < 0 && !header:
			return o.lines.Errorf("key %s is not in the first object; give all objects the same keys", quote(name))
		case k < 0:
			k = len(o.keys)
			o.keys, o.values, o.has = append(o.keys, name), append(o.values, ""), append(o.has, false)
		case o.has[k]:
			return o.lines.Errorf("has the key %s twice; give it once", quote(name))
		}
		o.has[k] = true
		if o.values[k], err = o.value(in, name); err != nil {
			return err
		}
	}
	if _, err := in.Token(); err != nil {
		return o.lines.Errorf("is not JSON: %v", err)
	}
	if len(o.keys) == 0 {
		return o.lines.Errorf("is an object without keys; give all objects the same keys")
	}
	if _, err := in.Token(); err != io.EOF {
		return o.lines.Errorf("has text after its object; give one object in each line")
	}
	return nil
}

// value returns the text of the value of a key.
func (o *objects) value(in *json.Decoder, key string) (string, error) {
	token, err := in.Token()
	if err != nil {
		return "", o.lines.Errorf("is not JSON: %v", err)
	}
	switch v := token.(type) {
	case string:
		return strings.TrimSpace(v), nil
	case json.Number:
		return v.String(), nil
	case bool:
		return Pick(v, "1", "0"), nil
	case nil:
		return "", nil
	}
	return "", o.lines.Errorf("the value of key %s is a list or an object; give a text, a number, true or false",
		quote(key))
}
