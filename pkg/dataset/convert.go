package dataset

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// data turns texts into a data set.
func (t *rawTable) data(name string, opt Options) (*Data, error) {
	if len(t.rows) == 0 {
		return nil, t.errorf(-1, -1, "no records; give at least one")
	}
	features, target, err := t.roles(opt)
	if err != nil {
		return nil, err
	}
	t.settleNA(append(slices.Clone(features), target), opt)
	if err := t.numbering(features, opt); err != nil && !opt.Verified {
		return nil, err
	}
	if err := t.incomplete(features, target, opt); err != nil {
		return nil, err
	}
	out := &Data{Name: name, X: mat.NewDense(len(t.rows), len(features), nil), Numbers: t.kept, Dropped: t.dropped}
	for k, j := range features {
		f, values, err := t.feature(j, opt)
		if err != nil {
			return nil, err
		}
		out.Features = append(out.Features, f)
		out.X.SetCol(k, values)
	}
	if err := t.target(out, target, opt); err != nil {
		return nil, err
	}
	if err := t.addSides(out, opt); err != nil {
		return nil, err
	}
	out.Columns = t.report(out, target)
	return out, nil
}

// minNumbered is the number of records from which a column of consecutive numbers is hardly a measurement.
const minNumbered = 10

// numbersRecords reports whether the values of a column are those of a count of the records, in any order: ten or more
// different whole numbers in steps of one. Records are often sorted, by class for instance, so that a learner can tell
// the target of a record by its number.
func numbersRecords(values []float64) bool {
	n := len(values)
	if n < minNumbered {
		return false
	}
	low, seen := slices.Min(values), make([]bool, n)
	for _, v := range values {
		at := v - low
		if v != math.Trunc(v) || !(at < float64(n)) || seen[int(at)] {
			return false
		}
		seen[int(at)] = true
	}
	return true
}

// numbering refuses a feature that numbers the records of the file, unless the options say what it is.
func (t *rawTable) numbering(features []int, opt Options) error {
	named, err := t.columnSet(slices.Concat(opt.Numeric, opt.Nominal))
	if err != nil {
		return err
	}
	for _, j := range features {
		if named[j] || t.columns[j].kind == nominal {
			continue
		}
		if v, err := strconv.ParseFloat(t.rows[0][j], 64); err != nil || v != math.Trunc(v) {
			continue
		}
		if values, text, infinite := t.numbers(j, opt); text < 0 && infinite < 0 && numbersRecords(values) {
			return t.errorf(-1, j, "numbers the records (%.0f to %.0f): leave it out (setting `drop` %s), or name it as "+
				"a feature "+
				"(setting `numeric` %[3]s)", slices.Min(values), slices.Max(values), t.columns[j].name)
		}
	}
	return nil
}

// feature turns a column into numbers, or numbers of levels.
func (t *rawTable) feature(j int, opt Options) (Feature, []float64, error) {
	f := Feature{Name: t.columns[j].name}
	if t.columns[j].kind != nominal {
		values, text, infinite := t.numbers(j, opt)
		switch {
		case text < 0 && infinite < 0:
			return f, values, nil
		case text < 0:
			return f, nil, t.errorf(infinite, j, "%.40q is not a finite number; correct it, name it as a missing value "+
				"(setting "+
				"`missing`), or read the column as levels (setting `nominal`)", t.rows[infinite][j])
		case t.columns[j].kind == numeric:
			return f, nil, t.errorf(text, j, "%.40q is not a number; correct it, name it as a missing value (setting "+
				"`missing`), or read the column as levels (setting `nominal`)", t.rows[text][j])
		}
		if err := t.almostNumeric(text, j, values); err != nil && !opt.Verified {
			return f, nil, err
		}
		if err := t.decimalCommas(text, j, opt); err != nil && !opt.Verified {
			return f, nil, err
		}
	}
	levels, values, err := t.numbered(j, opt)
	f.Levels = levels
	return f, values, err
}

