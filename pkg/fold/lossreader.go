package fold

import (
	"maps"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/internal/table"
)

// lossReader keeps the rows of the wanted models as they come; a name that stands in many
// rows is kept once.
type lossReader struct {
	models   []string
	byFile   fileNames
	in       origin
	rows     []LossRow
	names    map[string]string
	seen     map[string]bool // models
	datasets datasetNames
	of       map[string][]int // rows by data set
}

// begin takes the columns of a file.
func (r *lossReader) begin(info table.Info, _ spot) error {
	if r.of == nil {
		r.names, r.seen, r.of = map[string]string{}, map[string]bool{}, map[string][]int{}
	}
	r.in.infos, r.in.ends = append(r.in.infos, info), append(r.in.ends, len(r.rows))
	return checkWanted(r.models)
}

func (r *lossReader) visit(row *DatasetLossRow, at spot) error {
	row.Model, row.Set, row.Dataset = r.once(r.byFile.of(at.file, row.Model)), r.once(row.Set), r.once(row.Dataset)
	r.seen[row.Model] = true
	if err := r.datasets.see(at, row.Dataset); err != nil {
		return err
	}
	if len(r.models) > 0 && !slices.Contains(r.models, row.Model) {
		return nil
	}
	k := len(r.in.infos) - 1
	r.of[row.Dataset] = append(r.of[row.Dataset], len(r.rows))
	r.rows = append(r.rows, row.LossRow)
	r.in.infos[k].Lines = append(r.in.infos[k].Lines, at.line)
	r.in.ends[k]++
	return nil
}

// once returns the one copy of a name.
func (r *lossReader) once(name string) string {
	kept, ok := r.names[name]
	if !ok {
		kept = strings.Clone(name)
		r.names[kept] = kept
	}
	return kept
}

// sets returns the losses of each data set; A and B are those of the first on all of them.
func (r *lossReader) sets() ([]DatasetLosses, error) {
	for _, w := range r.models {
		if !r.seen[w] {
			return nil, r.in.Errorf(-1, "model", "has no model %q; the models are %s", w, quoted(slices.Sorted(maps.Keys(r.seen))))
		}
	}
	models := r.models
	var out []DatasetLosses
	for _, name := range r.datasets.names {
		of := r.of[name]
		if len(of) == 0 {
			return nil, r.in.Errorf(-1, "model", "has no rows of %q on the data set %.40q", models, name)
		}
		l, err := losses(r.rows, r.in, models, of)
		if err != nil {
			return nil, err
		}
		out = append(out, DatasetLosses{Dataset: name, Losses: l})
		models = []string{l.A, l.B}
	}
	return out, nil
}
