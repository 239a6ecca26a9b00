package importer

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Tidymodels reads what tune::collect_predictions(summarize = FALSE) returns, written as
// CSV: id and id2 of the resamples, .row, .pred_class or .pred, and the truth. Of each
// model (wflow_id) there is one setting (.config).
func Tidymodels(models []Model, opt Options) (Predictions, error) {
	return frames(models, opt, func(r *records, opt *Options) (parse, error) {
		p := parse{base: 1, standard: []string{"", "id", "id2", ".row", ".pred_class", ".pred", ".config", "wflow_id",
			".iter", ".estimate_type", "weights", ".case_weights"}, ignored: ".pred_"}
		var err error
		if p.record, err = r.need("save with control_resamples(save_pred = TRUE) and collect_predictions(summarize = "+
			"FALSE)", ".row"); err != nil {
			return p, err
		}
		if p.predicted, err = r.need("save classes or numbers, not probabilities alone", ".pred_class",
			".pred"); err != nil {
			return p, err
		}
		if r.header[p.predicted] == ".pred" {
			opt.Regression = true
		}
		if p.resample, err = r.need("save with collect_predictions(summarize = FALSE)", "id"); err != nil {
			return p, err
		}
		p.within, p.model = r.column("id2"), r.column("wflow_id")
		p.setting = r.column(".config")
		p.numbers = tidyNumbers
		return p, nil
	})
}

// Caret reads the element pred of a train object, written as CSV: pred, obs, rowIndex and
// Resample.
func Caret(models []Model, opt Options) (Predictions, error) {
	return frames(models, opt, func(r *records, _ *Options) (parse, error) {
		p := parse{base: 1, within: -1, model: -1, setting: -1}
		var err error
		const advice = "train with trainControl(savePredictions = \"final\") and write its element pred"
		for _, c := range []struct {
			at   *int
			name string
		}{{&p.predicted, "pred"}, {&p.truthColumn, "obs"}, {&p.record, "rowIndex"}, {&p.resample, "Resample"}} {
			if *c.at, err = r.need(advice, c.name); err != nil {
				return p, err
			}
		}
		p.hasTruth, p.numbers = true, caretNumbers
		return p, nil
	})
}

// MLR3 reads the predictions of a ResampleResult of mlr3 or a BenchmarkResult, written as
// CSV: iteration, row_ids, truth and response, and learner_id for several learners.
func MLR3(models []Model, opt Options) (Predictions, error) {
	return frames(models, opt, func(r *records, _ *Options) (parse, error) {
		p := parse{base: 1, within: -1, setting: -1, model: r.column("learner_id")}
		var err error
		const advice = `write data.table::rbindlist(lapply(rr$predictions(), data.table::as.data.table), idcol = ` +
			`"iteration")`
		for _, c := range []struct {
			at   *int
			name string
		}{{&p.predicted, "response"}, {&p.truthColumn, "truth"}, {&p.record, "row_ids"}, {&p.resample, "iteration"}} {
			if *c.at, err = r.need(advice, c.name); err != nil {
				return p, err
			}
		}
		p.hasTruth, p.numbers = true, splitNumber
		return p, nil
	})
}

// OpenML reads predictions.arff of an OpenML run: repeat, fold, row_id, prediction and
// correct (or truth).
func OpenML(models []Model, opt Options) (Predictions, error) {
	return frames(models, opt, func(r *records, _ *Options) (parse, error) {
		p := parse{within: -1, setting: -1, model: -1}
		var err error
		const advice = "give the file predictions.arff of an OpenML run"
		for _, c := range []struct {
			at   *int
			name []string
		}{{&p.predicted, []string{"prediction"}}, {&p.truthColumn, []string{"correct", "truth"}},
			{&p.record, []string{"row_id"}}, {&p.resample, []string{"repeat"}}, {&p.within, []string{"fold"}}} {
			if *c.at, err = r.need(advice, c.name...); err != nil {
				return p, err
			}
		}
		p.hasTruth, p.numbers = true, openmlNumbers
		return p, nil
	})
}

