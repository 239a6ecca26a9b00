package results

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"sync"

	"github.com/block-regularized/bcv/internal/compact"
	"github.com/block-regularized/bcv/pkg/cv"
	"github.com/block-regularized/bcv/pkg/metric"
)

// Units are what models did on each unit of a sample, in compact form: the classes or the numbers that they predicted for
// the validation records of folds, once in each replication, or what they scored or predicted on the items of one test
// set, in one run or in several, such as seeds of training, and in one draw of each item or in several, such as answers
// of a language model. Models have the order of Results.Models, units are numbered from 0 in order of appearance. A
// class or a number takes 1 or 2 bytes where few of them differ, else 8.
type Units struct {
	Names    []string   // of items; nil for records of folds, which have numbers
	Clusters []int      // cluster of each item, numbered from 0; nil where every item is its own
	Runs     [][]string // of items, by model: the names of its runs, "" for the only run of a file without names
	inTime   bool       // units are points in time
	order    []int      // units in the order of time; nil where they stand in it
	Tasks    []string   // that Suite.Join took together; nil for results of one task

	form     unitForm
	classes  classes          // true ones and labels
	target   []compact.Column // one, of true numbers; nil for classes
	likely                    // in the last columns of outcomes
	outcomes [][]*outcomes    // by model: its runs on items, or one for each replication
	numbers  compact.Numbers  // of all columns

	unitOf  compact.Small  // by record of folds: its unit, from 1
	records []int32        // by unit: its record
	folds   []*replication // in order; nil for items

	// Of items, too:
	drawNames compact.Texts       // of draws
	wanted    metric.Metric       // of the scores; the zero value for accuracy or score, as the scores are
	types     []string            // of chunks, whose counts are in outcomes.types; nil if unknown
	defined   []metric.Definition // of Results.Metrics; without Of for scores of Whole
	positive  string              // class whose F1 is computed; empty for none
	sums      []string            // columns of a ratio
	groups    []string            // by cluster: its name in a file; nil if it has none
	suite     Suite               // of joined
	joined    []joined            // by metric of several tasks; nil for one task
	judge     *judged             // nil for none
	prefer    *preferred          // of comparisons; nil for other items
}

// unitForm is what is known of a unit.
type unitForm int

const (
	scoreItems     unitForm = iota
	labelItems              // truth and label
	chunkItems              // gold, predicted and correct
	confusionItems          // tp, fp and fn
	ratioItems              // numerator and denominator
	numberItems             // truth and label, which are numbers
	probableItems           // truth, and probabilities or scores
)

// outcomes are what a model did on the units in one run or one replication: scores, places of labels, numbers, counts,
// or numerators and denominators, and then probabilities. Where items have draws, these are what columns have numbers
// of, in place of units.
type outcomes struct {
	name    string // of the run
	first   spot
	columns []compact.Column   // NaN where the model has nothing of a unit
	types   [][]compact.Column // by type: columns of its counts, which columns has of all
	drawn                      // nil where every item has one draw
	known   int                // units
	next    int                // item that is expected in the next row
}

// replication says which fold validates which records.
type replication struct {
	fold  compact.Small // by unit: number of its fold, 0 for none
	sizes []int         // by fold: records
	testSet
	once   sync.Once
	scores []foldScores
}

// foldScores has a bit for each record of a fold, which is 1 where a model is right.
type foldScores struct {
	right [][]uint64 // by model
	hits  []int      // by model: number of bits that are 1
}

// classes are the classes that are the truth of units, and the labels that models predicted: Of has the true ones.
type classes struct {
	compact.Texts
	more int32 // place of the class that stands for further labels; 0 if there are none
}

// maxStrange is how many predicted labels are kept that are the truth of no unit: texts of another kind, such as a
// sentence for each record, would fill the memory.
const maxStrange = 1 << 15

