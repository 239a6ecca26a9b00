package correlation

import (
	"errors"
	"io/fs"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/pkg/posterior/paired"
	"github.com/block-regularized/bcv/pkg/research/study"
)

// Found returns the correlations of pairs of real algorithms, or of single ones, in the stored study of
// them, without estimates outside of the possible region.
func Found(fsys fs.FS, single bool) (paired.Empirical, error) {
	if fsys == nil {
		return nil, errors.New("correlation: no data; the correlations that were found are in results/rho_scatter.csv")
	}
	rows, err := study.Stored[StoredRow](fsys, "rho_scatter")
	if err != nil {
		return nil, err
	}
	var pairs [][2]float64
	for _, r := range rows {
		if (r.B == "") == single {
			pairs = append(pairs, [2]float64{r.Rho1, r.Rho2})
		}
	}
	return paired.Feasible(pairs), nil
}

// StoredRow is a row with what its study took.
type StoredRow struct {
	Row
	study.Effort
}

// Stored returns the rows of all learners, then of their pairs.
func (r Result) Stored() []StoredRow {
	var out []StoredRow
	for _, row := range append(r.Learners(), r.Pairs()...) {
		out = append(out, StoredRow{row, r.Effort})
	}
	return out
}

// storedTable returns the rows of all results as a table.
func storedTable(name string, results []Result) study.Table {
	var rows []StoredRow
	for _, r := range results {
		rows = append(rows, r.Stored()...)
	}
	return study.NewTable(name, brief(rows))
}

// brief returns rows with six digits, far beyond their errors.
func brief(rows []StoredRow) []StoredRow {
	rows = slices.Clone(rows)
	for i := range rows {
		r := &rows[i]
		for _, v := range []*float64{&r.Mean, &r.MeanSE, &r.Sigma2, &r.Sigma2SE, &r.Rho1, &r.Rho1SE, &r.Rho2,
			&r.Rho2SE, &r.CPUSeconds} {
			*v = sixDigits(*v)
		}
	}
	return rows
}

func sixDigits(v float64) float64 {
	out, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		panic(err) // FormatFloat wrote it
	}
	return out
}