// parse says how to read the rows of a table of predictions.
type parse struct {
	record, predicted, truthColumn int
	resample, within               int // columns that name the fold; within is -1 where there is one
	model, setting                 int // columns that name the model and its setting; -1 for none
	base                           int // number of the first record
	hasTruth                       bool
	standard                       []string // columns that are not the truth
	ignored                        string   // prefix of more of them
	numbers                        func(resample, within string) (replication, fold int, ok bool)
}

// frames reads tables of predictions, one a model.
func frames(models []Model, opt Options, how func(r *records, opt *Options) (parse, error)) (Predictions, error) {
	c := newCollector(opt)
	column := "" // of models
	if err := once(models); err != nil {
		return Predictions{}, err
	}
	for k, m := range models {
		opt := opt
		r, err := openRecords(m.Path, false)
		if err != nil {
			return Predictions{}, err
		}
		defer r.Close()
		p, err := how(r, &opt)
		if err != nil {
			return Predictions{}, err
		}
		if k > 0 && opt.Regression != c.opt.Regression {
			return Predictions{}, r.errorf(0, "", "predicts %s, %s does not; compare models of one kind",
				pick(opt.Regression, "numbers", "classes"), models[0].Path)
		}
		c.opt.Regression = opt.Regression
		if err := p.findTruth(r, opt.Truth); err != nil {
			return Predictions{}, err
		}
		if err := c.frame(m, r, p); err != nil {
			return Predictions{}, err
		}
		if p.model >= 0 {
			column = r.header[p.model]
		}
	}
	out, err := c.result()
	if column != "" && len(out.Models) == 1 {
		out.Notes = append(out.Notes, fmt.Sprintf("column %s names one model alone, %.40q; is the file whole?", column,
			out.Models[0]))
	}
	return out, err
}

// findTruth finds the column of the truth: the one that is named, or the only one that
// has no other meaning.
func (p *parse) findTruth(r *records, named string) (err error) {
	other := func(name string) bool {
		return slices.Contains(p.standard, name) || p.ignored != "" && strings.HasPrefix(name, p.ignored)
	}
	if named != "" {
		p.hasTruth = true
		k, err := r.need("name the column of the truth", named)
		if err == nil && (other(named) || slices.Contains([]int{p.record, p.predicted, p.resample, p.within, p.model,
			p.setting}, k)) {
			err = r.errorf(0, named, "is not the truth; name its column with --truth COLUMN")
		}
		p.truthColumn = k
		return err
	}
	if p.hasTruth {
		return nil
	}
	var left []string
	for k, name := range r.header {
		if !other(name) {
			left = append(left, name)
			p.truthColumn = k
		}
	}
	if len(left) != 1 {
		return r.errorf(0, "", "has %d columns that may be the truth (%s); name it with --truth COLUMN", len(left),
			cut(strings.Join(left, ", ")))
	}
	return nil
}

// frameReader reads the rows of a table.
type frameReader struct {
	parse
	*records
	c        *collector
	given    Model
	at       place
	settings map[string]string    // of each model
	folds    map[[2]int][2]string // what the file calls them
	model    string               // in the column of models, in the first row
	truth    string               // in the first row
	varies   bool                 // not all truths are the first one
}

// frame reads the rows of a table.
func (c *collector) frame(m Model, r *records, p parse) error {
	f := frameReader{parse: p, records: r, c: c, given: m, settings: map[string]string{}, folds: map[[2]int][2]string{},
		at: place{file: r.name, truthColumn: r.header[p.truthColumn], predColumn: r.header[p.predicted]}}
	rows := 0
	for ; ; rows++ {
		fields, row, err := r.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if rows == 0 {
			f.truth = strings.Clone(fields[p.truthColumn])
			if p.model >= 0 {
				f.model = strings.Clone(fields[p.model])
			}
		}
		f.at.row = row
		if err := f.row(fields); err != nil {
			return err
		}
	}
	if !p.hasTruth && rows > 1 && !f.varies {
		return r.errorf(0, f.at.truthColumn, "is %.40q in all rows; is it the truth? Then say --truth %s",
			f.truth, f.at.truthColumn)
	}
	return nil
}