// label returns the place of a predicted class among all classes, from 1. Of labels that are the truth of no unit, up
// to maxStrange have a place of their own.
func (c *classes) label(class string) int32 {
	if len(c.Names) >= maxStrange && c.Place(class) == 0 {
		if c.more == 0 {
			c.more = c.Add("(other)")
		}
		return c.more
	}
	return c.Number(class)
}

// areTrue reports for each class whether it is the truth of a unit.
func (c *classes) areTrue() []bool {
	out := make([]bool, len(c.Names))
	for _, class := range c.Of {
		if class > 0 {
			out[class-1] = true
		}
	}
	return out
}

// trueOnes returns the first classes that are the truth of a unit, all if most is negative.
func (c *classes) trueOnes(most int) []string {
	var out []string
	for k, is := range c.areTrue() {
		if is && len(out) != most {
			out = append(out, c.Names[k])
		}
	}
	return out
}

// OnTestSet reports whether results are of the items of one test set, see Units, and not of folds.
func (r Results) OnTestSet() bool { return r.Units != nil && r.Units.folds == nil }

// Classified reports whether the class is known that each model predicted for each validation record of the folds.
func (r Results) Classified() bool {
	x := r.predictions()
	return x != nil && x.form == labelItems
}

// predictions returns the classes or numbers that were predicted on folds; nil if unknown, and for counts of one class.
func (r Results) predictions() *Units {
	if r.OnTestSet() || r.Counts != nil {
		return nil
	}
	return r.Units
}

// len returns the number of units.
func (x *Units) len() int { return max(len(x.Names), len(x.records)) }

// unit returns the unit of a record, which it makes if there is none.
func (x *Units) unit(record int) int {
	at := int(x.unitOf.Get(record))
	if at == 0 {
		x.records = append(x.records, int32(record))
		at = len(x.records)
		x.unitOf.Set(record, uint32(at))
	}
	return at - 1
}

// truth returns the class of a unit, or its number; empty if it has none.
func (x *Units) truth(unit int) string {
	switch {
	case unit < 0:
		return ""
	case x.target != nil:
		return number(x.target[0].At(unit))
	case unit >= len(x.classes.Of) || x.classes.Of[unit] == 0:
		return ""
	}
	return x.classes.Names[x.classes.Of[unit]-1]
}

// setTarget sets the true number of a unit if it has none, and returns the one that it has then.
func (x *Units) setTarget(unit int, v float64) float64 {
	if x.target == nil {
		x.target = x.numbers.Columns(1)
	}
	if was := x.target[0].At(unit); !math.IsNaN(was) {
		return was
	}
	x.target[0].Set(unit, v, x.len())
	return v
}

// predicted returns the class that was predicted for a unit, or the number.
func (x *Units) predicted(o *outcomes, unit int) string {
	v := o.columns[0].At(unit)
	if x.form == numberItems {
		return number(v)
	}
	return x.classes.Names[int(v)-1]
}

// byFold returns the units of each fold of a replication, in ascending order of their records.
func (x *Units) byFold(rep *replication) [][]int {
	out := make([][]int, len(rep.sizes))
	for k, n := range rep.sizes {
		out[k] = make([]int, 0, n)
	}
	for _, place := range x.unitOf.All() {
		unit := int(place) - 1
		if fold := rep.fold.Get(unit); fold > 0 {
			out[fold-1] = append(out[fold-1], unit)
		}
	}
	return out
}

// label returns the place of the class that was predicted for a unit, or in a draw, from 1; 0 for none.
func (o *outcomes) label(k int) int32 {
	if v := o.columns[0].At(k); v > 0 {
		return int32(v)
	}
	return 0
}

// missing returns the first fold, from 0, of the first replication where a model has no prediction for a record
// that another one has; -1 if there is none.
func (x *Units) missing(model int) int {
	for j, rep := range x.folds {
		if model >= len(x.outcomes) || x.outcomes[model][j].known < rep.records {
			return j * len(rep.sizes)
		}
	}
	return -1
}

