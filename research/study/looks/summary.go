package looks

import (
	"gonum.org/v1/gonum/stat"

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
	Procedure  string  `dataframe:"procedure"`
	Scope      string  `dataframe:"scope"`
	Kind       string  `dataframe:"kind"`
	Cells      int     `dataframe:"cells"`
	Two        float64 `dataframe:"two_sided"`
	WorstTwo   float64 `dataframe:"worst_two_sided"`
	WorstTwoSE float64 `dataframe:"worst_two_sided_se"`
	WorstTwoAt string  `dataframe:"worst_two_sided_at"`
	One        float64 `dataframe:"one_sided"`
	WorstOne   float64 `dataframe:"worst_one_sided"`
	WorstOneSE float64 `dataframe:"worst_one_sided_se"`
	WorstOneAt string  `dataframe:"worst_one_sided_at"`
	Coverage   float64 `dataframe:"coverage"` // of the intervals of all looks together
	Least      float64 `dataframe:"least_coverage"`
	Sets       int     `dataframe:"data_sets"`
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
			var two, one []float64
			for _, r := range of {
				two, one = append(two, r.Two), append(one, r.Above, r.Below)
				if r.Two > s.WorstTwo {
					s.WorstTwo, s.WorstTwoSE, s.WorstTwoAt = r.Two, r.TwoSE, r.Cell
				}
				if r.Above > s.WorstOne {
					s.WorstOne, s.WorstOneSE, s.WorstOneAt = r.Above, r.AboveSE, r.Cell
				}
				if r.Below > s.WorstOne {
					s.WorstOne, s.WorstOneSE, s.WorstOneAt = r.Below, r.BelowSE, r.Cell
				}
			}
			s.Two, s.One = study.Round(stat.Mean(two, nil), 5), study.Round(stat.Mean(one, nil), 5)
			s.Coverage, s.Least = study.Round(1-s.Two, 5), study.Round(1-s.WorstTwo, 5)
			out = append(out, s)
		}
	}
	return out
}
