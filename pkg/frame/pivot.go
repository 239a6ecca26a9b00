package frame

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
)

// Pivot lays df out in two directions: one row for each combination of the
// columns by, and beside these one column for each value of the column across,
// headed by the value, as "rho2 = 0.1" for the number 0.1 of a column rho2. Cells
// hold the column value, a NaN or an empty text where df has none. Rows and columns
// stand in the order of their first appearance.
//
// It is an error if a column is missing, if a combination stands in df twice, or if
// value is neither a float64 nor a string column.
func Pivot(df dataframe.DataFrame, by []string, across, value string) (dataframe.DataFrame, error) {
	if df.Err != nil {
		return df, fmt.Errorf("frame: %w", df.Err)
	}
	for _, name := range append([]string{across, value}, by...) {
		if !slices.Contains(df.Names(), name) {
			return dataframe.DataFrame{}, fmt.Errorf("frame: column %s is missing; the data frame has %v", name,
				df.Names())
		}
	}
	kind := df.Col(value).Type()
	if kind != series.Float && kind != series.String {
		return dataframe.DataFrame{}, fmt.Errorf("frame: column %s holds %s; give a column of numbers with decimals "+
			"or of texts", value, kind)
	}
	p := newPivot(df, by, across)
	rows := make([]int, len(p.rows))
	for i, r := range p.rows {
		rows[i] = r.first
	}
	columns := make([]series.Series, 0, len(by)+len(p.columns))
	for _, name := range by {
		columns = append(columns, df.Col(name).Subset(rows))
	}
	for _, c := range p.columns {
		cells, err := p.cells(df.Col(value), c)
		if err != nil {
			return dataframe.DataFrame{}, err
		}
		columns = append(columns, cells)
	}
	out := dataframe.New(columns...)
	return out, out.Err
}

// pivot says which row of a data frame goes where.
type pivot struct {
	rows    []pivotRow
	columns []string
	at      map[[2]string][]int // rows of the data frame by row and column
}

type pivotRow struct {
	key   string
	first int // row of the data frame
}

func newPivot(df dataframe.DataFrame, by []string, across string) pivot {
	p := pivot{at: map[[2]string][]int{}}
	for i := range df.Nrow() {
		key := ""
		for _, name := range by {
			key += strconv.Quote(df.Col(name).Elem(i).String())
		}
		column := heading(df.Col(across), i)
		if !slices.ContainsFunc(p.rows, func(r pivotRow) bool { return r.key == key }) {
			p.rows = append(p.rows, pivotRow{key, i})
		}
		if !slices.Contains(p.columns, column) {
			p.columns = append(p.columns, column)
		}
		p.at[[2]string{key, column}] = append(p.at[[2]string{key, column}], i)
	}
	return p
}

// heading is the name of the column for the value of s in row i.
func heading(s series.Series, i int) string {
	switch e := s.Elem(i); {
	case e.Type() == series.Float && e.IsNA():
		return "any " + s.Name
	case e.Type() == series.Float:
		return s.Name + " = " + strconv.FormatFloat(e.Float(), 'g', -1, 64)
	case e.Type() == series.Int:
		return s.Name + " = " + e.String()
	default:
		return e.String()
	}
}

func (p pivot) cells(value series.Series, column string) (series.Series, error) {
	numbers, texts := make([]float64, len(p.rows)), make([]string, len(p.rows))
	for i, r := range p.rows {
		at := p.at[[2]string{r.key, column}]
		switch {
		case len(at) > 1:
			return series.Series{}, fmt.Errorf("frame: rows %d and %d are of the same cell, %s %s; keep one", at[0]+1,
				at[1]+1, r.key, column)
		case len(at) == 0:
			numbers[i] = math.NaN()
		case value.Type() == series.Float:
			numbers[i] = value.Elem(at[0]).Float()
		default:
			texts[i] = value.Elem(at[0]).String()
		}
	}
	if value.Type() == series.Float {
		return series.New(numbers, series.Float, column), nil
	}
	return series.New(texts, series.String, column), nil
}

// Wide is Pivot of the data frame of rows.
func Wide[T any](rows []T, by []string, across, value string) (dataframe.DataFrame, error) {
	df, err := Of(rows)
	if err != nil {
		return df, err
	}
	return Pivot(df, by, across, value)
}
