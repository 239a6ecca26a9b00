package fold

import (
	"maps"
	"slices"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// origin knows where rows came from: one after the other from files, or from memory.
type origin struct {
	infos []table.Info
	ends  []int // ends[k] is the number of rows up to and with those of infos[k]
}

// memory is the origin of rows in memory; columns are those that have values. Errors
// name the rows, counted from 1.
func memory[T any](what string, rows []T, absent ...string) origin {
	info := table.Info{File: what}
	for _, c := range table.Schema[T]() {
		if !slices.Contains(absent, c.Name) {
			info.Columns = append(info.Columns, c.Name)
		}
	}
	for i := range rows {
		info.Lines = append(info.Lines, i+1)
	}
	return origin{infos: []table.Info{info}, ends: []int{len(rows)}}
}

// of returns the file of row i and the row's number in it.
func (o origin) of(i int) (table.Info, int) {
	k, _ := slices.BinarySearch(o.ends, i+1)
	if i < 0 || k >= len(o.infos) {
		return o.infos[0], -1
	}
	if k > 0 {
		i -= o.ends[k-1]
	}
	return o.infos[k], i
}

// Errorf returns an error about row i and a column, see table.Info.
func (o origin) Errorf(i int, column, format string, args ...any) *table.Error {
	info, row := o.of(i)
	return info.Errorf(row, column, format, args...)
}

// spot returns where row i stands; a negative i means the first file.
func (o origin) spot(i int) spot {
	info, row := o.of(i)
	at := spot{file: info.File, several: len(o.infos) > 1}
	if row >= 0 && row < len(info.Lines) {
		at.line = info.Lines[row]
	}
	return at
}

// Has reports whether all files have these columns.
func (o origin) Has(columns ...string) bool {
	for _, info := range o.infos {
		if !info.Has(columns...) {
			return false
		}
	}
	return true
}

// chosen returns those of the given rows that are of the wanted models: all if no model
// is named. Models that have no row are an error that lists those that have.
func (o origin) chosen(rows []int, model func(i int) string, wanted []string) ([]int, error) {
	if err := checkWanted(wanted); err != nil {
		return nil, err
	}
	keep := make([]int, 0, len(rows))
	seen := map[string]bool{}
	for _, i := range rows {
		name := model(i)
		seen[name] = true
		if len(wanted) == 0 || slices.Contains(wanted, name) {
			keep = append(keep, i)
		}
	}
	for _, w := range wanted {
		if !seen[w] {
			return nil, o.Errorf(-1, "model", "has no model %q; the models are %s", w, quoted(slices.Sorted(maps.Keys(seen))))
		}
	}
	return keep, nil
}
