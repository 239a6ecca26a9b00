// Package imports holds bcv import, which reads the results of other tools.
package imports

import (
	"github.com/block-regularized/bcv/pkg/internal/command"
)

// Command is bcv import.
var Command = command.Command{
	Name:    "import",
	Summary: "turn results of other tools into CSV for bcv compare: bcv import FORMAT",
	Run:     runImport,
	Manual:  manual,
}

// manual is also what is listed without a format.
var manual = command.Manual{
	Usage: []string{"bcv import FORMAT --model NAME=FILES --model NAME=FILES [flags]"},
	Groups: []command.FlagGroup{{"Input", "model folds truth others scheme semantics task gold vocabulary oov " +
		"cluster"},
		{"What is compared", "metric filter score loss regression absolute"},
		{"Output", "out losses sentences"}},
	Examples: []string{
		`bcv import conll --scheme iob2 --model crf=data/samples/tagged/crf` +
			` --model rules=data/samples/tagged/rules --out counts.csv`,
		`bcv import caret --model knn=data/samples/predictions/caret-knn.csv` +
			` --model lda=data/samples/predictions/caret-lda.csv --out predictions.csv`,
	},
}
