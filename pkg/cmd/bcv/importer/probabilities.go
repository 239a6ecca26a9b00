package importer

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// likely are the columns of a file that may hold the probabilities of classes.
type likely struct {
	classes []string // the names of the columns without the prefix
	prefix  string   // empty where columns are called as the classes, so that some may hold something else
}

// likelyColumns returns the columns of a table that may hold probabilities, and their places: those with the prefix, or
// without one all that have no other meaning.
func likelyColumns(header []string, prefix string, other []int) (of likely, at []int) {
	of.prefix = prefix
	for k, name := range header {
		if class, ok := strings.CutPrefix(name, prefix); ok && !slices.Contains(other, k) {
			of.classes, at = append(of.classes, class), append(at, k)
		}
	}
	return of, at
}

// probabilities reads the fields of these places: a number for each, NaN for what is none, and at the end how far the
// numbers may be rounded, which is half a unit of the last decimal of the one that has most.
func probabilities(fields []string, at []int) []float64 {
	if len(at) == 0 {
		return nil
	}
	out := make([]float64, len(at)+1)
	decimals := 0
	for k, place := range at {
		v, problem := table.Float(fields[place])
		if problem != "" {
			v = math.NaN()
		}
		out[k], decimals = v, max(decimals, table.Decimals(fields[place]))
	}
	out[len(at)] = table.Rounded(decimals)
	return out
}

// probable returns the classes whose probabilities all models have, nil for none. The note says why probabilities of
// some models are left out.
func (c *collector) probable(truths []string) (classes []string, note string, err error) {
	var with, without *collected
	for _, m := range c.models {
		m.complete(truths)
		if slices.ContainsFunc(m.likely.classes, func(class string) bool { return slices.Contains(truths, class) }) {
			with = m
		} else {
			without = m
		}
	}
	switch {
	case with == nil:
		return nil, "", nil
	case without != nil:
		return nil, fmt.Sprintf("%s has the probabilities of classes, %s has none, so that they are left out", with.file,
			without.file), nil
	}
	classes = slices.Clone(truths)
	for _, m := range c.models {
		if m.likely.prefix != "" { // no column holds anything else
			classes = append(classes, m.likely.classes...)
		}
	}
	slices.Sort(classes)
	classes = slices.Compact(classes)
	for _, m := range c.models {
		for _, class := range classes {
			if !slices.Contains(m.likely.classes, class) {
				return nil, "", place{file: m.file}.errorf(m.likely.prefix+class, "is missing beside the probabilities of %s; "+
					"save those of all classes", table.Quoted(m.likely.classes))
			}
		}
	}
	return classes, "", nil
}

// complete adds the other of two classes where the only column is of one of them.
func (m *collected) complete(truths []string) {
	if len(truths) != 2 || len(m.likely.classes) != 1 || m.likely.prefix == "" {
		return
	}
	k := slices.Index(truths, m.likely.classes[0])
	if k < 0 {
		return
	}
	m.likely.classes = []string{truths[k], truths[1-k]}
	for _, f := range m.folds {
		for i, o := range f.outcomes {
			f.outcomes[i].p = []float64{o.p[0], 1 - o.p[0], o.p[1]}
		}
	}
}

// probabilities returns the probabilities of these classes on a fold, record by record. Sums that differ from 1 by
// rounding become 1.
func (m *collected) probabilities(f *collectedFold, classes []string) ([]float64, error) {
	places := make([]int, len(classes))
	for k, class := range classes {
		places[k] = slices.Index(m.likely.classes, class)
	}
	out := make([]float64, 0, len(f.outcomes)*len(classes))
	for _, o := range f.outcomes {
		at := place{file: m.file, row: int(o.row)}
		sum := 0.0
		for k, from := range places {
			v := o.p[from]
			if !(v >= 0 && v <= 1) {
				return nil, at.errorf(m.likely.prefix+classes[k], "is no probability of record %d; give numbers "+
					"from 0 to 1", o.record)
			}
			sum += v
			out = append(out, v)
		}
		if most := max(1e-6, o.p[len(o.p)-1]) * float64(len(classes)); math.Abs(sum-1) > most*(1+1e-9) {
			return nil, at.errorf("", "the probabilities of the %d classes of record %d add up to %.7g; give those of all "+
				"classes, whose sum is 1", len(classes), o.record, sum)
		}
		for k := len(out) - len(classes); k < len(out); k++ {
			out[k] /= sum
		}
	}
	return out, nil
}

// probable returns the probabilities as lists, one per repetition or per split, of what package importer keeps for each
// record: one for each class, and 0, since they are not rounded. It is nil if there are none.
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
			list[i] = append(p, 0)
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
				p = p[:len(f.Classes)]
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