// strange returns the labels that a model predicted and no unit has as its truth, sorted, and whether it predicted any
// class that one has.
func (x *Units) strange(model int) (labels []string, sensible bool) {
	said := make([]bool, len(x.classes.Names))
	for _, o := range x.outcomes[model] {
		for k := range o.draws(x.len()) {
			if class := o.label(k); class > 0 {
				said[class-1] = true
			}
		}
	}
	for c, isTrue := range x.classes.areTrue() {
		sensible = sensible || said[c] && isTrue
		if said[c] && !isTrue && int32(c+1) != x.classes.more {
			labels = append(labels, x.classes.Names[c])
		}
	}
	slices.Sort(labels)
	return labels, sensible
}

// score fills the bits of a replication.
func (x *Units) score(j int) {
	rep := x.folds[j]
	rep.scores = make([]foldScores, len(rep.sizes))
	for k, units := range x.byFold(rep) {
		s := foldScores{hits: make([]int, len(x.outcomes))}
		for m := range x.outcomes {
			right, o := make([]uint64, (len(units)+63)/64), x.outcomes[m][j]
			for bit, unit := range units {
				if o.label(unit) == x.classes.Of[unit] {
					right[bit/64] |= 1 << (bit % 64)
					s.hits[m]++
				}
			}
			s.right = append(s.right, right)
		}
		rep.scores[k] = s
	}
}

// scored returns the replications with their bits.
func (x *Units) scored() []*replication {
	for j, rep := range x.folds {
		rep.once.Do(func() { x.score(j) })
	}
	return x.folds
}

// errorRates returns the share of wrong predictions of each model on each fold.
func (r Results) errorRates() Grid[float64] {
	g := NewGrid[float64](len(r.Models), r.Design.Replications, r.Design.Folds)
	for j, rep := range r.Units.scored() {
		for k, n := range rep.sizes {
			for m := range r.Models {
				*g.At(m, j, k) = float64(n-rep.scores[k].hits[m]) / float64(n)
			}
		}
	}
	return g
}

// Item is what one model predicted for one validation record.
type Item struct {
	Replication, Fold int    // from 1
	Record            int    // from 0
	Model             int    // place in Results.Models
	Truth, Predicted  string // classes, or numbers with all their digits
}

// All returns all predictions on folds: fold by fold, record by record, model by model.
func (x *Units) All() iter.Seq[Item] {
	return func(yield func(Item) bool) {
		for j, rep := range x.folds {
			for k, units := range x.byFold(rep) {
				for _, unit := range units {
					for m, of := range x.outcomes {
						item := Item{j + 1, k + 1, int(x.records[unit]), m, x.truth(unit), x.predicted(of[j], unit)}
						if !yield(item) {
							return
						}
					}
				}
			}
		}
	}
}

// Probable returns the classes whose probabilities are known, in the order of Probabilities; none for labels alone, and
// one for scores of one of two classes, of which only the order counts.
func (x *Units) Probable() []string {
	if x.scores != "" {
		return x.probable
	}
	return x.both(x.classes.Names)
}

// Probabilities appends the probabilities of the classes of an item to out, in the order of Probable, or its score;
// none if they are unknown.
func (x *Units) Probabilities(of Item, out []float64) []float64 {
	n := len(out)
	o := x.outcomes[of.Model][of.Replication-1]
	out = o.at(out, len(o.columns)-len(x.probable), int(x.unitOf.Get(of.Record))-1)
	if len(x.probable) == 1 && x.scores == "" && len(out) == n+1 {
		out = append(out, 1-out[n])
	}
	return out
}

// at appends the numbers of a unit, or a draw, in the columns from the given one on.
func (o *outcomes) at(out []float64, from, place int) []float64 {
	for k := max(from, 0); k < len(o.columns); k++ {
		out = append(out, o.columns[k].At(place))
	}
	return out
}

// halfProbable reports whether some of the models have no probabilities, but others have.
func (x *Units) halfProbable() bool {
	return x.probable != nil && slices.ContainsFunc(slices.Concat(x.outcomes...), func(o *outcomes) bool {
		return len(o.columns) <= len(x.probable)
	})
}

