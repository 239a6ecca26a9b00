package thesis2

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/oa"
	"github.com/block-regularized/bcv/pkg/reproduce"
	"github.com/block-regularized/bcv/pkg/study"
)

// Partitions covers the arrays and partition sets of the thesis (tables 2.1 to
// 2.6, 3.1 to 3.4), of the ACL paper and its poster (table 1), and of the
// McNemar paper (table III). Everything is exact.
func Partitions() reproduce.Experiment {
	return reproduce.Experiment{
		Name:  "partitions",
		Title: "Orthogonal arrays and partition sets",
		Items: []string{"thesis:table-2.1", "thesis:table-2.2", "thesis:table-2.3", "thesis:table-2.4", "thesis:table-2.5", "thesis:table-2.6",
			"thesis:table-3.1", "thesis:table-3.2", "thesis:table-3.3", "thesis:table-3.4", "acl2019:table-1", "acl2019_poster:table-1", "mcnemar:table-3"},
		Run: runPartitions,
	}
}

func runPartitions(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
	chapter2, err := plackettBurmanTables(cfg)
	if err != nil {
		return nil, err
	}
	chapter3, err := nestedTables()
	if err != nil {
		return nil, err
	}
	cfg.Report(1, 1)
	return append(chapter2, chapter3...), nil
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
	a, ok := oa.Reorder(paley, printed)
	if !ok {
		a = paley // then the cells below differ, and say so
	}
	half, err := cv.HalfArray(a)
	if err != nil {
		return nil, err
	}
	odd, err := cv.OddArray(a)
	if err != nil {
		return nil, err
	}
	halfDesign, err := cv.HalfDesign(a)
	if err != nil {
		return nil, err
	}
	oddDesign, err := cv.OddDesign(a)
	if err != nil {
		return nil, err
	}
	out := arrayResults("table-2.1", a, columnNames("c", 11))
	for i := range out {
		out[i].Input = true // the order of runs and columns is taken from it
	}
	out = append(out, arrayResults("table-2.2", a.WithoutRun(0), columnNames("c", 11))...)
	out = append(out, arrayResults("table-2.3", half, columnNames("s", 6))...)
	out = append(out, designResults("table-2.4", "", halfDesign)...)
	out = append(out, arrayResults("table-2.5", odd, columnNames("s", 5))...)
	return append(out, designResults("table-2.6", "", oddDesign)...), nil
}

// nestedTables derives the tables of m x 2 BCV from the Sylvester arrays.
func nestedTables() ([]reproduce.Result, error) {
	four, err := oa.TwoLevel(4)
	if err != nil {
		return nil, err
	}
	eight, err := oa.TwoLevel(8)
	if err != nil {
		return nil, err
	}
	three, seven := cv.BCVDesign(four), cv.BCVDesign(eight)
	names := []string{"a", "b", "ab", "c", "ac", "bc", "abc"}
	out := arrayResults("table-3.1", eight, names)
	out = append(out, arrayResults("table-3.3", four, names[:3])...)
	for _, r := range designResults("table-3.2", "", seven) {
		if r.Key == "1/valid/4" {
			r.Note = "E23: the table has block 6 twice in this list; the last one is block 8, as in table 3.4"
		}
		out = append(out, r)
	}
	out = append(out, designResults("table-3.4", "3x2/", three)...)
	out = append(out, designResults("table-3.4", "7x2/", seven)...)
	out = append(out, blockLists(three)...)
	return append(out, mcnemarSplits(seven)...), nil
}

// blockLists gives the 3 x 2 BCV as ACL table 1 and poster table 1 print it:
// splits b, a and the twin of ab.
func blockLists(d cv.Design) []reproduce.Result {
	var out []reproduce.Result
	for i, column := range []int{1, 0, 2} {
		train, valid := d.Blocks(column)
		if i == 2 {
			train, valid = valid, train
		}
		s, t := blockList("B", train), blockList("B", valid)
		for _, r := range [...][3]string{
			{"acl2019", fmt.Sprintf("%d/S", i+1), s}, {"acl2019", fmt.Sprintf("%d/T", i+1), t},
			{"acl2019_poster", fmt.Sprintf("%d/1/training", i+1), s}, {"acl2019_poster", fmt.Sprintf("%d/1/validation", i+1), t},
			{"acl2019_poster", fmt.Sprintf("%d/2/training", i+1), t}, {"acl2019_poster", fmt.Sprintf("%d/2/validation", i+1), s},
		} {
			out = append(out, reproduce.Result{Source: r[0], Item: "table-1", Key: r[1], Text: r[2]})
		}
	}
	return out
}

