// Package errata shows the errors of the sources by computation. Each function E1
// to E45 treats the erratum of that number in data/published/errata.md: it
// computes what is printed and what is right, and its finding is confirmed only if
// the numbers decide so.
//
// The sources are the thesis (T), the ACL 2019 paper (A), its poster (P), the
// voting appendices (V) and the paper on McNemar's test (M).
package errata

import (
	"github.com/block-regularized/bcv/pkg/figure"
	"github.com/block-regularized/bcv/pkg/research/study"
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
		E45,
	}
}