// AddItems sets the classes that a model predicted for the records f.Valid of a fold, and their true
// classes. Give all models the same records; the values of metrics are set by Add. It is an error
// if the results have no such fold, if a record has another true class than before, and if
// the model has a prediction of the record in this replication.
func (r *Results) AddItems(f cv.Fold, model string, truth, predicted []string) error {
	if len(truth) != len(f.Valid) || len(predicted) != len(f.Valid) {
		return fmt.Errorf("results: %d true and %d predicted classes for %d records; give one of each per record",
			len(truth), len(predicted), len(f.Valid))
	}
	return r.addUnits(f, model, labelItems, func(x *Units, k, record int) (float64, string) {
		if record < 0 || truth[k] == "" || predicted[k] == "" {
			return 0, "is negative or has an empty class"
		}
		if was := x.classes.Set(x.unit(record), truth[k]); was != truth[k] {
			return 0, fmt.Sprintf("has the true classes %q and %q", was, truth[k])
		}
		return float64(x.classes.label(predicted[k])), ""
	})
}

// AddNumbers is AddItems for numbers: those that a model predicted for the records f.Valid of a fold, and the true
// ones. They are finite.
func (r *Results) AddNumbers(f cv.Fold, model string, truth, predicted []float64) error {
	if len(truth) != len(f.Valid) || len(predicted) != len(f.Valid) {
		return fmt.Errorf("results: %d true and %d predicted numbers for %d records; give one of each per record",
			len(truth), len(predicted), len(f.Valid))
	}
	return r.addUnits(f, model, numberItems, func(x *Units, k, record int) (float64, string) {
		switch {
		case !(math.Abs(truth[k]) <= largestValue && math.Abs(predicted[k]) <= largestValue):
			return 0, fmt.Sprintf("has the true number %v and the predicted one %v; give finite numbers of a usual size",
				truth[k], predicted[k])
		case record < 0:
			return 0, "is negative"
		}
		if was := x.setTarget(x.unit(record), truth[k]); was != truth[k] {
			return 0, fmt.Sprintf("has the true numbers %s and %v", number(was), truth[k])
		}
		return predicted[k], ""
	})
}

// addUnits adds what a model predicted for the records of a fold: value gives it, and notes the truth, or says what is
// wrong with a record.
func (r *Results) addUnits(f cv.Fold, model string, form unitForm,
	value func(x *Units, k, record int) (float64, string)) error {
	if err := r.check(f, model); err != nil {
		return err
	}
	if r.Units == nil {
		r.Units = &Units{form: form}
		for range r.Design.Replications {
			r.Units.folds = append(r.Units.folds, &replication{sizes: make([]int, r.Design.Folds)})
		}
	}
	x, m := r.Units, r.addModel(model)
	if x.form != form {
		return fmt.Errorf("results: classes and numbers of %q; give predictions of one kind", model)
	}
	for len(x.outcomes) <= m {
		var all []*outcomes
		for range x.folds {
			all = append(all, &outcomes{columns: x.numbers.Columns(1)})
		}
		x.outcomes = append(x.outcomes, all)
	}
	for k, record := range f.Valid {
		v, problem := value(x, k, int(record))
		if problem == "" {
			problem = x.add(f, m, x.unit(int(record)), v)
		}
		if problem != "" {
			return ofRecord(f, model, record, problem)
		}
	}
	return nil
}

// add adds a prediction. It returns the problem of its record, empty if there is none.
func (x *Units) add(f cv.Fold, model, unit int, v float64) string {
	rep, o := x.folds[f.Replication-1], x.outcomes[model][f.Replication-1]
	switch was := int(rep.fold.Get(unit)); {
	case was == 0:
		rep.fold.Set(unit, uint32(f.Fold))
		rep.sizes[f.Fold-1]++
		rep.testSet.add(int(x.records[unit]))
	case was != f.Fold:
		return fmt.Sprintf("is in fold %d too", was)
	}
	if !o.columns[0].Set(unit, v, x.len()) {
		return "has two predictions"
	}
	o.known++
	return ""
}

