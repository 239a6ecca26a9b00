package results

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/block-regularized/bcv/internal/table"
	"github.com/block-regularized/bcv/pkg/metric"
)

// kind is what the rows of files hold.
type kind string

// The kinds of files.
const (
	lossKind       kind = "losses" // a number per row, in a column of its own
	valueKind      kind = "values" // a number per row, in the column value
	countKind      kind = "counts"
	predictionKind kind = "predictions"
	itemKind       kind = "items" // of one test set
)

// ErrMetric is the cause of the errors of files whose columns leave open what is compared.
var ErrMetric = errors.New("which metric is open")

// needed are the columns of losses and counts that say where a result belongs.
var needed = []string{"model", "replication", "fold"}

// notMetrics are the columns of results that hold no metric.
var notMetrics = []string{"dataset", "task", "model", "replication", "half", "inner", "fold", "run", "n_train",
	"n_valid", "set", "truth", "gold", "predicted", "correct", "tp", "fp", "fn", "tn"}

// kindOf says what a file holds by its columns.
func kindOf(name string, header []string, opt ReadOptions) (kind, error) {
	has := func(column string) bool { return slices.Contains(header, column) }
	k := kind("")
	switch {
	case has("item"), has(pointColumn) && !has("replication"):
		k = itemKind
	case has("truth"):
		k = predictionKind
	case has("metric") && has("value"):
		k = valueKind
	case has("gold") || has("tp"):
		k = countKind
	case has("loss") || len(metricColumns(header)) > 0:
		k = lossKind
	default:
		return "", unknownKind(name, header)
	}
	switch {
	case opt.Metric.Name != "" && k != lossKind && k != valueKind && k != itemKind:
		return k, &table.Error{File: name,
			Problem: fmt.Sprintf("holds %s; a score or a loss is a column of losses (setting `score`, `loss`)", k)}
	case opt.Positive != "" && opt.Numbers:
		return k, &table.Error{File: name,
			Problem: "holds numbers, by the metric that is asked for; the positive class is one of classes (setting `positive`)"}
	case (opt.Wide || opt.Common) && k != itemKind:
		return k, &table.Error{File: name, Problem: fmt.Sprintf("holds %s; only files of items have a column for each "+
			"model, or items that not all models have (setting `wide`, `common`)", k)}
	case opt.Positive != "" && k != predictionKind && k != itemKind:
		return k, &table.Error{File: name,
			Problem: fmt.Sprintf("holds %s; the positive class is one of predictions (setting `positive`)", k)}
	}
	return k, nil
}

// metricColumns returns the columns of a file of losses that may hold what is to be compared; none if
// the file is of another kind.
func metricColumns(header []string) []string {
	for _, need := range needed {
		if !slices.Contains(header, need) {
			return nil
		}
	}
	var out []string
	for _, name := range header {
		if table.RowNames(name) { // which the reader of the rows refuses
			continue
		}
		switch at := slices.Index(notMetrics, name); {
		case at < 0:
			out = append(out, name)
		case at > slices.Index(notMetrics, "set"):
			return nil
		}
	}
	return out
}

// unknownKind says what keeps a header from being one of results.
func unknownKind(path string, header []string) error {
	e := &table.Error{File: path, Row: 1, Problem: fmt.Sprintf("has the columns %.200s; give losses (a column loss), "+
		"counts (gold, predicted, correct or tp, fp, fn) or predictions (truth)", strings.Join(header, ", "))}
	for _, name := range header {
		lower := strings.ToLower(name)
		if name != lower && (lower == "loss" || slices.Contains(notMetrics, lower)) {
			e.Column, e.Problem = name, "write its name in lower case, "+lower
			return e
		}
	}
	var missing []string
	for _, need := range needed {
		if !slices.Contains(header, need) {
			missing = append(missing, need)
		}
	}
	if len(missing) > 0 && len(missing) < len(needed) && !slices.Contains(header, "record") {
		e.Problem = table.Pick(len(missing) == 1, "column "+missing[0]+" is",
			"columns "+strings.Join(missing, " and ")+" are") +
			" missing; results have the columns model, replication and fold, which are numbered from 1: " +
			"of one cross-validation all rows have replication 1, of hold-outs fold 1"
	}
	return e
}

