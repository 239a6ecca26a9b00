package results

import (
	"github.com/block-regularized/bcv/pkg/infer/items"
)

// Scores are what models scored on the items of one test set, in one run or in several, such as seeds of training
// or epochs. Models have the order of Results.Models, items are numbered from 0 in order of appearance.
type Scores struct {
	Names    []string   // of the items
	Clusters []int      // cluster of each item, numbered from 0; nil where every item is its own
	Runs     [][]string // by model: the names of its runs, "" for the only run of a file without names

	values [][][]float64 // by model and run
}

// Of returns the scores of a model in a run, by item. The caller may not change them.
func (s *Scores) Of(model, run int) []float64 { return s.values[model][run] }

// Sample returns the scores of models a and b, which count from 0. It panics if Scores is nil.
func (r Results) Sample(a, b int, pairedRuns bool) items.Sample {
	out := items.Sample{Clusters: r.Scores.Clusters, PairedRuns: pairedRuns}
	for s := range r.Scores.Runs[a] {
		out.A = append(out.A, r.Scores.Of(a, s))
	}
	for s := range r.Scores.Runs[b] {
		out.B = append(out.B, r.Scores.Of(b, s))
	}
	return out
}
