package sheet

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
)

// decision finds the reading of a table, and how its rows are passed on.
type decision struct {
	*source
	opt  Options
	stem string // name of the file, for a model that has no other

	role  []Role       // by column; empty for what may hold results
	at    map[Role]int // columns with a role, where there is one
	about []about      // by column

	unit   Unit
	cells  []cell
	names  []string // of the values of a cell, as the canonical form calls them
	wide   bool     // columns are models, of items
	truth  bool     // predictions stand beside it
	inTime bool     // items are points in time
	sums   bool     // scores of items are to be averaged on folds

	only string // metric whose rows are read; empty for all

	number               string
	direction            string
	modelsIn, in         string
	assumed, left, notes []string
	rowIsUnit            bool // rows have no names: their positions are
}

// cell is what a row says of one model on one unit.
type cell struct {
	model, run, unit string // empty where a column has it
	values           []int  // columns, in the order of decision.names
}

// about is what the first rows say of a column.
type about struct {
	numbers, fractions, constant bool
	words                        bool // the numbers are words such as pass and fail
	blank                        bool // nothing stands in it
	least, most                  float64
	values                       []string // distinct, up to manyValues
}

// manyValues is how many different texts of a column are looked at.
const manyValues = 200

func (d *decision) column(r Role) int {
	if j, ok := d.at[r]; ok {
		return j
	}
	return -1
}

func (d *decision) has(r Role) bool { return d.column(r) >= 0 }

func (d *decision) heading(r Role) string { return d.header[d.at[r]] }

func (d *decision) ask(format string, args ...any) error { return ask(d.name, format, args...) }

// leave says that columns are no results.
func (d *decision) leave(columns ...int) {
	for _, j := range columns {
		if name := d.header[j]; !table.RowNames(name) && name != position && !slices.Contains(d.left, name) {
			d.left = append(d.left, name)
		}
	}
}

// look describes the columns.
func (d *decision) describe() {
	d.about = make([]about, len(d.header))
	for j := range d.header {
		a := about{numbers: true, blank: true}
		for _, row := range d.sample {
			f := row[j]
			if !slices.Contains(a.values, f) && len(a.values) < manyValues {
				a.values = append(a.values, f)
			}
			if f == "" || isMissing(f) {
				continue
			}
			v, ok := valueOf(f)
			if !ok {
				name := d.header[j]
				v, ok = Outcome(f, table.Pick(name == d.opt.Metric.Name, "", name),
					table.Pick(metric.Canonical(name) == "correct", "higher", ""))
				a.words = ok
			}
			if a.blank {
				a.least, a.most = v, v
			}
			a.blank, a.numbers = false, a.numbers && ok
			a.fractions = a.fractions || ok && v != float64(int64(v))
			a.least, a.most = min(a.least, v), max(a.most, v)
		}
		a.numbers = a.numbers && !a.blank
		a.words = a.words && a.numbers
		a.constant = len(a.values) == 1
		d.about[j] = a
	}
}

// outcomes are words for wrong and for right.
var outcomes = [2][]string{{"fail", "failed", "incorrect", "wrong", "ko", "✗", "✘", "❌"},
	{"pass", "passed", "correct", "right", "ok", "✓", "✔", "✅"}}

// answers are names of columns of what a model answered, beside those of predictions and labels.
var answers = []string{"answer", "output", "response", "decision"}

// Outcome reads a word for right as 1 and one for wrong as 0, unless the metric in whose column it stands is lower where
// a model is better, or the name of the column is one of answers, of which "fail" may be the right one; it is "" of a
// column that was told to be a score. Yes and no are 1 and 0 where a direction is known, and else perhaps classes.
func Outcome(word, column, direction string) (v float64, is bool) {
	roles, _ := named(column)
	if slices.Contains(roles, rolePredicted) || slices.Contains(roles, roleLabel) || slices.Contains(answers, key(column)) {
		return 0, false
	}
	word = strings.ToLower(word)
	for v, words := range outcomes {
		if direction != "lower" && slices.Contains(words, word) || direction != "" && word == [2]string{"no", "yes"}[v] {
			return float64(v), true
		}
	}
	return 0, false
}

func isMissing(f string) bool {
	return f == "NA" || f == "NaN" || f == "nan" || f == "null" || f == "None"
}

// valueOf reads a number, or a truth value as 1 or 0.
func valueOf(f string) (float64, bool) {
	if v, ok := number(f); ok {
		return v, true
	}
	return truthValue(f)
}

func truthValue(f string) (float64, bool) {
	switch {
	case strings.EqualFold(f, "true"):
		return 1, true
	case strings.EqualFold(f, "false"):
		return 0, true
	}
	return 0, false
}

// single are the roles that a second column makes doubtful, unless it says nothing.
var single = []Role{roleDataset, roleReplication, roleFold, roleRun, roleMetric, Cluster}

// assign gives columns their roles by what was told and by their names.
func (d *decision) assign() error {
	d.role, d.at = make([]Role, len(d.header)), map[Role]int{}
	for name, r := range d.opt.Roles {
		j := slices.Index(d.header, name)
		if j < 0 {
			return &table.Error{File: d.name, Row: d.line, Column: name, Problem: fmt.Sprintf("does not exist; the columns are %s",
				table.Quoted(d.header))}
		}
		if other, twice := d.at[r]; twice {
			return fmt.Errorf("sheet: the columns %q and %q are both called the %s; name one", d.header[other], name, r)
		}
		d.role[j], d.at[r] = r, j
	}
	order := make([]int, len(d.header))
	for j := range order {
		order[j] = j
	}
	slices.SortStableFunc(order, func(a, b int) int {
		_, x := named(d.header[a])
		_, y := named(d.header[b])
		return x - y
	})
	for _, j := range order {
		name := d.header[j]
		if d.role[j] != "" || slices.Contains(d.opt.Models, name) || name == d.opt.Metric.Name && d.about[j].numbers {
			continue
		}
		roles, _ := named(name)
		if name == position {
			d.role[j] = rolePassed
			continue
		}
		for _, r := range roles {
			if err := d.give(j, r); err != nil {
				return err
			}
			if d.role[j] != "" {
				break
			}
		}
		if d.role[j] != "" {
			continue
		}
		_, known := metric.Named(name)
		if match(Cluster, name) != nil {
			if err := d.give(j, Cluster); err != nil {
				return err
			}
			continue
		}
		switch {
		case !known && match(roleSummary, name) != nil:
			d.role[j] = roleSummary
		case match(rolePassed, name) != nil || known && ofTraining(name) || strings.HasPrefix(key(name), "trainloss"):
			d.role[j] = rolePassed
		}
	}
	d.foldsByValues()
	if !d.has(roleItem) && !d.has(roleRecord) && !d.has(roleFold) && !d.has(roleRun) && !d.has(roleDataset) {
		if j := d.column(Cluster); j >= 0 && d.opt.Roles[d.header[j]] == "" && key(d.header[j]) != "cluster" && key(d.header[j]) != "group" {
			d.role[j], d.at[roleItem] = roleItem, j // a document or a passage by itself
			delete(d.at, Cluster)
		}
	}
	return nil
}

