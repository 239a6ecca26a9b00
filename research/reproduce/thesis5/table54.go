package thesis5

import (
	"fmt"
	"io/fs"

	"github.com/block-regularized/bcv/research/reproduce"
	"github.com/block-regularized/bcv/research/study"
	"github.com/block-regularized/bcv/research/theory"
)

// ARRCIRow is one cell of thesis table 5.4 with its corrected value.
type ARRCIRow struct {
	M         int     `dataframe:"m"`
	Alpha     float64 `dataframe:"alpha"`
	AsPrinted float64 `dataframe:"as_printed"` // with C_m for v_m in E[sd]: table 5.4
	Corrected float64 `dataframe:"corrected"`
}

// arrciLevels are the levels of table 5.4.
var arrciLevels = []float64{0.1, 0.05, 0.01, 0.005, 0.001}

// arrciTable computes table 5.4, m = 3 to 20.
func arrciTable() ([]ARRCIRow, error) {
	var out []ARRCIRow
	for m := 3; m <= 20; m++ {
		for _, alpha := range arrciLevels {
			r := ARRCIRow{M: m, Alpha: alpha}
			for form, v := range map[theory.Form]*float64{theory.AsPrinted: &r.AsPrinted,
				theory.Corrected: &r.Corrected} {
				var err error
				if *v, err = theory.ARRCI(m, alpha, form); err != nil {
					return nil, err
				}
			}
			out = append(out, r)
		}
	}
	return out, nil
}

// result sets the corrected form beside table 5.4, which has the other one.
func (r ARRCIRow) result() reproduce.Result {
	return reproduce.Result{Source: "thesis", Item: "table-5.4", Key: fmt.Sprintf("%d/%g", r.M, r.Alpha),
		Value: r.Corrected,
		Explanations: []reproduce.Explanation{{Erratum: "E4", Reading: "with C_m for v_m in E[sd], as eq. 5.23 has it",
			Value: r.AsPrinted}}}
}

// ARRCIComparison is a cell of table 5.4 beside both forms of it.
type ARRCIComparison struct {
	M         int     `dataframe:"m"`
	Published string  `dataframe:"table 5.4"`
	AsPrinted float64 `dataframe:"as printed"`
	Corrected float64 `dataframe:"corrected"`
}

// CompareARRCI returns the cells of one level, m = 3 to 13.
func CompareARRCI(fsys fs.FS, alpha float64) ([]ARRCIComparison, error) {
	p, err := reproduce.ReadNumbers(study.Config{Data: fsys})
	if err != nil {
		return nil, err
	}
	rows, err := arrciTable()
	if err != nil {
		return nil, err
	}
	var out []ARRCIComparison
	for _, r := range rows {
		if r.Alpha == alpha && r.M <= 13 {
			out = append(out, ARRCIComparison{r.M, p["thesis:table-5.4 "+r.result().Key].Text, r.AsPrinted,
				r.Corrected})
		}
	}
	return out, nil
}
