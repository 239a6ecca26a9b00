package results

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/block-regularized/bcv/internal/compact"
	"github.com/block-regularized/bcv/pkg/cv"
)

// Items are the predictions of all models for each validation record, in compact form: a class takes 1, 2 or 4 bytes,
// a probability or a predicted number 8, or 1 or 2 where few of them differ. Models have the order of Results.Models.
type Items struct {
	Classes []string // true classes and predicted ones, in order of appearance; nil for numbers

	placeOf map[string]uint32   // in Classes, from 1
	truths  compact.Small       // by record: place of the true class
	records int                 // with a truth
	isTruth []bool              // by class: a record has it
	said    [][]bool            // by model and class: predicted for a record
	more    uint32              // place of the class that stands for further labels; 0 if there are none
	reps    []*itemsReplication // in order
	scored  sync.Once

	likely
	slots   compact.Small    // by record: its place in columns, from 1; of probabilities and numbers
	placed  int              // number of these places
	numbers compact.Numbers  // of all columns
	target  []compact.Column // one, of true numbers; nil for classes
}

// maxStrange is how many predicted labels are kept that are the truth of no record: texts of
// another kind, such as a sentence for each record, would fill the memory.
const maxStrange = 1 << 16

// itemsReplication holds the predictions of one replication.
type itemsReplication struct {
	folds  compact.Small   // by record: number of the fold that validates it
	sizes  []int           // by fold: records
	labels []compact.Small // by model, by record: place of the predicted class
	known  []int           // by model: records with a prediction
	testSet
	scores  []foldScores
	columns [][]compact.Column // by model: one for each class with its probabilities, or one of numbers; nil for labels
}

// foldScores has a bit for each record of a fold, which is 1 where a model is right.
type foldScores struct {
	right [][]uint64 // by model
	hits  []int      // by model: number of bits that are 1
}

// place returns the place of a class among all classes, from 1. Of labels that no record has,
// up to maxStrange have a place of their own.
func (x *Items) place(class string, truth bool) uint32 {
	at, ok := x.placeOf[class]
	if !ok {
		if !truth && len(x.Classes) >= maxStrange {
			return x.further()
		}
		if x.placeOf == nil {
			x.placeOf = map[string]uint32{}
		}
		class = strings.Clone(class)
		at = x.newPlace(class)
		x.placeOf[class] = at
	}
	if truth {
		x.isTruth[at-1] = true
	}
	return at
}

func (x *Items) newPlace(class string) uint32 {
	x.Classes, x.isTruth = append(x.Classes, class), append(x.isTruth, false)
	return uint32(len(x.Classes))
}

// further returns the place of the class that stands for all labels without a place.
func (x *Items) further() uint32 {
	if x.more == 0 {
		x.more = x.newPlace("(other)")
	}
	return x.more
}

// Item is what one model predicted for one validation record.
type Item struct {
	Replication, Fold int    // from 1
	Record            int    // from 0
	Model             int    // place in Results.Models
	Truth, Predicted  string // classes, or numbers with all their digits
}

// Probable returns the classes whose probabilities are known, in the order of Probabilities; none for labels alone, and
// one for scores of one of two classes, of which only the order counts.
func (x *Items) Probable() []string {
	if x.scores != "" {
		return x.probable
	}
	return x.both(x.Classes)
}

// Probabilities appends the probabilities of the classes of an item to out, in the order of Probable, or its score;
// none if they are unknown.
func (x *Items) Probabilities(of Item, out []float64) []float64 {
	n := len(out)
	out = x.reps[of.Replication-1].at(out, of.Model, int(x.slots.Get(of.Record))-1)
	if len(x.probable) == 1 && x.scores == "" && len(out) == n+1 {
		out = append(out, 1-out[n])
	}
	return out
}

// All returns all predictions: fold by fold, record by record, model by model.
func (x *Items) All() iter.Seq[Item] {
	return func(yield func(Item) bool) {
		for j, rep := range x.reps {
			for k, records := range rep.byFold() {
				for _, record := range records {
					for m := range rep.labels {
						item := Item{j + 1, k + 1, record, m, x.truth(record), x.predicted(rep, m, record)}
						if !yield(item) {
							return
						}
					}
				}
			}
		}
	}
}

// truth returns the class of a record, or its number; empty if it has none.
func (x *Items) truth(record int) string {
	place := x.truths.Get(record)
	switch {
	case place == 0:
		return ""
	case x.Classes == nil:
		return number(x.target[0].At(int(x.slots.Get(record)) - 1))
	}
	return x.Classes[place-1]
}

// predicted returns the class that a model predicted for a record, or the number.
func (x *Items) predicted(rep *itemsReplication, model, record int) string {
	if x.Classes == nil {
		return number(rep.columns[model][0].At(int(x.slots.Get(record)) - 1))
	}
	return x.Classes[rep.labels[model].Get(record)-1]
}

