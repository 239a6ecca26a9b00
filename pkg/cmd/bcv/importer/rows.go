package importer

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
)

// place is where a result was found.
type place struct {
	file string
	row  int
	own  func(column string) string // name that the file has for a column of package results; nil for the same
}

func (p place) errorf(column, format string, args ...any) error {
	return &table.Error{File: p.file, Row: p.row, Column: column, Problem: fmt.Sprintf(format, args...)}
}

// column returns the name that the file has for a column of package results.
func (p place) column(name string) string {
	if p.own == nil {
		return name
	}
	return p.own(name)
}

// rows are results in a form of package results, which checks them, with the place where each was found.
type rows struct {
	text   bytes.Buffer
	out    *csv.Writer
	places []place // by line
}

func newRows(header ...string) *rows {
	r := &rows{}
	r.out = csv.NewWriter(&r.text)
	r.add(place{}, header...)
	return r
}

func (r *rows) add(at place, fields ...string) {
	_ = r.out.Write(fields) // to memory
	for range 1 + strings.Count(strings.Join(fields, ""), "\n") {
		r.places = append(r.places, at)
	}
}

// read reads the results. Errors name the places where they were found.
func (r *rows) read(opt results.ReadOptions) ([]results.Results, error) {
	r.out.Flush()
	var files []string
	for _, p := range r.places[1:] {
		if !slices.Contains(files, p.file) {
			files = append(files, p.file)
		}
	}
	name := strings.Join(files, ", ")
	out, err := results.Parse(name, &r.text, opt)
	for k := 0; err == nil && k < len(out[0].Models); k++ {
		if problem := results.CheckModel(out[0].Models[k]); problem != nil {
			err = place{file: name}.refused(problem)
		}
	}
	te := (*table.Error)(nil)
	if !errors.As(err, &te) {
		return out, err
	}
	at := r.places[len(r.places)-1]
	if te.Row > 1 && te.Row <= len(r.places) {
		at = r.places[te.Row-1]
		te.File, te.Row = at.file, at.row
	}
	te.Column = at.column(te.Column)
	return nil, err
}
