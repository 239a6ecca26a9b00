package results

import "github.com/block-regularized/bcv/pkg/infer"

// Items are the predictions of all models for each validation record, in one array of
// numbers of classes.
type Items struct {
	Classes []string // true classes and predicted ones, in order of appearance
	Truth   []uint32 // by record: place in Classes; absent if no replication validates the record
	// to be completed: compact labels by model, replication and record; folds by replication and record
}

// Tables returns the contingency tables of two models on the folds, indexed
// [replication][fold].
func (r Results) Tables(a, b int) [][]infer.Contingency { panic("results: not written yet") }
