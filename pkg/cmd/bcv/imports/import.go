// Package imports holds bcv import, which reads the results of other tools.
package imports

import (
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/block-regularized/bcv/internal/atomicfile"
	"github.com/block-regularized/bcv/internal/command"
	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/importer"
	"github.com/block-regularized/bcv/pkg/cmd/bcv/importer/evallog"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results"
)

// importFormat is a format of bcv import.
type importFormat struct {
	name, summary string
	define        func(f *importFlags, fs *flag.FlagSet)
	// read reads the files and returns what writes the results to --out.
	read func(f *importFlags) (imported, error)
}

// imported is what a format read.
type imported struct {
	write func(w io.Writer) error
	says  string // of what was read, in a line
	notes []string
}

func importFormats() []importFormat {
	return []importFormat{
		{"conll", "tagged sentences with gold and predicted tags in the last two columns", defineConll, readConll},
		{"segmentation", "segmented text beside gold text, one sentence per line", defineSegmentation,
			readSegmentation},
		tableFormat("sklearn", "JSON with what cross_val_predict or cross_validate of scikit-learn returned",
			defineBoth, importer.SKLearn),
		tableFormat("tidymodels", "CSV of collect_predictions(summarize = FALSE)", defineTruth, importer.Tidymodels),
		tableFormat("caret", "CSV of the element pred of a train object", defineErrors, importer.Caret),
		tableFormat("mlr3", "CSV of the predictions of a ResampleResult, with the column iteration", defineErrors,
			importer.MLR3),
		tableFormat("weka", "CSV or ARFF of Weka's Experimenter", defineScores, importer.Weka),
		tableFormat("openml", "predictions.arff of an OpenML run", defineErrors, importer.OpenML),
		logFormat("lm-eval", "samples_*.jsonl of lm-evaluation-harness, as items of one test set", defineLMEval,
			evallog.LMEval),
		logFormat("inspect", "logs of Inspect, .eval or JSON, as items of one test set", defineInspect, evallog.Inspect),
	}
}

// importFlags are the flags of bcv import.
type importFlags struct {
	models                   []importer.Model
	runs                     map[string]modelRun // by the names of models; nil without runs
	words                    []string            // files without a flag
	out, sentences, losses   string
	folds, scheme, semantics string
	task, gold, vocabulary   string
	others                   bool
	batch                    atomicfile.Batch
	set                      *results.Splits
	options                  importer.Options
	logs                     evallog.Options
	f1                       *results.Results // what --losses writes
	// paths returns the files that a path stands for.
	paths func(path string) ([]string, error)
}

func (f *importFlags) defineCommon(fs *flag.FlagSet) {
	fs.Func("model", "`NAME=FILE` of a model, once for each", f.addModel)
	fs.StringVar(&f.out, "out", "", "CSV `file` to write for bcv compare (default: standard output)")
}

func (f *importFlags) defineFolds(fs *flag.FlagSet) {
	fs.StringVar(&f.folds, "folds", "", "CSV `file` of the partition set, as bcv split wrote it, if the folds are "+
		"its folds")
}

// addModel takes NAME=FILES; an equals sign within parentheses belongs to the name, as in
// knn(k=1)=knn.csv.
func (f *importFlags) addModel(s string) error {
	depth := 0
	for i, r := range s {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case '=':
			if depth == 0 && i > 0 && i+1 < len(s) {
				if err := results.CheckModel(strings.TrimSpace(s[:i])); err != nil {
					return err
				}
				f.models = append(f.models, importer.Model{Name: strings.TrimSpace(s[:i]), Path: s[i+1:]})
				return nil
			}
		}
	}
	return errors.New("write NAME=FILES, such as A='a/{replication}.{fold}.txt'")
}

func runImport(_ context.Context, env *command.Environment, fs *flag.FlagSet, args []string) error {
	formats := importFormats()
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		if len(args) > 0 && slices.Contains([]string{"-h", "-help", "--help"}, args[0]) {
			return listFormats(env, formats)
		}
		return command.Usagef("no format; use %s", formatNames(formats))
	}
	k := slices.IndexFunc(formats, func(f importFormat) bool { return f.name == args[0] })
	if k < 0 {
		return command.Usagef("unknown format %.40q; use %s", args[0], formatNames(formats))
	}
	format := formats[k]
	fs.Init("bcv import "+format.name, flag.ContinueOnError)
	f := importFlags{paths: importer.Paths}
	f.defineCommon(fs)
	format.define(&f, fs)
	var err error
	if f.words, err = command.ParseWords(fs, args[1:]); err != nil {
		return err
	}
	defer f.batch.Discard()
	if err := f.open(); err != nil {
		return err
	}
	result, err := format.read(&f)
	if err != nil {
		return command.Usage(err)
	}
	for _, note := range result.notes {
		env.Note("import", note)
	}
	return f.finish(env, result)
}

