package importer

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/results"
)

// Weka reads the results of the Experimenter of Weka, CSV or ARFF, of one scheme or
// several in each file: Key_Dataset, Key_Run, Key_Fold (not in experiments with a
// percentage split), Key_Scheme and the scores. Models without a name are called by their
// schemes. Percentages are divided by 100; a score that Options name for larger is better
// becomes 1 - score. Without one the loss is 1 - Percent_correct/100.
//
// The results do not tell the records of the folds. Weka draws them at random by the
// number of the run, so that the set has the method mx2, kfold, rkfold or rlt; its
// fingerprint is that of the data set's name and the numbers of records in all folds.
func Weka(models []Model, opt Options) (Predictions, error) {
	if err := once(models); err != nil {
		return Predictions{}, err
	}
	var all []wekaRow
	for _, m := range models {
		rows, err := readWeka(m, opt)
		if err != nil {
			return Predictions{}, err
		}
		all = append(all, rows...)
	}
	shortNames(all)
	return wekaResult(all)
}

// wekaRow is a row of the Experimenter.
type wekaRow struct {
	place
	scheme, options string
	named, folds    bool // has a name of its own; has the column Key_Fold
	fold.DatasetLossRow
}

func readWeka(m Model, opt Options) ([]wekaRow, error) {
	r, err := openRecords(m.Path, true)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	const advice = "give CSV or ARFF that Weka's Experimenter wrote"
	var dataset, run, scheme, train, valid, value int
	column := or(or(opt.Loss, opt.Score), "Percent_correct")
	for _, c := range []struct {
		at     *int
		name   string
		advice string
	}{{&dataset, "Key_Dataset", advice}, {&run, "Key_Run", advice}, {&scheme, "Key_Scheme", advice},
		{&train, "Number_of_training_instances", advice},
		{&valid, "Number_of_testing_instances", advice},
		{&value, column, "name a score with --score (larger is better) or --loss"}} {
		if *c.at, err = r.need(c.advice, c.name); err != nil {
			return nil, err
		}
	}
	within, options := r.column("Key_Fold"), r.column("Key_Scheme_options")
	var out []wekaRow
	for {
		fields, row, err := r.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		w := wekaRow{place: place{file: r.name, row: row}, scheme: strings.Clone(fields[scheme]), named: m.Name != "",
			folds: within >= 0}
		w.Dataset, w.Model = strings.Clone(fields[dataset]), m.Name
		if options >= 0 {
			w.options = strings.Clone(fields[options])
		}
		w.Fold = 1
		if w.Replication, err = w.count("Key_Run", fields[run]); err == nil && within >= 0 {
			w.Fold, err = w.count("Key_Fold", fields[within])
		}
		if err == nil {
			w.NTrain, err = w.count(r.header[train], fields[train])
		}
		if err == nil {
			w.NValid, err = w.count(r.header[valid], fields[valid])
		}
		if err != nil {
			return nil, err
		}
		if w.Loss, err = w.loss(column, fields[value], opt); err != nil {
			return nil, err
		}
		out = append(out, w)
	}
	return out, fractions(column, out)
}

// fractions returns an error if the percentages of correct instances of a model are
// fractions: at most 1 in all rows, and not 0 in all.
func fractions(column string, rows []wekaRow) error {
	scheme := func(w wekaRow) string { return w.scheme + " " + w.options }
	least := map[string]float64{} // loss
	for _, w := range rows {
		if l, ok := least[scheme(w)]; !ok || w.Loss < l {
			least[scheme(w)] = w.Loss
		}
	}
	for _, w := range rows {
		if l := least[scheme(w)]; column == "Percent_correct" && l >= 0.99 && l < 1 {
			return w.errorf(column, "is at most 1 in all rows of %s; give percentages, from 0 to 100", w.scheme)
		}
	}
	return nil
}

// loss returns the loss of a score.
func (p place) loss(column, text string, opt Options) (float64, error) {
	v, problem := table.Float(text)
	if problem != "" {
		return 0, p.errorf(column, "%.40q is not a finite decimal number; name another score with --score or --loss",
			text)
	}
	if strings.HasPrefix(column, "Percent_") {
		if v < 0 || v > 100 {
			return 0, p.errorf(column, "%s is not a percentage, from 0 to 100", text)
		}
		v /= 100
	}
	if problem := measureProblem(column, v, opt); problem != "" {
		return 0, p.errorf(column, "%s", problem)
	}
	if opt.Loss == "" {
		v = 1 - v
	}
	return v, nil
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
		rows[i].Model = short(w)
		if twice[short(w)] {
			rows[i].Model = strings.TrimSpace(short(w) + " " + w.options)
		}
	}
}

