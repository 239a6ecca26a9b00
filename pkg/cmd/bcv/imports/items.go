package imports

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/importer"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/importer/evallog"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// logFormat is a format of logs of evaluations.
func logFormat(name, summary string, define func(f *importFlags, fs *flag.FlagSet),
	read func([]importer.Model, evallog.Options) (evallog.Items, error)) importFormat {
	return importFormat{name, summary, define, func(f *importFlags) (out imported, err error) {
		logs := f.models
		for _, path := range f.words {
			logs = append(logs, importer.Model{Path: path})
		}
		if len(logs) == 0 {
			return out, errors.New("no log; name one or more, or the log of each model with --model NAME=FILE")
		}
		named := slices.DeleteFunc([]string{f.logs.Metric, f.logs.Score, f.logs.Loss}, func(n string) bool { return n == "" })
		if len(slices.Compact(named)) > 1 || f.logs.Score != "" && f.logs.Loss != "" {
			return out, errors.New("--metric, --score and --loss name several metrics, or one both ways; take one of them")
		}
		items, err := read(logs, f.logs)
		if err != nil {
			return out, err
		}
		return logFile(items)
	}}
}

// logFile is a file of what logs say.
func logFile(items evallog.Items) (out imported, err error) {
	rows := make([][]string, len(items.Scores))
	for i, s := range items.Scores {
		if err := results.CheckModel(s.Model); err != nil {
			return out, fmt.Errorf("%w (--model NAME=FILE)", err)
		}
		rows[i] = []string{s.Task, s.Item, s.Model, s.Run, s.Draw, s.Cluster, strconv.FormatFloat(s.Score, 'g', -1, 64)}
	}
	column := scoreColumn(items.Metric)
	out = itemFile([]string{"task", "item", "model", "run", "draw", "cluster", column}, rows, items.Notes)
	out.says += fmt.Sprintf(" The column %s is %s, of which %s is better.", column, items.Metric.Name,
		table.Pick(items.Metric.HigherIsBetter, "more", "less"))
	if slices.ContainsFunc(items.Scores, func(s evallog.Score) bool { return s.Draw != "" }) {
		out.says += " Epochs or repeats are draws of an item (column draw)."
	}
	return out, nil
}

// Folders reads folders of logs of lm-evaluation-harness or of Inspect, of one model each, which is called after its
// folder. The text is a file of items for bcv compare; notes begin with what the logs say.
func Folders(paths []string, opt evallog.Options) (text io.Reader, notes []string, err error) {
	var models []importer.Model
	read := evallog.LMEval
	for i, path := range paths {
		whole, err := filepath.Abs(path)
		if err != nil {
			return nil, nil, err
		}
		name := filepath.Base(whole)
		if k := slices.IndexFunc(models, func(m importer.Model) bool { return m.Name == name }); k >= 0 {
			return nil, nil, fmt.Errorf("%s and %s are both called %.40q; name the models with bcv import lm-eval (or inspect) "+
				"--model NAME=FOLDER", models[k].Path, path, name)
		}
		models = append(models, importer.Model{Name: name, Path: path})
		if _, err := evallog.LMEvalFiles(path); err == nil || i > 0 {
			continue
		}
		if _, err := evallog.InspectFiles(path); err != nil {
			return nil, nil, &table.Error{File: path, Problem: "is a folder without logs of lm-evaluation-harness (samples_*.jsonl) " +
				"or of Inspect (.eval, .json); name a file", Err: err}
		}
		read = evallog.Inspect
	}
	items, err := read(models, opt)
	if err != nil {
		return nil, nil, err
	}
	file, err := logFile(items)
	if err != nil {
		return nil, nil, err
	}
	out := new(bytes.Buffer)
	return out, append([]string{file.says}, file.notes...), file.write(out)
}

// scoreColumn names the column of scores so that every reader takes its direction for the right one: by the metric if
// its name says the direction, else score or loss.
func scoreColumn(m metric.Metric) string {
	other := []string{"item", "model", "run", "draw", "cluster", "dataset", "task", "truth", "correct", "score"}
	of, known := metric.Named(m.Name)
	if known && of.HigherIsBetter == m.HigherIsBetter && !slices.Contains(other, m.Name) {
		return m.Name
	}
	return table.Pick(m.HigherIsBetter, "score", "loss")
}