// minNumeric is the share of numbers among the values of a column from which the other values count as mistakes.
const minNumeric = 0.9

// almostNumeric refuses a column of numbers with a few texts, the first of them in row text: it would become a
// feature of hundreds of levels. Values are NaN where missing and 0 where they are not numbers.
func (t *rawTable) almostNumeric(text, j int, values []float64) error {
	present, numbers := 0, 0
	for i, v := range values {
		if math.IsNaN(v) {
			continue
		}
		present++
		if _, err := strconv.ParseFloat(t.rows[i][j], 64); err == nil {
			numbers++
		}
	}
	if float64(numbers) < minNumeric*float64(present) {
		return nil
	}
	hint := ""
	if strings.Count(t.rows[text][j], ",") == 1 {
		hint = " (a point is the decimal sign)"
	}
	return t.errorf(text, j, "%.40q is not a number, but %d of %d values are; correct it%s, name it as a missing value "+
		"(setting `missing`), or read the column as levels (setting `nominal`)",
		t.rows[text][j], numbers, present, hint)
}

// decimalCommas refuses a column of numbers that are all written with a comma, the first of them in row text: it
// would become a feature of levels.
func (t *rawTable) decimalCommas(text, j int, opt Options) error {
	for _, row := range t.rows {
		if t.missing(row[j], opt) {
			continue
		}
		if _, err := strconv.ParseFloat(strings.Replace(row[j], ",", ".", 1), 64); err != nil {
			return nil
		}
	}
	return t.errorf(text, j, "%.40q is a number with a comma; save numbers with a decimal point, or read the column as "+
		"levels (setting `nominal`)", t.rows[text][j])
}

// numbers reads a column as numbers, NaN where they are missing. text and infinite are the first rows with a value
// that is not a number and with an infinite number, or -1.
func (t *rawTable) numbers(j int, opt Options) (values []float64, text, infinite int) {
	values, text, infinite = make([]float64, len(t.rows)), -1, -1
	for i, row := range t.rows {
		if t.missing(row[j], opt) {
			values[i] = math.NaN()
			continue
		}
		v, err := strconv.ParseFloat(row[j], 64)
		values[i] = v
		// Out of range is an infinite number with an error.
		switch finite := !math.IsInf(v, 0) && !math.IsNaN(v); {
		case !finite && infinite < 0:
			infinite = i
		case finite && err != nil && text < 0:
			text = i
		}
	}
	return values, text, infinite
}

// numbered returns the levels of a column and their numbers in the rows, NaN
// where they are missing.
func (t *rawTable) numbered(j int, opt Options) (levels []string, values []float64, err error) {
	levels = t.columns[j].levels
	if levels == nil {
		levels = t.distinct(j, opt)
	}
	number := make(map[string]float64, len(levels))
	for k, level := range levels {
		number[level] = float64(k)
	}
	values = make([]float64, len(t.rows))
	for i, row := range t.rows {
		v, ok := number[row[j]]
		switch {
		case t.missing(row[j], opt):
			v = math.NaN()
		case !ok:
			return nil, nil, t.errorf(i, j, "%.40q is none of the levels of the column; correct it or add it to their list",
				row[j])
		}
		values[i] = v
	}
	return levels, values, nil
}

// distinct returns the values of a column, sorted by number if all are finite numbers, otherwise (and among equal
// numbers) by text.
func (t *rawTable) distinct(j int, opt Options) []string {
	number := map[string]float64{}
	out := []string{}
	all := true
	for _, row := range t.rows {
		if _, seen := number[row[j]]; seen || t.missing(row[j], opt) {
			continue
		}
		v, err := strconv.ParseFloat(row[j], 64)
		all = all && err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
		number[row[j]] = v
		out = append(out, row[j])
	}
	slices.SortFunc(out, func(a, b string) int {
		if all && number[a] != number[b] {
			return cmp.Compare(number[a], number[b])
		}
		return strings.Compare(a, b)
	})
	return out
}

