package experiment

import (
	"context"
	"errors"

	"github.com/block-regularized/bcv/pkg/dataset"
)

// dataShapes covers table 2.7, but for its column n: the sizes of the samples are
// settings, which publicSets holds, and nothing to compute.
func dataShapes() Experiment {
	return Experiment{
		Name:  "data-shapes",
		Title: "Records, features and classes of the public data sets",
		Items: []string{"thesis:table-2.7"},
		Run: func(_ context.Context, cfg Config) ([]Result, error) {
			var out []Result
			for _, s := range publicSets() {
				if s.chapter3 {
					continue
				}
				e, err := shapeOf(s.name)
				if err != nil {
					return nil, err
				}
				for _, c := range []struct {
					column string
					value  int
				}{{"records", e.Records}, {"features", e.Features}, {"classes", e.Classes}} {
					key := s.label + "/" + c.column
					out = append(out, Result{Source: "thesis", Item: "table-2.7", Key: key, Value: float64(c.value), Note: shapeNotes[key]})
				}
			}
			cfg.progress(1, 1)
			return out, nil
		},
	}
}

// shapeNotes says why the print has other numbers.
var shapeNotes = map[string]string{
	"glass/classes":  "the description of the data numbers 7 types of glass, but no record is of type 4",
	"yeast/features": "E23: features and classes are exchanged in print",
	"yeast/classes":  "E23: features and classes are exchanged in print",
}

// shapeOf returns the entry of a data set with the shape of its local copy, and
// that of the manifest if there is none.
func shapeOf(name string) (dataset.Entry, error) {
	e, err := dataset.Lookup(name)
	if err != nil {
		return e, err
	}
	d, err := dataset.Open(name)
	if errors.Is(err, dataset.ErrNotFound) {
		return e, nil
	}
	if err == nil {
		e.Records, e.Features, e.Classes = d.N(), d.P(), d.K()
	}
	return e, err
}
