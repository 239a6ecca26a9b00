package importer

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// Tidymodels reads the value of tune::collect_predictions(summarize = FALSE), written as CSV: id and
// id2 of the resamples, .row, .pred_class or .pred, and the truth. Each model (wflow_id) has one
// setting (.config).
func Tidymodels(models []Model, opt Options) ([]results.Results, error) {
	return frames(models, opt, tableFormat{1, "save predictions with control_resamples(save_pred = TRUE) and write " +
		"collect_predictions(summarize = FALSE); if the truth is not known by its name, name it with setting `truth` COLUMN"})
}

// Caret reads the element pred of a train object, written as CSV: pred, obs, rowIndex and Resample, which
// method = "LOOCV" alone leaves out: without it each record is a fold.
func Caret(models []Model, opt Options) ([]results.Results, error) {
	return frames(models, opt, tableFormat{1, `train with trainControl(savePredictions = "final") and write its element pred`})
}

// MLR3 reads the predictions of a ResampleResult of mlr3 or a BenchmarkResult, written as
// CSV: iteration, row_ids, truth and response, and learner_id if there are several learners.
func MLR3(models []Model, opt Options) ([]results.Results, error) {
	return frames(models, opt, tableFormat{1, "write data.table::rbindlist(lapply(rr$predictions(), data.table::as.data.table), " +
		`idcol = "iteration")`})
}

// OpenML reads predictions.arff of an OpenML run: repeat, fold, row_id, prediction and
// correct (or truth).
func OpenML(models []Model, opt Options) ([]results.Results, error) {
	return frames(models, opt, tableFormat{0, "give the file predictions.arff of an OpenML run"})
}

// tableFormat describes the tables of predictions of one tool, whose columns package sheet knows by name.
type tableFormat struct {
	base   int    // number of the first record, replication and fold
	advice string // how to write such a table
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
		names = f.own("model")
	}
	out, err := c.result()
	if err == nil && names != "model" && len(c.models) == 1 {
		out[0].Notes = append(out[0].Notes, fmt.Sprintf("column %s names one model alone, %.40q; is the file whole?",
			names, c.models[0].model))
	}
	return out, err
}

// frameReader reads the rows of a table.
type frameReader struct {
	tableFormat
	io.Closer
	rows   *table.Records
	column map[string]int // places of the columns, by the names of package results
	likely []string       // classes with a column of probabilities
	c      *collector
	given  Model
	stem   string
	place
	folds map[foldName]string // what the file calls them
	model string              // in the first row
}

// open opens the table of a model. All tables predict classes, or all numbers.
func (c *collector) open(m Model, format tableFormat, first bool) (*frameReader, error) {
	in, err := table.Open(m.Path)
	if err != nil {
		return nil, err
	}
	f := &frameReader{tableFormat: format, Closer: in, c: c, given: m, stem: cmp.Or(m.Name, modelOf(m.Path).Name),
		column: map[string]int{}, folds: map[foldName]string{}, place: place{file: m.Path}}
	if err = f.head(in); err == nil {
		numbers := c.wanted.Regression || f.own("predicted") == ".pred"
		if !first && numbers != c.opt.Regression {
			err = f.errorf("", "predicts %s, %s does not; compare models of one kind", table.Pick(numbers, "numbers", "classes"),
				c.models[0].file)
		}
		c.opt.Regression = numbers
	}
	if err != nil {
		_ = in.Close() // it was only read
	}
	return f, err
}

// head finds out what the columns are.
func (f *frameReader) head(in io.Reader) error {
	told := sheet.Told{}
	if truth := f.c.opt.Truth; truth != "" {
		told.Roles = map[string]sheet.Role{truth: sheet.Truth}
	}
	session := sheet.NewSession(sheet.Options{Told: told, Several: true, Raw: true, Metrics: []string{metric.ErrorRate.Name}})
	rows, header, _, err := session.Open(f.file, f.stem, in)
	if err != nil && !errors.Is(err, sheet.ErrAsk) {
		return err
	}
	f.rows, f.place.own = rows, session.Own
	for k, name := range header {
		f.column[name] = k
		if class, ok := strings.CutPrefix(name, "p_"); ok {
			f.likely = append(f.likely, class)
		}
	}
	has := func(names ...string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(header, name) })
	}
	switch {
	case has("fold", "record", "truth", "model", "predicted"):
		return nil
	case has("truth", "model") && !has("fold"):
		return f.errorf("", "no column has folds that are known by their names, such as Fold1, Fold1.Rep2 or Resample3, of "+
			"cross-validation or hold-outs, not bootstraps or slices; %s", f.advice)
	}
	return f.errorf("", "no columns are known by their names for each of the folds, the records, the truth and the predictions; %s",
		f.advice)
}