// ofTraining reports whether a name is that of a value on the training records.
func ofTraining(name string) bool {
	k := key(name)
	return strings.HasPrefix(k, "train") && !strings.HasPrefix(k, "trainsize")
}

// give gives a column a role that its name has, if its values allow it and no other column has it.
func (d *decision) give(j int, r Role) error {
	a, name := d.about[j], d.header[j]
	switch r {
	case roleFold, roleReplication, roleRun, roleDataset, roleItem, roleRecord, Model, roleDraw:
		if a.numbers && a.fractions { // results of something that is called so
			return nil
		}
	case roleTime:
		if key(name) == "time" && a.numbers || name == "_timestamp" {
			return nil // how long it took, or when
		}
	case roleSummary:
		if key(name) == "time" && !a.numbers {
			return nil
		}
	case roleMetric:
		if a.numbers {
			return nil
		}
	case rolePassed:
		if a.words && !a.constant { // status: passed or failed
			return nil
		}
	}
	if r == roleItem && key(name) == "test" && a.numbers { // results on a test set
		return nil
	}
	if r == roleFold && key(name) == "split" && !a.numbers && slices.ContainsFunc(a.values, isPart) {
		if !a.constant {
			return d.ask("column %s has %s; keep the rows that models were tested on", name, table.Quoted(a.values))
		}
		r = rolePassed
	}
	if a.blank && r != rolePassed && r != roleSummary {
		d.role[j] = rolePassed
		return nil
	}
	many := r == roleSummary || r == rolePassed || r == rolePredicted || r == roleScore || r == roleLabel
	if other, taken := d.at[r]; taken && !many {
		if slices.Contains(single, r) && !a.constant && !d.about[other].constant && !d.same(j, other) {
			return d.ask("column %s and column %s may both name the %s; say what one of them is (setting `as` %s=passed, for "+
				"instance)", d.header[other], name, r, name)
		}
		if slices.Contains(single, r) && d.about[other].constant && !a.constant {
			d.role[other] = rolePassed
			d.role[j], d.at[r] = r, j
			return nil
		}
		d.role[j] = rolePassed
		return nil
	}
	d.role[j] = r
	if !many || !d.has(r) {
		d.at[r] = j
	}
	return nil
}

func isPart(value string) bool {
	return slices.Contains([]string{"train", "training", "test", "valid", "validation", "dev", "val", "holdout"},
		strings.ToLower(value))
}

// same reports whether two columns say the same of the first rows.
func (d *decision) same(j, k int) bool {
	return !slices.ContainsFunc(d.sample, func(row []string) bool { return row[j] != row[k] })
}

// foldValues are values that are names of folds by themselves.
var foldValues = regexp.MustCompile(`^(?:Fold\d+(?:\.Rep\d+)?|(?:Repeat|Rep)\d+/Fold\d+|Resample\d+|Bootstrap\d+|Fold\d\.Inner\d+\.Half\d\.Rep\d+|validation|train/test split|(?i:fold|split)[ _.-]?\d+)$`)

// foldsByValues takes columns id and id2 of rsample, and columns without a role, for folds where their values are names
// of folds.
func (d *decision) foldsByValues() {
	all := func(j int, form *regexp.Regexp) bool {
		return !d.about[j].blank && !slices.ContainsFunc(d.about[j].values, func(v string) bool { return !form.MatchString(v) })
	}
	give := func(j int, r Role) {
		if d.has(r) {
			return
		}
		if old := d.role[j]; old != "" {
			delete(d.at, old)
		}
		d.role[j], d.at[r] = r, j
	}
	for j, name := range d.header {
		k := key(name)
		if !(k == "id" && d.role[j] == roleItem || k == "id2" || d.role[j] == "") || d.opt.Roles[name] != "" {
			continue
		}
		switch {
		case all(j, repOnly):
			give(j, roleReplication)
		case all(j, foldValues):
			give(j, roleFold)
		}
	}
}

// decide finds the reading.
func (d *decision) decide() error {
	d.describe()
	if err := d.assign(); err != nil {
		return err
	}
	counts, err := d.counts()
	if err != nil {
		return err
	}
	switch {
	case counts:
	case d.findTruth() && d.opt.Columns != "":
		return d.ask("has a truth (column %s): columns beside it are models, and rows the items, folds or points in time; leave the "+
			"setting `columns` out, or say what the rows are (setting `rows` %s)", d.heading(Truth), d.opt.Columns)
	case d.truth:
		err = d.predictions()
	default:
		err = d.values()
	}
	if err != nil {
		return err
	}
	for j, r := range d.role {
		unused := d.unit != Items && (r == Cluster || r == roleDraw || r == roleTime || r == roleTask)
		if r == rolePassed || r == roleSummary || unused || r == "" && !d.used(j) {
			d.role[j] = rolePassed
			d.leave(j)
		}
	}
	return d.samePercent()
}

// used reports whether a column holds values.
func (d *decision) used(j int) bool {
	return slices.ContainsFunc(d.cells, func(c cell) bool { return slices.Contains(c.values, j) })
}

