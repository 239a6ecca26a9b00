package crf

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"
)

// A model that is written and read tags alike, and writes the same bytes.
func TestFile(t *testing.T) {
	c := made(t, 60, withFields, nil)
	m, err := Settings{}.Fit(t.Context(), c, odd(c))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := m.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	text := bytes.Clone(b.Bytes())
	read, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if _, err := read.WriteTo(&again); err != nil || !bytes.Equal(again.Bytes(), text) {
		t.Errorf("%d other bytes than %d, %v", again.Len(), len(text), err)
	}
	if !reflect.DeepEqual(read.Labels(), m.Labels()) || read.Templates().String() != withFields {
		t.Errorf("labels %q, templates %q", read.Labels(), read.Templates())
	}
	sentence := [][]string{{"w1", "P3"}, {"ORG2", "PN"}, {"never", "seen"}}
	want, _ := m.Marginals(sentence)
	if got, err := read.Marginals(sentence); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("marginals %v, want %v, %v", got, want, err)
	}
	if _, err := read.TagRows([]int32{0}); err == nil {
		t.Error("a model from a file tags a corpus")
	}
}

// tiny is a model file of one attribute each.
func tiny(t testing.TB) []byte {
	templates, err := ParseTemplates("U0:%x[0,0]\nB\n")
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCorpus([][][]string{{{"a"}, {"a"}}}, [][]string{{"x", "y"}}, templates)
	if err != nil {
		t.Fatal(err)
	}
	return file(t, Settings{}, c, []int32{0})
}

// Every cut and every changed byte is refused.
func TestDamagedFile(t *testing.T) {
	text := tiny(t)
	if _, err := Read(bytes.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	for n := range text {
		if _, err := Read(bytes.NewReader(text[:n])); err == nil {
			t.Errorf("%d of %d bytes are read", n, len(text))
		}
		for _, flip := range []byte{1, 0x80, 0xff} {
			bad := bytes.Clone(text)
			bad[n] ^= flip
			if _, err := Read(bytes.NewReader(bad)); err == nil {
				t.Errorf("byte %d ^ %d is read", n, flip)
			}
		}
	}
	if _, err := Read(bytes.NewReader(append(text, 0))); err == nil || !strings.Contains(err.Error(), "more after its end") {
		t.Errorf("error %v", err)
	}
}

// forge returns a model file of the given fields, with a right checksum.
func forge(fields ...any) []byte {
	out := []byte(magic)
	for _, f := range fields {
		switch f := f.(type) {
		case int:
			out = binary.AppendUvarint(out, uint64(f))
		case uint64:
			out = binary.AppendUvarint(out, f)
		case string:
			out = append(binary.AppendUvarint(out, uint64(len(f))), f...)
		case float64:
			out = binary.LittleEndian.AppendUint64(out, math.Float64bits(f))
		}
	}
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, castagnoli))
}

// Files with a right checksum and hostile content are refused, without the memory that
// they claim to need.
func TestHostileFile(t *testing.T) {
	good := []any{"U\nB\n", 1, "O", 1, 0.5, 1, 0, "U", 1, 0.25, 1, 0, "B"}
	if _, err := Read(bytes.NewReader(forge(good...))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		want   string
		at     int
		fields []any
	}{
		{"begins neither", 0, []any{"X\n"}},
		{"no labels", 1, []any{0}},
		{"at most 1000", 1, []any{1001}},
		{"out of order", 1, []any{2, "O", "O"}},
		{"ends too early", 1, []any{1000, "O"}},
		{"at most 1073741824", 3, []any{uint64(1 << 40)}},
		{"ends too early", 3, []any{1 << 30, 0.5}},
		{"a weight is NaN", 4, []any{math.NaN()}},
		{"a weight is -Inf", 4, []any{math.Inf(-1)}},
		{"a weight is 1e+200", 4, []any{1e200}},
		{"row 1 of 1", 6, []any{1}},
		{"does not begin with U", 7, []any{"B"}},
		{"does not begin with U", 7, []any{""}},
		{"occurs twice", 5, []any{2, 0, "U", 0, "U"}},
		{"at most 16777216", 7, []any{1 << 25}},
		{"does not begin with B", 12, []any{"U"}},
	} {
		fields := append(append([]any(nil), good[:c.at]...), c.fields...)
		if rest := c.at + len(c.fields); rest < len(good) && len(c.fields) == 1 {
			fields = append(fields, good[rest:]...)
		}
		if _, err := Read(bytes.NewReader(forge(fields...))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want %q", c.fields, err, c.want)
		}
	}
	for _, text := range []string{"", "PK\x03\x04", "bcv crf model 2\n"} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), `does not begin with "bcv crf model 1"`) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

// A writer that fails is an error.
func TestWriteError(t *testing.T) {
	m, err := Read(bytes.NewReader(tiny(t)))
	if err != nil {
		t.Fatal(err)
	}
	r, w := io.Pipe()
	r.Close()
	if _, err := m.WriteTo(w); err == nil {
		t.Error("a closed pipe is written to")
	}
}

func FuzzRead(f *testing.F) {
	f.Add(tiny(f))
	f.Add(forge("U\nB\n", 1, "O", 1, 0.5, 1, 0, "U", 1, 0.25, 1, 0, "B"))
	f.Fuzz(func(t *testing.T, text []byte) {
		// The checksum is mended, so that what it guards is reached.
		if len(text) > 4 {
			text = binary.LittleEndian.AppendUint32(text[:len(text)-4:len(text)-4], crc32.Checksum(text[:len(text)-4], castagnoli))
		}
		m, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		fields := make([]string, m.Templates().Columns())
		tags, err := m.Tag([][]string{fields, fields, fields})
		if err != nil || len(tags) != 3 {
			t.Fatalf("%q, %v", tags, err)
		}
		marginals, err := m.Marginals([][]string{fields, fields, fields})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range marginals {
			sum := 0.0
			for _, v := range row {
				sum += v
			}
			if !(math.Abs(sum-1) < 1e-6) {
				t.Fatalf("marginals %v", row)
			}
		}
	})
}

func FuzzParseTemplates(f *testing.F) {
	f.Add(withFields)
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := ParseTemplates(text)
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\x00\x1b") {
				t.Errorf("message %q", err)
			}
			return
		}
		again, err := ParseTemplates(parsed.String())
		if err != nil || again.String() != parsed.String() {
			t.Errorf("%q is read as %q, %v", parsed, again, err)
		}
	})
}
