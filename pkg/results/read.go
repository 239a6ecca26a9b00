package results

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
	"github.com/block-regularized/bcv/pkg/results/sheet"
)

// ReadOptions say what to take from files of results. The zero value takes all models, and the
// metric that the files leave no question about.
type ReadOptions struct {
	Models         []string      // in this order; rows of others take no memory; empty for all
	Metric         metric.Metric // name of the column or of the rows to take, and the direction of its values
	Metrics        []string      // to compare; of losses these columns are read, if there are several
	Positive       string        // of predictions: take the counts of this class in place of the error rates
	Numbers        bool          // predictions are numbers, not classes, with their mean squared errors
	RandomHoldOuts bool          // replications of one fold each are random hold-outs, see Design.MayBeRuns
	Wide           bool          // files of items have a column for each model, which holds its scores or labels
	Told           sheet.Told    // what rows and columns of tables in other forms are
	Judge          string        // of items: column of a judge's scores beside those of people; empty for `judge`, if it is there
	Common         bool          // of items: take those that all runs of all models have, with a note
	Preferences    bool          // take comparisons of more than two models, too
	OneEach        bool          // files are of a base and a candidate: refuse one with several models or that of another

	// Summaries are what is known of models from elsewhere, to compare with each other or with the models of the files in
	// several runs: mean, standard deviation over runs or standard error, and number of runs, such as "name=paper mean=0.82
	// sd=0.03 n=5" or with se=0.013; or of two models on the items of one test set, without files, the numbers of items
	// that both, the first alone, the second alone and neither have right, such as "both=70 first=12 second=5 neither=13".
	Summaries []string

	beside bool // there are models beside those of the files
}

// Read reads files of results, which may be losses (a column loss, or one that ReadOptions.Metric
// names), values of several metrics (columns metric and value), counts (gold, predicted and correct, or
// tp, fp and fn) or predictions (truth); docs/reference/formats.md has the columns. Several files hold one
// comparison, such as one per model. It returns the results of each data set and task in order of
// appearance; all tasks of a data set come together.
//
// All models have every fold once, folds are numbered from 1 without gaps, and all rows of a key name the same
// partition set or none. Errors are of type *table.Error and name file, row and column. Files may be of any size: about
// 32 bytes are kept for each row of values, one or two for each predicted class, and 8 for each probability and
// predicted number, or one or two where few of them differ.
func Read(paths []string, opt ReadOptions) ([]Results, error) {
	if len(opt.Summaries) > 0 {
		return readSummaries(paths, opt)
	}
	if len(paths) == 0 {
		return nil, errors.New("results: no file; name one or more CSV files of losses, counts or predictions")
	}
	r, err := newReader(paths, opt)
	if err != nil {
		return nil, err
	}
	for i, path := range paths {
		if slices.Contains(paths[:i], path) {
			return nil, &table.Error{File: path, Problem: "stands twice among the files; name it once"}
		}
		file := path
		if book, of := sheet.SplitSheet(path); of != "" {
			file = book
		}
		f, err := table.Open(file)
		if err != nil {
			return nil, err
		}
		err = r.file(i, path, f)
		_ = f.Close() // it was only read
		if err == nil && opt.OneEach {
			err = r.models.oneEach(path)
		}
		if err != nil {
			return nil, err
		}
	}
	return r.results()
}

// Parse is Read for text that is already open; errors call it name.
func Parse(name string, text io.Reader, opt ReadOptions) ([]Results, error) {
	r, err := newReader([]string{name}, opt)
	if err != nil {
		return nil, err
	}
	if err := r.file(0, name, text); err != nil {
		return nil, err
	}
	return r.results()
}

// reader gathers the rows of files.
type reader struct {
	opt      ReadOptions
	several  bool
	kind     kind
	begun    spot // the first file
	models   models
	datasets datasetNames
	keys     []*keyed
	byKey    map[runKey]*keyed
	here     *keyed // of the row before
	columns  columns
	items    itemColumns // of the file before
	sheets   *sheet.Session
}