// samePercent refuses values of which some are in percent.
func (d *decision) samePercent() error {
	with, without, first := -1, -1, -1
	for _, c := range d.cells {
		for _, j := range c.values {
			if first < 0 {
				first = j
			}
			if d.units != nil && len(d.names) == 1 && d.units[j] != d.units[first] {
				return &table.Error{File: d.name, Row: d.line + 1, Column: d.header[j], Problem: fmt.Sprintf("has the unit %q, and "+
					"column %s %q; write all numbers alike", d.units[j], d.header[first], d.units[first])}
			}
			if d.percents != nil && d.about[j].numbers && len(d.names) == 1 {
				if d.percents[j] {
					with = j
				} else {
					without = j
				}
			}
		}
	}
	if with >= 0 && without >= 0 {
		return &table.Error{File: d.name, Row: d.line, Column: d.header[with], Problem: fmt.Sprintf("has percent signs, and "+
			"column %s has none; write all numbers alike", d.header[without])}
	}
	return nil
}

// find returns the column of a name in any case, -1 for none.
func (d *decision) find(name string) int {
	return slices.IndexFunc(d.header, func(h string) bool { return key(h) == name })
}

// counted are the columns of counts, as canonical forms call them; the first have to be there.
var counted = [][]string{
	{"tp", "fp", "fn"},
	{"gold", "predicted", "correct"},
	{"numerator", "denominator"},
	{"errors", "words"},
	{"errors", "characters"},
	{"errors", "total"},
}

// counts finds counts in a long table.
func (d *decision) counts() (bool, error) {
	for n, names := range counted {
		var values []int
		for _, name := range names {
			if j := d.find(name); j >= 0 && d.about[j].numbers && !d.about[j].fractions {
				values = append(values, j)
			}
		}
		if len(values) < len(names) {
			continue
		}
		for _, j := range values {
			if r := d.role[j]; r != "" && d.at[r] == j {
				delete(d.at, r)
			}
			d.role[j] = ""
		}
		if n == 5 && !d.has(roleItem) {
			return false, nil
		}
		if j := d.find("tn"); j >= 0 && n == 0 {
			d.role[j] = rolePassed // not needed, and the only count that is often not one
		}
		if err := d.modelColumn(); err != nil {
			return true, err
		}
		if err := d.findUnit(); err != nil {
			return true, err
		}
		if n > 1 && d.unit != Items || d.unit == Datasets || d.unit == AllRuns {
			return true, d.ask("has counts (%s); these are of folds or items, which no column names: say which one does "+
				"(setting `as` COLUMN=fold, for instance)", strings.Join(names, ", "))
		}
		d.names, d.cells = names, []cell{{values: values}}
		d.number = "counts " + strings.Join(names, ", ")
		d.in, d.direction = "rows", ""
		return true, nil
	}
	return false, nil
}

// modelColumn finds out where the name of the model of a row stands.
func (d *decision) modelColumn() error {
	switch {
	case d.has(Model):
		if d.has(roleSetting) {
			d.role[d.at[roleSetting]] = rolePassed
		}
		d.modelsIn = d.heading(Model)
	case d.has(roleSetting) && !(d.opt.Several && d.about[d.at[roleSetting]].constant):
		d.at[Model], d.role[d.at[roleSetting]] = d.at[roleSetting], Model
		d.modelsIn = d.heading(Model)
	case d.opt.Several:
		d.modelsIn = "file"
	default:
		return d.ask("has results of one model, and no column names it; give a file for each model, or say which column names "+
			"the models (setting `model` COLUMN; the columns are %.200s)", strings.Join(d.header, ", "))
	}
	return nil
}

// unitOf are the roles that name a unit.
var unitOf = map[Unit][]Role{Folds: {roleFold, roleReplication}, Items: {roleItem, roleRecord}, Datasets: {roleDataset}, AllRuns: {roleRun}}

// findUnit finds out what a row is, of a table whose rows are units.
func (d *decision) findUnit() error {
	item := d.column(roleItem)
	if item < 0 {
		item = d.column(roleRecord)
	} else if j := d.column(roleRecord); j >= 0 {
		d.role[j] = rolePassed
		delete(d.at, roleRecord)
	}
	if item >= 0 && d.has(roleDataset) && d.role[item] == roleItem && d.sameParts(item, d.at[roleDataset]) {
		d.role[item], item = rolePassed, -1 // AMLB: it names the data set
		delete(d.at, roleItem)
	}
	fold := d.has(roleFold)
	if told := d.opt.Rows; told != "" {
		return d.tellUnit(told)
	}
	if d.tool != "" && d.source.unit == roleFold && !fold {
		d.unit, d.rowIsUnit = Folds, true
		return nil
	}
	if j := d.column(roleRecord); d.truth && j >= 0 && !fold && key(d.header[j]) == "rowindex" {
		d.unit, d.role[j] = Folds, roleFold
		d.at[roleFold] = j
		d.assumed = append(d.assumed, "each record is a fold (leave-one-out), as caret writes it without a column Resample")
		return nil
	}
	if fold && item >= 0 && !d.truth && d.has(rolePredicted) {
		return d.ask("has predictions (column %s), and no column of the truth is known by its name; name it (setting `truth` "+
			"COLUMN; the columns are %.200s)", d.heading(rolePredicted), strings.Join(d.header, ", "))
	}
	seeds := d.has(roleRun) && key(d.heading(roleRun)) != "run"
	switch {
	case fold && item >= 0 && (!d.truth || d.role[item] == roleItem):
		return d.ask("has folds (column %s) and items (column %s): were the models trained on these folds (setting `rows` "+
			"folds), or are they fixed, and the items those of one test set (setting `rows` items)?", d.heading(roleFold),
			d.header[item])
	case fold && seeds && !d.about[d.at[roleRun]].constant:
		return d.ask("column %s beside folds: did it divide the records anew (setting `as` %[1]s=replication), or are they "+
			"runs on the same folds (setting `as` %[1]s=run)?", d.heading(roleRun))
	case fold:
		if seeds {
			d.role[d.at[roleRun]] = rolePassed
			delete(d.at, roleRun)
		}
		d.unit = Folds
		return d.iterations()
	case item >= 0 && d.has(roleReplication):
		return d.ask("column %s beside items: are these draws of one item (setting `as` %[1]s=draw), or runs that all items "+
			"share (setting `as` %[1]s=run)?", d.heading(roleReplication))
	case item >= 0:
		d.unit = Items
		if j := d.column(roleDataset); j >= 0 && strings.HasPrefix(key(d.header[j]), "task") {
			d.at[roleTask], d.role[j] = j, roleTask
			delete(d.at, roleDataset)
		}
		if d.role[item] == roleRecord {
			d.at[roleItem], d.role[item] = item, roleItem
			delete(d.at, roleRecord)
		}
		if j := d.column(roleTime); j >= 0 {
			d.role[j] = rolePassed
		}
		return nil
	case d.has(roleDraw):
		return d.ask("column %s: does a row stand for a fold, an item, a data set or a run? Say it (setting `rows` folds, items, datasets or "+
			"runs)", d.heading(roleDraw))
	case d.has(roleTime):
		if d.truth {
			return d.tellTime()
		}
		return d.ask("column %s has points in time, which are not independent as items are: are the numbers those of forecasts "+
			"at these points (setting `rows` time), or are rows to be taken for independent nevertheless (setting `rows` items)?",
			d.heading(roleTime))
	case d.has(roleReplication):
		return d.ask("column %s without folds: are these hold-outs, each with test records of its own (setting `rows` folds), or "+
			"runs on one test set (setting `rows` runs)?", d.heading(roleReplication))
	case d.has(roleRun):
		d.unit = AllRuns
	case d.has(roleDataset) && !(d.about[d.at[roleDataset]].constant && len(d.sample) > 1):
		d.unit = Datasets
	case d.truth:
		d.unit, d.rowIsUnit = Items, true
		d.assumed = append(d.assumed, "a row is an item, and the same item in all "+table.Pick(d.opt.Several, "files", "models"))
	case d.modelsAreRows():
		return d.ask("each row is a model, with several numbers (%s): what is a column of them? Say it (setting `columns` folds, "+
			"items, datasets or runs)", table.Quoted(d.headings(d.free())))
	default:
		return d.ask("no column says what a row is; say it (setting `rows` folds, items, datasets, runs or time)")
	}
	if d.has(roleTask) && d.unit != Items {
		d.role[d.at[roleTask]] = rolePassed
	}
	return nil
}

