package importer

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
)

// Tidymodels reads the value of tune::collect_predictions(summarize = FALSE), written as CSV: id and
// id2 of the resamples, .row, .pred_class or .pred, and the truth. Each model (wflow_id) has one
// setting (.config).
func Tidymodels(models []Model, opt Options) ([]results.Results, error) {
	return frames(models, opt, tidymodels)
}

// Caret reads the element pred of a train object, written as CSV: pred, obs, rowIndex and Resample, which
// method = "LOOCV" alone leaves out: without it each record is a fold.
func Caret(models []Model, opt Options) ([]results.Results, error) { return frames(models, opt, caret) }

// MLR3 reads the predictions of a ResampleResult of mlr3 or a BenchmarkResult, written as
// CSV: iteration, row_ids, truth and response, and learner_id if there are several learners.
func MLR3(models []Model, opt Options) ([]results.Results, error) { return frames(models, opt, mlr3) }

// OpenML reads predictions.arff of an OpenML run: repeat, fold, row_id, prediction and
// correct (or truth).
func OpenML(models []Model, opt Options) ([]results.Results, error) {
	return frames(models, opt, openml)
}

// The columns of a table of predictions. Resample and within together name the fold.
const (
	recordColumn = iota
	predictedColumn
	truthColumn
	resampleColumn
	withinColumn
	modelColumn
	settingColumn
	columnCount
)

// tableFormat describes the tables of predictions of one tool.
type tableFormat struct {
	columns  [columnCount][]string  // names of each column: the first that the table has
	optional []int                  // columns that the table may lack
	advice   string                 // what to do if another one is missing
	base     int                    // number of the first record
	others   func(name string) bool // columns that are not the truth, where its name varies
	probable string                 // what columns of probabilities begin with
	numbers  func(resample, within string) (replication, fold int, ok bool)
}

var tidymodels = tableFormat{
	columns: [columnCount][]string{recordColumn: {".row"}, predictedColumn: {".pred_class", ".pred"},
		resampleColumn: {"id"},
		withinColumn:   {"id2"}, modelColumn: {"wflow_id"}, settingColumn: {".config"}},
	optional: []int{truthColumn, withinColumn, modelColumn, settingColumn},
	advice: "save predictions with control_resamples(save_pred = TRUE) and write collect_predictions(summarize = " +
		"FALSE)",
	base: 1,
	others: func(name string) bool {
		return strings.HasPrefix(name, ".pred") || slices.Contains([]string{"", ".iter", ".estimate_type", "weights",
			".case_weights"}, name)
	},
	probable: ".pred_",
	numbers:  tidyNumbers,
}

var caret = tableFormat{
	columns: [columnCount][]string{recordColumn: {"rowIndex"}, predictedColumn: {"pred"}, truthColumn: {"obs"},
		resampleColumn: {"Resample"}},
	optional: []int{resampleColumn, withinColumn, modelColumn, settingColumn},
	advice:   `train with trainControl(savePredictions = "final") and write its element pred`,
	base:     1,
	numbers:  caretNumbers,
}

var mlr3 = tableFormat{
	columns: [columnCount][]string{recordColumn: {"row_ids"}, predictedColumn: {"response"}, truthColumn: {"truth"},
		resampleColumn: {"iteration"}, modelColumn: {"learner_id"}},
	optional: []int{withinColumn, modelColumn, settingColumn},
	advice:   `write data.table::rbindlist(lapply(rr$predictions(), data.table::as.data.table), idcol = "iteration")`,
	base:     1,
	probable: "prob.",
	numbers:  splitNumber,
}

var openml = tableFormat{
	columns: [columnCount][]string{recordColumn: {"row_id"}, predictedColumn: {"prediction"},
		truthColumn:    {"correct", "truth"},
		resampleColumn: {"repeat"}, withinColumn: {"fold"}},
	optional: []int{modelColumn, settingColumn},
	advice:   "give the file predictions.arff of an OpenML run",
	probable: "confidence.",
	numbers:  openmlNumbers,
}

// places returns the place of each column in a table, -1 for columns that it lacks. The truth is
// in the named column, or guessed to be in the only one that has no other meaning.
func (t tableFormat) places(r *records, named string) (at [columnCount]int, guessed bool, err error) {
	for c, names := range t.columns {
		if at[c] = r.column(names...); at[c] < 0 && !slices.Contains(t.optional, c) {
			_, err := r.need(t.advice, names...)
			return at, false, err
		}
	}
	var left []string
	for k, name := range r.header {
		if !slices.Contains(at[:], k) && (t.others == nil || !t.others(name)) {
			left = append(left, name)
		}
	}
	switch {
	case named != "":
		if at[truthColumn], err = r.need("name the column of the truth", named); err == nil &&
			!slices.Contains(left, named) {
			err = r.errorf(0, named, "is not the truth; name its column with setting `truth` COLUMN")
		}
	case at[truthColumn] < 0 && len(left) != 1:
		err = r.errorf(0, "", "has %d columns that may be the truth (%s); name it with setting `truth` COLUMN", len(left),
			cut(strings.Join(left, ", ")))
	case at[truthColumn] < 0:
		at[truthColumn], guessed = r.column(left[0]), true
	}
	return at, guessed, err
}