func formatNames(formats []importFormat) string {
	var names []string
	for _, f := range formats {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}

func listFormats(env *command.Environment, formats []importFormat) error {
	fmt.Fprintf(env.Stdout, "bcv import: results of other tools as CSV for bcv compare\n\nUsage:\n  %s\n\nFormats:\n",
		manual.Usage[0])
	for _, f := range formats {
		fmt.Fprintf(env.Stdout, "  %-13s %s\n", f.name, f.summary)
	}
	_, err := fmt.Fprintf(env.Stdout, "\nbcv import FORMAT --help lists its flags; docs/howto/import.md has an example "+
		"of each.\n\nExamples:\n  %s\n", strings.Join(manual.Examples, "\n  "))
	return err
}

// open notes the inputs and opens the outputs.
func (f *importFlags) open() error {
	for _, path := range append([]string{f.gold, f.vocabulary}, f.words...) {
		f.reads("", path)
	}
	for _, m := range f.models {
		f.reads("--model", m.Path)
	}
	f.batch.Reads("--folds", f.folds)
	for _, o := range [...][2]string{{"--sentences", f.sentences}, {"--losses", f.losses}, {"--out", f.out}} {
		if err := f.batch.Create(o[0], o[1]); err != nil {
			return err
		}
	}
	if f.folds == "" {
		return nil
	}
	splits, err := results.ReadSplits(f.folds)
	if err != nil {
		return command.Usage(err)
	}
	f.set = &splits
	return nil
}

func (f *importFlags) reads(flag, path string) {
	if path == "" {
		return
	}
	paths, err := f.paths(path)
	if err != nil {
		return // the reader says what is wrong
	}
	for _, p := range paths {
		f.batch.Reads(flag, p)
	}
}

// finish writes the results and says what they are, unless they are on the standard output.
func (f *importFlags) finish(env *command.Environment, result imported) error {
	if f.f1 != nil {
		err := f.batch.Write(f.losses, func(w io.Writer) error { return results.Write(w, results.Losses, *f.f1) })
		if err != nil {
			return err
		}
	}
	if f.out != "" {
		if err := f.batch.Write(f.out, result.write); err != nil {
			return err
		}
	}
	if err := f.batch.Commit(); err != nil {
		return err
	}
	if f.out == "" {
		return result.write(env.Stdout)
	}
	_, err := fmt.Fprintln(env.Text(), result.says)
	return err
}

// sentenceWriter returns what writes the counts of each sentence as they come, and what
// ends it; nil without --sentences.
func sentenceWriter(w io.Writer) (row func(importer.SentenceRow) error, end func() error) {
	out := csv.NewWriter(w)
	header := false
	row = func(r importer.SentenceRow) error {
		if !header {
			header = true
			if err := out.Write([]string{"task", "model", "replication", "fold", "sentence", "record", "gold",
				"predicted", "correct"}); err != nil {
				return err
			}
		}
		return out.Write([]string{r.Task, r.Model, strconv.Itoa(r.Replication), strconv.Itoa(r.Fold),
			strconv.Itoa(r.Sentence), r.Record,
			strconv.Itoa(r.Gold), strconv.Itoa(r.Predicted), strconv.Itoa(r.Correct)})
	}
	return row, func() error { out.Flush(); return out.Error() }
}

// counted runs a reader of counts, which passes the counts of sentences to its argument.
func (f *importFlags) counted(read func(sentence func(importer.SentenceRow) error) ([]results.Results,
	error)) (out imported, err error) {
	var tasks []results.Results
	var kept []importer.SentenceRow
	keep := func(r importer.SentenceRow) error { kept = append(kept, r); return nil }
	if !f.oneTestSet() {
		keep = nil
	}
	if f.sentences == "" {
		tasks, err = read(keep)
	} else {
		err = f.batch.Write(f.sentences, func(w io.Writer) error {
			row, end := sentenceWriter(w)
			each := row
			if keep != nil {
				each = func(r importer.SentenceRow) error { return errors.Join(keep(r), row(r)) }
			}
			if tasks, err = read(each); err != nil {
				return err
			}
			return end()
		})
	}
	if err != nil {
		return out, err
	}
	if keep != nil {
		return f.itemsOf(tasks, kept)
	}
	if f.logs.Cluster != "" {
		return out, errors.New("--cluster: files of several folds have no items of one test set; leave it out, or give " +
			"one file of each model")
	}
	design := tasks[0].Design
	out.notes = results.Notes(tasks)
	switch {
	case f.losses != "":
		if f.f1, err = f1(tasks, f.task); err != nil {
			return out, err
		}
	case design.Folds < 2:
		out.notes = append(out.notes, fmt.Sprintf("bcv compare reads counts of m x 2 and K-fold CV, and these are of "+
			"%s; --losses FILE writes F1, which it compares on every kind of set", design))
	}
	var names []string
	rows := 0
	for _, r := range tasks {
		names = append(names, r.Key.Task)
		rows += len(r.Counts.Cells)
	}
	out.says = fmt.Sprintf("%s, models %s, tasks %s: %d rows.", setText(design), strings.Join(tasks[0].Models, ", "),
		strings.Join(names, ", "), rows)
	out.write = func(w io.Writer) error { return results.Write(w, results.Chunks, tasks...) }
	return out, nil
}

// f1 returns the F1 of a task.
func f1(tasks []results.Results, task string) (*results.Results, error) {
	k := slices.IndexFunc(tasks, func(r results.Results) bool { return r.Key.Task == task })
	if k < 0 {
		return nil, fmt.Errorf("there is no task %q", task)
	}
	r := tasks[k]
	i, err := r.Metric(metric.F1.Name)
	if err != nil {
		return nil, err
	}
	for m := range r.Models {
		if problem := r.Missing(i, m); problem != "" {
			return nil, fmt.Errorf("task %s: %s; take another task", task, problem)
		}
	}
	return &results.Results{Design: r.Design, Models: r.Models, Metrics: r.Metrics[i : i+1], Values: r.Values[i : i+1],
		Train: r.Train, Valid: r.Valid}, nil
}

// setText names a partition set.
func setText(d results.Design) string {
	if !d.Named() {
		return "Unknown partition set (" + d.String() + ")"
	}
	return "Partition set " + d.ID.String() + " (" + d.String() + ")"
}

// named names models that no flag names after their files or folders, and makes models of runs.
func (f *importFlags) named() error {
	for _, path := range f.words {
		if strings.Contains(path, "{") {
			return fmt.Errorf("unexpected argument %.80q; name the files of a model with --model NAME=FILES", path)
		}
		name, _, _ := strings.Cut(filepath.Base(path), ".")
		if k := slices.IndexFunc(f.models, func(m importer.Model) bool { return m.Name == name }); k >= 0 {
			return fmt.Errorf("%s is of model %.40q, as %s is; name the model of both with --model NAME=FILE, alike if they "+
				"are runs of one model", path, name, f.models[k].Path)
		}
		f.models = append(f.models, importer.Model{Name: name, Path: path})
	}
	if len(f.models) == 0 {
		return errors.New("no model; name the files of each with --model NAME=FILES")
	}
	return f.divide()
}

// modelRun is a run of a model.
type modelRun struct{ model, run string }

// divide makes each run of a model a model with a name of its own, if some model has runs: by {run} in its path, or
// by several paths, which are numbered in their order.
func (f *importFlags) divide() error {
	var all []importer.Model
	given, runs := map[string]int{}, map[string]modelRun{}
	marked, folds := false, false
	for _, m := range f.models {
		of, err := importer.Runs(m.Path)
		if err != nil {
			return err
		}
		given[m.Name]++
		for _, r := range of {
			marked = marked || r.Name != ""
			one := modelRun{m.Name, cmp.Or(r.Name, strconv.Itoa(given[m.Name]))}
			for _, o := range all {
				if other := runs[o.Name]; other == one || other.model == one.model && table.SameFile(o.Path, r.Path) {
					return fmt.Errorf("%s is run %s of model %.40q, as %s is; give each run once, all by {run} or each by its file",
						r.Path, other.run, m.Name, o.Path)
				}
			}
			files, err := importer.Paths(r.Path)
			if err != nil {
				return err
			}
			folds = folds || len(files) > 1
			name := fmt.Sprintf("%s, run %s", one.model, one.run)
			all, runs[name] = append(all, importer.Model{Name: name, Path: r.Path}), one
		}
	}
	if !marked && len(given) == len(f.models) {
		return nil
	}
	f.models, f.runs = all, runs
	if folds {
		return errors.New("runs are of one test set, with a file of each run; of several folds give each model once")
	}
	return nil
}

// Command is bcv import.
var Command = command.Command{
	Name:    "import",
	Summary: "turn results of other tools into CSV for bcv compare: bcv import FORMAT",
	Run:     runImport,
	Manual:  manual,
}

// manual is also what is listed without a format.
var manual = command.Manual{
	Usage: []string{"bcv import FORMAT --model NAME=FILES --model NAME=FILES [flags]"},
	Groups: []command.FlagGroup{{"Input", "model folds truth others scheme semantics task gold vocabulary oov " +
		"cluster"},
		{"What is compared", "metric filter score loss regression absolute"},
		{"Output", "out losses sentences"}},
	Examples: []string{
		`bcv import conll --scheme iob2 --model crf=data/samples/tagged/crf` +
			` --model rules=data/samples/tagged/rules --out counts.csv`,
		`bcv import caret --model knn=data/samples/predictions/caret-knn.csv` +
			` --model lda=data/samples/predictions/caret-lda.csv --out predictions.csv`,
	},
}