// sameParts reports whether two columns divide the first rows alike, in fewer parts than rows.
func (d *decision) sameParts(j, k int) bool {
	of, back := map[string]string{}, map[string]string{}
	for _, row := range d.sample {
		a, b := row[j], row[k]
		if was, seen := of[a]; seen && was != b || back[b] != "" && back[b] != a {
			return false
		}
		of[a], back[b] = b, a
	}
	return len(of) < len(d.sample)
}

// modelsAreRows reports whether each model has one row, with several numbers.
func (d *decision) modelsAreRows() bool {
	j := d.column(Model)
	if j < 0 {
		j = d.column(roleSetting)
	}
	return j >= 0 && len(d.sample) > 1 && len(d.about[j].values) == len(d.sample) && len(d.free()) > 1
}

// iterated says whether folds may be numbered throughout all repetitions, as mlr3 numbers them.
func (d *decision) iterated() bool {
	return !d.opt.Raw && d.has(roleFold) && key(d.heading(roleFold)) == "iteration" && !d.has(roleReplication)
}

// iterations asks how many folds a repeated cross-validation of mlr3 has, whose iterations are numbered throughout.
func (d *decision) iterations() error {
	j := d.find("resamplingid")
	if j < 0 || !d.iterated() {
		return nil
	}
	for _, v := range d.about[j].values {
		if v == "repeated_cv" {
			return d.ask("column %s numbers the folds of all repetitions of a cross-validation throughout; add a column with "+
				"the repetition, or say which one it is (setting `as` COLUMN=replication)", d.heading(roleFold))
		}
	}
	return nil
}

// tellTime takes rows for points in time: items that have an order.
func (d *decision) tellTime() error {
	d.unit, d.inTime = Items, true
	j := d.column(roleTime)
	for _, name := range []string{"time", "point", "t", "step"} {
		if j < 0 {
			j = d.find(name)
		}
	}
	if j < 0 && !d.has(roleItem) {
		d.rowIsUnit = true
		d.assumed = append(d.assumed, "rows stand in the order of time, a step apart")
		return nil
	}
	if j >= 0 {
		if i := d.column(roleItem); i >= 0 {
			d.role[i] = rolePassed
		}
		d.role[j], d.at[roleItem] = roleTime, j
		delete(d.at, roleTime)
	}
	return nil
}

// tellUnit takes what the caller says of rows. The first column that names something names the units.
func (d *decision) tellUnit(told Unit) error {
	if !slices.Contains(Units, told) {
		return fmt.Errorf("sheet: rows are %q; they are folds, items, datasets, runs or time", told)
	}
	if told == Time {
		return d.tellTime()
	}
	d.unit = told
	if told == Folds && d.has(roleFold) {
		item := d.has(roleItem) || d.has(roleRecord)
		d.sums = item && !d.truth
		for _, r := range []Role{roleDataset, roleRun} {
			if d.sums && d.has(r) && !d.about[d.at[r]].constant {
				return d.ask("has items in folds, whose scores are averaged, of several values of column %s; give a file for each, "+
					"or pass it over (setting `as` %[1]s=passed)", d.heading(r))
			}
		}
		return nil
	}
	for _, r := range unitOf[told] {
		if d.has(r) {
			if told == Items && d.has(roleFold) {
				d.role[d.at[roleFold]] = rolePassed
				delete(d.at, roleFold)
			}
			if told == Items && r == roleRecord {
				d.at[roleItem], d.role[d.at[roleRecord]] = d.at[roleRecord], roleItem
				delete(d.at, roleRecord)
			}
			return nil
		}
	}
	named := -1
	for _, r := range []Role{roleFold, roleItem, roleRecord, roleDataset, roleRun, roleDraw, roleTime, roleReplication} {
		if d.has(r) && named < 0 && !d.about[d.at[r]].constant {
			named = d.at[r]
			delete(d.at, r)
		}
	}
	for j := range d.header {
		if named < 0 && d.role[j] == "" && !d.about[j].numbers && !d.about[j].blank && !d.about[j].constant {
			named = j
		}
	}
	if named < 0 {
		d.rowIsUnit = true
		return nil
	}
	d.role[named] = unitOf[told][0]
	d.at[d.role[named]] = named
	return nil
}