// checkLabels refuses a model that never predicts a class of a record or an item, such as a column that holds
// something else, and probabilities, and notes labels that are the truth of none. The labels of all models stand in one
// column, or have none in common.
func (r *reader) checkLabels(x *Units, models []string, labels string) (odd []string, err error) {
	if err := cmp.Or(r.checkMetrics(), x.measured(r.begun)); err != nil {
		return nil, err
	}
	for m, name := range models {
		strange, sensible := x.strange(m)
		column := cmp.Or(labels, name)
		of := table.Pick(labels != "", "model "+table.Quoted(models[m:m+1])+": ", "")
		if p := probability(strange); p != "" {
			return nil, r.begun.Errorf(column,
				"%sholds probabilities, such as %.20s, not classes; write the predicted class of each record", of, p)
		}
		if !sensible {
			return nil, r.begun.Errorf(column, "%snone of its values, such as %s, is a class that column truth has (%s); "+
				"write classes alike%s", of, table.Quoted(strange[:1]), table.Quoted(x.classes.trueOnes(3)), table.Pick(labels != "",
				"", ", or if it is not a model leave it out or name the models (setting `models` A,B)"))
		}
		if len(strange) > 0 {
			odd = append(odd, fmt.Sprintf("%s predicts %q, which is the truth of no %s (%d such labels); "+
				"are classes written alike in all columns?", name, strange[0], table.Pick(x.folds == nil, "item", "record"),
				len(strange)))
		}
	}
	return odd, nil
}

// exchanged notes, for each model, a class whose probabilities do not go with the labels: where it is predicted it is
// never the most probable class, and less probable on average than elsewhere, or than 1 of K if it is predicted
// throughout. Of two classes it is enough that it is more probable at one place where it is not predicted, since a
// threshold leaves no such place.
func (x *Units) exchanged(models []string) (notes []string) {
	if x.probable == nil || x.scores != "" {
		return nil
	}
	classes := x.both(x.classes.Names)
	type sums struct {
		n, most         int // predictions of the class, and those where it is the most probable one
		inside, outside float64
		low, high       float64 // the least probability where it is predicted, the largest elsewhere
	}
	for m, name := range models {
		of, n := slices.Repeat([]sums{{low: 1}}, len(classes)), 0
		x.visit(m, func(label string, p []float64) {
			class := slices.Index(classes, label)
			if class < 0 || len(p) == 0 {
				return
			}
			if n++; len(p) == 1 {
				p = []float64{p[0], 1 - p[0]}
			}
			said, largest := &of[class], true
			for k, v := range p {
				if k != class {
					of[k].outside, of[k].high, largest = of[k].outside+v, max(of[k].high, v), largest && v < p[class]
				}
			}
			said.n, said.inside, said.low = said.n+1, said.inside+p[class], min(said.low, p[class])
			if largest {
				said.most++
			}
		})
		for k, c := range of {
			here, there, where := c.inside/float64(c.n), 1/float64(len(classes)), "by chance"
			if c.n < n {
				there, where = c.outside/float64(n-c.n), "elsewhere"
			}
			if c.n > 0 && c.most == 0 && (here < there || len(classes) == 2 && c.low < c.high) {
				notes = append(notes, fmt.Sprintf("where %s predicts %q, this class is never the most probable one, and has the "+
					"probability %.2g on average, %.2g %s; are columns of probabilities exchanged, or those of the predicted class?",
					name, classes[k], here, there, where))
				break
			}
		}
	}
	return notes
}

// visit gives the classes that a model predicted, with their probabilities.
func (x *Units) visit(model int, each func(label string, p []float64)) {
	var p []float64
	for _, o := range x.outcomes[model] {
		for k := range o.draws(x.len()) {
			if class := o.label(k); class > 0 {
				p = o.at(p[:0], 1, k)
				each(x.classes.Names[class-1], p)
			}
		}
	}
}

