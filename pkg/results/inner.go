package results

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/infer"
)

// Inner are results inside the halves of the records, on the inner folds of a nested set (cv.Nested): M half-splits
// with r inner replications in each half, each of two folds.
type Inner struct {
	Splits       int // number M of half-splits
	Replications int // number r of inner replications in each half
	// Values[i] holds Results.Metrics[i]: a row for each half-split, of 4r cells by half, inner replication and
	// fold; NaN where a value is undefined.
	Values      []Grid[float64]
	Fingerprint string // of the nested set, see cv.Nested.Fingerprint; empty if unknown

	folds Results // the same values, with what else is known, on 2Mr replications of two folds
}

// WithInner returns results with results on the inner folds of a nested set, which are those of New(set.Inner) and have
// the same models and metrics.
func (r Results) WithInner(inner Results, set cv.Nested) (Results, error) {
	if r.Design.Named() && r.Design.ID != set.Outer.ID() {
		return r, fmt.Errorf("results: results on %s with inner results on %s; give both for one nested set", r.Design.ID,
			set.ID())
	}
	if err := r.nest(inner, set.Halves, set.Replications); err != nil {
		return r, fmt.Errorf("results: %w", err)
	}
	r.Inner.Fingerprint = set.Fingerprint()
	return r, nil
}

// nest takes results on 2Mr inner replications of two folds.
func (r *Results) nest(inner Results, halves, replications int) error {
	d := inner.Design
	switch {
	case r.Design.Folds != 2:
		return fmt.Errorf("inner results beside results of %s; they belong to an m x 2 CV", r.Design)
	case d.Replications != 2*halves*replications || d.Folds != 2:
		return fmt.Errorf("inner results on %d replications of %d folds for %d half-splits with %d inner replications; "+
			"give two folds for each", d.Replications, d.Folds, halves, replications)
	case !slices.Equal(r.Models, inner.Models):
		return fmt.Errorf("inner results of the models %q, but others of %q; give both for all models", inner.Models,
			r.Models)
	}
	for _, m := range r.Metrics {
		if _, err := inner.Metric(m.Name); err != nil || len(inner.Metrics) != len(r.Metrics) {
			return fmt.Errorf("inner results of other metrics than the folds have, which have %s; give both for all metrics",
				m.Name)
		}
	}
	if problem := r.Items.otherTruth(inner.Items); problem != "" {
		return errors.New(problem)
	}
	x := &Inner{Splits: halves, Replications: replications, folds: inner}
	for _, m := range r.Metrics {
		i, _ := inner.Metric(m.Name)
		x.Values = append(x.Values, Grid[float64]{halves, 4 * replications, inner.Values[i].Cells})
	}
	r.Inner = x
	for i := range r.Metrics {
		for model := range r.Models {
			if problem := r.MissingInner(i, model); problem != "" {
				r.Notes = append(slices.Clone(r.Notes), problem+": the inner results of this metric are left out")
				break
			}
		}
	}
	return nil
}

// otherTruth describes a record whose true class differs between predictions; empty if there is none.
func (x *Items) otherTruth(inner *Items) string {
	if x == nil || inner == nil {
		return ""
	}
	for record, class := range inner.truths.all() {
		if was := x.truths.get(record); was != 0 && x.Classes[was-1] != inner.Classes[class-1] {
			return fmt.Sprintf("record %d has the class %q on inner folds and %q on the others; a record has one class",
				record, inner.Classes[class-1], x.Classes[was-1])
		}
	}
	return ""
}

// MissingInner describes the first inner fold where a metric of a model has no value; it is empty where all have
// one, and without inner results. The metric and the model count from 0.
func (r Results) MissingInner(metric, model int) string {
	if r.Inner == nil {
		return ""
	}
	i := slices.IndexFunc(r.Inner.Values[metric].Of(model), math.IsNaN)
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("%s of %q has no value in %s", r.Metrics[metric].Name, r.Models[model],
		r.Inner.place(i/2, i%2))
}

// place names a fold of an inner replication, which count from 0.
func (x *Inner) place(replication, fold int) string {
	return innerPlace(replication+1, fold+1, x.Replications)
}

// innerPlace names fold k of the j-th of all inner replications, with r in a half; both count from 1.
func innerPlace(j, k, r int) string {
	return fmt.Sprintf("half-split %d half %d inner replication %d fold %d", (j-1)/r/2+1, (j-1)/r%2+1, (j-1)%r+1, k)
}

// differences returns the values of model b minus the values of model a for a metric, indexed by half-split,
// half, inner replication and fold.
func (x *Inner) differences(a, b, metric int) [][2][][2]float64 {
	out := make([][2][][2]float64, x.Splits)
	va, vb := x.Values[metric].Of(a), x.Values[metric].Of(b)
	for i := 0; i < len(va); i += 2 {
		half := &out[i/(4*x.Replications)][i/(2*x.Replications)%2]
		*half = append(*half, [2]float64{infer.Difference(va[i], vb[i]), infer.Difference(va[i+1], vb[i+1])})
	}
	return out
}
