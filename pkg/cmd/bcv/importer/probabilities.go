package importer

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/internal/table"
)

// probable returns the classes whose probabilities all models have, nil for none. The note says why probabilities of
// some models are left out.
func (c *collector) probable() (classes []string, note string) {
	if c.opt.Regression {
		return nil, ""
	}
	first := c.models[0]
	for _, m := range c.models[1:] {
		if a, b := slices.Sorted(slices.Values(first.likely)), slices.Sorted(slices.Values(m.likely)); !slices.Equal(a, b) {
			return nil, fmt.Sprintf("%s has the probabilities of classes %s, %s of %s, so that they are left out", first.file,
				orNone(a), m.file, orNone(b))
		}
	}
	return slices.Sorted(slices.Values(first.likely)), ""
}

func orNone(classes []string) string {
	if len(classes) == 0 {
		return "none"
	}
	return table.Quoted(classes)
}

// probable returns the probabilities as lists, one per repetition or per split, of those of the classes for each record.
// It is nil if there are none.
func (f *skFile) probable() ([][][]float64, error) {
	if f.Probabilities == nil {
		f.Classes = nil
		return nil, nil
	}
	var one [][]float64
	var out [][][]float64
	if json.Unmarshal(f.Probabilities, &one) == nil {
		out = [][][]float64{one}
	} else if err := json.Unmarshal(f.Probabilities, &out); err != nil {
		return nil, f.errorf("probabilities", "is neither a list of lists with the probability of each class nor a list of "+
			"such lists; save what cross_val_predict(..., method=\"predict_proba\") returned")
	}
	for k, list := range out {
		for i, p := range list {
			if len(p) == 0 || len(p) != len(f.Classes) {
				return nil, f.errorf("probabilities", "list %d has %d probabilities in row %d, and classes has %d; save "+
					"one for each class, and classes as sorted(set(y))", k, len(p), i, len(f.Classes))
			}
		}
	}
	return out, nil
}

// lists returns the predictions as lists, one per repetition or per split: the most probable classes if only
// probabilities are known.
func (f *skFile) lists(probable [][][]float64) ([][]label, error) {
	if f.Predicted == nil {
		out := make([][]label, len(probable))
		for k, list := range probable {
			for _, p := range list {
				out[k] = append(out[k], f.Classes[slices.Index(p, slices.Max(p))])
			}
		}
		return out, nil
	}
	out, err := f.labels()
	if err == nil && probable != nil && !slices.EqualFunc(out, probable,
		func(a []label, b [][]float64) bool { return len(a) == len(b) }) {
		return nil, f.errorf("probabilities", "are not as many as predicted, list by list; save those of the same records")
	}
	return out, err
}
