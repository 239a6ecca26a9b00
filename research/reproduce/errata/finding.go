// Package errata shows the errors of the sources by computation. Each function E1
// to E48 treats the erratum of that number in docs/research/errata.md: it
// computes what is printed and what is right, and its finding is confirmed only if
// the numbers decide so.
//
// The sources are the thesis (T), the ACL 2019 paper (A), its poster (P), the
// voting appendices (V) and the paper on McNemar's test (M).
package errata

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/research/study"
)

// Finding is what the computation of one erratum shows.
type Finding struct {
	ID        string
	Claim     string // what is confirmed
	Confirmed bool   // by the numbers in the tables
	Tables    []Table
	Figure    *figure.Figure // nil for most
}

// Table is a part of a finding: a slice of row structs, for display.Table.
type Table struct {
	Caption string
	Rows    any
	Digits  int // significant ones; 0 for the usual four
}

// Verdict returns the finding as a line.
func (f Finding) Verdict() string {
	if f.Confirmed {
		return f.ID + ": confirmed: " + f.Claim
	}
	return f.ID + ": NOT confirmed by this computation: " + f.Claim
}

// Erratum computes the finding on one erratum. It reads printed numbers and stored
// simulations from the configuration's data; the error reports what is missing there.
type Erratum func(study.Config) (Finding, error)

// All returns the errata by number: All()[0] is E1.
func All() []Erratum {
	return []Erratum{
		E1, E2, E3, E4, E5, E6, E7, E8, E9, E10, E11, E12, E13, E14, E15, E16, E17, E18, E19, E20, E21, E22,
		E23, E24, E25, E26, E27, E28, E29, E30, E31, E32, E33, E34, E35, E36, E37, E38, E39, E40, E41, E42, E43, E44,
		E45, E46, E47, E48,
	}
}

// E44 shows that the smaller spread of regularized sets in T tables 4.6 and 4.7 is within
// chance: the F test of two variances of normal values, from the printed standard
// deviations and numbers of sets.
func E44(c study.Config) (Finding, error) {
	s := read(c)
	type row struct {
		Table   string  `dataframe:"table"`
		Metric  string  `dataframe:"metric"`
		Sets    int     `dataframe:"sets of each kind"`
		Random  float64 `dataframe:"random, printed"`
		Regular float64 `dataframe:"regularized, printed"`
		P       float64 `dataframe:"p of equal spread, two-sided"`
	}
	var rows []row
	confirmed := true
	for _, t := range []struct {
		name string
		sets int
	}{{"4_6", 500}, {"4_7", 10}} {
		printed := map[string]float64{}
		for _, l := range s.lines(fmt.Sprintf("published/thesis_table_%s.csv", t.name)) {
			if l["quantity"] == "stdev" {
				printed[l["method"]+l["metric"]] = s.float(l["value"])
			}
		}
		for _, metric := range []string{"P", "R", "F1"} {
			r := row{Table: t.name[:1] + "." + t.name[2:], Metric: metric, Sets: t.sets,
				Random: printed["3x2CV"+metric], Regular: printed["3x2BCV"+metric]}
			df := float64(t.sets - 1)
			r.P = math.Min(1, 2*distuv.F{D1: df, D2: df}.Survival(math.Pow(r.Random/r.Regular, 2)))
			rows = append(rows, r)
			confirmed = confirmed && r.Random > r.Regular && r.P > 0.05
		}
	}
	return Finding{
		ID: "E44", Claim: "the printed standard deviations do not show that regularized sets spread less",
		Confirmed: confirmed,
		Tables:    []Table{{Rows: rows, Digits: 3}},
	}, s.err
}