// AddProbabilities sets the probabilities of classes that a model gave for the records f.Valid of a fold: p has one
// for each class, record by record. AddItems has set the classes before. All models have the same classes in the same
// order, and among them every class that is true or predicted. Of two classes one may stand alone, and have a score for
// each record in place of a probability, for metrics that are metric.Definition.ByOrder. It is an error if AddItems did
// not add these records, if they have probabilities already, and if the probabilities of a record are not from 0 to 1
// with the sum 1 up to 1e-6 for each class.
func (r *Results) AddProbabilities(f cv.Fold, model string, classes []string, p []float64) error {
	if err := r.check(f, model); err != nil {
		return err
	}
	x, m, c := r.Units, slices.Index(r.Models, model), len(classes)
	switch {
	case !r.Classified() || m < 0 || m >= len(x.outcomes):
		return fmt.Errorf("results: probabilities of %q without its classes; call AddItems first", model)
	case len(p) != c*len(f.Valid) || c < 1:
		return fmt.Errorf("results: %d probabilities of %d classes for %d records; give one of each class per record", len(p),
			c, len(f.Valid))
	case x.probable == nil:
		x.probable, x.named = slices.Clone(classes), "p_"+classes[0]
		for _, class := range classes {
			x.classes.Number(class)
		}
	case !slices.Equal(x.probable, classes):
		return fmt.Errorf("results: probabilities of the classes %q, but of %q before; give all models the same classes in "+
			"the same order", classes, x.probable)
	}
	for k, record := range f.Valid {
		if problem := x.addProbabilities(f, m, int(record), p[k*c:(k+1)*c]); problem != "" {
			return ofRecord(f, model, record, problem)
		}
	}
	return nil
}

// addProbabilities adds those of a record. It returns its problem, empty if there is none.
func (x *Units) addProbabilities(f cv.Fold, model, record int, p []float64) string {
	o, unit, classes := x.outcomes[model][f.Replication-1], int(x.unitOf.Get(record))-1, x.probable
	c := len(classes)
	if unit < 0 || math.IsNaN(o.columns[0].At(unit)) || int(x.folds[f.Replication-1].fold.Get(unit)) != f.Fold {
		return "has no class in this fold; call AddItems first"
	}
	problem := ""
	if c > 1 {
		_, problem = checkProbabilities(p, 0)
	} else if !(math.Abs(p[0]) <= largestValue) {
		problem = "give finite numbers of a usual size"
	}
	predicted := x.predicted(o, unit)
	switch {
	case problem != "":
		return fmt.Sprintf("has the probabilities %v; %s", p, problem)
	case c == 1 && len(x.classes.Names) > 2:
		return fmt.Sprintf("is of one of %d classes, and has a score of one; give the probabilities of all",
			len(x.classes.Names))
	case c > 1 && (!slices.Contains(classes, predicted) || !slices.Contains(classes, x.truth(unit))):
		return fmt.Sprintf("is of class %q, predicted as %q, of which one has no probabilities; give those of all "+
			"classes", x.truth(unit), predicted)
	}
	if len(o.columns) == 1 {
		o.columns = append(o.columns, x.numbers.Columns(c)...)
	}
	for k, v := range p {
		if !o.columns[1+k].Set(unit, v, x.len()) {
			return "has probabilities already"
		}
	}
	if c == 1 {
		x.see(p[0], place{f, int32(record)})
	}
	return ""
}

// place is a record on a fold.
type place struct {
	cv.Fold
	record int32
}

func (p place) String() string {
	return fmt.Sprintf("replication %d fold %d, record %d", p.Replication, p.Fold.Fold, p.record)
}

func ofRecord(f cv.Fold, model string, record int32, problem string) error {
	return fmt.Errorf("results: model %q, replication %d fold %d: record %d %s", model, f.Replication, f.Fold, record,
		problem)
}