// columns are what all files have.
type columns struct {
	train, valid, tn bool
	chunks           bool // counts are gold, predicted and correct
	long             bool // predictions have columns model and predicted

	likely            // of columns of probabilities
	order   []int     // of these columns in the present file
	names   []string  // of them there
	p       []float64 // of the present row
	models  []string  // of predictions with a column for each model: of the present file
	numbers []int     // of these models
}

// runKey is the data set, the task and the run that rows belong to; run is empty where files have no such column.
type runKey struct {
	Key
	run string
}

// keyed are the rows of one data set, task and run.
type keyed struct {
	runKey
	set         setChecker
	cells       []*cells // by metric
	metrics     []metric.Metric
	predictions *predictions
	models      []int      // numbers in order of appearance
	placeOf     []int      // by number: place in models, from 1; 0 for none
	inner       *innerRows // nil for none
	items       *itemRows  // of one test set; nil for other rows
}

func newReader(paths []string, opt ReadOptions) (*reader, error) {
	if err := checkWanted(opt.Models); err != nil {
		return nil, err
	}
	return &reader{opt: opt, several: len(paths) > 1, models: newModels(paths, opt.Models), byKey: map[runKey]*keyed{},
		columns: columns{train: true, valid: true, tn: true}, sheets: sheet.NewSession(sheet.Options{Told: opt.Told,
			Several: len(paths) > 1 || opt.beside, Wide: opt.Wide, Models: opt.Models, Metric: opt.Metric, Metrics: opt.Metrics,
			Positive: opt.Positive, Numbers: opt.Numbers})}, nil
}

// file reads one file.
func (r *reader) file(i int, name string, text io.Reader) error {
	in, header, wide, err := r.sheets.Open(name, r.models.stems[i], text)
	if err != nil {
		return emptyFile(name, err)
	}
	r.opt.Wide = wide
	return r.sheets.Explain(r.rows(i, name, in, header))
}

// rows reads the rows of one file in a canonical form.
func (r *reader) rows(i int, name string, in *table.Records, header []string) error {
	k, err := kindOf(name, header, r.opt)
	if err != nil {
		return err
	}
	at := spot{file: name, several: r.several}
	if i == 0 {
		r.kind, r.begun = k, at
	}
	if k != r.kind {
		return at.Errorf("", "holds %s, but %s holds %s; compare results of one kind", k, r.begun.file, r.kind)
	}
	r.models.file, r.models.here = i, nil
	switch k {
	case lossKind:
		return r.readLosses(in, header, at)
	case valueKind:
		return eachRow(in, header, at, r.beginValues, r.addValue)
	case itemKind:
		return r.readItems(in, header, at)
	case countKind:
		return eachRow(in, header, at, r.beginCounts, r.addCount, table.Ignore("tag_set"))
	}
	return eachRow(in, header, at, r.beginPredictions, r.addPredictions, table.Others())
}

// emptyFile says what an empty file should hold.
func emptyFile(name string, err error) error {
	var te *table.Error
	if errors.As(err, &te) && strings.HasPrefix(te.Problem, "is empty;") {
		return &table.Error{File: name, Problem: "is empty; give losses, counts or predictions on the folds"}
	}
	return err
}

// eachRow visits the rows of a file after its header. begin is called with its columns.
func eachRow[T any](in *table.Records, header []string, at spot, begin func(in table.Info, at spot) error,
	visit func(row *T, others []string, at spot) error, opts ...table.Option) error {
	rows, err := table.RowsOf[T](in, header, opts...)
	if err != nil {
		return err
	}
	if err := begin(rows.Info, at); err != nil {
		return err
	}
	var row T
	for {
		if at.line, err = rows.Next(&row); err == io.EOF {
			return nil
		}
		if err == nil {
			err = visit(&row, rows.Others(), at)
		}
		if err != nil {
			return err
		}
	}
}

// key returns what was gathered of the data set, task and run of a row.
func (r *reader) key(x *row) *keyed {
	at := runKey{Key{x.Dataset, x.Task}, x.Run}
	if h := r.here; h != nil && h.runKey == at {
		return h
	}
	k := r.byKey[at]
	if k == nil {
		k = &keyed{runKey: runKey{Key{strings.Clone(x.Dataset), strings.Clone(x.Task)}, strings.Clone(x.Run)}}
		r.byKey[k.runKey] = k
		r.keys = append(r.keys, k)
	}
	r.here = k
	return k
}

