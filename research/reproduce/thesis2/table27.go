package thesis2

import (
	"context"
	"errors"

	"github.com/block-regularized/bcv/research/public"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/study/covariance"
)

// DataShapes covers table 2.7. Its column n, the sizes of the samples, is an input.
func DataShapes() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "data-shapes",
		Title: "Records, features and classes of the public data sets",
		Items: []string{"thesis:table-2.7"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			var out []reproduce.Result
			for _, s := range covariance.PublicSets() {
				if s.Chapter != 2 {
					continue
				}
				e, err := shapeOf(s.Name)
				if err != nil {
					return nil, err
				}
				for _, c := range []struct {
					column string
					value  int
				}{{"records", e.Records}, {"features", e.Features}, {"classes", e.Classes}} {
					r := reproduce.Result{Source: "thesis", Item: "table-2.7", Key: s.Label + "/" + c.column,
						Value: float64(c.value)}
					switch {
					case r.Key == "glass/classes":
						r.Note = "the description of the data numbers 7 types of glass, but no record is of type 4"
					case c.column == "features":
						r.Explanations = exchangedShape(s.Label, e.Classes)
					case c.column == "classes":
						r.Explanations = exchangedShape(s.Label, e.Features)
					}
					out = append(out, r)
				}
				out = append(out, reproduce.Result{Source: "thesis", Item: "table-2.7", Key: s.Label + "/n",
					Value: float64(s.N), Input: true})
			}
			return out, nil
		},
	}
}

// exchangedShape explains a number by the one of the other column (erratum E23, yeast).
func exchangedShape(line string, value int) []reproduce.Explanation {
	return []reproduce.Explanation{{Erratum: "E23", Reading: "features and classes exchanged", Part: line,
		Value: float64(value)}}
}

// shapeOf returns the entry of a data set with the shape of its local copy, and
// the shape of the manifest if there is none.
func shapeOf(name string) (public.Entry, error) {
	e, err := public.Lookup(name)
	if err != nil {
		return e, err
	}
	d, err := public.Open(name)
	if errors.Is(err, public.ErrNotFound) {
		return e, nil
	}
	if err == nil {
		e.Records, e.Features, e.Classes = d.N(), d.P(), d.K()
	}
	return e, err
}