// free are the columns of numbers that have no role; beside others those with words such as ok are no results.
func (d *decision) free() (out []int) {
	words := true
	for j, r := range d.role {
		if r == "" && d.about[j].numbers && !(table.RowNames(d.header[j]) && !d.numbers) {
			out, words = append(out, j), words && d.about[j].words
		}
	}
	return slices.DeleteFunc(out, func(j int) bool { return d.about[j].words && !words })
}

// values reads a table of numbers.
func (d *decision) values() error {
	if d.numbers {
		if d.opt.Rows == "" {
			return d.ask("holds numbers alone; say what a line is (setting `rows` folds, items, datasets, runs or time)")
		}
		d.unit, d.rowIsUnit, d.modelsIn, d.in = d.opt.Rows, true, "file", "lines"
		d.cells = []cell{{values: []int{0}}}
		return d.nameNumbers()
	}
	if done, err := d.transposed(); done || err != nil {
		return err
	}
	if d.tool != "" || d.has(Model) || d.has(roleSetting) {
		return d.long()
	}
	return d.wideValues()
}

// nameNumbers names numbers that stand in columns of models.
func (d *decision) nameNumbers() error {
	if d.has(roleMetric) {
		d.names = []string{"value"}
		return d.metricsOf()
	}
	name := d.opt.Metric.Name
	d.direction = d.opt.Metric.Direction()
	if name == "" && len(d.opt.Metrics) == 1 {
		name = d.opt.Metrics[0]
		m, _ := metric.Named(name)
		d.direction = m.Direction()
	} else if name == "" {
		name, d.direction = "value", ""
	}
	d.names, d.number = []string{name}, name
	if name == "value" && d.opt.Metric.Name == "" {
		d.number = "numbers without a name"
	}
	return nil
}

// unitColumns are the columns that hold the values of a unit, by the forms of their names.
type unitColumn struct {
	column int
	unit   string
	metric string // empty for none
}

// transposed reads a table with a row for each model and columns of units.
func (d *decision) transposed() (bool, error) {
	var columns []unitColumn
	role := Role("")
	told := d.opt.Columns
	if told != "" && !slices.Contains(Units, told) {
		return true, fmt.Errorf("sheet: columns are %q; they are folds, items, datasets, runs or time", told)
	}
	if told == Time {
		return true, d.ask("points in time stand in rows, not in columns: give each model a column (setting `rows` time)")
	}
	if told != "" {
		role = unitOf[told][0]
		first := d.column(Model)
		if first < 0 {
			first = d.column(roleSetting)
		}
		for _, j := range d.free() {
			if j != first {
				columns = append(columns, unitColumn{j, d.header[j], ""})
			}
		}
		if len(columns) < 2 {
			return true, d.ask("has fewer than two columns of numbers, which are to be %s; leave the setting `columns` out", told)
		}
	} else {
		var err error
		if role, columns, err = d.unitColumns(); err != nil || len(columns) < 2 {
			return err != nil, err
		}
	}
	if !d.has(Model) && !d.has(roleSetting) {
		for j := range d.header {
			if d.role[j] == "" && !d.about[j].numbers && !d.about[j].blank && !d.has(Model) {
				d.role[j], d.at[Model] = Model, j
			}
		}
	}
	if err := d.modelColumn(); err != nil {
		return true, err
	}
	d.in = "columns"
	if told == "" {
		told = map[Role]Unit{roleFold: Folds, roleItem: Items, roleRun: AllRuns}[role]
	}
	d.unit = told
	if d.modelsIn != "file" && !d.has(roleDataset) && !d.has(roleFold) && !d.has(roleRun) {
		d.modelsIn = "rows"
	}
	var metrics []string
	for _, c := range columns {
		if !slices.Contains(metrics, c.metric) {
			metrics = append(metrics, c.metric)
		}
	}
	if err := d.nameNumbers(); err != nil {
		return true, err
	}
	if metrics[0] != "" {
		d.names = metrics
		d.number = strings.Join(metrics, ", ")
		m, _ := metric.Named(metrics[0])
		d.direction = m.Direction()
		if d.has(Model) && key(d.header[d.at[Model]]) == "params" {
			d.notes = append(d.notes, fmt.Sprintf("%s holds candidates of a search: the best of many looks better than it is; "+
				"compare it with others on records that chose nothing", table.Named(d.name)))
		}
	}
	var order []string
	of := map[string][]int{}
	for _, c := range columns {
		if of[c.unit] == nil {
			order, of[c.unit] = append(order, c.unit), slices.Repeat([]int{-1}, len(metrics))
		}
		of[c.unit][slices.Index(metrics, c.metric)] = c.column
	}
	for _, u := range order {
		if slices.Contains(of[u], -1) {
			return true, d.ask("has columns of the metrics %s, but not all of %s; name one (setting `metric` %s)",
				strings.Join(metrics, ", "), u, metrics[0])
		}
		c := cell{unit: u, values: of[u]}
		if role == roleRun && d.has(roleFold) {
			c.unit, c.run, d.unit = "", u, Folds
		}
		d.cells = append(d.cells, c)
	}
	return true, d.checkMeans(columns)
}

