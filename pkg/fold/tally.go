package fold

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// What a tally knows of a record in a replication: a number with these bits and above
// them the place of its fold.
const (
	hasA      = 1 << iota // A's prediction was seen; hasA << 1 is B's
	hasB                  //
	rightA                // A's prediction is right; rightA << 1 is B's
	rightB                //
	foldShift = iota
)

// maxStrange is how many predicted labels of a model are kept that are no record's truth.
const maxStrange = 1 << 16

// tally counts predictions by fold, row by row. It keeps two small numbers a record and
// replication, and no row.
type tally struct {
	long         bool     // rows have a column model
	wanted       []string // models to take, none for the two of the file
	models       []string // A and B
	seen         map[string]bool
	replications map[int]*replicationTally
	truths       narrow // of records: place in classes, from 1
	records      int
	classes      []string
	classOf      map[string]uint32
	strange      [2]map[string]bool
	sensible     [2]bool // a prediction of the model was a class
	set          setChecker
	file         spot
}

// replicationTally counts the predictions of a replication.
type replicationTally struct {
	placeOf map[int]int // of folds
	folds   []PairFold
	testSet
	alone int // records with the prediction of one model
	cells narrow
}

func newTally(long bool, wanted []string, file spot) *tally {
	return &tally{long: long, wanted: wanted, models: slices.Clone(wanted), seen: map[string]bool{}, file: file,
		replications: map[int]*replicationTally{}, classOf: map[string]uint32{}, strange: [2]map[string]bool{{}, {}}}
}

// add counts a row, which has the label of one model or of both.
func (t *tally) add(r *predictionRow, at spot) error {
	bits := r.has
	if err := t.set.see(at, r.Set, r.Model); err != nil {
		return err
	}
	j := t.replications[r.Replication]
	if j == nil {
		j = &replicationTally{placeOf: map[int]int{}}
		t.replications[r.Replication] = j
	}
	before := j.cells.get(r.Record)
	place, known := j.placeOf[r.Fold]
	both := bits == hasA|hasB
	switch {
	case before&bits != 0:
		owner := ""
		if !both {
			owner = fmt.Sprintf("model %.40q has ", t.owner(r))
		}
		return at.Errorf("record", "%srecord %d of replication %d %sin fold %d; give each record once a replication",
			owner, r.Record, r.Replication, pick(!both, "already ", "is already "), j.folds[before>>foldShift].Fold)
	case before != 0 && (!known || uint32(place) != before>>foldShift):
		return at.Errorf("record", "model %.40q has record %d in replication %d fold %d, the other model in fold %d; give both the same records",
			t.owner(r), r.Record, r.Replication, r.Fold, j.folds[before>>foldShift].Fold)
	case !known:
		place = len(j.folds)
		j.placeOf[r.Fold] = place
		j.folds = append(j.folds, PairFold{Replication: r.Replication, Fold: r.Fold})
	}
	if err := t.truth(r, at); err != nil {
		return err
	}
	if before == 0 {
		j.testSet.add(r.Record)
	}
	bits |= before | uint32(place)<<foldShift | t.right(r)
	j.cells.set(r.Record, bits)
	switch {
	case bits&hasA == 0 || bits&hasB == 0:
		j.alone++
		return nil
	case before != 0:
		j.alone--
	}
	j.folds[place].Table.Add(bits&rightA != 0, bits&rightB != 0)
	return nil
}

// owner names the model of a row that has the label of one.
func (t *tally) owner(r *predictionRow) string {
	if r.has == hasB {
		return t.models[1]
	}
	return t.models[0]
}

// model returns 0 for A, 1 for B, and -1 for a model that is not wanted.
func (t *tally) model(name string, at spot) (int, error) {
	k := slices.Index(t.models, name)
	if !t.seen[name] {
		t.seen[strings.Clone(name)] = true
	}
	switch {
	case name == "":
		return 0, at.Errorf("model", "the model has no name; name both models")
	case k >= 0 || len(t.wanted) > 0:
		return k, nil
	case len(t.models) == 2:
		return 0, thirdModel(at.Errorf("model", "%.40q is a third model beside %.40q and %.40q; %s", name, t.models[0], t.models[1], chooseTwo))
	}
	t.models = append(t.models, strings.Clone(name))
	return len(t.models) - 1, nil
}

