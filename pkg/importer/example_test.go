package importer_test

import (
	"bytes"
	"fmt"

	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/importer"
	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/text"
)

// The tagged test files of two taggers to a verdict.
func ExampleConll() {
	counts, err := importer.Conll{Scheme: text.IOB2, Semantics: text.Strict, Models: []importer.Model{
		{Name: "crf", Path: "../../data/samples/tagged/crf/{replication}.{fold}.txt"},
		{Name: "rules", Path: "../../data/samples/tagged/rules/{replication}.{fold}.txt"},
	}}.Read()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(counts.Set)
	var csv bytes.Buffer
	var rows []fold.ChunkRow
	for _, r := range counts.Rows {
		rows = append(rows, fold.ChunkRow{Task: r.Task, Model: r.Model, Replication: r.Replication, Fold: r.Fold,
			Gold: r.Gold, Predicted: r.Predicted, Correct: r.Correct, Set: r.Set})
	}
	if err := table.Write(&csv, rows); err != nil {
		fmt.Println(err)
		return
	}
	rs, err := results.Parse("counts", &csv, results.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := compare.Run(rs, compare.Options{Metrics: []string{"F1"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range v.Rows() {
		fmt.Printf("%s %.3f %.3f %q\n", r.Task, r.A, r.B, r.Winner)
	}
	// Output:
	// 3 x 2 BCV of 60 records
	// LOC 0.844 0.632 ""
	// PER 0.845 0.694 ""
	// all 0.845 0.666 ""
}
