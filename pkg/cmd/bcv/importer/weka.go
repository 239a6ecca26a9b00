package importer

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/arff"
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
	dataset, model, scheme, options string
	named, folds                    bool // has a name of its own; has the column Key_Fold
	replication, fold, train, valid int
	value                           float64
}

func readWeka(m Model, column string) ([]wekaRow, error) {
	in, err := table.OpenLines(m.Path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	r, err := arff.NewRows(in)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"Key_Dataset", "Key_Run", "Key_Scheme", "Number_of_training_instances",
		"Number_of_testing_instances", column} {
		if !slices.Contains(r.Header, name) {
			return nil, place{file: m.Path}.errorf(name, "is missing, the columns are %.200s; %s", strings.Join(r.Header, ", "),
				table.Pick(name == column, "name a score with setting `score` (larger is better) or setting `loss`",
					"give CSV or ARFF that Weka's Experimenter wrote"))
		}
	}
	var out []wekaRow
	for {
		fields, row, err := r.Next()
		if err == io.EOF {
			return out, fractions(column, out)
		}
		if err != nil {
			return nil, err
		}
		text := func(name string) string {
			if k := slices.Index(r.Header, name); k >= 0 {
				return fields[k]
			}
			return ""
		}
		w := wekaRow{place: place{m.Path, row, wekaColumn}, dataset: text("Key_Dataset"), model: m.Name, scheme: text("Key_Scheme"),
			options: text("Key_Scheme_options"), named: m.Name != "", folds: slices.Contains(r.Header, "Key_Fold"), fold: 1}
		for name, into := range map[string]*int{"Key_Run": &w.replication, "Key_Fold": &w.fold,
			"Number_of_training_instances": &w.train, "Number_of_testing_instances": &w.valid} {
			if name == "Key_Fold" && !w.folds {
				continue
			}
			if *into, err = w.count(name, text(name)); err != nil {
				return nil, err
			}
		}
		if w.value, err = w.score(column, text(column)); err != nil {
			return nil, err
		}
		out = append(out, w)
	}
}

// wekaColumn is what Weka calls a column of package results.
func wekaColumn(name string) string {
	own := map[string]string{"dataset": "Key_Dataset", "replication": "Key_Run", "fold": "Key_Fold", "model": "Key_Scheme"}
	return cmp.Or(own[name], name)
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

// wekaResults makes the results of each data set.
func wekaResults(all []wekaRow, score metric.Metric) ([]results.Results, error) {
	sets := map[string]string{} // by data set
	var firsts [][]wekaRow      // rows of the first model of each
	for _, w := range all {
		if sets[w.dataset] != "" {
			continue
		}
		first := slices.DeleteFunc(slices.Clone(all), func(o wekaRow) bool { return o.dataset != w.dataset || o.model != w.model })
		slices.SortStableFunc(first, func(a, b wekaRow) int {
			return cmp.Or(cmp.Compare(a.replication, b.replication), cmp.Compare(a.fold, b.fold))
		})
		firsts, sets[w.dataset] = append(firsts, first), wekaSet(w.dataset, first).String()
	}
	in := newRows("dataset", "model", "replication", "fold", score.Name, "n_train", "n_valid", "set")
	for _, w := range all {
		in.add(w.place, w.dataset, w.model, strconv.Itoa(w.replication), strconv.Itoa(w.fold),
			strconv.FormatFloat(w.value, 'g', -1, 64), strconv.Itoa(w.train), strconv.Itoa(w.valid), sets[w.dataset])
	}
	out, err := in.read(results.ReadOptions{Metric: score})
	for _, first := range firsts {
		if err == nil {
			err = wekaWhole(first)
		}
	}
	for i := range out {
		out[i].Notes = append(out[i].Notes, "the results do not show the records of the folds: the partition set is named by the "+
			"numbers of records in them")
	}
	return out, err
}

// wekaSet names the partition set of a data set by the rows of a model.
func wekaSet(name string, first []wekaRow) cv.ID {
	h := sha256.New()
	fmt.Fprintf(h, "weka %q", name)
	replications, folds := 0, 0
	for _, w := range first {
		fmt.Fprintf(h, " %d %d %d %d", w.replication, w.fold, w.train, w.valid)
		replications, folds = max(replications, w.replication), max(folds, w.fold)
	}
	id := cv.ID{Method: cv.RLT, Fingerprint: hex.EncodeToString(h.Sum(nil)[:8])}
	switch {
	case folds == 2:
		id.Method = cv.Mx2
	case folds > 2 && replications == 1:
		id.Method = cv.KFold
	case folds > 2:
		id.Method = cv.RepeatedKFold
	}
	return id
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