// read reads all rows.
func (f *frameReader) read() error {
	for {
		fields, row, err := f.rows.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		f.row = row
		if err := f.add(fields); err != nil {
			return err
		}
	}
}

// wrong returns an error about the value of a column in the present row.
func (f *frameReader) wrong(column string, format string, args ...any) error {
	return f.errorf(f.place.column(column), format, args...)
}

// add adds a row.
func (f *frameReader) add(fields []string) error {
	name := fields[f.column["model"]]
	if f.given.Name != "" && name != f.stem { // a column names it
		if f.model == "" {
			f.model = strings.Clone(name)
		}
		if name != f.model {
			return f.wrong("model", "%.40q, but %.40q above, and the file is named as one model, %.40q; give it without a name",
				name, f.model, f.given.Name)
		}
		name = f.stem
	}
	record, err := strconv.Atoi(fields[f.column["record"]])
	if err != nil || record < f.base {
		return f.wrong("record", "%.40q is not a whole number from %d", fields[f.column["record"]], f.base)
	}
	fold, err := f.fold(fields[f.column["replication"]], fields[f.column["fold"]])
	if err != nil {
		return err
	}
	mine, err := f.c.of(strings.Clone(name), f.file)
	if err != nil {
		return err
	}
	mine.likely, mine.own = f.likely, f.own
	var p []string
	for _, class := range f.likely {
		p = append(p, strings.Clone(fields[f.column["p_"+class]]))
	}
	return f.c.add(mine.fold(fold), f.place, record-f.base, fields[f.column["truth"]], fields[f.column["predicted"]], p)
}

// fold returns the numbers of the fold that the file calls by these names.
func (f *frameReader) fold(replication, fold string) (name foldName, err error) {
	name, ok := f.foldName(replication, fold)
	both := strings.TrimSpace(replication + " " + fold)
	if !ok || name.fold < 1 || name.replication < 0 || max(name.replication, name.fold) > maxFolds {
		return name, f.wrong("fold", "%.40q is not a fold that is known by its name, such as Fold1, Fold1.Rep2 or Resample3; "+
			"give cross-validation or hold-outs, not bootstraps or slices", both)
	}
	before, ok := f.folds[name]
	if !ok {
		f.folds[name] = strings.Clone(both)
	} else if before != both {
		return name, f.wrong("fold", "%.40q has the number of %.40q above; give folds of one kind", both, before)
	}
	return name, nil
}

var innerFold = regexp.MustCompile(`^Fold([12])\.Inner([0-9]+)\.Half([12])\.Rep([0-9]+)$`)

// foldName reads names of folds: those of inner folds in clients/r, such as Fold2.Inner1.Half2.Rep3; those that package
// sheet knows; and numbers. Of splits that are only counted, and of resamples, the replication is 0: the records show
// which one they belong to, and whether they are hold-outs or folds.
func (f *frameReader) foldName(replication, fold string) (name foldName, ok bool) {
	if m := innerFold.FindStringSubmatch(fold); m != nil && replication == "" {
		var half, inner error
		name.Inner, name.replication, inner = numbers(m[2], m[4])
		name.fold, name.Half, half = numbers(m[1], m[3])
		return name, inner == nil && half == nil && name.Inner > 0 && name.replication > 0
	}
	r, k, holdOut, ok := sheet.FoldName(fold)
	if holdOut {
		return foldName{fold: r}, replication == "" && !strings.HasPrefix(fold, "Bootstrap")
	}
	if ok && r >= 0 {
		return foldName{replication: r, fold: k}, replication == "" && r > 0
	}
	if !ok {
		n, err := strconv.Atoi(strings.TrimSuffix(fold, ".0"))
		if k = n + 1 - f.base; err != nil || replication == "" {
			return foldName{fold: k}, err == nil // a split
		}
	}
	if replication == "" {
		return foldName{replication: 1, fold: k}, true
	}
	r, err := strconv.Atoi(strings.TrimSuffix(strings.TrimPrefix(replication, "Repeat"), ".0"))
	r += 1 - f.base
	return foldName{replication: r, fold: k}, err == nil && r > 0
}

// modelOf returns the model of a file without a given name: it is called as the file.
func modelOf(path string) Model {
	name := filepath.Base(path)
	for _, end := range []string{".gz", ".csv", ".tsv", ".arff", ".json", ".txt"} {
		name = strings.TrimSuffix(name, end)
	}
	return Model{Name: name, Path: path}
}
