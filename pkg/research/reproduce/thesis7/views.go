package thesis7

import (
	"io/fs"

	"github.com/block-regularized/bcv/pkg/research/reproduce"
	"github.com/block-regularized/bcv/pkg/research/study"
	"github.com/block-regularized/bcv/pkg/research/study/defects"
)

// SetComparison is a printed number of table 7.2 beside what the partition sets give.
type SetComparison struct {
	Model    string  `dataframe:"model"`
	Quantity string  `dataframe:"quantity"` // in percent, except for the number of components
	Printed  float64 `dataframe:"printed"`
	Features string  `dataframe:"features"`
	defects.Spread
	Under float64 `dataframe:"below the print"` // share of sets
	Over  float64 `dataframe:"above it"`
}

// CompareSets returns a row for each printed number that one partition set decides, with
// the features scaled and as they are, from the stored study.
func CompareSets(fsys fs.FS) ([]SetComparison, error) {
	printed, err := reproduce.ReadNumbers(study.Config{Data: fsys})
	if err != nil {
		return nil, err
	}
	rows, err := study.Stored[defects.SetRow](fsys, defects.SetTable)
	if err != nil {
		return nil, err
	}
	var out []SetComparison
	for k, label := range models {
		for _, q := range quantities {
			for _, features := range []string{defects.Scaled, defects.Raw} {
				c := SetComparison{Model: defects.Models[k], Quantity: q.name, Printed: printed.Thesis("table-7.2",
					label+"/"+q.name), Features: features,
					Spread: spread(onSameFolds(rows, features, defects.Models[k]), q.value)}
				c.Under, c.Over = c.Beside(c.Printed)
				out = append(out, c)
			}
		}
	}
	return out, nil
}