// frames reads tables of predictions.
func frames(models []Model, opt Options, format tableFormat) ([]results.Results, error) {
	c := newCollector(opt)
	if err := once(models); err != nil {
		return nil, err
	}
	names := "" // column of the names of models
	for k, m := range models {
		f, err := c.open(m, format, k == 0)
		if err == nil {
			err = f.read()
			_ = f.Close() // it was only read
		}
		if err != nil {
			return nil, err
		}
		if at := f.column[modelColumn]; at >= 0 {
			names = f.header[at]
		}
	}
	out, err := c.result()
	if err == nil && names != "" && len(c.models) == 1 {
		out[0].Notes = append(out[0].Notes, fmt.Sprintf("column %s names one model alone, %.40q; is the file whole?",
			names, c.models[0].model))
	}
	return out, err
}

// frameReader reads the rows of a table.
type frameReader struct {
	tableFormat
	*records
	column   [columnCount]int // places of the columns
	likely   likely           // other columns that may hold probabilities, and
	likelyAt []int            // their places
	guessed  bool             // the truth is in the only column that is left
	c        *collector
	given    Model
	at       place
	settings map[string]string      // of each model
	folds    map[foldName][2]string // what the file calls them
	model    string                 // in the column of models, in the first row
	truth    string                 // in the first row
	varies   bool                   // not all truths are the first one
}

// open opens the table of a model. All tables predict classes, or all numbers.
func (c *collector) open(m Model, format tableFormat, first bool) (*frameReader, error) {
	r, err := openRecords(m.Path, false)
	if err != nil {
		return nil, err
	}
	f := &frameReader{tableFormat: format, records: r, c: c, given: m, settings: map[string]string{},
		folds: map[foldName][2]string{}}
	if f.column, f.guessed, err = format.places(r, c.opt.Truth); err == nil {
		f.at = place{file: r.name, truthColumn: r.header[f.column[truthColumn]],
			predColumn: r.header[f.column[predictedColumn]]}
		numbers := c.wanted.Regression || f.at.predColumn == ".pred"
		if !first && numbers != c.opt.Regression {
			err = r.errorf(0, "", "predicts %s, %s does not; compare models of one kind",
				table.Pick(numbers, "numbers", "classes"), c.models[0].file)
		}
		c.opt.Regression = numbers
		f.likely, f.likelyAt = likelyColumns(r.header, format.probable, f.column[:])
	}
	if err != nil {
		_ = r.Close() // it was only read
	}
	return f, err
}

// read reads all rows.
func (f *frameReader) read() error {
	rows := 0
	for ; ; rows++ {
		fields, row, err := f.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if rows == 0 {
			f.truth, f.model = strings.Clone(fields[f.column[truthColumn]]), strings.Clone(f.field(fields, modelColumn))
		}
		f.at.row = row
		if err := f.row(fields); err != nil {
			return err
		}
	}
	if f.guessed && rows > 1 && !f.varies {
		return f.errorf(0, f.at.truthColumn, "is %.40q in all rows; is it the truth? Then say setting `truth` %s", f.truth,
			f.at.truthColumn)
	}
	return nil
}

// field returns the text in a column of a row, empty if the table lacks the column.
func (f *frameReader) field(fields []string, column int) string {
	if at := f.column[column]; at >= 0 {
		return fields[at]
	}
	return ""
}

// wrong returns an error about the value of a column in the present row.
func (f *frameReader) wrong(column int, format string, args ...any) error {
	return f.at.errorf(f.header[f.column[column]], format, args...)
}

// row reads a row.
func (f *frameReader) row(fields []string) error {
	name, err := f.name(f.field(fields, modelColumn))
	if err != nil {
		return err
	}
	truth := fields[f.column[truthColumn]]
	f.varies = f.varies || truth != f.truth
	if f.column[settingColumn] >= 0 {
		setting := fields[f.column[settingColumn]]
		before, ok := f.settings[name]
		if !ok {
			f.settings[name] = strings.Clone(setting)
		} else if setting != before {
			return f.wrong(settingColumn, "%.40q, but %.40q above; keep the rows of one setting of the model", setting,
				before)
		}
	}
	record, err := strconv.Atoi(fields[f.column[recordColumn]])
	if err != nil || record < f.base {
		return f.wrong(recordColumn, "%.40q is not a whole number from %d", fields[f.column[recordColumn]], f.base)
	}
	fold := foldName{replication: 1, fold: record - f.base + 1} // leave-one-out
	if f.column[resampleColumn] >= 0 {
		if fold, err = f.fold([2]string{fields[f.column[resampleColumn]], f.field(fields, withinColumn)}); err != nil {
			return err
		}
	}
	mine, err := f.c.of(name, f.records.name)
	if err != nil {
		return err
	}
	mine.likely = f.likely
	return f.c.add(mine.fold(fold), f.at, record-f.base, truth, fields[f.column[predictedColumn]],
		probabilities(fields, f.likelyAt))
}

