package importer

import (
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Tidymodels reads what tune::collect_predictions(summarize = FALSE) returns, written as
// CSV: id and id2 of the resamples, .row, .pred_class or .pred, and the truth. Settings of
// a model (.config) and models (wflow_id) are models of their own if there are several.
func Tidymodels(models []Model, opt Options) (Predictions, error) {
	return frames(models, opt, func(r *records, opt *Options) (parse, error) {
		p := parse{base: 1, standard: []string{"", "id", "id2", ".row", ".pred_class", ".pred", ".config", "wflow_id", ".iter", ".estimate_type", "weights", ".case_weights"}, ignored: ".pred_"}
		var err error
		if p.record, err = r.need("save with control_resamples(save_pred = TRUE) and collect_predictions(summarize = FALSE)", ".row"); err != nil {
			return p, err
		}
		if p.predicted, err = r.need("save classes or numbers, not probabilities alone", ".pred_class", ".pred"); err != nil {
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
		const advice = `write data.table::rbindlist(lapply(rr$predictions(), data.table::as.data.table), idcol = "iteration")`
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
		}{{&p.predicted, []string{"prediction"}}, {&p.truthColumn, []string{"correct", "truth"}}, {&p.record, []string{"row_id"}}, {&p.resample, []string{"repeat"}}, {&p.within, []string{"fold"}}} {
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
			return Predictions{}, r.errorf(0, "", "predicts %s, %s does not; compare models of one kind", pick(opt.Regression, "numbers", "classes"), models[0].Path)
		}
		c.opt.Regression = opt.Regression
		if err := p.findTruth(r, opt.Truth); err != nil {
			return Predictions{}, err
		}
		if err := c.frame(m, r, p); err != nil {
			return Predictions{}, err
		}
	}
	return c.result()
}

// findTruth finds the column of the truth: the one that is named, or the only one that
// has no other meaning.
func (p *parse) findTruth(r *records, named string) (err error) {
	if named != "" {
		p.truthColumn, err = r.need("name the column of the truth", named)
		return err
	}
	if p.hasTruth {
		return nil
	}
	var left []string
	for k, name := range r.header {
		known := strings.HasPrefix(name, p.ignored)
		for _, s := range p.standard {
			known = known || s == name
		}
		if !known {
			left = append(left, name)
			p.truthColumn = k
		}
	}
	if len(left) != 1 {
		return r.errorf(0, "", "has %d columns that may be the truth (%s); name it with --truth COLUMN", len(left), cut(strings.Join(left, ", ")))
	}
	return nil
}

// frame reads the rows of a table.
func (c *collector) frame(m Model, r *records, p parse) error {
	at := place{file: r.name, truthColumn: r.header[p.truthColumn], predColumn: r.header[p.predicted]}
	settings := ""
	rows := 0
	for {
		fields, row, err := r.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		rows++
		at.row = row
		name := or(m.Name, ModelOf(m.Path).Name)
		if p.model >= 0 && fields[p.model] != "" {
			name = fields[p.model]
		}
		if p.setting >= 0 {
			if settings == "" {
				settings = strings.Clone(fields[p.setting])
			}
			if fields[p.setting] != settings && p.model < 0 {
				return at.errorf(r.header[p.setting], "%.40q, but %.40q above; keep the rows of one setting of the model", fields[p.setting], settings)
			}
		}
		within := ""
		if p.within >= 0 {
			within = fields[p.within]
		}
		replication, fold, ok := p.numbers(fields[p.resample], within)
		if !ok {
			return at.errorf(r.header[p.resample], "%.40q %.40q is no fold that the tool numbers; give resamples of cross-validation or hold-outs", fields[p.resample], within)
		}
		record, err := strconv.Atoi(fields[p.record])
		if err != nil || record < p.base {
			return at.errorf(r.header[p.record], "%.40q is not a whole number from %d", fields[p.record], p.base)
		}
		mine, err := c.of(strings.Clone(name), r.name)
		if err != nil {
			return err
		}
		if err := c.add(mine.fold(replication, fold), at, record-p.base, fields[p.truthColumn], fields[p.predicted]); err != nil {
			return err
		}
	}
	if rows == 0 {
		return r.errorf(0, "", "has a header but no predictions")
	}
	return nil
}

var (
	lastNumber = regexp.MustCompile(`([0-9]+)$`)
	caretFold  = regexp.MustCompile(`^Fold([0-9]+)(?:\.Rep([0-9]+))?$`)
	caretOther = regexp.MustCompile(`^Resample([0-9]+)$`)
)

// tidyNumbers reads id and id2 of rsample: Fold01, Repeat1 Fold01, Resample1, validation; and
// the ids that a manual_rset may have from caret: Fold1.Rep2.
func tidyNumbers(id, id2 string) (replication, fold int, ok bool) {
	number := func(s string) (int, bool) {
		m := lastNumber.FindString(s)
		if m == "" {
			return 1, true // validation, train/test split
		}
		n, err := strconv.Atoi(m)
		return n, err == nil && n >= 1 && n <= maxFolds
	}
	if id2 == "" && strings.Contains(id, ".Rep") {
		return caretNumbers(id, "")
	}
	n, ok := number(id)
	switch {
	case !ok:
		return 0, 0, false
	case id2 != "":
		k, ok := number(id2)
		return n, k, ok
	case strings.HasPrefix(id, "Fold"):
		return 1, n, true
	}
	return n, 1, true
}

// caretNumbers reads Resample of caret: Fold01, Fold1.Rep01, Resample01.
func caretNumbers(resample, _ string) (replication, fold int, ok bool) {
	if m := caretFold.FindStringSubmatch(resample); m != nil {
		r, f, err := numbers(or(m[2], "1"), m[1])
		return r, f, err == nil && r > 0 && f > 0
	}
	if m := caretOther.FindStringSubmatch(resample); m != nil {
		r, f, err := numbers(m[1], "1")
		return r, f, err == nil && r > 0
	}
	return 0, 0, false
}

// splitNumber reads the number of a split, from 1: which replication it belongs to the
// records tell.
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