// checkMetrics refuses a metric of predictions that nobody knows, before it is asked why these are numbers.
func (r *reader) checkMetrics() error {
	for _, name := range r.opt.Metrics {
		if _, ok, _ := metric.PassOf(name); ok {
			continue
		}
		if _, err := metric.Parse(metric.Canonical(name)); err != nil {
			if _, err = metric.Parse(name); err != nil {
				return fmt.Errorf("results: %w", err)
			}
		}
	}
	return nil
}

// probability returns the first of sorted labels that is between 0 and 1 if all are numbers from 0 to 1;
// else it is empty.
func probability(labels []string) string {
	found := ""
	for _, label := range labels {
		p, err := strconv.ParseFloat(label, 64)
		if err != nil || !(p >= 0 && p <= 1) {
			return ""
		}
		if p > 0 && p < 1 && found == "" {
			found = label
		}
	}
	return found
}

// Numbers are not classes where more than maxRealClasses of them have fractions, or where there are
// more than maxWholeClasses that make up a tenth of the records.
const (
	maxRealClasses  = 10
	maxWholeClasses = 100
)

// Measurements reports whether the classes of some records are numbers that were measured,
// and returns one of them: more than ten with a fraction among them, or more than a hundred
// whole ones that make up a tenth of the records.
func Measurements(classes []string, records int) (example string, measured bool) {
	if len(classes) <= maxRealClasses {
		return "", false
	}
	example = classes[0]
	fraction := false
	for _, c := range classes {
		v, err := strconv.ParseFloat(c, 64)
		if err != nil {
			return "", false
		}
		if v != math.Trunc(v) {
			example, fraction = c, true
		}
	}
	return example, fraction || len(classes) > maxWholeClasses && 10*len(classes) > records
}

// measured refuses truths that are measurements: predictions of a regression are hardly ever equal
// to them, and the error rates would say nothing.
func (x *Units) measured(file spot) error {
	classes := x.classes.trueOnes(-1)
	example, measured := Measurements(classes, x.len())
	if !measured {
		return nil
	}
	return file.Errorf("truth", "%d different numbers, such as %.40s, are not classes; of a regression name a metric of "+
		"numbers (setting `metric` rmse, for instance), or compare its losses", len(classes), example)
}

// models numbers the models of files in order of appearance. Where every file holds one model, and
// all of them have the same name, such as a column pred, the models are named after the files.
type models struct {
	wanted []string // empty for all
	stems  []string // by file: its path, without folder and ending if these are different
	file   int      // that is read
	files  []int    // by model: file where it appeared
	names  []string // by model: as the file has it
	at     map[string]int
	byFile bool  // so far each file has one model, of the same name in all
	last   int   // model that was asked for last
	here   []int // of the file that is read
}

func newModels(paths, wanted []string) models {
	m := models{wanted: wanted, at: map[string]int{}, byFile: len(paths) > 1}
	for _, path := range paths {
		base := strings.TrimSuffix(filepath.Base(path), ".gz")
		m.stems = append(m.stems, strings.TrimSuffix(base, filepath.Ext(base)))
	}
	if len(slices.Compact(slices.Sorted(slices.Values(m.stems)))) < len(paths) {
		m.stems = paths
	}
	return m
}

// checkWanted refuses a choice of models with a name twice.
func checkWanted(wanted []string) error {
	for i, name := range wanted {
		if slices.Contains(wanted[:i], name) {
			return fmt.Errorf("results: models %q; name each once", wanted)
		}
	}
	return nil
}

// number returns the number of a model of the file that is read.
func (m *models) number(name string) int {
	if m.last < len(m.names) && m.names[m.last] == name && m.files[m.last] == m.file {
		return m.last
	}
	k, known := m.at[name]
	if m.byFile && len(m.names) > 0 && !known {
		m.byFile = false
		for k := range m.names { // all have one name
			m.at[m.names[k]] = 0
		}
	}
	if !known || m.byFile && m.files[k] != m.file {
		k = len(m.names)
		name = strings.Clone(name)
		m.at[name] = k
		m.names, m.files = append(m.names, name), append(m.files, m.file)
	}
	if m.last = k; !slices.Contains(m.here, k) {
		m.here = append(m.here, k)
	}
	return k
}