// fold returns the numbers of the fold that the file calls by this name.
func (f *frameReader) fold(id [2]string) (name foldName, err error) {
	name, ok := innerName(id)
	if !ok {
		name.replication, name.fold, ok = f.numbers(id[0], id[1])
	}
	if !ok {
		return name, f.wrong(resampleColumn, "%.40q %.40q is not a fold that is known by its name, such as Fold1, "+
			"Fold1.Rep2 or Resample3; give cross-validation or hold-outs, not bootstraps or slices",
			id[0], id[1])
	}
	before, ok := f.folds[name]
	if !ok {
		f.folds[name] = [2]string{strings.Clone(id[0]), strings.Clone(id[1])}
	} else if before != id {
		return name, f.wrong(resampleColumn, "%.40q %.40q has the number of %.40q %.40q above; give folds of one kind",
			id[0], id[1], before[0], before[1])
	}
	return name, nil
}

// name returns the name of a row's model: the name that is given to the file, or the name in its
// column, or the name of the file.
func (f *frameReader) name(column string) (string, error) {
	if f.given.Name == "" {
		return strings.Clone(cmp.Or(column, modelOf(f.given.Path).Name)), nil
	}
	if column != f.model {
		return "", f.wrong(modelColumn, "%.40q, but %.40q above, and the file is named as one model, %.40q; give it "+
			"without a name", column, f.model, f.given.Name)
	}
	return f.given.Name, nil
}

var (
	tidyFold   = regexp.MustCompile(`^(?:Fold|Resample)([0-9]+)$`)
	tidyRepeat = regexp.MustCompile(`^Repeat([0-9]+)$`)
	caretFold  = regexp.MustCompile(`^Fold([0-9]+)(?:\.Rep([0-9]+))?$`)
	innerFold  = regexp.MustCompile(`^Fold([12])\.Inner([0-9]+)\.Half([12])\.Rep([0-9]+)$`)
	resample   = regexp.MustCompile(`^Resample([0-9]+)$`)
)

// innerName reads the names of inner folds in clients/r, such as Fold2.Inner1.Half2.Rep3.
func innerName(id [2]string) (name foldName, ok bool) {
	m := innerFold.FindStringSubmatch(id[0])
	if m == nil || id[1] != "" {
		return name, false
	}
	var err error
	if name.Inner, name.replication, err = numbers(m[2], m[4]); err != nil {
		return name, false
	}
	name.fold, name.Half, err = numbers(m[1], m[3])
	return name, err == nil && name.Inner > 0 && name.replication > 0
}

// tidyNumbers reads id and id2 of rsample: Fold01, Repeat1 Fold01, Resample1, validation; and
// the ids that a manual_rset may have from caret: Fold1.Rep2. Bootstraps, slices of time and
// unknown names are refused.
func tidyNumbers(id, id2 string) (replication, fold int, ok bool) {
	if id2 == "" {
		if slices.Contains([]string{"validation", "train/test split"}, id) {
			return 1, 1, true
		}
		return caretNumbers(id, "")
	}
	r, f := tidyRepeat.FindStringSubmatch(id), tidyFold.FindStringSubmatch(id2)
	if r == nil || f == nil {
		return 0, 0, false
	}
	replication, fold, err := numbers(r[1], f[1])
	return replication, fold, err == nil && replication > 0 && fold > 0
}

// caretNumbers reads Resample of caret: Fold01, Fold1.Rep01, Resample01. The records show whether
// resamples are hold-outs or folds.
func caretNumbers(id, _ string) (replication, fold int, ok bool) {
	if m := caretFold.FindStringSubmatch(id); m != nil {
		r, f, err := numbers(cmp.Or(m[2], "1"), m[1])
		return r, f, err == nil && r > 0 && f > 0
	}
	if m := resample.FindStringSubmatch(id); m != nil {
		return splitNumber(m[1], "")
	}
	return 0, 0, false
}

// splitNumber reads the number of a split, from 1: the records show which replication it
// belongs to.
func splitNumber(iteration, _ string) (replication, fold int, ok bool) {
	n, err := strconv.Atoi(iteration)
	return 0, n, err == nil && n >= 1 && n <= maxFolds
}

// openmlNumbers reads repeat and fold, which count from 0.
func openmlNumbers(repeat, fold string) (r, f int, ok bool) {
	r, f, err := numbers(strings.TrimSuffix(repeat, ".0"), strings.TrimSuffix(fold, ".0"))
	return r + 1, f + 1, err == nil && r >= 0 && f >= 0
}

// modelOf returns the model of a file without a given name: it is called as the file.
func modelOf(path string) Model {
	name := filepath.Base(path)
	for _, end := range []string{".gz", ".csv", ".tsv", ".arff", ".json", ".txt"} {
		name = strings.TrimSuffix(name, end)
	}
	return Model{Name: name, Path: path}
}
