package thesis3

import (
	"context"

	"github.com/block-regularized/bcv/pkg/cv/oa"
	"github.com/block-regularized/bcv/research/designs"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/internal/arrays"
	"github.com/block-regularized/bcv/research/study"
)

// Partitions covers the arrays and partition sets of tables 3.1 to 3.4, which are exact.
func Partitions() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "nested-partitions",
		Title: "Orthogonal arrays and partition sets of m x 2 BCV",
		Items: []string{"thesis:table-3.1", "thesis:table-3.2", "thesis:table-3.3", "thesis:table-3.4"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			return nestedTables()
		},
	}
}

// nestedTables derives the tables from the Sylvester arrays.
func nestedTables() ([]reproduce.Result, error) {
	four, err := oa.TwoLevel(4)
	if err != nil {
		return nil, err
	}
	eight, err := oa.TwoLevel(8)
	if err != nil {
		return nil, err
	}
	three, seven := designs.BCV(four), designs.BCV(eight)
	names := []string{"a", "b", "ab", "c", "ac", "bc", "abc"}
	out := arrays.Signs("table-3.1", eight, names)
	out = append(out, arrays.Signs("table-3.3", four, names[:3])...)
	for _, r := range arrays.Blocks("table-3.2", "", seven) {
		if r.Key == "1/valid/4" {
			r.Note = "E23: the table has block 6 twice in this list; the last one is block 8, as in table 3.4"
		}
		out = append(out, r)
	}
	out = append(out, arrays.Blocks("table-3.4", "3x2/", three)...)
	return append(out, arrays.Blocks("table-3.4", "7x2/", seven)...), nil
}
