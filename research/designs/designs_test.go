package designs

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/cv/oa"
)

func TestDesignsOfTheThesis(t *testing.T) {
	for _, j := range []int{4, 6, 10, 12} {
		a, err := oa.TwoLevel(2 * j)
		if err != nil {
			t.Fatal(err)
		}
		half, err := Half(a)
		if err != nil {
			t.Fatal(err)
		}
		checkDesign(t, half, 2*j-2, j, j-1, (j-2)/2)
		odd, err := Odd(a)
		if err != nil {
			t.Fatal(err)
		}
		checkDesign(t, odd, 2*j-2, j-1, j, j/2)
	}
	if _, err := Half(oa.Array{Levels: 3}); err == nil {
		t.Error("three levels: no error")
	}
}

// checkDesign checks numbers of blocks, splits, training blocks and overlaps.
func checkDesign(t *testing.T, d Design, blocks, splits, size, overlap int) {
	t.Helper()
	if len(d.Train) != blocks || len(d.Train[0]) != splits {
		t.Fatalf("%d blocks and %d splits, want %d and %d", len(d.Train), len(d.Train[0]), blocks, splits)
	}
	for j := range splits {
		train, _ := d.Blocks(j)
		if len(train) != size {
			t.Errorf("%d splits: %d training blocks, want %d", splits, len(train), size)
		}
		for k := range j {
			other, _ := d.Blocks(k)
			shared := 0
			for _, b := range train {
				if slices.Contains(other, b) {
					shared++
				}
			}
			if shared != overlap {
				t.Errorf("%d splits: splits %d and %d share %d blocks, want %d", splits, j, k, shared, overlap)
			}
		}
	}
}

// Theorem 2.2: 2J-2 blocks whose sizes differ by one at most, chosen by the columns of an
// array of 2J runs, make J half splits with overlaps within J/2 of the ideal one.
func TestHalfSplitsOfArrays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := rapid.SampledFrom([]int{4, 6, 8, 10, 12}).Draw(t, "J")
		n := 2 * rapid.IntRange(j-1, 200).Draw(t, "n/2")
		s, err := HalfBRLT(n, j, rapid.Uint64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		ideal := cv.IdealOverlap(n, n/2, j)
		for a, row := range s.Overlaps() {
			for b, phi := range row[:a] {
				if d := math.Abs(float64(phi) - ideal); d > float64(j)/2 {
					t.Fatalf("n=%d J=%d: splits %d and %d share %d records, %v from the ideal %v",
						n, j, a, b, phi, d, ideal)
				}
			}
		}
		if n%(2*j-2) == 0 && s.Regularization() != 0 {
			t.Fatalf("n=%d J=%d: equal blocks, but k = %v", n, j, s.Regularization())
		}
	})
}

// A design whose blocks have different splits makes no set.
func TestRaggedDesign(t *testing.T) {
	for _, d := range []Design{{Train: [][]bool{{true, false}, {true}}}, {Train: [][]bool{{true}, {true, false}}},
		{Train: [][]bool{{}, {}}}, {}} {
		if _, err := d.Set(10, 1); err == nil || !strings.Contains(err.Error(), "block") {
			t.Errorf("%v: %v", d, err)
		}
	}
}

func TestHalfBRLTRefuses(t *testing.T) {
	for want, sizes := range map[string][2]int{"an even number": {100, 5}, "one record per block": {9, 6}} {
		if _, err := HalfBRLT(sizes[0], sizes[1], 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// readTable reads a published array: a first column of run numbers, then signs
// 1 and -1. Columns that are no signs are left out.
func readTable(t *testing.T, name string) oa.Array {
	t.Helper()
	f, err := os.Open("../../data/published/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	a := oa.Array{Levels: 2}
	for _, r := range records[1:] {
		var row []int8
		for j, text := range r[1:] {
			if records[0][j+1] == "ocr_signs" {
				continue
			}
			v, err := strconv.Atoi(text)
			if err != nil {
				t.Fatal(err)
			}
			row = append(row, int8(1-v)/2)
		}
		a.Cells = append(a.Cells, row)
	}
	return a
}

// Thesis table 2.1 is the array of 12 runs up to the order of runs and
// columns, which the source chose freely.
func TestTwelveRunsAreTheThesisUpToOrder(t *testing.T) {
	published := readTable(t, "thesis_table_2_1.csv")
	if err := published.Check(); err != nil {
		t.Fatal(err)
	}
	ours, err := oa.TwoLevel(12)
	if err != nil {
		t.Fatal(err)
	}
	got, ok := Reorder(ours, published)
	if !ok || !slices.EqualFunc(got.Cells, published.Cells, slices.Equal) {
		t.Error("the arrays differ by more than the order of runs and columns")
	}
	if _, ok := Reorder(ours.Columns(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9), published); ok {
		t.Error("an array with a repeated column was taken for the same")
	}
}