// unitColumns finds columns of units by their names.
func (d *decision) unitColumns() (role Role, columns []unitColumn, err error) {
	for _, r := range []Role{roleFold, roleRun, roleItem} {
		var own []unitColumn
		var effs []int
		for _, j := range d.free() {
			name := d.header[j]
			m := match(r, name)
			if m == nil {
				continue
			}
			if strings.HasPrefix(strings.ToLower(name), "f") && len(name) > 1 && name[1] >= '0' && name[1] <= '9' {
				effs = append(effs, j)
				continue
			}
			c := unitColumn{column: j, unit: name}
			if strings.HasPrefix(name, "split") && strings.Contains(name, "_test_") && len(m) > 2 {
				c.unit, c.metric = "split"+m[1], m[2]
			}
			own = append(own, c)
		}
		switch {
		case len(effs) >= 3:
			for _, j := range effs {
				own = append(own, unitColumn{column: j, unit: d.header[j]})
			}
		case len(effs) == 2 && (d.has(Model) || d.has(roleSetting)) && !d.has(roleFold) && !d.has(roleItem) && !d.has(roleDataset) && !d.has(roleRun):
			return r, nil, d.ask("columns %s and %s: are these folds (setting `columns` folds), or metrics?", d.header[effs[0]],
				d.header[effs[1]])
		}
		if len(own) < 2 {
			continue
		}
		if len(columns) > 0 {
			return r, nil, d.ask("has columns of several kinds (%s, %s); say what they are (setting `columns` folds, items, "+
				"datasets or runs)", d.header[columns[0].column], d.header[own[0].column])
		}
		role, columns = r, own
	}
	return role, columns, nil
}

// checkMeans says where a column that is called a mean is not that of the others.
func (d *decision) checkMeans(columns []unitColumn) error {
	if len(d.names) > 1 {
		return nil
	}
	for j, r := range d.role {
		k := key(d.header[j])
		if r != roleSummary || k != "mean" && k != "average" && k != "avg" || !d.about[j].numbers {
			continue
		}
		for _, row := range d.sample {
			sum, n := 0.0, 0.0
			for _, c := range columns {
				if v, ok := number(row[c.column]); ok {
					sum, n = sum+v, n+1
				}
			}
			v, ok := number(row[j])
			if half := 0.51 * pow10(-table.Decimals(row[j])); ok && n > 0 && abs(v-sum/n) > half {
				d.notes = append(d.notes, fmt.Sprintf("%s: column %s has %s in row %s, and the mean of the others is %.6g", table.Named(d.name),
					d.header[j], row[j], row[max(0, d.column(Model))], sum/n))
				break
			}
		}
	}
	return nil
}

func abs(x float64) float64 { return max(x, -x) }

func pow10(n int) float64 {
	v, _ := strconv.ParseFloat("1e"+strconv.Itoa(n), 64)
	return v
}

// long reads a table with a row for each model and unit.
func (d *decision) long() error {
	if err := d.findUnit(); err != nil {
		return err
	}
	if err := d.modelColumn(); err != nil {
		return err
	}
	d.in = "rows"
	if d.has(roleMetric) {
		j := d.column(roleValue)
		free := d.free()
		if s := d.column(roleScore); j < 0 && s >= 0 {
			j = s
		}
		if j < 0 && len(free) == 1 {
			j = free[0]
		}
		if j < 0 {
			return d.ask("has a column of metrics (%s), and no column value; say which one holds the values (setting `as` "+
				"COLUMN=value)", d.heading(roleMetric))
		}
		d.role[j] = ""
		d.names, d.cells = []string{"value"}, []cell{{values: []int{j}}}
		return d.metricsOf()
	}
	candidates := d.free()
	for j, r := range d.role {
		if (r == roleScore || r == roleValue || r == roleLabel) && d.about[j].numbers {
			candidates = append(candidates, j)
			d.role[j] = ""
		}
	}
	slices.Sort(candidates)
	return d.choose(candidates)
}

// choose takes the columns that are compared, of those that may be, by the names that they are asked for.
func (d *decision) choose(candidates []int) error {
	taken, err := d.chosen(candidates)
	if err != nil {
		return err
	}
	if d.unit == Items && len(taken) > 1 {
		return d.ask("has several scores of each item (%s): which one is compared? Name it (setting `metric` %s, for instance)",
			table.Quoted(d.headings(taken)), d.header[taken[0]])
	}
	d.cells = []cell{{values: taken}}
	for _, j := range taken {
		name := d.called(d.header[j], []cell{{values: []int{j}}}, 0)
		if d.unit == Items && key(name) == "score" {
			name = "score"
		}
		d.names = append(d.names, name)
	}
	d.number = strings.Join(d.names, ", ")
	if len(taken) == 1 {
		d.direction = d.directionOf(d.names[0])
	}
	return nil
}

// asked returns the name by which a metric is asked for, which may be another name of the same.
func (d *decision) asked(name string) string {
	for _, m := range d.opt.Metrics {
		if isAlias(name, m) && !slices.Contains(d.names, m) {
			return m
		}
	}
	return name
}

// isAlias reports whether two names are those of one metric with one direction.
func isAlias(name, other string) bool {
	if name == other {
		return true
	}
	a, known := metric.Named(name)
	b, too := metric.Named(other)
	return known && too && a.HigherIsBetter == b.HigherIsBetter && metric.Canonical(name) == metric.Canonical(other)
}

func (d *decision) directionOf(name string) string {
	if d.opt.Metric.Name == name {
		return d.opt.Metric.Direction()
	}
	m, _ := metric.Named(name)
	return m.Direction()
}

// metricsOf says which metrics the rows of a column metric have.
func (d *decision) metricsOf() error {
	values := d.about[d.at[roleMetric]].values
	var wanted []string
	for _, m := range d.opt.Metrics {
		if slices.Contains(values, m) {
			wanted = append(wanted, m)
		}
	}
	if len(wanted) == 0 {
		wanted = values
	}
	if d.opt.Metric.Name != "" {
		wanted = []string{d.opt.Metric.Name}
	}
	d.number = strings.Join(wanted, ", ")
	if len(wanted) == 1 {
		d.direction = d.directionOf(wanted[0])
	}
	if d.unit != Items && !d.sums { // of which a metric is a column
		return nil
	}
	if len(wanted) > 1 {
		return d.ask("has the metrics %s of each item: which one is compared? Name it (setting `metric` %s, for instance)",
			table.Quoted(wanted), wanted[0])
	}
	d.only, d.names = wanted[0], wanted[:1:1]
	return nil
}