// byFold returns the records of each fold, in ascending order.
func (r *itemsReplication) byFold() [][]int {
	out := make([][]int, len(r.sizes))
	for k, n := range r.sizes {
		out[k] = make([]int, 0, n)
	}
	for record, fold := range r.folds.All() {
		out[fold-1] = append(out[fold-1], record)
	}
	return out
}

// missing returns the first fold, from 0, of the first replication where a model has no prediction for a record
// that another one has; -1 if there is none.
func (x *Items) missing(model int) int {
	for j, rep := range x.reps {
		if model >= len(rep.known) || rep.known[model] < rep.records {
			return j * len(rep.sizes)
		}
	}
	return -1
}

// strange returns the labels that a model predicted and no record has as its truth, sorted.
func (x *Items) strange(model int) []string {
	var out []string
	for c, said := range x.said[model] {
		if said && !x.isTruth[c] && uint32(c+1) != x.more {
			out = append(out, x.Classes[c])
		}
	}
	slices.Sort(out)
	return out
}

// predictions returns the predicted classes or numbers; nil if unknown.
func (r Results) predictions() *Items { return cmp.Or(r.Items, r.Numbers) }

// AddItems sets the classes that a model predicted for the records f.Valid of a fold, and their true
// classes. Give all models the same records; the values of metrics are set by Add. It is an error
// if the results have no such fold, if a record has another true class than before, and if
// the model has a prediction of the record in this replication.
func (r *Results) AddItems(f cv.Fold, model string, truth, predicted []string) error {
	if err := r.check(f, model); err != nil {
		return err
	}
	if len(truth) != len(f.Valid) || len(predicted) != len(f.Valid) {
		return fmt.Errorf("results: %d true and %d predicted classes for %d records; give one of each per record",
			len(truth), len(predicted), len(f.Valid))
	}
	add := r.adder(&r.Items, model)
	for k, record := range f.Valid {
		problem := "is negative or has an empty class"
		if x := r.Items; record >= 0 && truth[k] != "" && predicted[k] != "" {
			problem = add(f, int(record), x.place(truth[k], true), x.place(predicted[k], false))
		}
		if problem != "" {
			return ofRecord(f, model, record, problem)
		}
	}
	return nil
}

