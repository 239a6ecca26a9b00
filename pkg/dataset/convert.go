package dataset

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// column finds a column by name, by number from 1, or "last".
func (t *rawTable) column(name string) (int, error) {
	if name == "" || name == "last" {
		return len(t.columns) - 1, nil
	}
	var names []string
	for j, c := range t.columns {
		if c.name == name {
			return j, nil
		}
		names = append(names, c.name)
	}
	if k, err := strconv.Atoi(name); err == nil && k >= 1 && k <= len(t.columns) {
		return k - 1, nil
	}
	if len(names) > 8 {
		names = append(names[:8], "...")
	}
	return 0, t.errorf(-1, -1, "there is no column %q; the columns are %s", name, strings.Join(names, ", "))
}

// data turns texts into a data set.
func (t *rawTable) data(name string, opt Options) (*Data, error) {
	if len(t.rows) == 0 {
		return nil, t.errorf(-1, -1, "no records; give at least one")
	}
	target, err := t.column(opt.Target)
	if err != nil {
		return nil, err
	}
	role := make([]bool, len(t.columns)) // whether a column is a feature
	for j := range role {
		role[j] = j != target
	}
	for _, d := range opt.Drop {
		j, err := t.column(d)
		if err != nil {
			return nil, err
		}
		role[j] = false
	}
	for _, d := range opt.Nominal {
		j, err := t.column(d)
		if err != nil {
			return nil, err
		}
		t.columns[j].numeric = false
		if t.columns[j].levels == nil {
			t.columns[j].levels = []string{}
		}
	}
	if err := t.incomplete(role, target, opt); err != nil {
		return nil, err
	}
	out := &Data{Name: name}
	var values [][]float64
	for j, feature := range role {
		if !feature {
			continue
		}
		f, column := t.feature(j, opt)
		out.Features, values = append(out.Features, f), append(values, column)
	}
	if len(values) == 0 {
		return nil, t.errorf(-1, -1, "no features besides the target; keep at least one")
	}
	out.X = mat.NewDense(len(t.rows), len(values), nil)
	for j, column := range values {
		out.X.SetCol(j, column)
	}
	return out, t.target(out, target, opt)
}

func (o Options) missing(text string) bool {
	if o.Missing == nil {
		return text == "" || text == "?" || text == "NA"
	}
	return slices.Contains(o.Missing, text)
}

// incomplete refuses or drops incomplete records, unless they are to be kept. A
// record without a target is never kept.
func (t *rawTable) incomplete(role []bool, target int, opt Options) error {
	var bad []int
	column := make(map[int]int)
	for i, row := range t.rows {
		for j, text := range row {
			if (j == target || (role[j] && !opt.Keep)) && opt.missing(text) {
				bad = append(bad, i)
				column[i] = j
				break
			}
		}
	}
	if len(bad) == 0 {
		return nil
	}
	if !opt.DropRows {
		return t.errorf(bad[0], column[bad[0]], "a value is missing (%d of %d records are incomplete); drop these records, or keep them if the learner can use them", len(bad), len(t.rows))
	}
	rows, lines := t.rows[:0], t.lines[:0]
	for i, row := range t.rows {
		if _, drop := column[i]; !drop {
			rows, lines = append(rows, row), append(lines, t.lines[i])
		}
	}
	t.rows, t.lines = rows, lines
	if len(rows) == 0 {
		return t.errorf(-1, -1, "every record is incomplete")
	}
	return nil
}

// feature turns a column into numbers, or numbers of levels.
func (t *rawTable) feature(j int, opt Options) (Feature, []float64) {
	c := t.columns[j]
	out := make([]float64, len(t.rows))
	if c.levels == nil {
		numeric := true
		for i, row := range t.rows {
			v, err := strconv.ParseFloat(row[j], 64)
			switch {
			case opt.missing(row[j]):
				v = math.NaN()
			case err != nil || math.IsInf(v, 0) || math.IsNaN(v):
				numeric = false
			}
			out[i] = v
		}
		if numeric {
			return Feature{Name: c.name}, out
		}
	}
	levels := c.levels
	if len(levels) == 0 {
		levels = t.distinct(j, opt)
	}
	for i, row := range t.rows {
		out[i] = float64(slices.Index(levels, row[j]))
		if opt.missing(row[j]) {
			out[i] = math.NaN()
		}
	}
	return Feature{Name: c.name, Levels: levels}, out
}

// distinct returns the values of a column, sorted: by number if all are numbers.
func (t *rawTable) distinct(j int, opt Options) []string {
	seen := map[string]bool{}
	var out []string
	numeric := true
	for _, row := range t.rows {
		if !seen[row[j]] && !opt.missing(row[j]) {
			seen[row[j]] = true
			out = append(out, row[j])
			_, err := strconv.ParseFloat(row[j], 64)
			numeric = numeric && err == nil
		}
	}
	slices.SortFunc(out, func(a, b string) int {
		if numeric {
			x, _ := strconv.ParseFloat(a, 64)
			y, _ := strconv.ParseFloat(b, 64)
			if x != y {
				if x < y {
					return -1
				}
				return 1
			}
		}
		return strings.Compare(a, b)
	})
	return out
}

// target sets the response or the classes of out.
func (t *rawTable) target(out *Data, j int, opt Options) error {
	if !opt.Response {
		out.Classes = t.columns[j].levels
		if len(out.Classes) == 0 {
			out.Classes = t.distinct(j, opt)
		}
		number := map[string]int32{}
		for c, name := range out.Classes {
			number[name] = int32(c)
		}
		for i, row := range t.rows {
			c, ok := number[row[j]]
			if !ok {
				return t.errorf(i, j, "%q is none of the levels", row[j])
			}
			out.Class = append(out.Class, c)
		}
		return nil
	}
	for i, row := range t.rows {
		v, err := strconv.ParseFloat(row[j], 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return t.errorf(i, j, "the response %q is no finite number; name another target, or read its values as classes", row[j])
		}
		out.Response = append(out.Response, v)
	}
	return nil
}