// wekaResult checks that all models have the same folds and names the sets.
func wekaResult(rows []wekaRow) (Predictions, error) {
	var out Predictions
	type key struct {
		dataset, model    string
		replication, fold int
	}
	at := map[key]wekaRow{}
	var datasets []string
	for _, w := range rows {
		k := key{w.Dataset, w.Model, w.Replication, w.Fold}
		if before, ok := at[k]; ok {
			return out, w.errorf("", "model %.80q has run %d fold %d of %.40q twice, also in %s row %d; name models "+
				"with --model NAME=FILE", w.Model, w.Replication, w.Fold, w.Dataset, before.file, before.row)
		}
		at[k] = w
		if !slices.Contains(out.Models, w.Model) {
			out.Models = append(out.Models, w.Model)
		}
		if !slices.Contains(datasets, w.Dataset) {
			datasets = append(datasets, w.Dataset)
		}
	}
	for _, w := range rows {
		for _, model := range out.Models {
			o, ok := at[key{w.Dataset, model, w.Replication, w.Fold}]
			if !ok {
				return out, w.errorf("", "model %.80q has run %d fold %d of %.40q, model %.80q has not; run all "+
					"models on the same folds%s",
					w.Model, w.Replication, w.Fold, w.Dataset, model,
					or(results.Twin(model, out.Models), results.Twin(w.Model, out.Models)))
			}
			if o.NTrain != w.NTrain || o.NValid != w.NValid {
				return out, w.errorf("", "%d training and %d test instances, but model %.80q has %d and %d in this "+
					"fold (%s row %d); run all models on the same data", w.NTrain, w.NValid, model, o.NTrain, o.NValid,
					o.file, o.row)
			}
		}
	}
	for _, d := range datasets {
		found, err := wekaSet(d, rows, out.Models[0])
		if err != nil {
			return out, err
		}
		for _, w := range rows {
			if w.Dataset == d {
				w.Set = found.Column()
				out.Losses = append(out.Losses, w.DatasetLossRow)
			}
		}
		out.Set = found
	}
	out.Notes = append(out.Notes, "the results do not tell the records of the folds: the partition set is named by "+
		"the numbers of records in them")
	return out, nil
}

// wekaSet names the set of a data set by what is known of it.
func wekaSet(dataset string, rows []wekaRow, model string) (DetectedSet, error) {
	h := sha256.New()
	fmt.Fprintf(h, "weka %q", dataset)
	var found DetectedSet
	var mine []wekaRow
	for _, w := range rows {
		if w.Dataset == dataset && w.Model == model {
			mine = append(mine, w)
		}
	}
	slices.SortFunc(mine, func(a, b wekaRow) int {
		if a.Replication != b.Replication {
			return a.Replication - b.Replication
		}
		return a.Fold - b.Fold
	})
	if err := wekaWhole(mine); err != nil {
		return found, err
	}
	for _, w := range mine {
		fmt.Fprintf(h, " %d %d %d %d", w.Replication, w.Fold, w.NTrain, w.NValid)
		found.Replications, found.Folds, found.Records = max(found.Replications, w.Replication),
			max(found.Folds, w.Fold), w.NTrain+w.NValid
	}
	found.ID = cv.ID{Method: cv.RLT, Fingerprint: hex.EncodeToString(h.Sum(nil)[:8])}
	switch {
	case found.Folds == 2:
		found.ID.Method = cv.Mx2
	case found.Folds > 2 && found.Replications == 1:
		found.ID.Method = cv.KFold
	case found.Folds > 2:
		found.ID.Method = cv.RepeatedKFold
	}
	return found, nil
}

// wekaWhole returns an error unless the rows of a model, which are in order, have all folds:
// those of a run test each instance once, unless the experiment had none.
func wekaWhole(rows []wekaRow) error {
	folds := make([]foldFile, len(rows))
	tested := map[int]int{} // instances of each run
	for k, w := range rows {
		folds[k] = foldFile{w.Replication, w.Fold, w.file}
		tested[w.Replication] += w.NValid
	}
	if err := whole(folds); err != nil {
		return err
	}
	n := rows[0].NTrain + rows[0].NValid
	for _, w := range rows {
		switch {
		case w.NTrain+w.NValid != n:
			return w.errorf("", "%d training and %d test instances, but %d together in %s row %d; give results on "+
				"one data set",
				w.NTrain, w.NValid, n, rows[0].file, rows[0].row)
		case w.folds && tested[w.Replication] != n:
			return w.errorf("Key_Fold", "the folds of run %d test %d of %d instances; give the results of all folds",
				w.Replication, tested[w.Replication], n)
		}
	}
	return nil
}