// AddNumbers is AddItems for numbers: those that a model predicted for the records f.Valid of a fold, and the true
// ones, which Results.Numbers keeps. They are finite.
func (r *Results) AddNumbers(f cv.Fold, model string, truth, predicted []float64) error {
	if err := r.check(f, model); err != nil {
		return err
	}
	if len(truth) != len(f.Valid) || len(predicted) != len(f.Valid) {
		return fmt.Errorf("results: %d true and %d predicted numbers for %d records; give one of each per record",
			len(truth), len(predicted), len(f.Valid))
	}
	add := r.adder(&r.Numbers, model)
	x, m := r.Numbers, slices.Index(r.Models, model)
	for k, record := range f.Valid {
		problem := ""
		switch {
		case !(math.Abs(truth[k]) <= largestValue && math.Abs(predicted[k]) <= largestValue):
			problem = fmt.Sprintf("has the true number %v and the predicted one %v; give finite numbers of a usual size",
				truth[k], predicted[k])
		case record < 0:
			problem = "is negative"
		case !x.setTarget(int(record), truth[k]):
			problem = fmt.Sprintf("has the true numbers %s and %v", x.truth(int(record)), truth[k])
		default:
			problem = add(f, int(record), 1, 1)
		}
		if problem != "" {
			return ofRecord(f, model, record, problem)
		}
		x.keep(x.reps[f.Replication-1], m, int(record), predicted[k])
	}
	return nil
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
	x, m, c := r.Items, slices.Index(r.Models, model), len(classes)
	switch {
	case x == nil || m < 0 || m >= len(x.said):
		return fmt.Errorf("results: probabilities of %q without its classes; call AddItems first", model)
	case len(p) != c*len(f.Valid) || c < 1:
		return fmt.Errorf("results: %d probabilities of %d classes for %d records; give one of each class per record", len(p),
			c, len(f.Valid))
	case x.probable == nil:
		x.probable, x.named = slices.Clone(classes), "p_"+classes[0]
		for _, class := range classes {
			x.place(class, false)
		}
	case !slices.Equal(x.probable, classes):
		return fmt.Errorf("results: probabilities of the classes %q, but of %q before; give all models the same classes in "+
			"the same order", classes, x.probable)
	}
	rep := x.reps[f.Replication-1]
	for k, record := range f.Valid {
		of := p[k*c : (k+1)*c]
		problem := ""
		if c > 1 {
			_, problem = checkProbabilities(of, 0)
		} else if !(math.Abs(of[0]) <= largestValue) {
			problem = "give finite numbers of a usual size"
		}
		class := rep.labels[m].Get(int(record))
		switch {
		case class == 0 || int(rep.folds.Get(int(record))) != f.Fold:
			problem = "has no class in this fold; call AddItems first"
		case problem != "":
			problem = fmt.Sprintf("has the probabilities %v; %s", of, problem)
		case c == 1 && len(x.Classes) > 2:
			problem = fmt.Sprintf("is of one of %d classes, and has a score of one; give the probabilities of all",
				len(x.Classes))
		case c > 1 && (!slices.Contains(classes, x.Classes[class-1]) || !slices.Contains(classes, x.truth(int(record)))):
			problem = fmt.Sprintf("is of class %q, predicted as %q, of which one has no probabilities; give those of all "+
				"classes", x.truth(int(record)), x.Classes[class-1])
		case !x.keep(rep, m, int(record), of...):
			problem = "has probabilities already"
		}
		if problem != "" {
			return ofRecord(f, model, record, problem)
		}
		if c == 1 {
			x.see(of[0], place{f, record})
		}
	}
	return nil
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

// adder returns what adds the places of the true class of a record and of the predicted one to items, which it makes
// if there are none. It returns the problem of the record, empty if there is none.
func (r *Results) adder(items **Items, model string) func(f cv.Fold, record int, truth, predicted uint32) string {
	if *items == nil {
		*items = &Items{}
		for range r.Design.Replications {
			(*items).reps = append((*items).reps, &itemsReplication{sizes: make([]int, r.Design.Folds)})
		}
	}
	x, m := *items, r.addModel(model)
	for len(x.said) <= m {
		x.said = append(x.said, nil)
		for _, rep := range x.reps {
			rep.labels, rep.known = append(rep.labels, compact.Small{}), append(rep.known, 0)
		}
	}
	return func(f cv.Fold, record int, truth, predicted uint32) string {
		return x.add(f, m, record, truth, predicted)
	}
}

// add adds a prediction. It returns the problem of its record, empty if there is none.
func (x *Items) add(f cv.Fold, model, record int, truth, predicted uint32) string {
	rep := x.reps[f.Replication-1]
	switch was := x.truths.Get(record); {
	case was == 0:
		x.truths.Set(record, truth)
		x.records++
	case was != truth:
		return fmt.Sprintf("has the true classes %q and %q", x.Classes[was-1], x.Classes[truth-1])
	}
	switch was := int(rep.folds.Get(record)); {
	case was == 0:
		rep.folds.Set(record, uint32(f.Fold))
		rep.sizes[f.Fold-1]++
		rep.testSet.add(record)
	case was != f.Fold:
		return fmt.Sprintf("is in fold %d too", was)
	case rep.labels[model].Get(record) != 0:
		return "has two predictions"
	}
	x.saidBy(model, predicted)
	rep.labels[model].Set(record, predicted)
	rep.known[model]++
	return ""
}

// saidBy notes that a model predicted a class.
func (x *Items) saidBy(model int, class uint32) {
	for model >= len(x.said) {
		x.said = append(x.said, nil)
	}
	said := &x.said[model]
	if missing := int(class) - len(*said); missing > 0 {
		*said = append(*said, make([]bool, missing)...)
	}
	(*said)[class-1] = true
}

// score fills the bits of all replications.
func (x *Items) score() {
	for _, rep := range x.reps {
		rep.scores = make([]foldScores, len(rep.sizes))
		for k, n := range rep.sizes {
			s := foldScores{hits: make([]int, len(rep.labels))}
			for range rep.labels {
				s.right = append(s.right, make([]uint64, (n+63)/64))
			}
			rep.scores[k] = s
		}
		next := make([]int, len(rep.sizes)) // bit of the next record of a fold
		for record, fold := range rep.folds.All() {
			s, bit, truth := rep.scores[fold-1], next[fold-1], x.truths.Get(record)
			next[fold-1]++
			for m := range rep.labels {
				if rep.labels[m].Get(record) == truth {
					s.right[m][bit/64] |= 1 << (bit % 64)
					s.hits[m]++
				}
			}
		}
	}
}

// errorRates returns the share of wrong predictions of each model on each fold.
func (r Results) errorRates() Grid[float64] {
	r.Items.scored.Do(r.Items.score)
	g := NewGrid[float64](len(r.Models), r.Design.Replications, r.Design.Folds)
	for j, rep := range r.Items.reps {
		for k, n := range rep.sizes {
			for m := range r.Models {
				*g.At(m, j, k) = float64(n-rep.scores[k].hits[m]) / float64(n)
			}
		}
	}
	return g
}
