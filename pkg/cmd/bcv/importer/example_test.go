package importer_test

import (
	"fmt"

	"github.com/block-regularized/bcv/pkg/cmd/bcv/importer"
	"github.com/block-regularized/bcv/pkg/compare"
	"github.com/block-regularized/bcv/pkg/text"
)

// The tagged test files of two taggers to a verdict.
func ExampleConll() {
	tasks, err := importer.Conll{Scheme: text.IOB2, Semantics: text.Strict, Models: []importer.Model{
		{Name: "crf", Path: "../../../../data/samples/tagged/crf/{replication}.{fold}.txt"},
		{Name: "rules", Path: "../../../../data/samples/tagged/rules/{replication}.{fold}.txt"},
	}}.Read()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(tasks[0].Design)
	report, err := compare.Run(tasks, compare.Options{Metrics: []string{"F1"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range report.Rows() {
		fmt.Printf("%s %.3f %.3f %q\n", r.Task, r.A, r.B, r.Winner)
	}
	// Output:
	// 3 x 2 BCV of 60 records
	// LOC 0.844 0.632 ""
	// PER 0.845 0.694 ""
	// all 0.845 0.666 ""
}
