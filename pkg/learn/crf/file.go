package crf

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"strings"
)

// magic begins a model file; its digit is the version of the format.
const magic = "bcv crf model 1\n"

// Bounds of what a file may claim. Memory grows with what is read, not with claims.
const (
	maxName  = 1 << 24 // bytes of an attribute or of all templates
	maxCount = 1 << 30 // attributes, rows

	maxWeight = 1e100 // sums of such weights are numbers
)

// WriteTo writes a model file: templates, labels, and the weights of each attribute in
// full. The bytes are a function of the settings, the templates and the training
// sentences. The Report is not written.
func (m *Model) WriteTo(w io.Writer) (int64, error) {
	out := &writer{sum: crc32.New(castagnoli)}
	out.to = bufio.NewWriter(io.MultiWriter(w, out.sum))
	out.raw(magic)
	out.text(m.templates.String())
	out.number(len(m.labels))
	for _, l := range m.labels {
		out.text(l)
	}
	out.table(&m.node, len(m.labels))
	out.table(&m.edge, len(m.labels)*len(m.labels))
	if out.err == nil {
		out.err = out.to.Flush()
	}
	sum := out.sum.Sum32()
	out.bytes(binary.LittleEndian.AppendUint32(nil, sum))
	if out.err == nil {
		out.err = out.to.Flush()
	}
	return out.n, out.err
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// writer counts, and keeps the first error.
type writer struct {
	to  *bufio.Writer
	sum hash.Hash32
	n   int64
	err error
}

func (w *writer) raw(s string) {
	if w.err == nil {
		var n int
		n, w.err = w.to.WriteString(s)
		w.n += int64(n)
	}
}

func (w *writer) bytes(b []byte) {
	if w.err == nil {
		var n int
		n, w.err = w.to.Write(b)
		w.n += int64(n)
	}
}

func (w *writer) number(n int) { w.bytes(binary.AppendUvarint(nil, uint64(n))) }

func (w *writer) text(s string) {
	w.number(len(s))
	w.raw(s)
}

// table writes rows of so many weights, then the attributes with their rows, in the
// order of rows and names.
func (w *writer) table(t *table, width int) {
	w.number(len(t.weights) / width)
	var word [8]byte
	for _, v := range t.weights {
		binary.LittleEndian.PutUint64(word[:], math.Float64bits(v))
		w.bytes(word[:])
	}
	type attribute struct {
		name string
		row  int32
	}
	var list []attribute
	for name, id := range t.index {
		if t.of != nil {
			id = t.of[id]
		}
		if id >= 0 {
			list = append(list, attribute{name, id})
		}
	}
	slices.SortFunc(list, func(a, b attribute) int {
		if a.row != b.row {
			return int(a.row - b.row)
		}
		return strings.Compare(a.name, b.name)
	})
	w.number(len(list))
	for _, a := range list {
		w.number(int(a.row))
		w.text(a.name)
	}
}

// Read reads a model file. What is no such file, damaged or of another version is
// refused; the memory needed grows with the bytes read.
func Read(r io.Reader) (*Model, error) {
	in := &reader{from: bufio.NewReader(r), sum: crc32.New(castagnoli)}
	m, err := in.model()
	if err != nil {
		return nil, fmt.Errorf("crf: model file: %w", err)
	}
	return m, nil
}

func (r *reader) model() (*Model, error) {
	if head := r.raw(len(magic)); r.err != nil || head != magic {
		return nil, fmt.Errorf("it does not begin with %q; is it a model file, of this version?", strings.TrimSpace(magic))
	}
	templates, err := ParseTemplates(r.text(maxName))
	if r.err != nil {
		return nil, r.err
	}
	if err != nil {
		return nil, err
	}
	m := &Model{templates: templates}
	n := r.number(maxTags)
	for len(m.labels) < n && r.err == nil {
		l := r.text(maxField)
		if k := len(m.labels); k > 0 && l <= m.labels[k-1] {
			r.fail("labels out of order")
		}
		m.labels = append(m.labels, l)
	}
	if n == 0 {
		r.fail("no labels")
	}
	r.table(&m.node, n, 'U')
	r.table(&m.edge, n*n, 'B')
	sum := r.sum.Sum32()
	if tail := r.raw(4); r.err == nil && binary.LittleEndian.Uint32([]byte(tail)) != sum {
		r.fail("its checksum is wrong")
	}
	if _, err := r.from.ReadByte(); r.err == nil && err != io.EOF {
		r.fail("there is more after its end")
	}
	if r.err != nil {
		return nil, r.err
	}
	return m, nil
}

// reader keeps the first error.
type reader struct {
	from *bufio.Reader
	sum  hash.Hash32
	err  error
}

func (r *reader) fail(what string) {
	if r.err == nil {
		r.err = fmt.Errorf("%s; write the model again", what)
	}
}

// raw reads n bytes.
func (r *reader) raw(n int) string {
	if r.err != nil {
		return ""
	}
	var b strings.Builder
	if _, err := io.CopyN(io.MultiWriter(&b, r.sum), r.from, int64(n)); err != nil {
		r.fail("it ends too early")
		return ""
	}
	return b.String()
}

// ReadByte is for uvarints.
func (r *reader) ReadByte() (byte, error) {
	b, err := r.from.ReadByte()
	if err == nil {
		r.sum.Write([]byte{b})
	}
	return b, err
}

func (r *reader) number(limit int) int {
	if r.err != nil {
		return 0
	}
	n, err := binary.ReadUvarint(r)
	if err != nil {
		r.fail("it ends too early")
		return 0
	}
	if n > uint64(limit) {
		r.fail(fmt.Sprintf("a number of %d where at most %d is read", n, limit))
		return 0
	}
	return int(n)
}

func (r *reader) text(limit int) string { return r.raw(r.number(limit)) }

// table reads rows of width weights and attributes whose names begin with kind.
func (r *reader) table(t *table, width int, kind byte) {
	rows := r.number(maxCount)
	var word [8]byte
	for range rows {
		for k := 0; k < width && r.err == nil; k++ {
			if _, err := io.ReadFull(r.from, word[:]); err != nil {
				r.fail("it ends too early")
				return
			}
			r.sum.Write(word[:])
			v := math.Float64frombits(binary.LittleEndian.Uint64(word[:]))
			if !(math.Abs(v) <= maxWeight) {
				r.fail(fmt.Sprintf("a weight is %v", v))
			}
			t.weights = append(t.weights, v)
		}
		if r.err != nil {
			return
		}
	}
	n := r.number(maxCount)
	t.index = map[string]int32{}
	for len(t.index) < n && r.err == nil {
		row := r.number(maxCount)
		name := r.text(maxName)
		_, twice := t.index[name]
		switch {
		case r.err != nil:
		case row >= rows:
			r.fail(fmt.Sprintf("an attribute of row %d of %d", row, rows))
		case twice:
			r.fail(fmt.Sprintf("attribute %.40q occurs twice", name))
		case name == "" || name[0] != kind:
			r.fail(fmt.Sprintf("attribute %.40q does not begin with %c", name, kind))
		default:
			t.index[name] = int32(row)
		}
	}
}