// target sets the response or the classes of out.
func (t *rawTable) target(out *Data, j int, opt Options) error {
	if opt.Response {
		values, text, infinite := t.numbers(j, opt)
		for _, bad := range []int{text, infinite} {
			if bad >= 0 {
				return t.errorf(bad, j, "the response %.40q is not a finite number; name another target, or read its values "+
					"as classes", t.rows[bad][j])
			}
		}
		out.Response = values
		return nil
	}
	if t.columns[j].kind != nominal && !opt.Verified {
		if values, text, _ := t.numbers(j, opt); text >= 0 {
			if err := t.almostNumeric(text, j, values); err != nil {
				return err
			}
		}
	}
	levels, values, err := t.numbered(j, opt)
	if err != nil {
		return err
	}
	if err := t.manyClasses(j, levels); err != nil && !opt.Verified {
		return err
	}
	out.Classes, out.Class = levels, make([]int32, len(values))
	for i, v := range values {
		out.Class[i] = int32(v)
	}
	if len(values) > 1 && slices.Min(out.Class) == slices.Max(out.Class) && !opt.Verified {
		return t.errorf(-1, j, "all %d records are of the class %.40q, so there is nothing to distinguish; name another "+
			"target (setting `target`) or give records of other classes", len(values), levels[out.Class[0]])
	}
	return nil
}

// Numbers are not classes if more than maxRealClasses of them have fractions, or if there are more than
// maxWholeClasses different ones and more than a tenth of the records.
const (
	maxRealClasses  = 10
	maxWholeClasses = 100
)

// manyClasses refuses measurements as classes, unless the options or the file declare the column nominal.
func (t *rawTable) manyClasses(j int, levels []string) error {
	if t.columns[j].kind == nominal || len(levels) <= maxRealClasses {
		return nil
	}
	fraction := ""
	for _, level := range levels {
		v, err := strconv.ParseFloat(level, 64)
		if err != nil {
			return nil
		}
		if v != math.Trunc(v) {
			fraction = level
		}
	}
	switch {
	case fraction != "":
		return t.errorf(-1, j, "%d different numbers, such as %.40s, are not classes; predict them as a response (setting "+
			"`regression`), or read the column as levels (setting `nominal`)", len(levels), fraction)
	case len(levels) > maxWholeClasses && 10*len(levels) > len(t.rows):
		return t.errorf(-1, j, "%d different numbers in %d records are not classes; predict them as a response (setting "+
			"`regression`), or read the column as levels (setting `nominal`)", len(levels), len(t.rows))
	}
	return nil
}

// UnitRange returns d with its features scaled to [0,1], nominal features as the columns of OneHot; constant
// features become 0. Targets are shared with d.
func (d *Data) UnitRange() *Data {
	return d.OneHot().rescaled(func(column []float64) (shift, scale float64) {
		return floats.Min(column), floats.Max(column) - floats.Min(column)
	})
}

// Standardized returns d with its features scaled to mean 0 and standard deviation 1 (with n-1), nominal features
// as the columns of OneHot; constant features become 0. Targets are shared with d.
func (d *Data) Standardized() *Data {
	return d.OneHot().rescaled(func(column []float64) (shift, scale float64) {
		sum, squares := 0.0, 0.0
		for _, v := range column {
			sum += v
		}
		shift = sum / float64(len(column))
		for _, v := range column {
			squares += (v - shift) * (v - shift)
		}
		return shift, math.Sqrt(squares / float64(max(1, len(column)-1)))
	})
}

// rescaled subtracts and divides by the results of of for each column; columns of scale 0 become 0. Missing values
// stay missing.
func (d *Data) rescaled(of func(column []float64) (shift, scale float64)) *Data {
	out := *d
	out.X = mat.NewDense(d.N(), d.P(), nil)
	column := make([]float64, d.N())
	for j := range d.P() {
		mat.Col(column, j, d.X)
		shift, scale := of(column)
		for i, v := range column {
			if scale != 0 {
				out.X.Set(i, j, (v-shift)/scale)
			}
		}
	}
	return &out
}
