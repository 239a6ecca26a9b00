package looks

import (
	"github.com/block-regularized/bcv/research/study"
)

// Scopes of cells.
const (
	recommended = "recommended"
	fewPlanned  = "recommended, fewer than 50 planned clusters"
)

func (c cell) scope() string {
	if c.clusters > 0 && c.clusters < 50 {
		return fewPlanned
	}
	return recommended
}

// Summary is what looks do over the cells of one scope and kind of scores, for package known.
type Summary struct {
	Procedure string `dataframe:"procedure"`
	Scope     string `dataframe:"scope"`
	Kind      string `dataframe:"kind"`
	Cells     int    `dataframe:"cells"`
	study.Claims
	Coverage float64 `dataframe:"coverage"` // of the intervals of all looks together
	Least    float64 `dataframe:"least_coverage"`
	Sets     int     `dataframe:"data_sets"`
}

// Summarize returns the summary of each scope for each kind of scores.
func Summarize(rows []Row) (out []Summary) {
	for _, scope := range []string{recommended, fewPlanned} {
		for _, kind := range []string{rightOrWrong, alike, skewed} {
			of := study.Where(rows, func(r Row) bool { return r.Scope == scope && r.Kind == kind })
			if len(of) == 0 {
				continue
			}
			s := Summary{Procedure: "looks-t", Scope: scope, Kind: kind, Cells: len(of), Sets: of[0].Sets}
			var cells []study.CellClaims
			for _, r := range of {
				cells = append(cells, study.CellClaims{Cell: r.Cell, Two: r.Two, TwoSE: r.TwoSE, Above: r.Above,
					AboveSE: r.AboveSE, Below: r.Below, BelowSE: r.BelowSE})
			}
			s.Claims = study.ClaimsOf(cells)
			s.Coverage, s.Least = study.Round(1-s.Two, 5), study.Round(1-s.WorstTwo, 5)
			out = append(out, s)
		}
	}
	return out
}
