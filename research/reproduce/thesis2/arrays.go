package thesis2

import (
	"context"
	"fmt"
	"strconv"

	"github.com/block-regularized/bcv/pkg/cv/oa"
	"github.com/block-regularized/bcv/research/designs"
	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/reproduce/internal/arrays"
	"github.com/block-regularized/bcv/research/study"
)

// Partitions covers the arrays and partition sets of tables 2.1 to 2.6, which are exact.
func Partitions() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "partitions",
		Title: "Orthogonal arrays and partition sets of repeated learning-testing",
		Items: []string{"thesis:table-2.1", "thesis:table-2.2", "thesis:table-2.3", "thesis:table-2.4",
			"thesis:table-2.5", "thesis:table-2.6"},
		Run: func(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
			return plackettBurmanTables(cfg)
		},
	}
}

// plackettBurmanTables derives tables 2.1 to 2.6. The source orders the runs
// and columns of its first array as it likes; ours is brought into that order,
// and the rest follows.
func plackettBurmanTables(cfg study.Config) ([]reproduce.Result, error) {
	printed, err := publishedArray(cfg, "published/thesis_table_2_1.csv")
	if err != nil {
		return nil, err
	}
	paley, err := oa.TwoLevel(12)
	if err != nil {
		return nil, err
	}
	a, ok := designs.Reorder(paley, printed)
	if !ok {
		a = paley // then the cells below differ, and say so
	}
	half, err := designs.HalfArray(a)
	if err != nil {
		return nil, err
	}
	odd, err := designs.OddArray(a)
	if err != nil {
		return nil, err
	}
	halfDesign, err := designs.Half(a)
	if err != nil {
		return nil, err
	}
	oddDesign, err := designs.Odd(a)
	if err != nil {
		return nil, err
	}
	out := arrays.Signs("table-2.1", a, columnNames("c", 11))
	for i := range out {
		out[i].Input = true // the order of runs and columns is taken from it
	}
	out = append(out, arrays.Signs("table-2.2", a.WithoutRun(0), columnNames("c", 11))...)
	out = append(out, arrays.Signs("table-2.3", half, columnNames("s", 6))...)
	out = append(out, arrays.Blocks("table-2.4", "", halfDesign)...)
	out = append(out, arrays.Signs("table-2.5", odd, columnNames("s", 5))...)
	return append(out, arrays.Blocks("table-2.6", "", oddDesign)...), nil
}

func columnNames(prefix string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = prefix + strconv.Itoa(i+1)
	}
	return names
}

// publishedArray reads an array that is published as a table of 1 and -1.
func publishedArray(cfg study.Config, name string) (oa.Array, error) {
	_, rows, err := reproduce.ReadCSV(cfg.Data, name)
	if err != nil {
		return oa.Array{}, err
	}
	a := oa.Array{Levels: 2}
	for _, r := range rows {
		var run []int8
		for _, text := range r[1:] {
			v, err := strconv.Atoi(text)
			if err != nil {
				return oa.Array{}, fmt.Errorf("thesis2: %s: %w", name, err)
			}
			run = append(run, int8(1-v)/2)
		}
		a.Cells = append(a.Cells, run)
	}
	return a, nil
}
