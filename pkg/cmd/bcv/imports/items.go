package imports

import (
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/pkg/importer/evallog"
	"github.com/block-regularized/bcv/pkg/results"
)

// logFormat is a format of logs of evaluations.
func logFormat(name, summary string, define func(f *importFlags, fs *flag.FlagSet),
	read func([]evallog.Source, evallog.Options) ([]evallog.Score, []string, error)) importFormat {
	return importFormat{name, summary, define, func(f *importFlags) (out imported, err error) {
		logs := make([]evallog.Source, 0, len(f.models)+len(f.words))
		for _, m := range f.models {
			logs = append(logs, evallog.Source{Model: m.Name, Path: m.Path})
		}
		for _, path := range f.words {
			logs = append(logs, evallog.Source{Path: path})
		}
		if len(logs) == 0 {
			return out, errors.New("no log; name one or more, or the log of each model with --model NAME=FILE")
		}
		scores, notes, err := read(logs, f.logs)
		if err != nil {
			return out, err
		}
		rows := make([][]string, len(scores))
		for i, s := range scores {
			if err := results.CheckModel(s.Model); err != nil {
				return out, fmt.Errorf("%w (--model NAME=FILE)", err)
			}
			rows[i] = []string{s.Task, s.Item, s.Model, s.Run, s.Cluster, strconv.FormatFloat(s.Score, 'g', -1, 64)}
		}
		return itemFile([]string{"task", "item", "model", "run", "cluster", "score"}, rows, notes), nil
	}}
}

func defineInspect(f *importFlags, fs *flag.FlagSet) {
	fs.StringVar(&f.logs.Metric, "metric", "", "`name` of the metric to take, where the logs have several; in Inspect "+
		"SCORER, or SCORER.KEY")
	fs.StringVar(&f.logs.Cluster, "cluster", "", "`field` of a sample that holds the cluster of its item, such as "+
		"metadata.passage_id")
	fs.StringVar(&f.logs.Item, "item", "", "`field` of a sample that identifies its item (default: id, in lm-eval doc_id)")
	fs.BoolVar(&f.logs.Common, "common", false, "leave out the items of samples without a score, in all models")
}

func defineLMEval(f *importFlags, fs *flag.FlagSet) {
	defineInspect(f, fs)
	fs.StringVar(&f.logs.Filter, "filter", "", "`name` of the filter to take, where the logs have several")
}

// itemFile is a file of items. Columns that are empty in all rows are left out.
func itemFile(header []string, rows [][]string, notes []string) imported {
	for k := len(header) - 1; k >= 0; k-- {
		if slices.ContainsFunc(rows, func(row []string) bool { return row[k] != "" }) {
			continue
		}
		header = slices.Delete(header, k, k+1)
		for i, row := range rows {
			rows[i] = slices.Delete(row, k, k+1)
		}
	}
	of := func(column string) (names []string) {
		seen := map[string]bool{}
		k := slices.Index(header, column)
		for _, row := range rows {
			if k >= 0 && !seen[row[k]] {
				seen[row[k]] = true
				names = append(names, row[k])
			}
		}
		return names
	}
	says := "Items of one test set, models " + strings.Join(of("model"), ", ")
	if tasks := of("task"); len(tasks) > 0 {
		says += ", tasks " + strings.Join(tasks, ", ")
	}
	says += fmt.Sprintf(": %d items", len(of("item")))
	for _, column := range []string{"run", "cluster"} {
		if n := len(of(column)); n > 0 {
			says += fmt.Sprintf(", %d %ss", n, column)
		}
	}
	return imported{says: says + fmt.Sprintf(", %d rows.", len(rows)), notes: notes, write: func(w io.Writer) error {
		return csv.NewWriter(w).WriteAll(append([][]string{header}, rows...))
	}}
}
