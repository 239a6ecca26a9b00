package stopping

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
)

// GridSummary tells of one test on one design whether its level can be relied
// on.
type GridSummary struct {
	Test      string  `dataframe:"test"`
	Design    string  `dataframe:"design"`
	Cells     int     `dataframe:"cells"`
	OneSided  float64 `dataframe:"largest_one_sided" table:"blank"` // error; NaN for a test without one-sided form
	OneSE     float64 `dataframe:"largest_one_sided_se" table:"blank"`
	OneAt     string  `dataframe:"one_sided_at"`
	OneAbove  float64 `dataframe:"one_sided_above" table:"blank"` // share of the cells with an error above 0.05 + 3 standard errors
	TwoSided  float64 `dataframe:"largest_two_sided"`
	TwoSE     float64 `dataframe:"largest_two_sided_se"`
	TwoAt     string  `dataframe:"two_sided_at"`
	TwoAbove  float64 `dataframe:"two_sided_above"`
	MeanPower float64 `dataframe:"mean_power"` // over the cells; two-sided, at |mu - Delta| = 2 sigma
}

// SummarizeGrid returns one row a test and design, in the order of the rows. The
// largest of many simulated errors is on average a little above the true largest.
func SummarizeGrid(rows []GridError) []GridSummary {
	var out []GridSummary
	index := map[[2]string]int{}
	for _, r := range rows {
		key := [2]string{r.Test, r.Design}
		i, ok := index[key]
		if !ok {
			i = len(out)
			index[key] = i
			out = append(out, GridSummary{Test: r.Test, Design: r.Design, OneSided: -1, TwoSided: -1})
		}
		out[i].see(r)
	}
	for i := range out {
		s := &out[i]
		n := float64(s.Cells)
		s.OneAbove, s.TwoAbove, s.MeanPower = s.OneAbove/n, s.TwoAbove/n, s.MeanPower/n
		if s.OneSided < 0 {
			s.OneSided, s.OneSE, s.OneAbove = math.NaN(), math.NaN(), math.NaN()
		}
	}
	return out
}

// see takes one cell: shares are sums until all are seen.
func (s *GridSummary) see(r GridError) {
	s.Cells++
	s.MeanPower += r.Power
	if r.OneSided > s.OneSided {
		s.OneSided, s.OneSE, s.OneAt = r.OneSided, r.OneSE, r.at()
	}
	if r.TwoSided > s.TwoSided {
		s.TwoSided, s.TwoSE, s.TwoAt = r.TwoSided, r.TwoSE, r.at()
	}
	if above(r.OneSided, r.OneSE) {
		s.OneAbove++
	}
	if above(r.TwoSided, r.TwoSE) {
		s.TwoAbove++
	}
}

func above(p, se float64) bool { return p > toyGridAlpha+gridErrors*se }

// at names the cell.
func (r GridError) at() string {
	var parts []string
	if !math.IsNaN(r.Rho1) {
		parts = append(parts, fmt.Sprintf("rho1 = %.1f", r.Rho1))
	}
	if !math.IsNaN(r.Rho2) {
		parts = append(parts, fmt.Sprintf("rho2 = %.1f", r.Rho2))
	}
	return strings.Join(parts, ", ")
}

// PrintGridSummary prints the table to choose a test from.
func PrintGridSummary(w io.Writer, rows []GridSummary) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "test\tdesign\tcells\tone-sided: largest error\tat\tcells above 0.05\ttwo-sided: largest error\tat\tcells above 0.05\tmean power")
	for _, s := range rows {
		one := "-\t\t"
		if !math.IsNaN(s.OneSided) {
			one = fmt.Sprintf("%.3f +- %.3f\t%s\t%.0f%%", s.OneSided, s.OneSE, s.OneAt, 100*s.OneAbove)
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%.3f +- %.3f\t%s\t%.0f%%\t%.2f\n", s.Test, s.Design, s.Cells, one, s.TwoSided, s.TwoSE, s.TwoAt, 100*s.TwoAbove, s.MeanPower)
	}
	return t.Flush()
}

// PrintGridMap prints the two-sided errors of one test on one design as a map of
// shades: a line for each rho1, a column for each rho2. A dot is an error of at
// most 0.05 within 3 standard errors, then + up to 0.1, * up to 0.2, # above; the
// number is in percent.
func PrintGridMap(w io.Writer, rows []GridError, test, design string) error {
	var lines, columns []string
	cells := map[[2]string]string{}
	for _, r := range rows {
		if r.Test != test || r.Design != design {
			continue
		}
		line, column := gridLabel("rho1", r.Rho1), gridLabel("rho2", r.Rho2)
		lines, columns = withName(lines, line), withName(columns, column)
		mark := "."
		switch p := r.TwoSided; {
		case !above(p, r.TwoSE):
		case p <= 0.1:
			mark = "+"
		case p <= 0.2:
			mark = "*"
		default:
			mark = "#"
		}
		cells[[2]string{line, column}] = fmt.Sprintf("%.1f %s", 100*r.TwoSided, mark)
	}
	if lines == nil {
		return fmt.Errorf("stopping: no errors of %q on %q; see the tests and designs of data/results/type1_errors.csv", test, design)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%s, %s\t%s\t\n", test, design, strings.Join(columns, "\t"))
	for _, l := range lines {
		fmt.Fprint(t, l)
		for _, c := range columns {
			fmt.Fprint(t, "\t"+cells[[2]string{l, c}])
		}
		fmt.Fprintln(t, "\t")
	}
	return t.Flush()
}

func gridLabel(name string, v float64) string {
	if math.IsNaN(v) {
		return "any " + name
	}
	return fmt.Sprintf("%s = %.1f", name, v)
}

// withName returns names with one more, if it is new.
func withName(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// gridErrors is the number of standard errors by which an error above the level counts.
const gridErrors = 3