// oneEach refuses the file that was read unless it holds one model that no file before it has.
func (m *models) oneEach(path string) error {
	var names []string
	for _, k := range m.here {
		names = append(names, m.name(k))
	}
	problem := ""
	switch {
	case len(names) > 1:
		problem = "holds the models " + table.Quoted(names)
	case len(names) == 1 && m.files[m.here[0]] != m.file:
		problem = fmt.Sprintf("holds the model %.40q, as another file does", names[0])
	default:
		return nil
	}
	return &table.Error{File: path, Problem: problem + "; say which is the base and which the candidate (setting " +
		"`models` " +
		"BASE,CANDIDATE)"}
}

// want reports whether model k is to be read, as far as is known.
func (m *models) want(k int) bool {
	return len(m.wanted) == 0 || slices.Contains(m.wanted, m.names[k]) ||
		m.byFile && slices.Contains(m.wanted, m.stems[m.files[k]])
}

// name returns the name of model k, as far as is known.
func (m *models) name(k int) string {
	if m.byFile && (m.files[k] > 0 || m.names[k] == "") {
		return m.stems[m.files[k]]
	}
	return m.names[k]
}

// finish returns the names of all models when all files are read. Numbers with the same name are
// one model.
func (m *models) finish() ([]string, error) {
	names := slices.Clone(m.names)
	if m.byFile {
		names = slices.Clone(m.stems)
	}
	for _, w := range m.wanted {
		if !slices.Contains(names, w) {
			seen := map[string]bool{}
			for _, name := range names {
				seen[name] = true
			}
			return nil, fmt.Errorf("has no model %q; the models are %s", w,
				table.Quoted(slices.Sorted(maps.Keys(seen))))
		}
	}
	return names, nil
}

// order returns the names of the given models in the order of the results, and where each of them
// has its place there: -1 if it is not wanted.
func (m *models) order(names []string, numbers []int) (sorted []string, place []int) {
	for _, w := range m.wanted {
		if slices.ContainsFunc(numbers, func(k int) bool { return names[k] == w }) {
			sorted = append(sorted, w)
		}
	}
	place = make([]int, len(numbers))
	for i, k := range numbers {
		if place[i] = slices.Index(sorted, names[k]); place[i] < 0 && len(m.wanted) == 0 {
			place[i] = len(sorted)
			sorted = append(sorted, names[k])
		}
	}
	return sorted, place
}

// notModels are names that a model cannot have, as files of predictions have a column of this name
// for something else.
var notModels = []string{"replication", "half", "inner", "fold", "record", "truth", "set", "dataset", "model",
	"predicted", "run"}

// CheckModel returns an error unless a model can have this name in every kind of file.
func CheckModel(name string) error {
	switch {
	case name == "":
		return errors.New("a model has no name; give it one")
	case slices.Contains(notModels, name):
		return fmt.Errorf("a model cannot be called %s: files of predictions have a column of this name for "+
			"something else; give it another name", name)
	case isProbable(name):
		return fmt.Errorf("a model cannot be called %s: files of predictions have probabilities in columns that begin with "+
			"p_; give it another name", name)
	case strings.TrimSpace(name) != name || strings.ContainsFunc(name,
		func(r rune) bool { return !unicode.IsPrint(r) }):
		return fmt.Errorf("a model cannot be called %q: files would not give the name back; leave out what does "+
			"not print and blanks at its ends", name)
	}
	return nil
}

// Twin returns the end of an error message where another name differs from this one by case
// alone, as after a slip in one row; else it is empty.
func Twin(name string, names []string) string {
	for _, other := range names {
		if other != name && strings.EqualFold(other, name) {
			return fmt.Sprintf("; are %.40q and %.40q one model? Then write its name alike in all rows", name, other)
		}
	}
	return ""
}
