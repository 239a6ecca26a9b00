package importer

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// Weka reads the results of the Experimenter of Weka, CSV or ARFF, of one scheme or several in each
// file: Key_Dataset, Key_Run, Key_Fold (not in experiments with a percentage split), Key_Scheme and
// the scores. There are results for each data set. Models without a name are called by their schemes.
// Percentages are divided by 100: Percent_correct, which is taken if options name no other
// score, is the accuracy, and Percent_incorrect the error rate.
//
// The results do not show the records of the folds. Weka draws them at random by the number of the
// run, so that the set has the method mx2, kfold, rkfold or rlt; its fingerprint is computed from the
// data set's name and the numbers of records in all folds.
func Weka(models []Model, opt Options) ([]results.Results, error) {
	if err := once(models); err != nil {
		return nil, err
	}
	column := cmp.Or(cmp.Or(opt.Loss, opt.Score), "Percent_correct")
	score, problem := opt.scored(column)
	if problem != "" {
		return nil, place{file: models[0].Path}.errorf(column, "%s", problem)
	}
	switch column {
	case "Percent_correct":
		score, _ = metric.Named("accuracy")
	case "Percent_incorrect":
		score = metric.ErrorRate
	}
	var all []wekaRow
	for _, m := range models {
		rows, err := readWeka(m, column)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	shortNames(all)
	return wekaResults(all, score)
}

// wekaRow is a row of the Experimenter.
type wekaRow struct {
	place
	scheme, options string
	named, folds    bool // has a name of its own; has the column Key_Fold
	wekaKey
	train, valid int
	value        float64
}

// wekaKey says which result a row is.
type wekaKey struct {
	dataset, model    string
	replication, fold int
}

func readWeka(m Model, column string) ([]wekaRow, error) {
	r, err := openRecords(m.Path, true)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	at := map[string]int{}
	for _, name := range []string{"Key_Dataset", "Key_Run", "Key_Scheme", "Number_of_training_instances",
		"Number_of_testing_instances", column} {
		advice := "give CSV or ARFF that Weka's Experimenter wrote"
		if name == column {
			advice = "name a score with setting `score` (larger is better) or setting `loss`"
		}
		if at[name], err = r.need(advice, name); err != nil {
			return nil, err
		}
	}
	within, options := r.column("Key_Fold"), r.column("Key_Scheme_options")
	var out []wekaRow
	for {
		fields, row, err := r.next()
		if err == io.EOF {
			return out, fractions(column, out)
		}
		if err != nil {
			return nil, err
		}
		w := wekaRow{place: place{file: r.name, row: row}, scheme: strings.Clone(fields[at["Key_Scheme"]]),
			named: m.Name != "", folds: within >= 0}
		w.wekaKey = wekaKey{strings.Clone(fields[at["Key_Dataset"]]), m.Name, 0, 1}
		if options >= 0 {
			w.options = strings.Clone(fields[options])
		}
		type number struct {
			into   *int
			column int
		}
		numbers := []number{{&w.replication, at["Key_Run"]}, {&w.train, at["Number_of_training_instances"]},
			{&w.valid, at["Number_of_testing_instances"]}}
		if within >= 0 {
			numbers = append(numbers, number{&w.fold, within})
		}
		for _, n := range numbers {
			if *n.into, err = w.count(r.header[n.column], fields[n.column]); err != nil {
				return nil, err
			}
		}
		if w.value, err = w.score(column, fields[at[column]]); err != nil {
			return nil, err
		}
		out = append(out, w)
	}
}

// fractions returns an error if the percentages of correct instances of a model are
// fractions: at most 1 in all rows, and not 0 in all.
func fractions(column string, rows []wekaRow) error {
	scheme := func(w wekaRow) string { return w.scheme + " " + w.options }
	most := map[string]float64{}
	for _, w := range rows {
		most[scheme(w)] = max(most[scheme(w)], w.value)
	}
	for _, w := range rows {
		if m := most[scheme(w)]; column == "Percent_correct" && m > 0 && m <= 0.01 {
			return w.errorf(column, "is at most 1 in all rows of %s; give percentages, from 0 to 100", w.scheme)
		}
	}
	return nil
}

// score reads a score.
func (p place) score(column, text string) (float64, error) {
	v, problem := table.Float(text)
	if problem != "" {
		return 0, p.errorf(column, "%.40q is not a finite decimal number; name another score with setting `score` or "+
			"setting `loss`",
			text)
	}
	if !strings.HasPrefix(column, "Percent_") {
		return v, nil
	}
	if v < 0 || v > 100 {
		return 0, p.errorf(column, "%s is not a percentage, from 0 to 100", text)
	}
	return v / 100, nil
}

// count reads a whole number from 1, which Weka may write as 75.0.
func (p place) count(column, text string) (int, error) {
	v, problem := table.Float(text)
	if problem != "" || v != float64(int(v)) || v < 1 || v > 1<<31-1 {
		return 0, p.errorf(column, "%.40q is not a whole number from 1", text)
	}
	return int(v), nil
}

// shortNames calls models without a name by the last part of their schemes, with options
// where two would be called the same.
func shortNames(rows []wekaRow) {
	short := func(w wekaRow) string { return w.scheme[strings.LastIndexByte(w.scheme, '.')+1:] }
	full := map[string]string{}
	twice := map[string]bool{}
	for _, w := range rows {
		key := w.scheme + " " + w.options
		if k, ok := full[short(w)]; ok && k != key {
			twice[short(w)] = true
		}
		full[short(w)] = key
	}
	for i, w := range rows {
		if w.named {
			continue
		}
		rows[i].model = short(w)
		if twice[short(w)] {
			rows[i].model = strings.TrimSpace(short(w) + " " + w.options)
		}
	}
}

// wekaResults checks that all models have the same folds, and makes the results of each data set.
func wekaResults(rows []wekaRow, score metric.Metric) ([]results.Results, error) {
	at := map[wekaKey]wekaRow{}
	var datasets, models []string
	for _, w := range rows {
		if before, ok := at[w.wekaKey]; ok {
			return nil, w.errorf("", "model %.80q has run %d fold %d of %.40q twice, also in %s row %d; name models "+
				"with setting `model` NAME=FILE", w.model, w.replication, w.fold, w.dataset, before.file, before.row)
		}
		at[w.wekaKey] = w
		if !slices.Contains(models, w.model) {
			models = append(models, w.model)
		}
		if !slices.Contains(datasets, w.dataset) {
			datasets = append(datasets, w.dataset)
		}
	}
	for _, w := range rows {
		for _, model := range models {
			o, ok := at[wekaKey{w.dataset, model, w.replication, w.fold}]
			if !ok {
				return nil, w.errorf("", "model %.80q has run %d fold %d of %.40q, model %.80q has not; run all "+
					"models on the same folds%s", w.model, w.replication, w.fold, w.dataset, model,
					cmp.Or(results.Twin(model, models), results.Twin(w.model, models)))
			}
			if o.train != w.train || o.valid != w.valid {
				return nil, w.errorf("", "%d training and %d test instances, but model %.80q has %d and %d in this "+
					"fold (%s row %d); run all models on the same data",
					w.train, w.valid, model, o.train, o.valid, o.file, o.row)
			}
		}
	}
	var out []results.Results
	for _, d := range datasets {
		one, err := wekaDataset(d,
			slices.DeleteFunc(slices.Clone(rows), func(w wekaRow) bool { return w.dataset != d }), score)
		if err != nil {
			return nil, err
		}
		out = append(out, *one)
	}
	return out, nil
}

// wekaDataset makes the results of a data set from its rows.
func wekaDataset(name string, rows []wekaRow, score metric.Metric) (*results.Results, error) {
	first := slices.DeleteFunc(slices.Clone(rows), func(w wekaRow) bool { return w.model != rows[0].model })
	slices.SortStableFunc(first, func(a, b wekaRow) int {
		return cmp.Or(cmp.Compare(a.replication, b.replication), cmp.Compare(a.fold, b.fold))
	})
	if err := wekaWhole(first); err != nil {
		return nil, err
	}
	design := results.Design{ID: cv.ID{Method: cv.RLT}, Records: first[0].train + first[0].valid}
	h := sha256.New()
	fmt.Fprintf(h, "weka %q", name)
	for _, w := range first {
		fmt.Fprintf(h, " %d %d %d %d", w.replication, w.fold, w.train, w.valid)
		design.Replications, design.Folds = max(design.Replications, w.replication), max(design.Folds, w.fold)
	}
	design.ID.Fingerprint = hex.EncodeToString(h.Sum(nil)[:8])
	switch {
	case design.Folds == 2:
		design.ID.Method = cv.Mx2
	case design.Folds > 2 && design.Replications == 1:
		design.ID.Method = cv.KFold
	case design.Folds > 2:
		design.ID.Method = cv.RepeatedKFold
	}
	out := newResults(design, score)
	out.Dataset = name
	out.Notes = []string{"the results do not show the records of the folds: the partition set is named by the " +
		"numbers of records in them"}
	for _, w := range first {
		out.Train, out.Valid = append(out.Train, w.train), append(out.Valid, w.valid)
	}
	for _, w := range rows {
		if err := out.Add(cv.Fold{Replication: w.replication, Fold: w.fold}, w.model, w.value); err != nil {
			return nil, w.refused(err)
		}
	}
	return out, nil
}

// wekaWhole returns an error unless the rows of a model, which are in order, have all folds. The folds
// of a run together test each instance once; experiments with a percentage split have no folds.
func wekaWhole(rows []wekaRow) error {
	folds := make([]foldFile, len(rows))
	tested := map[int]int{} // instances of each run
	for k, w := range rows {
		folds[k] = foldFile{w.replication, w.fold, w.file, ""}
		tested[w.replication] += w.valid
	}
	if err := whole(folds); err != nil {
		return err
	}
	n := rows[0].train + rows[0].valid
	for _, w := range rows {
		switch {
		case w.train+w.valid != n:
			return w.errorf("", "%d training and %d test instances, but %d together in %s row %d; give results on "+
				"one data set",
				w.train, w.valid, n, rows[0].file, rows[0].row)
		case w.folds && tested[w.replication] != n:
			return w.errorf("Key_Fold", "the folds of run %d test %d of %d instances; give the results of all folds",
				w.replication, tested[w.replication], n)
		}
	}
	return nil
}