// model returns the place of a model, by its number, among the models of the key.
func (k *keyed) model(number int) int {
	for number >= len(k.placeOf) {
		k.placeOf = append(k.placeOf, 0)
	}
	if k.placeOf[number] == 0 {
		k.models = append(k.models, number)
		k.placeOf[number] = len(k.models)
	}
	return k.placeOf[number] - 1
}

// row is what rows of all kinds have.
type row struct {
	Dataset     string `dataframe:"dataset" table:"optional,line"`
	Task        string `dataframe:"task" table:"optional,line"` // such as the class or the type of chunks
	Model       string `dataframe:"model" table:"line"`
	Replication int    `dataframe:"replication" table:"nonneg"` // from 1
	Within
	Fold int    `dataframe:"fold" table:"nonneg"` // from 1
	Run  string `dataframe:"run" table:"optional,line"`
	Set  string `dataframe:"set" table:"optional"` // the partition set, see cv.ID; empty if unknown
}

// largestNumber is the largest replication, fold and number of records that is read.
const largestNumber = 1<<31 - 1

// see checks what rows of all kinds have, and returns the key of the row and the place of its
// model there. The key is nil for rows that are not wanted. The replication of a row about an inner
// fold becomes its number in innerRows.
func (r *reader) see(x *row, at spot) (*keyed, int, error) {
	if x.Model == "" {
		return nil, 0, at.Errorf("model", "the model has no name; name both models")
	}
	return r.seeNumber(x, r.models.number(x.Model), at)
}

// seeNumber is see for a model whose number is known.
func (r *reader) seeNumber(x *row, number int, at spot) (*keyed, int, error) {
	if err := x.check(at); err != nil {
		return nil, 0, err
	}
	if err := r.datasets.see(at, x.Dataset); err != nil {
		return nil, 0, err
	}
	if !r.models.want(number) {
		return nil, 0, nil
	}
	k := r.key(x)
	if x.outer() {
		x.Set = outerSet(x.Set)
	} else {
		k = k.within(x)
	}
	return k, k.model(number), k.set.see(at, x.Set, r.models.name(number))
}

// check returns the first defect of the numbers of a row.
func (x row) check(at spot) error {
	for _, c := range [...]struct {
		column string
		v      int
	}{{"replication", x.Replication}, {"fold", x.Fold}} {
		if c.v < 1 || c.v > largestNumber {
			return at.Errorf(c.column, "%d; %ss are numbered from 1%s", c.v, c.column,
				table.Pick(c.v > 1, " without gaps", ""))
		}
	}
	switch {
	case x.outer():
	case x.Half < 1 || x.Half > 2:
		return at.Errorf("half", "%d; the row of an inner fold is about half 1 or 2", x.Half)
	case x.Inner < 1 || x.Inner > largestNumber:
		return at.Errorf("inner", "%d; inner replications are numbered from 1", x.Inner)
	case x.Fold > 2:
		return at.Errorf("fold", "%d; an inner replication has the folds 1 and 2", x.Fold)
	}
	return nil
}

// results makes the results of all keys.
func (r *reader) results() ([]Results, error) {
	names, err := r.models.finish()
	if err != nil {
		return nil, r.begun.Errorf("model", "%v", err)
	}
	if err := r.fit(names); err != nil {
		return nil, err
	}
	keys := r.datasets.sorted(r.keys)
	if err := r.checkKeys(keys); err != nil {
		return nil, err
	}
	runs := map[Key][]*keyed{}
	for _, k := range keys {
		runs[k.Key] = append(runs[k.Key], k)
	}
	var out []Results
	for _, k := range keys {
		if runs[k.Key][0] != k {
			continue
		}
		one, err := r.ofKey(runs[k.Key], names)
		if err != nil {
			return nil, err
		}
		if one == nil {
			continue // it has only rows of models that are not wanted after all
		}
		if r.opt.RandomHoldOuts {
			if err := one.Design.CheckHoldOuts(true); err != nil {
				return nil, err
			}
			one.Design.MayBeRuns = false
		}
		if err := one.inLines(r.begun); err != nil {
			return nil, err
		}
		if note := one.Design.Note(); note != "" && !one.OnOneSet() {
			one.Notes = slices.Insert(one.Notes, 0, note)
		}
		out = append(out, *one)
	}
	joinTypes(out)
	for i := range out {
		out[i].Readings = r.sheets.Readings()
		out[i].Notes = append(out[i].Notes, r.sheets.Notes()...)
	}
	return out, nil
}