// chosen returns the columns that are compared, of those that may be.
func (d *decision) chosen(candidates []int) ([]int, error) {
	name := func(j int) string { return d.header[j] }
	names := d.headings(candidates)
	if m := d.opt.Metric.Name; m != "" && !slices.Contains(names, m) {
		return nil, &table.Error{File: d.name, Row: d.line, Column: m, Problem: fmt.Sprintf("does not exist; the columns of "+
			"numbers are %s", table.Quoted(names))}
	}
	var wanted, known []int
	for _, m := range d.toldOf(names) {
		wanted = append(wanted, candidates[slices.Index(names, m)])
	}
	for _, j := range candidates {
		if _, ok := metric.Named(name(j)); ok {
			known = append(known, j)
		}
	}
	switch {
	case len(wanted) > 0:
		return wanted, nil
	case len(known) > 0:
		return known, nil
	case len(candidates) == 1:
		return candidates, nil
	case len(candidates) == 0:
		return nil, d.ask("has no column of numbers that may be compared; the columns are %.200s; say which one is (setting "+
			"`score` NAME or `loss` NAME)", strings.Join(d.header, ", "))
	}
	return nil, d.ask("which of the columns %s is compared? Name it as a score or as a loss (setting `score` %s or `loss` %[2]s)",
		table.Quoted(d.headings(candidates)), name(candidates[0]))
}

func (d *decision) headings(columns []int) (out []string) {
	for _, j := range columns {
		out = append(out, d.header[j])
	}
	return out
}

// wanted are the columns of models that were named; all where none was.
func (d *decision) wanted(columns []int) []int {
	if len(d.opt.Models) == 0 || d.opt.Several {
		return columns
	}
	var out []int
	for _, j := range columns {
		if slices.Contains(d.opt.Models, d.header[j]) {
			out = append(out, j)
		}
	}
	if len(out) < len(d.opt.Models) {
		return columns
	}
	return out
}

// wideValues reads a table with a column for each model.
func (d *decision) wideValues() error {
	if err := d.findUnit(); err != nil {
		return err
	}
	for _, j := range d.free() {
		if (d.numbersRows(j) || d.subtracts(j)) && !slices.Contains(d.opt.Models, d.header[j]) {
			d.role[j] = rolePassed
		}
	}
	columns := d.free()
	for j, r := range d.role {
		if r == roleScore && d.about[j].numbers {
			columns = append(columns, j)
			d.role[j] = ""
		}
	}
	slices.Sort(columns)
	d.in = "rows"
	var wide []cell
	if own := d.wanted(columns); len(own) < len(columns) || len(d.opt.Models) > 0 && len(own) == len(d.opt.Models) {
		columns = own
	} else if cells, err := d.affixed(columns); err != nil || cells != nil {
		if wide = cells; err != nil {
			return err
		}
	} else if done, err := d.ofOneModel(columns); done || err != nil {
		return err
	} else if err := d.otherThanModels(columns); err != nil {
		return err
	}
	if wide == nil {
		if err := d.nameNumbers(); err != nil {
			return err
		}
		words := d.unit == Items && d.number == "numbers without a name"
		for _, j := range columns {
			wide = append(wide, cell{model: d.header[j], values: []int{j}})
			words = words && d.about[j].words
		}
		if words {
			d.names, d.number, d.direction = []string{"correct"}, "accuracy", "higher"
		}
	}
	d.cells, d.modelsIn = wide, "columns"
	if d.opt.Wide && d.unit == Items && len(d.names) == 1 { // as in the canonical form, whose numbers are scores
		if d.wide = true; d.opt.Metric.Name == "" {
			d.number, d.direction = "score", "higher"
		}
	}
	if len(wide) < 2 && !d.opt.Several {
		return d.ask("has %s; give a column for each model, a file for each, or say which column names the models (setting "+
			"`model` COLUMN; the columns are %.200s)", table.Pick(len(wide) == 0, "no column of numbers", "one model alone"),
			strings.Join(d.header, ", "))
	}
	for j, r := range d.role {
		if r == "" && d.about[j].numbers && table.RowNames(d.header[j]) {
			d.role[j] = rolePassed
		}
	}
	return nil
}

// subtracts reports whether a column has the difference of two others, by its name.
func (d *decision) subtracts(j int) bool {
	a, b, ok := strings.Cut(d.header[j], "-")
	return ok && d.find(key(a)) >= 0 && d.find(key(b)) >= 0
}

// numbersRows reports whether a column numbers the rows, from 0 or 1: it is no model.
func (d *decision) numbersRows(j int) bool {
	if len(d.sample) < 3 || d.about[j].fractions {
		return false
	}
	for i, row := range d.sample {
		if v, ok := number(row[j]); !ok || v-d.about[j].least != float64(i) {
			return false
		}
	}
	return d.about[j].least == 0 || d.about[j].least == 1
}

// ofOneModel reads columns of metrics, which are those of one model: of a file.
func (d *decision) ofOneModel(columns []int) (bool, error) {
	var known []int
	for _, j := range columns {
		if _, ok := metric.Named(d.header[j]); ok || d.header[j] == d.opt.Metric.Name {
			known = append(known, j)
		}
	}
	switch {
	case len(known) == 0 && !(d.opt.Several && len(columns) == 1):
		return false, nil
	case len(known) < len(columns) && len(known) > 0 && !(d.opt.Several && 2*len(known) > len(columns)):
		return true, d.ask("columns %s may be metrics and the others models; name the models (setting `models` A,B)",
			table.Quoted(d.headings(known)))
	case !d.opt.Several:
		return true, d.ask("has metrics (%s) of one model; give a file for each model, or say which column names the models "+
			"(setting `model` COLUMN)", strings.Join(d.headings(known), ", "))
	}
	if len(known) == 0 {
		d.cells, d.modelsIn = []cell{{values: columns}}, "file"
		return true, d.nameNumbers()
	}
	d.modelsIn = "file"
	return true, d.choose(columns)
}

// settings are names of settings of a learner that models have, too, in any case.
var settings = strings.Fields("c k n lr alpha beta gamma lambda nu eta rho tau sigma epsilon cost cp scale degree depth size step steps " +
	"iterations penalty")

