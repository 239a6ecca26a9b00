package dataset

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
)

// rawTable is a table of texts.
type rawTable struct {
	file    string // for errors about the whole file
	arff    bool
	columns []rawColumn
	rows    [][]string
	places  []place        // of the rows
	kept    []int32        // numbers of the rows in the file, from 0; nil for all
	dropped int            // incomplete rows that were left out
	sides   map[int]string // roles of the columns that are neither features nor the target: group, time, weight
}

// place is the file and line of a row.
type place struct {
	file string
	line int
}

// rawColumn is a column of texts.
type rawColumn struct {
	name   string
	kind   columnKind
	levels []string // of a nominal column, if the file lists them

	missing int  // values
	unnamed bool // in the header
}

type columnKind int

const (
	guessed columnKind = iota // numeric if all texts are numbers
	numeric
	nominal
)

// errorf returns an error about a row and a column; negative numbers mean all.
func (t *rawTable) errorf(row, column int, format string, args ...any) error {
	e := &table.Error{File: t.file, Problem: fmt.Sprintf(format, args...)}
	if row >= 0 {
		e.File, e.Row = t.places[row].file, t.places[row].line
	}
	if column >= 0 {
		e.Column = t.columns[column].name
	}
	return e
}

// join adds the records of another part, whose columns may have more levels.
func (t *rawTable) join(part *rawTable) error {
	if len(part.columns) != len(t.columns) {
		return part.errorf(-1, -1, "%d columns, %d in %s; give parts of one data set",
			len(part.columns), len(t.columns), t.file)
	}
	for j, c := range part.columns {
		if mine := t.columns[j]; c.name != mine.name || c.kind != mine.kind {
			return part.errorf(-1, j, "column %d is %s of another kind or name in %s; give parts of a single data set",
				j+1, mine.name, t.file)
		}
		for _, level := range c.levels {
			if !slices.Contains(t.columns[j].levels, level) {
				t.columns[j].levels = append(t.columns[j].levels, level)
			}
		}
	}
	t.rows, t.places = append(t.rows, part.rows...), append(t.places, part.places...)
	return nil
}

// roles returns the columns of features and of the target, and marks columns that the options declare numeric or
// nominal.
func (t *rawTable) roles(opt Options) (features []int, target int, err error) {
	seen := map[string]bool{}
	for j, c := range t.columns {
		if seen[c.name] {
			return nil, 0, t.errorf(-1, j, "two columns have this name; rename one")
		}
		seen[c.name] = true
	}
	if target, err = t.column(opt.Target); err != nil {
		return nil, 0, err
	}
	drop, err := t.columnSet(opt.Drop)
	if err != nil {
		return nil, 0, err
	}
	if drop[target] {
		return nil, 0, t.errorf(-1, target, "the target is dropped; name another target or keep the column")
	}
	if err := t.sideColumns(target, drop, opt); err != nil {
		return nil, 0, err
	}
	for j, c := range t.columns {
		if c.unnamed && !drop[j] && !opt.Verified {
			return nil, 0, t.errorf(-1, j, "has no name in the header; if these are the row names that R and pandas write, "+
				"leave them out (setting `drop` %d), because the number of a record is not a feature; otherwise name the "+
				"column", j+1)
		}
		if j != target && !drop[j] {
			features = append(features, j)
		}
	}
	if len(features) == 0 {
		return nil, 0, t.errorf(-1, -1, "no features besides the target; keep at least one")
	}
	return features, target, t.setKinds(opt)
}

// sideColumns finds the columns of groups, times and weights and adds them to the columns that are no features.
func (t *rawTable) sideColumns(target int, drop map[int]bool, opt Options) error {
	t.sides = map[int]string{}
	for _, s := range []struct{ column, role, what string }{
		{opt.Groups, "group", "name groups"}, {opt.Time, "time", "hold times"},
		{opt.Weights, "weight", "hold weights"},
	} {
		if s.column == "" {
			continue
		}
		j, err := t.column(s.column)
		if err != nil {
			return err
		}
		role := t.sides[j]
		if j == target {
			role = "target"
		}
		if role != "" {
			return t.errorf(-1, j, "is the %s and cannot %s; name another column", role, s.what)
		}
		t.sides[j], drop[j] = s.role, true
	}
	return nil
}

// addSides adds groups, times and weights to the data.
func (t *rawTable) addSides(out *Data, opt Options) error {
	for j, role := range t.sides {
		if role != "weight" {
			texts := make([]string, len(t.rows))
			for i, row := range t.rows {
				texts[i] = row[j]
			}
			if role == "group" {
				out.Groups = texts
				continue
			}
			times, at, problem := parseTimes(texts)
			if problem != "" {
				return t.errorf(at, j, "%s", problem)
			}
			out.Times = times
			continue
		}
		out.Weights, _, _ = t.numbers(j, opt)
		for i, w := range out.Weights {
			if !(w > 0) || math.IsInf(w, 0) { // 0 where it is not a number
				return t.errorf(i, j, "%.40q is no weight; give a positive number, and leave out records that do not count",
					t.rows[i][j])
			}
		}
	}
	return nil
}