// inLines refuses names with line ends: sentences have them, and what follows would stand on a line of its own.
func (r *Results) inLines(file spot) error {
	names := [][2]string{{"dataset", r.Dataset}, {"task", r.Key.Task}}
	for _, model := range r.Models {
		names = append(names, [2]string{"model", model})
	}
	for _, m := range r.Metrics {
		names = append(names, [2]string{"metric", m.Name})
	}
	for _, name := range names {
		if problem := table.LineProblem(name[1]); problem != "" {
			return file.Errorf(name[0], "%s", problem)
		}
	}
	return nil
}

// ofKey returns the results of a key from its runs, nil if no model is wanted.
func (r *reader) ofKey(keys []*keyed, names []string) (*Results, error) {
	var runs []Results
	var runNames []string
	var numbers []int
	for _, k := range keys {
		one, err := r.ofRun(k, names)
		if err != nil {
			return nil, err
		}
		if one.Models != nil {
			runs, runNames, numbers = append(runs, one), append(runNames, k.run), append(numbers, k.models...)
		}
	}
	if runs == nil {
		return nil, nil
	}
	models, _ := r.models.order(names, numbers)
	if out, err := r.onOneTestSet(runNames, runs, models); out != nil || err != nil {
		return out, err
	}
	if r.opt.Positive != "" && r.kind != itemKind {
		if err := positives(runs, r.opt.Positive, r.begun); err != nil {
			return nil, err
		}
	}
	out, err := joinRuns(runNames, runs, models)
	if err != nil {
		return nil, r.begun.Errorf("run", "%v", err)
	}
	return &out, nil
}

// ofRun returns the results of a run of a key, without models if none is wanted.
func (r *reader) ofRun(k *keyed, names []string) (Results, error) {
	models, place := r.models.order(names, k.models)
	if len(models) == 0 && k.inner != nil {
		return Results{}, k.inner.set.first.Errorf("half", "stands in rows of inner folds, but there are no others; give "+
			"the results on the m x 2 CV around them too, whose rows leave half and inner empty")
	}
	if len(models) == 0 {
		return Results{}, nil
	}
	out := Results{Key: k.Key, Models: models}
	fill := r.ofCells
	switch {
	case k.items != nil:
		fill = r.ofItems
	case k.predictions != nil:
		fill = r.ofPredictions
	}
	err := fill(&out, k, place)
	if err == nil && k.inner != nil {
		err = r.addInner(&out, k, names)
	}
	if te := (*table.Error)(nil); k.run != "" && errors.As(err, &te) {
		te.Problem = fmt.Sprintf("run %.40q: %s", k.run, te.Problem)
	}
	return out, err
}

// checkKeys refuses data sets without results of the wanted models, and two keys that read alike.
func (r *reader) checkKeys(keys []*keyed) error {
	at := map[string]Key{}
	of := map[string]bool{}
	for _, k := range keys {
		name := k.String()
		if other, ok := at[name]; ok && k.Dataset != "" && other != k.Key {
			return r.begun.Errorf("dataset",
				"%.40q with task %.40q and %.40q with task %.40q have one name; rename one",
				k.Dataset, k.Task, other.Dataset, other.Task)
		}
		at[name], of[k.Dataset] = k.Key, true
	}
	for _, name := range r.datasets.names {
		if !of[name] {
			return r.begun.Errorf("model", "has no rows of %q on the data set %.40q", r.opt.Models, name)
		}
	}
	return nil
}
