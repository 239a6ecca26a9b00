package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/pkg/fold"
	"github.com/block-regularized/bcv/pkg/internal/table"
	"github.com/block-regularized/bcv/pkg/posterior"
)

// manyFolds reports whether files of counts are of more than two folds a replication. What
// is wrong with the files it leaves to their reader.
func manyFolds(paths []string) bool {
	return slices.ContainsFunc(paths, func(path string) bool {
		f, err := table.Open(path)
		if err != nil {
			return false
		}
		defer f.Close()
		in := table.NewRecords(path, f, 0)
		column := -1
		for {
			fields, _, err := in.Next()
			switch {
			case err != nil:
				return false
			case column < 0:
				if column = slices.Index(fields, "fold"); column < 0 && len(fields) > 1 {
					return false
				}
			case column < len(fields):
				if n, err := strconv.Atoi(fields[column]); err == nil && n > 2 {
					return true
				}
			}
		}
	})
}

// manyRow is a row of counts with its place in the files.
type manyRow struct {
	fold.CountRow
	file   string
	line   int
	counts posterior.Counts
}

// manyFoldFiles compares two models by their counts on the folds of a K-fold CV: each
// metric by the tests of fold results. The effective counts of package posterior are those
// of m x 2 CV.
func manyFoldFiles(paths []string, opt Options) (Result, error) {
	if err := opt.fit("counts", false); err != nil {
		return Result{}, err
	}
	rows, err := readMany(paths)
	if err != nil {
		return Result{}, err
	}
	var places []fold.Place
	for _, r := range rows {
		if at := (fold.Place{Dataset: r.Dataset, Task: r.Task}); !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	return byMetric(Result{}, len(places), opt, func(i int, metric posterior.Metric) (Result, error) {
		return manyCounted(rows, places[i], metric, opt.onOne(len(places)))
	})
}

func readMany(paths []string) ([]manyRow, error) {
	var out []manyRow
	name := fold.ModelNames(paths)
	for _, path := range paths {
		rows, in, err := table.ReadFile[fold.CountRow](path, table.Ignore("tag_set"))
		if err != nil {
			return nil, err
		}
		chunks := in.Has("gold", "predicted", "correct")
		if !chunks && !in.Has("tp", "fp", "fn") {
			return nil, in.Errorf(-1, "", "has no counts; give gold, predicted and correct, or tp, fp and fn")
		}
		for i, r := range rows {
			r.Model = name(path, r.Model)
			m := manyRow{CountRow: r, file: path, line: in.Lines[i]}
			if m.counts = (posterior.Counts{TP: float64(r.TP), FP: float64(r.FP), FN: float64(r.FN)}); chunks {
				m.counts = posterior.Chunks(float64(r.Gold), float64(r.Predicted), float64(r.Correct))
			}
			if m.counts.FP < 0 || m.counts.FN < 0 {
				return nil, in.Errorf(i, "correct", "%d is more than the %d gold or the %d predicted chunks", r.Correct, r.Gold, r.Predicted)
			}
			out = append(out, m)
		}
	}
	return out, nil
}

// manyCounted compares one metric in one place.
func manyCounted(rows []manyRow, at fold.Place, metric posterior.Metric, opt Options) (Result, error) {
	var values []fold.LossRow // the metric takes the place of a loss
	var from []manyRow
	for _, r := range rows {
		if (fold.Place{Dataset: r.Dataset, Task: r.Task}) != at || len(opt.Models) == 2 && !slices.Contains(opt.Models, r.Model) {
			continue
		}
		v := r.counts.Value(metric)
		if math.IsNaN(v) {
			return Result{}, &undefinedError{many: true, problem: prefix(at.String(), fmt.Sprintf("%s of %q has no value in replication %d fold %d, where it has nothing to count", metric, r.Model, r.Replication, r.Fold))}
		}
		values = append(values, fold.LossRow{Model: r.Model, Replication: r.Replication, Fold: r.Fold, Loss: v, Set: r.Set})
		from = append(from, r)
	}
	l, err := fold.LossesOf(values, opt.Models...)
	if err != nil {
		var te *table.Error
		if errors.As(err, &te) && te.Row > 0 && te.Row <= len(from) { // rows are those of the files
			return Result{}, &table.Error{File: from[te.Row-1].file, Row: from[te.Row-1].line, Column: te.Column, Problem: te.Problem}
		}
		return Result{}, err
	}
	a, b, _ := l.Differences.Losses()
	base := Verdict{Task: at.String(), Dataset: at.Dataset, Metric: metric.String(), HigherIsBetter: true, ModelA: l.A, ModelB: l.B, A: a, B: b, Design: l.Design, data: dataOf(l.Differences, opt)}
	base.data.task = at.Task
	verdicts, err := tests(l.Differences, base, nil, opt)
	return Result{Verdicts: verdicts, Notes: notes(l.Design.Note())}, err
}