// row reads a row.
func (f *frameReader) row(fields []string) error {
	name, err := f.name(fields)
	if err != nil {
		return err
	}
	f.varies = f.varies || fields[f.truthColumn] != f.truth
	if f.setting >= 0 {
		if _, ok := f.settings[name]; !ok {
			f.settings[name] = strings.Clone(fields[f.setting])
		}
		if before := f.settings[name]; fields[f.setting] != before {
			return f.at.errorf(f.header[f.setting], "%.40q, but %.40q above; keep the rows of one setting of the model",
				fields[f.setting], before)
		}
	}
	var id [2]string
	if id[0] = fields[f.resample]; f.within >= 0 {
		id[1] = fields[f.within]
	}
	replication, fold, ok := f.numbers(id[0], id[1])
	if !ok {
		return f.at.errorf(f.header[f.resample], "%.40q %.40q is not a fold that is known by its name, such as "+
			"Fold1, Fold1.Rep2 or Resample3; give cross-validation or hold-outs, not bootstraps or slices",
			id[0], id[1])
	}
	key := [2]int{replication, fold}
	before, ok := f.folds[key]
	if !ok {
		f.folds[key] = [2]string{strings.Clone(id[0]), strings.Clone(id[1])}
	} else if before != id {
		return f.at.errorf(f.header[f.resample], "%.40q %.40q has the number of %.40q %.40q above; give folds of one "+
			"kind",
			id[0], id[1], before[0], before[1])
	}
	record, err := strconv.Atoi(fields[f.record])
	if err != nil || record < f.base {
		return f.at.errorf(f.header[f.record], "%.40q is not a whole number from %d", fields[f.record], f.base)
	}
	mine, err := f.c.of(name, f.records.name)
	if err != nil {
		return err
	}
	return f.c.add(mine.fold(replication, fold), f.at, record-f.base, fields[f.truthColumn], fields[f.predicted])
}

// name returns the name of a row's model: the one that is given to the file, or that in its
// column, or that of the file.
func (f *frameReader) name(fields []string) (string, error) {
	column := ""
	if f.parse.model >= 0 {
		column = fields[f.parse.model]
	}
	if f.given.Name == "" {
		return strings.Clone(or(column, ModelOf(f.given.Path).Name)), nil
	}
	if column != f.model {
		return "", f.at.errorf(f.header[f.parse.model], "%.40q, but %.40q above, and the file is named as that of "+
			"one model, %.40q; give it without a name",
			column, f.model, f.given.Name)
	}
	return f.given.Name, nil
}

var (
	tidyFold   = regexp.MustCompile(`^(?:Fold|Resample)([0-9]+)$`)
	tidyRepeat = regexp.MustCompile(`^Repeat([0-9]+)$`)
	caretFold  = regexp.MustCompile(`^Fold([0-9]+)(?:\.Rep([0-9]+))?$`)
	resample   = regexp.MustCompile(`^Resample([0-9]+)$`)
)

// tidyNumbers reads id and id2 of rsample: Fold01, Repeat1 Fold01, Resample1, validation; and
// the ids that a manual_rset may have from caret: Fold1.Rep2. Bootstraps, slices of time and
// what is not known by its name are not taken.
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

// caretNumbers reads Resample of caret: Fold01, Fold1.Rep01, Resample01. Whether resamples
// are hold-outs or folds the records show.
func caretNumbers(id, _ string) (replication, fold int, ok bool) {
	if m := caretFold.FindStringSubmatch(id); m != nil {
		r, f, err := numbers(or(m[2], "1"), m[1])
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

// ModelOf returns the model of a file that no name was given for.
func ModelOf(path string) Model {
	name := filepath.Base(path)
	for _, end := range []string{".gz", ".csv", ".tsv", ".arff", ".json", ".txt"} {
		name = strings.TrimSuffix(name, end)
	}
	return Model{Name: name, Path: path}
}