// otherThanModels asks where a column may hold a setting, a size or a time and not the results of a model: its name is
// that of a setting, and its numbers are not like those of the others, or are far larger than these.
func (d *decision) otherThanModels(columns []int) error {
	for _, j := range columns {
		setting := slices.Contains(settings, strings.ToLower(d.header[j]))
		var others []int
		apart, larger := true, false
		for _, o := range columns {
			a, b := d.about[j], d.about[o]
			if o == j {
				continue
			}
			if others = append(others, o); !slices.Contains(settings, strings.ToLower(d.header[o])) && len(d.header[o]) > 1 {
				apart = apart && (a.constant || a.most < b.least || a.least > b.most)
			} else {
				setting = false // models are called A, B and C, or alpha and beta
			}
			larger = larger || b.fractions && b.least >= 0 && b.most <= 1 && a.least > max(1, 10*b.most)
		}
		if len(others) > 0 && (setting && apart || larger) {
			return d.ask("column %s has other numbers than %s: is it a model? If not, pass it over (setting `as` %[1]s=passed); "+
				"else name the models (setting `models` A,B)", d.header[j], table.Quoted(d.headings(others)))
		}
	}
	return nil
}

// affixed reads columns whose names are those of a model and a metric, such as rf~Accuracy and acc_rf: nil for others.
// A metric is read that all models have.
func (d *decision) affixed(columns []int) ([]cell, error) {
	var best affixes
	for _, sep := range []string{"~", "_", ".", "/", ":", " ", "-"} {
		for _, behind := range []bool{true, false} {
			if a := d.affixedBy(columns, sep, behind); len(a.of) > len(best.of) {
				best = a
			}
		}
	}
	switch of := table.Quoted(d.headings(columns)); {
	case len(best.of) < 2 && !(d.opt.Several && len(best.of) == len(columns)) && !d.levels:
		return nil, nil
	case len(best.of) < len(columns) && !best.explain(d.headings(columns)):
		return nil, d.ask("the columns %s: some have a model and a metric in their names, others not; name those that are models "+
			"(setting `models` A,B), or give the numbers of each model names such as rf_accuracy", of)
	case len(best.models) < 2 && !d.opt.Several:
		return nil, d.ask("the columns %s: are these metrics of one model, or models? Name the models (setting `models` A,B), or "+
			"give a file for each", of)
	}
	wanted := slices.DeleteFunc(best.metrics, func(m string) bool {
		return slices.ContainsFunc(best.models, func(model string) bool { _, has := best.of[[2]string{model, m}]; return !has })
	})
	if len(wanted) == 0 {
		return nil, d.ask("the columns %s: no metric is there of all models; name the columns that are compared (setting `models` "+
			"A,B)", table.Quoted(d.headings(columns)))
	}
	if told := d.toldOf(wanted); len(told) > 0 {
		wanted = told
	}
	var out []cell
	for _, model := range best.models {
		c := cell{model: model}
		for _, m := range wanted {
			c.values = append(c.values, best.of[[2]string{model, m}])
		}
		out = append(out, c)
	}
	for k, m := range wanted {
		d.names = append(d.names, d.called(m, out, k))
	}
	d.number = strings.Join(d.names, ", ")
	if len(wanted) == 1 {
		d.direction = d.directionOf(d.names[0])
	}
	return out, nil
}

// toldOf are the metrics of a table that the caller names.
func (d *decision) toldOf(metrics []string) (out []string) {
	if n := d.opt.Metric.Name; slices.Contains(metrics, n) {
		return []string{n}
	}
	for _, m := range d.opt.Metrics {
		i := slices.Index(metrics, m)
		if i < 0 {
			i = slices.IndexFunc(metrics, func(own string) bool { return isAlias(own, m) })
		}
		if i >= 0 {
			out = append(out, metrics[i])
		}
	}
	return out
}

// called is the name of the k-th number of cells: that by which it is asked for; correct, which is counted, for whatever
// says of an item that the model was right.
func (d *decision) called(name string, cells []cell, k int) string {
	for _, c := range cells {
		if d.unit == Items && d.about[c.values[k]].words {
			continue
		}
		if a := d.about[c.values[k]]; d.unit != Items || metric.Canonical(name) != "correct" || a.fractions || a.least < 0 || a.most > 1 {
			return d.asked(name)
		}
	}
	return "correct"
}

// affixes are the columns of models and metrics, by both.
type affixes struct {
	models, metrics []string
	of              map[[2]string]int
	sep             string
}

func (d *decision) affixedBy(columns []int, sep string, behind bool) affixes {
	a := affixes{of: map[[2]string]int{}, sep: sep}
	for _, j := range columns {
		model, m := divide(d.header[j], sep, behind)
		if _, whole := metric.Named(d.header[j]); whole || model == "" || m == "" {
			continue
		}
		if m == "right" {
			m = "correct"
		}
		if !slices.Contains(a.models, model) {
			a.models = append(a.models, model)
		}
		if !slices.Contains(a.metrics, m) {
			a.metrics = append(a.metrics, m)
		}
		if _, twice := a.of[[2]string{model, m}]; twice {
			return affixes{}
		}
		a.of[[2]string{model, m}] = j
	}
	return a
}

// explain reports whether each name belongs to one of several models.
func (a affixes) explain(names []string) bool {
	return len(a.models) > 1 && !slices.ContainsFunc(names, func(name string) bool {
		return !slices.ContainsFunc(a.models, func(m string) bool {
			return strings.HasPrefix(name, m+a.sep) || strings.HasSuffix(name, a.sep+m)
		})
	})
}

// divide divides a name into that of a model and that of a metric, which stands behind it or before it; empty where the
// metric is none that is known, but for the sign that caret puts between.
func divide(name, sep string, behind bool) (model, m string) {
	if sep == "~" {
		i := strings.LastIndex(name, sep)
		if i <= 0 || !behind {
			return "", ""
		}
		return name[:i], name[i+1:]
	}
	parts := strings.Split(name, sep)
	best := 0 // words of the longest metric
	for n := 1; n < len(parts); n++ {
		words := parts[:n]
		if behind {
			words = parts[len(parts)-n:]
		}
		text := strings.Join(words, sep)
		if _, ok := metric.Named(text); (ok || text == "right") && len(text) > 1 {
			best = n
		}
	}
	if best == 0 {
		return "", ""
	}
	if behind {
		k := len(parts) - best
		return strings.Join(parts[:k], sep), strings.Join(parts[k:], sep)
	}
	return strings.Join(parts[best:], sep), strings.Join(parts[:best], sep)
}