func defineInspect(f *importFlags, fs *flag.FlagSet) {
	f.paths = evallog.InspectFiles
	defineLogs(f, fs)
}

func defineLMEval(f *importFlags, fs *flag.FlagSet) {
	f.paths = evallog.LMEvalFiles
	defineLogs(f, fs)
	fs.StringVar(&f.logs.Filter, "filter", "", "`name` of the filter to take, where the logs have several")
}

func defineLogs(f *importFlags, fs *flag.FlagSet) {
	fs.Lookup("model").Usage = "`NAME=FILES` of a model: a log, a folder or a pattern; logs under one name are its runs"
	fs.StringVar(&f.logs.Metric, "metric", "", "`name` of the metric to take, where the logs have several; in Inspect "+
		"SCORER, or SCORER.KEY")
	fs.StringVar(&f.logs.Score, "score", "", "`name` of the metric to take, of which more is better, where neither its "+
		"name nor the logs say so")
	fs.StringVar(&f.logs.Loss, "loss", "", "`name` of the metric to take, of which less is better, where neither its "+
		"name nor the logs say so")
	fs.StringVar(&f.logs.Cluster, "cluster", "", "`field` of a sample that holds the cluster of its item, such as "+
		"metadata.passage_id")
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
	says := fmt.Sprintf("Items of one test set: %d rows.", len(rows))
	return imported{says: says, notes: notes, write: func(w io.Writer) error {
		return csv.NewWriter(w).WriteAll(append([][]string{header}, rows...))
	}}
}

// oneTestSet reports whether there is one file of each model, or of each run.
func (f *importFlags) oneTestSet() bool {
	for _, m := range f.models {
		if paths, err := importer.Paths(m.Path); err != nil || len(paths) != 1 {
			return false
		}
	}
	return true
}

// itemsOf is a file of the counts of each sentence of one test set. Sentences that have nothing to count are in it:
// they are items too.
func (f *importFlags) itemsOf(tasks []results.Results, rows []importer.SentenceRow) (out imported, err error) {
	switch {
	case f.losses != "":
		return out, errors.New("--losses: one test set has no F1 by folds; --out has the counts of its sentences, which " +
			"bcv compare takes")
	case f.logs.Cluster != "" && f.logs.Cluster != "document":
		return out, fmt.Errorf("--cluster %.40q; the clusters of sentences that text knows are called document",
			f.logs.Cluster)
	}
	type place struct {
		task, model string
		sentence    int
	}
	at := map[place]importer.SentenceRow{}
	documents := map[string]bool{}
	for _, r := range rows {
		at[place{r.Task, r.Model, r.Sentence}] = r
		documents[r.Document] = true
		if f.logs.Cluster != "" && r.Document == "" {
			return out, fmt.Errorf("--cluster document: sentence %d is of no document; write lines -DOCSTART-, or "+
				"# sent_id = DOCUMENT-NUMBER before each sentence", r.Sentence)
		}
	}
	notes := results.Notes(tasks)
	if f.logs.Cluster == "" && len(documents) > 1 {
		notes = append(notes, fmt.Sprintf("the sentences are of %d documents, and those of one are more alike than "+
			"others; --cluster document makes them clusters", len(documents)))
	}
	var lines [][]string
	for _, t := range tasks {
		for s := range rows[len(rows)-1].Sentence {
			all := at[place{importer.All, tasks[0].Models[0], s + 1}] // which every sentence has
			for _, name := range tasks[0].Models {
				r := at[place{t.Key.Task, name, s + 1}]
				of := modelRun{model: name}
				if f.runs != nil {
					of = f.runs[name]
				}
				row := []string{t.Key.Task, cmp.Or(all.ID, strconv.Itoa(s+1)), of.model, of.run, strconv.Itoa(r.Gold),
					strconv.Itoa(r.Predicted), strconv.Itoa(r.Correct), ""}
				if f.logs.Cluster != "" {
					row[7] = all.Document
				}
				if len(tasks) == 1 {
					row[0] = ""
				}
				lines = append(lines, row)
			}
		}
	}
	return itemFile([]string{"task", "item", "model", "run", "gold", "predicted", "correct", "cluster"}, lines, notes), nil
}