// mcnemarSplits gives the 5 x 2 BCV in the column order of the McNemar paper:
// c, a, b, ab, ac.
func mcnemarSplits(d cv.Design) []reproduce.Result {
	var out []reproduce.Result
	for i, column := range []int{3, 0, 1, 2, 4} {
		train, valid := d.Blocks(column)
		out = append(out,
			reproduce.Result{Source: "mcnemar", Item: "table-3", Key: fmt.Sprintf("%d/S", i+1), Text: blockList("D", train)},
			reproduce.Result{Source: "mcnemar", Item: "table-3", Key: fmt.Sprintf("%d/T", i+1), Text: blockList("D", valid)})
	}
	return out
}

func blockList(name string, blocks []int) string {
	parts := make([]string, len(blocks))
	for i, b := range blocks {
		parts[i] = name + strconv.Itoa(b)
	}
	return strings.Join(parts, ";")
}

func columnNames(prefix string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = prefix + strconv.Itoa(i+1)
	}
	return names
}

// arrayResults lists the signs of an array of the thesis, run by run.
func arrayResults(item string, a oa.Array, columns []string) []reproduce.Result {
	var out []reproduce.Result
	for i := range a.Runs() {
		for j, name := range columns {
			out = append(out, reproduce.Result{Source: "thesis", Item: item, Key: fmt.Sprintf("%d/%s", i+1, name), Value: float64(a.Sign(i, j))})
		}
	}
	return out
}

// designResults lists the blocks of each split of the thesis, in order.
func designResults(item, prefix string, d cv.Design) []reproduce.Result {
	var out []reproduce.Result
	for j := range d.Train[0] {
		train, valid := d.Blocks(j)
		for _, part := range [...]struct {
			role   string
			blocks []int
		}{{"train", train}, {"valid", valid}} {
			for k, b := range part.blocks {
				out = append(out, reproduce.Result{Source: "thesis", Item: item, Key: fmt.Sprintf("%s%d/%s/%d", prefix, j+1, part.role, k+1), Value: float64(b)})
			}
		}
	}
	return out
}

// publishedArray reads an array that is printed as a table of 1 and -1.
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

// Overlaps covers thesis table 2.8: the ideal overlap, and the overlap of two
// random training sets. Its last statistic is a mean over 10,000 draws in print
// and exact here.
func Overlaps() reproduce.Experiment {
	return reproduce.Experiment{Name: "overlaps", Title: "Overlaps of random training sets", Items: []string{"thesis:table-2.8"}, Run: runOverlaps}
}

func runOverlaps(_ context.Context, cfg study.Config) ([]reproduce.Result, error) {
	_, rows, err := reproduce.ReadCSV(cfg.Data, "published/thesis_table_2_8.csv")
	if err != nil {
		return nil, err
	}
	var out []reproduce.Result
	for _, r := range rows {
		if r[4] == "" {
			continue // not legible in the source
		}
		n, err1 := strconv.Atoi(r[0])
		n1, err2 := strconv.Atoi(r[1])
		if err1 != nil || err2 != nil {
			return nil, fmt.Errorf("thesis2: thesis table 2.8: sizes %q and %q", r[0], r[1])
		}
		result := reproduce.Result{Source: "thesis", Item: "table-2.8", Key: strings.Join(r[:4], "/")}
		ideal := 0.0
		if j, err := strconv.Atoi(r[3]); err == nil {
			ideal = cv.IdealOverlap(n, n1, j)
		}
		mean, variance, distance := cv.RandomOverlap(n, n1, ideal)
		switch r[2] {
		case "phi_star_mean":
			result.Value = ideal
		case "E_phi":
			result.Value = mean
		case "Var_phi":
			result.Value = variance
		case "E_abs_dev":
			// E(phi-ideal)² - distance² is the variance of one draw.
			spread := variance + (mean-ideal)*(mean-ideal) - distance*distance
			result.Value, result.PublishedSE = distance, reproduce.SamplingOf("thesis:table-2.8").Mean(math.Sqrt(spread))
		}
		out = append(out, result)
	}
	cfg.Report(1, 1)
	return out, nil
}
