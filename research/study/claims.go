package study

import "gonum.org/v1/gonum/stat"

// Claims are the shares of false claims over some cells, for the summaries that package known reads: of the two-sided
// test, and of one side.
type Claims struct {
	// on average, and in the worst cell with its standard error
	Two        float64 `dataframe:"two_sided"`
	WorstTwo   float64 `dataframe:"worst_two_sided"`
	WorstTwoSE float64 `dataframe:"worst_two_sided_se"`
	WorstTwoAt string  `dataframe:"worst_two_sided_at"`
	// on average over both sides, and the worse side of the worst cell
	One        float64 `dataframe:"one_sided"`
	WorstOne   float64 `dataframe:"worst_one_sided"`
	WorstOneSE float64 `dataframe:"worst_one_sided_se"`
	WorstOneAt string  `dataframe:"worst_one_sided_at"`
}

// CellClaims are the shares of one cell, with standard errors: of the two-sided test, and of either side.
type CellClaims struct {
	Cell                                       string
	Two, TwoSE, Above, AboveSE, Below, BelowSE float64
}

// Side returns the larger share of one side, with its standard error.
func (c CellClaims) Side() (share, se float64) {
	if c.Above > c.Below {
		return c.Above, c.AboveSE
	}
	return c.Below, c.BelowSE
}

// ClaimsOf summarizes cells.
func ClaimsOf(cells []CellClaims) (out Claims) {
	var two, one []float64
	for _, c := range cells {
		two, one = append(two, c.Two), append(one, c.Above, c.Below)
		if c.Two > out.WorstTwo || out.WorstTwoAt == "" {
			out.WorstTwo, out.WorstTwoSE, out.WorstTwoAt = c.Two, c.TwoSE, c.Cell
		}
		if side, se := c.Side(); side > out.WorstOne || out.WorstOneAt == "" {
			out.WorstOne, out.WorstOneSE, out.WorstOneAt = side, se, c.Cell
		}
	}
	out.Two, out.One = Round(stat.Mean(two, nil), 5), Round(stat.Mean(one, nil), 5)
	return out
}