// truth notes the class of a record, or checks that it is the one that was noted.
func (t *tally) truth(r *predictionRow, at spot) error {
	class, ok := t.classOf[r.Truth]
	switch before := t.truths.get(r.Record); {
	case before == class && ok:
		return nil
	case before != 0:
		return at.Errorf("truth", "%.40q, but record %d is %.40q above; a record has one class", r.Truth, r.Record, t.classes[before-1])
	case !ok:
		text := strings.Clone(r.Truth)
		t.classes = append(t.classes, text)
		class = uint32(len(t.classes))
		t.classOf[text] = class
	}
	t.truths.set(r.Record, class)
	t.records++
	return nil
}

// right returns which of the predictions that a row has are right, and notes those that
// are perhaps no class at all.
func (t *tally) right(r *predictionRow) uint32 {
	var out uint32
	for m, label := range r.labels {
		if r.has&(hasA<<m) == 0 {
			continue
		}
		_, known := t.classOf[label]
		t.sensible[m] = t.sensible[m] || known
		if label == r.Truth {
			out |= rightA << m
			continue
		}
		if !known && len(t.strange[m]) < maxStrange && !t.strange[m][label] {
			t.strange[m][strings.Clone(label)] = true
		}
	}
	return out
}

// problem returns the first defect of a row but for its labels.
func (r *predictionRow) problem() (column, problem string) {
	switch {
	case r.Replication < 1:
		return "replication", fmt.Sprintf("%d; replications are numbered from 1", r.Replication)
	case r.Fold < 1:
		return "fold", fmt.Sprintf("%d; folds are numbered from 1", r.Fold)
	case r.Truth == "":
		return "truth", "is empty; write the class"
	}
	return "", ""
}

// result puts the folds in order.
func (t *tally) result() (Pairs, error) {
	if err := t.complete(); err != nil {
		return Pairs{}, err
	}
	if err := t.checkTestSets(); err != nil {
		return Pairs{}, err
	}
	out := Pairs{A: t.models[0], B: t.models[1], Labels: map[string][]string{}}
	records := t.records
	for _, r := range t.replications {
		out.Folds = append(out.Folds, r.folds...)
		if r.records != t.records {
			records = 0
		}
	}
	slices.SortFunc(out.Folds, func(a, b PairFold) int {
		return cmp.Or(a.Replication-b.Replication, a.Fold-b.Fold)
	})
	for m, labels := range t.strange {
		if len(labels) > 0 {
			out.Labels[t.models[m]] = slices.Sorted(maps.Keys(labels))
		}
	}
	var err error
	out.Design, err = t.set.design(t.file, len(t.replications), len(out.First()), records)
	return out, err
}

// complete checks that both models are there and have the same records.
func (t *tally) complete() error {
	for _, w := range t.wanted {
		if !t.seen[w] {
			return t.file.Errorf("model", "has no model %q; the models are %s", w, t.modelNames())
		}
	}
	if len(t.models) < 2 {
		return t.file.Errorf(pick(t.long, "model", ""), "only the model %q; give the predictions of two models", t.models[0])
	}
	if err := t.measured(); err != nil {
		return err
	}
	if err := t.checkLabels(); err != nil {
		return err
	}
	for _, k := range slices.Sorted(maps.Keys(t.replications)) {
		j := t.replications[k]
		if j.alone == 0 {
			continue
		}
		record := j.cells.first(func(v uint32) bool { return v&(hasA|hasB) != hasA|hasB })
		cell := j.cells.get(record)
		has := int(cell&(hasA|hasB)) / 2 // 0 if it is A
		return t.file.Errorf("record", "model %.40q has record %d in replication %d fold %d, %.40q has not; give both the same records",
			t.models[has], record, k, j.folds[cell>>foldShift].Fold, t.models[1-has])
	}
	return nil
}

// Numbers are no classes where more than maxRealClasses of them have fractions, or where
// there are more than maxWholeClasses that make up a tenth of the records.
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

// measured refuses truths that are measurements: predictions of a regression are hardly
// ever equal to them, and the error rates would say nothing.
func (t *tally) measured() error {
	example, measured := Measurements(t.classes, t.records)
	if !measured {
		return nil
	}
	return t.file.Errorf("truth", "%d different numbers, such as %.40s, are no classes; of a regression compare the losses (bcv holdout --losses)", len(t.classes), example)
}
