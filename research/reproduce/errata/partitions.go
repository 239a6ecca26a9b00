package errata

import (
	"fmt"
	"slices"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/cv/oa"
	"github.com/block-regularized/bcv/research/study"
	"gonum.org/v1/gonum/integrate/quad"
)

// E11 shows that in the array OA(4k, 2^(4k-1)) of T theorem 3.2 each pair of levels
// occurs k times in any two columns; a pair holds about n/4 records.
func E11(study.Config) (Finding, error) {
	type row struct {
		Runs  int `dataframe:"runs"`
		K     int `dataframe:"k"`
		Least int `dataframe:"a pair occurs at least"`
		Most  int `dataframe:"at most"`
		N4    int `dataframe:"n/4, n = 100"`
	}
	const n = 100
	var rows []row
	all := true
	for _, runs := range []int{4, 8, 12, 16, 20} {
		a, err := oa.TwoLevel(runs)
		if err != nil {
			return Finding{}, err
		}
		low, high := pairCounts(a, n)
		k := runs / 4
		rows = append(rows, row{Runs: runs, K: k, Least: low, Most: high, N4: n / 4})
		all = all && low == k && high == k && k != n/4
	}
	return Finding{ID: "E11", Claim: "each pair occurs k times", Confirmed: all, Tables: []Table{{Rows: rows}}}, nil
}

// pairCounts returns how often a pair of levels occurs in two columns, at least (or
// limit) and at most.
func pairCounts(a oa.Array, limit int) (low, high int) {
	low = limit
	for i := range a.Factors() {
		for j := range i {
			pairs := map[[2]int]int{}
			for r := range a.Runs() {
				pairs[[2]int{a.Sign(r, i), a.Sign(r, j)}]++
			}
			for _, c := range pairs {
				low, high = min(low, c), max(high, c)
			}
		}
	}
	return low, high
}

// E12 shows that block j of T §3.3, step (2), splits into j and j + 2^(p-1): all 2^p
// numbers must occur, and the two rows of the larger array must agree in its first
// 2^(p-1)-1 columns, so that the first splits do not change.
func E12(study.Config) (Finding, error) {
	type row struct {
		P      int    `dataframe:"p"`
		Blocks int    `dataframe:"new blocks"`
		Step   string `dataframe:"step"`
		Names  int    `dataframe:"numbers in use"`
		Kept   int    `dataframe:"old blocks kept together"`
	}
	var rows []row
	all := true
	for _, p := range []int{3, 4, 5} {
		half := 1 << (p - 1)
		a, err := oa.TwoLevel(2 * half)
		if err != nil {
			return Finding{}, err
		}
		names, kept := keptTogether(a, half, p)
		rightNames, rightKept := keptTogether(a, half, half)
		rows = append(rows, row{P: p, Blocks: 2 * half, Step: "p, as printed", Names: names, Kept: kept},
			row{P: p, Blocks: 2 * half, Step: "2^(p-1)", Names: rightNames, Kept: rightKept})
		all = all && names < 2*half && kept < half && rightNames == 2*half && rightKept == half
	}
	small, err := cv.New(cv.BCV, 100, cv.Options{M: 3, Seed: 1})
	if err != nil {
		return Finding{}, err
	}
	grown, err := cv.Grow(small, 7)
	if err != nil {
		return Finding{}, err
	}
	same := fmt.Sprint(grown.Rows()[:len(small.Rows())]) == fmt.Sprint(small.Rows())
	return Finding{
		ID: "E12", Claim: "the step is 2^(p-1), and cv.Grow keeps the first 3 replications to the record",
		Confirmed: all && same,
		Tables:    []Table{{Rows: rows}},
	}, nil
}

// keptTogether counts the block numbers in use if block j of half becomes j and
// j+step, and the blocks whose two parts stay on the same side of the first splits.
func keptTogether(a oa.Array, half, step int) (names, kept int) {
	used := map[int]bool{}
	for j := range half {
		used[j], used[j+step] = true, true
		if slices.Equal(a.Cells[j][:half-1], a.Cells[j+step][:half-1]) {
			kept++
		}
	}
	return len(used), kept
}

// E15 shows which correlation is rho1: in the weight 1/(1 + rho1 + 2(m-1) rho2) each
// fold has 1 partner in its replication and 2(m-1) in others, and P's own w(3)
// belongs to rho1 within a replication.
func E15(c study.Config) (Finding, error) {
	s := read(c)
	set, err := cv.New(cv.BCV, 80, cv.Options{M: 3, Seed: 1})
	if err != nil {
		return Finding{}, err
	}
	within, between := 0.0, 0.0
	overlaps := set.Unfolded().Overlaps()
	for i, row := range overlaps {
		for j, x := range row {
			switch {
			case i != j && x == 0:
				within++ // the twin fold shares no training record
			case i != j:
				between++
			}
		}
	}
	folds := float64(len(overlaps))
	right := meanWeight(func(rho1, rho2 float64) float64 { return 1 / (1 + rho1 + 4*rho2) })
	swapped := meanWeight(func(rho1, rho2 float64) float64 { return 1 / (1 + rho2 + 4*rho1) })
	printed := s.number("acl2019:text 2.3/effective_weight")
	return Finding{
		ID: "E15", Claim: "rho1 is within a replication",
		Confirmed: within == folds && between == 4*folds && near(right, printed, 0.00005) && !near(swapped, printed,
			0.01),
		Tables: []Table{{Rows: []quantity{
			{"partners of a fold in its own replication, 3 x 2 BCV", within / folds},
			{"partners of a fold in other replications", between / folds},
			{"w(3) with rho1 within a replication", right},
			{"w(3) with rho1 between replications", swapped},
			{"w(3) as printed", printed},
		}, Digits: 5}},
	}, s.err
}

// meanWeight averages a weight over 0 < rho1 < 1/2 and 1/4 < rho2 < 1/2.
func meanWeight(weight func(rho1, rho2 float64) float64) float64 {
	return 8 * quad.Fixed(func(rho1 float64) float64 {
		return quad.Fixed(func(rho2 float64) float64 { return weight(rho1, rho2) }, 0.25, 0.5, 20, quad.Legendre{}, 0)
	}, 0, 0.5, 20, quad.Legendre{}, 0)
}
