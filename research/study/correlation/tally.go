package correlation

import (
	"math"

	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
)

// clearly is the number of standard errors by which an estimate must lie beyond a
// bound to count.
const clearly = 3

// LimitRow sets rho1 of one algorithm on one data set beside its bound.
type LimitRow struct {
	Group  string  `dataframe:"algorithms"` // majority, or other algorithms
	Limit  float64 `dataframe:"limit"`      // b of theorem 5.3 (thesis, eq. 5.29)
	Rho1   float64 `dataframe:"rho1"`
	Rho1SE float64 `dataframe:"rho1_se"`
}

// RhoLimits returns the bounds of the single algorithms among rows, under zero-one
// loss.
func RhoLimits(rows []StoredRow) []LimitRow {
	var out []LimitRow
	for _, r := range rows {
		if r.B != "" {
			continue
		}
		l := LimitRow{Group: "other algorithms", Limit: theory.Rho1Limit(r.LossCorrelation(), r.N), Rho1: r.Rho1,
			Rho1SE: r.Rho1SE}
		if r.A == "majority" {
			l.Group = r.A
		}
		out = append(out, l)
	}
	return out
}

// BeyondRow counts the data sets on which the estimates of one algorithm lie more
// than three standard errors beyond a bound.
type BeyondRow struct {
	Algorithm string `dataframe:"algorithm"`
	Rho1      int    `dataframe:"rho1 above (5.29)"`
	Rho2      int    `dataframe:"rho2 below (5.28)"`
	Half      int    `dataframe:"rho1 above 1/2"`
	DataSets  int    `dataframe:"data sets"`
}

// CountBeyond returns a row for each single algorithm among rows, in their order.
func CountBeyond(rows []StoredRow) []BeyondRow {
	single := study.Where(rows, func(r StoredRow) bool { return r.B == "" })
	var out []BeyondRow
	for _, of := range study.Group(single, func(r StoredRow) string { return r.A }) {
		t := BeyondRow{Algorithm: of[0].A, DataSets: len(of)}
		for _, r := range of {
			high, low := r.BeyondTheorem()
			tally(&t.Rho1, high > clearly)
			tally(&t.Rho2, low > clearly)
			tally(&t.Half, r.Rho1-clearly*r.Rho1SE > 0.5)
		}
		out = append(out, t)
	}
	return out
}

func tally(n *int, holds bool) {
	if holds {
		*n++
	}
}

// PairTally counts the pairs of algorithms, on all data sets together, for which a
// statement about the correlations of their difference holds.
type PairTally struct {
	Statement string  `dataframe:"statement"`
	Pairs     int     `dataframe:"pairs"`
	Percent   float64 `dataframe:"percent"`
}

// TallyPairs counts for the statements of the McNemar paper about its figure 1.
// Pairs of algorithms that always agree have no correlations and are left out.
func TallyPairs(rows []StoredRow) []PairTally {
	statements := []struct {
		text  string
		holds func(r StoredRow) bool
	}{
		{"(1) rho1 and rho2 at most 1/2", func(r StoredRow) bool { return r.Rho1 <= 0.5 && r.Rho2 <= 0.5 }},
		{"(1) the same, and rho2 at least 0", func(r StoredRow) bool { return r.Admissible() }},
		{"rho2 below 0", func(r StoredRow) bool { return r.Rho2 < 0 }},
		{"rho1 above 1/2 by more than 3 standard errors",
			func(r StoredRow) bool { return r.Rho1-clearly*r.Rho1SE > 0.5 }},
		{"rho2 above 1/2 by more than 3 standard errors",
			func(r StoredRow) bool { return r.Rho2-clearly*r.Rho2SE > 0.5 }},
		{"(2) below the line rho2 = (1+rho1)/2", func(r StoredRow) bool { return r.Rho2 < (1+r.Rho1)/2 }},
		{"(3) rho2 at least rho1", func(r StoredRow) bool { return r.Rho2 >= r.Rho1 }},
	}
	pairs := DefinedPairs(rows)
	var out []PairTally
	for _, s := range statements {
		t := PairTally{Statement: s.text}
		for _, r := range pairs {
			tally(&t.Pairs, s.holds(r))
		}
		t.Percent = 100 * float64(t.Pairs) / float64(len(pairs))
		out = append(out, t)
	}
	return out
}

// DefinedPairs returns the rows of pairs that have correlations.
func DefinedPairs(rows []StoredRow) []StoredRow {
	return study.Where(rows, func(r StoredRow) bool { return r.B != "" && !math.IsNaN(r.Rho1) })
}

// Overview describes what rows of pairs hold and what they took.
type Overview struct {
	Pairs    int     `dataframe:"pairs"`
	DataSets int     `dataframe:"data sets"`
	Samples  int     `dataframe:"samples of each"`
	N        int     `dataframe:"records of a sample"`
	Rho1SE   float64 `dataframe:"largest error of rho1"` // standard error
	Rho2SE   float64 `dataframe:"largest error of rho2"`
	Seed     int     `dataframe:"seed"`
}

// PairOverview describes the rows of pairs that have correlations, of one run.
func PairOverview(rows []StoredRow) Overview {
	var o Overview
	sets := map[string]bool{}
	for _, r := range rows {
		sets[r.Data] = true
		o.Samples, o.N, o.Seed = r.Sets, r.N, r.Seed
	}
	o.DataSets = len(sets)
	for _, r := range DefinedPairs(rows) {
		o.Pairs++
		o.Rho1SE, o.Rho2SE = max(o.Rho1SE, r.Rho1SE), max(o.Rho2SE, r.Rho2SE)
	}
	return o
}