// setKinds makes columns nominal or numeric as the options declare.
func (t *rawTable) setKinds(opt Options) error {
	asLevels, err := t.columnSet(opt.Nominal)
	if err != nil {
		return err
	}
	asNumbers, err := t.columnSet(opt.Numeric)
	if err != nil {
		return err
	}
	for j := range t.columns {
		switch {
		case asLevels[j] && asNumbers[j]:
			return t.errorf(-1, j, "the options declare the column both nominal and numeric; choose one")
		case asLevels[j]:
			t.columns[j].kind = nominal
		case asNumbers[j]:
			t.columns[j].kind = numeric
		}
	}
	return nil
}

// columnSet finds columns; see column.
func (t *rawTable) columnSet(names []string) (map[int]bool, error) {
	out := map[int]bool{}
	for _, name := range names {
		j, err := t.column(name)
		if err != nil {
			return nil, err
		}
		out[j] = true
	}
	return out, nil
}

// column finds a column by name, by number from 1, or "last".
func (t *rawTable) column(name string) (int, error) {
	if name == "" {
		name = "last"
	}
	var names []string
	for j, c := range t.columns {
		if c.name == name {
			return j, nil
		}
		names = append(names, fmt.Sprintf("%.40s", c.name))
	}
	if name == "last" {
		return len(t.columns) - 1, nil
	}
	if k, err := strconv.Atoi(name); err == nil && k >= 1 && k <= len(t.columns) {
		return k - 1, nil
	}
	if len(names) > 8 {
		names = append(names[:8], "...")
	}
	return 0, t.errorf(-1, -1, "there is no column %.40q; the columns are %s", name, strings.Join(names, ", "))
}

func (t *rawTable) missing(text string, opt Options) bool {
	if t.arff && text == "?" {
		return true
	}
	for _, m := range opt.missingTexts() {
		if text == m || (m == "NaN" || m == "null") && strings.EqualFold(text, m) {
			return true
		}
	}
	return false
}

func (opt Options) missingTexts() []string {
	if opt.Missing == nil {
		return missingTexts
	}
	return opt.Missing
}

// settleNA writes NA for na in columns whose other values are numbers.
func (t *rawTable) settleNA(columns []int, opt Options) {
	if !slices.Contains(opt.missingTexts(), "NA") {
		return
	}
	for _, j := range columns {
		var rows []int
		numbers := t.columns[j].kind != nominal
		for i := 0; i < len(t.rows) && numbers; i++ {
			text := t.rows[i][j]
			switch {
			case t.missing(text, opt):
			case strings.EqualFold(text, "NA"):
				rows = append(rows, i)
			default:
				_, err := strconv.ParseFloat(text, 64)
				numbers = err == nil
			}
		}
		if !numbers || len(rows) == len(t.rows) {
			continue
		}
		for _, i := range rows {
			t.rows[i][j] = "NA"
		}
	}
}

// incomplete refuses or drops incomplete records, unless the options keep them. A record without a target, a
// group, a time or a weight is never kept.
func (t *rawTable) incomplete(features []int, target int, opt Options) error {
	needed := []int{target}
	needed = slices.AppendSeq(needed, maps.Keys(t.sides))
	if !opt.Keep {
		needed = append(needed, features...)
	}
	slices.Sort(needed)
	var whole []int
	firstRow, firstColumn := -1, -1
	for j := range t.columns {
		for _, row := range t.rows {
			if t.missing(row[j], opt) {
				t.columns[j].missing++
			}
		}
	}
	for i, row := range t.rows {
		k := slices.IndexFunc(needed, func(j int) bool { return t.missing(row[j], opt) })
		switch {
		case k < 0:
			whole = append(whole, i)
		case firstRow < 0:
			firstRow, firstColumn = i, needed[k]
		}
	}
	switch n := len(t.rows); {
	case firstRow < 0:
		return nil
	case !opt.DropRows:
		return t.errorf(firstRow, firstColumn, "a value is missing (%d of %d records are incomplete); leave these records "+
			"out (setting `missing` drop) or have their values filled in from training records (setting `missing` impute)",
			n-len(whole), n)
	case len(whole) == 0:
		return t.errorf(-1, -1, "every record is incomplete; drop columns whose values are mostly missing")
	}
	t.dropped = len(t.rows) - len(whole)
	for k, i := range whole {
		t.rows[k], t.places[k] = t.rows[i], t.places[i]
		t.kept = append(t.kept, int32(i))
	}
	t.rows, t.places = t.rows[:len(whole)], t.places[:len(whole)]
	return nil
}
